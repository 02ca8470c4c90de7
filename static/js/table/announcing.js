// What a screen reader says of the game: what has happened, what is asked, and when little time is left.
import { HURRY_SECONDS } from "./countdown.js";
import { announce, byId } from "./page.js";

let warned = "";

const question = () => byId("asked").textContent.trim();
let announcedQuestion = question();
let announcedCalls = [];

/** The question if it has changed, without a first sentence that has not. */
const newQuestion = () => {
  const [before, now] = [announcedQuestion, question()];
  announcedQuestion = now;
  const [, first, rest] = /^(.+?\.) (.+)$/.exec(now) ?? [];
  if (now === before) return [];
  return [first && before.startsWith(`${first} `) ? rest : now];
};

/** What can be called or caught now, and could not before. */
const newCalls = () => {
  const before = announcedCalls;
  const buttons = [...document.querySelectorAll("#calls:not([hidden]) .call:not([aria-disabled])")];
  announcedCalls = buttons.map(({ value }) => value);
  const found = buttons.filter(({ value }) => !before.includes(value));
  return found.map((button) => `Press ${button.getAttribute("aria-keyshortcuts")}: ${button.textContent.trim()}`);
};

/** Announce new log entries, and what is asked and can be called, only if it has changed. */
export const announceEntries = (entries) => {
  const sentences = [...entries.map(({ textContent }) => textContent), ...newQuestion(), ...newCalls()];
  if (sentences.length) announce(sentences.join(" "));
};

// Who does not see the ring hears once that their time is nearly over.
const warn = () => {
  const { deadline } = byId("prompt").dataset;
  if (warned === deadline || !byId("asked").matches(".hurry")) return;
  warned = deadline;
  announce(`You have ${HURRY_SECONDS} seconds left.`);
};

setInterval(warn, 500);
