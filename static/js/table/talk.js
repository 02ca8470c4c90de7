// What people say: bubbles and reactions at their seats, the number of unread messages, and the keys of the reactions.
import { watch } from "../news.js";
import { animate, center } from "./animate.js";
import { isForTable } from "./keys.js";
import { addAt, seatBox, within } from "./labels.js";
import { byId, mySeat } from "./page.js";

const BUBBLE_MS = 5000;
const REACTION_MS = 2000;
const MARGIN = 8;
const TAIL = 16;

const lines = byId("lines");
const tray = byId("reactions-tray");
const chatLink = document.querySelector('.bar [href="#lines"]');

// A bot may have a person's name; its badge says how strong it is.
const people = () => byId("seats").querySelectorAll(".seat:not(:has(.kind b))");

const seatOf = (name) =>
  [...people()].find((seat) => seat.querySelector(".name").textContent === name)?.id.slice(1);

/** Where a person speaks: at their seat, or among the spectators. */
const boxOf = (name) => {
  const seat = seatOf(name);
  return seat ? seatBox(seat) : byId("around").getBoundingClientRect();
};

// Who watches has no seat.
const isMine = (name) => Boolean(mySeat) && seatOf(name) === mySeat;

// A hint may lie right above the question.
const topOfQuestion = (height) => {
  const [{ top }, tip] = ["prompt", "tip"].map((id) => byId(id).getBoundingClientRect());
  return tip.height && Math.abs(tip.bottom - top) < height ? tip.top : top;
};

// On a phone's side, only the header has room for words that belong to no seat.
const SIDEWAYS = matchMedia("(max-width: 60rem) and (max-height: 30rem) and (orientation: landscape)");
const placeInHeader = () => [document.querySelector(".brand").getBoundingClientRect().right + MARGIN, 2];

// Your own words lie to the left of your plate, and your reaction to the right; without room, above the question.
const placeOfMine = (box, width, height, isReaction) => {
  const left = isReaction ? box.right + MARGIN : box.left - width - MARGIN;
  if (left > MARGIN && left + width < innerWidth - MARGIN) return [left, over(box, height)];
  if (SIDEWAYS.matches) return placeInHeader();
  return [center(box)[0] - width / 2, topOfQuestion(height) - height - MARGIN];
};

// Beside the log and the chat, and not below them.
const besidePanels = (middle, width) => {
  const { right } = byId("prompt").getBoundingClientRect();
  return within(middle, width / 2 + MARGIN, right) - width / 2;
};

// The reaction of a spectator is beside their number, and above the question.
const placeBesideNumber = (box, width, height) => [
  besidePanels(box.right + MARGIN + width / 2, width),
  Math.min(over(box, height), topOfQuestion(height) - height),
];

const findPlace = (name, box, element, findTop) => {
  const { width, height } = element.getBoundingClientRect();
  const isReaction = element.matches(".reaction"), isAfar = !seatOf(name);
  if (isMine(name)) return placeOfMine(box, width, height, isReaction);
  if (isReaction && isAfar) return placeBesideNumber(box, width, height);
  if (SIDEWAYS.matches && isAfar) return placeInHeader();
  return [besidePanels(center(box)[0], width), findTop(box, height)];
};

/** Show an element at a person's place for a while, instead of the last one of its kind; `findTop` returns its top
    there, given the place and its height. */
const showAt = (name, element, milliseconds, findTop) => {
  const box = boxOf(name);
  document.querySelector(`.${element.classList[0]}[data-by="${CSS.escape(name)}"]`)?.remove();
  element.dataset.by = name;
  element.ariaHidden = "true";
  addAt(0, 0, element);
  const { width, height } = element.getBoundingClientRect();
  const [left, wanted] = findPlace(name, box, element, findTop);
  element.style.left = `${left}px`;
  element.style.setProperty("--tail", `${within(center(box)[0] - left, TAIL, width)}px`);
  const top = Math.min(wanted, innerHeight - height - MARGIN);
  element.style.top = `${top}px`;
  element.classList.toggle("above", top < box.top);
  animate(element, [{ scale: 0.3, opacity: 0 }, { scale: 1.1 }, { scale: 1 }]);
  setTimeout(() => element.remove(), milliseconds);
};

const beside = ({ top, bottom }, height) => (top < innerHeight / 2 ? bottom + 6 : top - height - 6);
const over = (box, height) => center(box)[1] - height / 2;

const showBubble = (line) => {
  const [name, said] = [line.querySelector("b").textContent, line.querySelector("span").textContent];
  const textContent = seatOf(name) ? said : `${name}: ${said}`;
  const bubble = Object.assign(document.createElement("span"), { className: "bubble" });
  bubble.append(Object.assign(document.createElement("q"), { textContent }));
  bubble.classList.toggle("mine", isMine(name));
  bubble.classList.toggle("afar", !seatOf(name));
  showAt(name, bubble, BUBBLE_MS, beside);
};

const showReaction = ({ dataset: { kind, by } }) => {
  const reaction = Object.assign(document.createElement("span"), { className: "reaction" });
  reaction.append(tray.querySelector(`[value="${kind}"] svg`).cloneNode(true), seatOf(by) ? "" : by);
  showAt(by, reaction, REACTION_MS, over);
};

const markRead = () => {
  if (lines.offsetParent) delete chatLink.dataset.unread;
};

watch(lines, (line) => {
  const name = line.querySelector("b")?.textContent;
  if (name) showBubble(line);
  if (line.matches(".mine")) return;
  chatLink.dataset.unread = Number(chatLink.dataset.unread ?? 0) + 1;
  markRead();
});
watch(byId("reactions"), showReaction);
addEventListener("hashchange", markRead);

// A wheel that only goes up and down moves along the row of phrases.
const phrases = document.querySelector(".phrases");
phrases.addEventListener("wheel", ({ deltaY }) => phrases.scrollBy(deltaY, 0), { passive: true });

tray.addEventListener("submit", () => tray.hidePopover());
document.addEventListener("keydown", (event) => {
  const button = isForTable(event) && !event.repeat && tray.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (button) button.click();
});
