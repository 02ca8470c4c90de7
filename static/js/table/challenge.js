// A challenge is a scene: who doubts whom, the hand open to the challenger only, and then the verdict.
import { SCENE_MS, animate, appear, center } from "./animate.js";
import { keepCount, keepStock } from "./counts.js";
import { newCard } from "./dealing.js";
import { doubt } from "./entries.js";
import { VERDICT_MS, markFor, within } from "./labels.js";
import { byId, mySeat, table } from "./page.js";

const UNTIL_CARDS_FLY_MS = 50;
// The verdict is seen for so long before its cards fly.
const STAMP_MS = 300;
const MARGIN = 8;

const openCard = (name) => newCard("card", name === "W" && byId("pile").matches(".dark") ? "W-dark" : name);

const asElement = (tag, className, ...children) => {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...children);
  return element;
};

/** A person of the scene: their face, and their name. */
const personAt = (seat) => {
  const [face, name] = [".face", ".name"].map((part) => byId(`s${seat}`).querySelector(part));
  return asElement("span", "person", face.cloneNode(true), seat === mySeat ? "You" : name.textContent);
};

const fanOut = (cards) => {
  const step = Math.min(6, 34 / (cards.length - 1));
  for (const [index, card] of cards.entries()) {
    const rotate = `${(index - (cards.length - 1) / 2) * step}deg`;
    card.style.rotate = rotate;
    animate(card, [{ rotate: "0deg" }, { rotate }], SCENE_MS, "ease-out", SCENE_MS);
  }
};

// What comes of it is at the seats, in the log, on the draw pile, in the hand and in the question at once, and is seen
// with the verdict.
const holdBack = (entries, seats, delay) => {
  const actions = seats.map((seat) => seat.querySelector(".last-action")).filter(Boolean);
  for (const part of [...actions, byId("prompt")]) appear(part, delay);
  for (const entry of entries) entry.hidden = true;
  setTimeout(() => entries.forEach((entry) => { entry.hidden = false; }), delay);
  for (const seat of seats) keepCount(seat, [delay + UNTIL_CARDS_FLY_MS]);
  keepStock(delay + UNTIL_CARDS_FLY_MS);
  markFor(delay, "turnless");  // nobody is seen to be next
};

// As long as nothing can be done, the scene is in the middle of the table. Then it moves to where it covers no cards.
const startInTheMiddle = (scene, delay) => {
  const [[x, y], [toX, toY]] = [scene, byId("pile")].map((part) => center(part.getBoundingClientRect()));
  const scale = Math.min(1.5, (innerWidth - 2 * MARGIN) / scene.offsetWidth);
  const least = MARGIN + scale * scene.offsetWidth / 2;
  const inTheMiddle = `translate(${within(toX, least, innerWidth) - x}px, ${toY - y}px) scale(${scale})`;
  scene.style.transform = inTheMiddle;
  setTimeout(() => {
    scene.style.transform = "";
    animate(scene, [{ transform: inTheMiddle }, { transform: "none" }], SCENE_MS, "ease-in-out");
  }, delay);
};

const sceneOf = (entry, persons, shown) => {
  const [one, other] = persons.map(personAt);
  const question = asElement("p", "", entry.dataset.doubt);
  const sentence = asElement("p", "", ...[...entry.childNodes].map((node) => node.cloneNode(true)));
  sentence.style.visibility = "hidden";
  const scene = asElement("div", "challenge", one, asElement("b", "", "?"), other, question, sentence);
  if (shown) scene.append(asElement("div", "shown", ...shown.split(" ").map(openCard)));
  scene.ariaHidden = "true";
  return scene;
};

const decide = (scene, verdict) => {
  const [question, sentence] = scene.querySelectorAll("p");
  const sign = scene.querySelector(":scope > b");
  scene.classList.add(verdict);
  question.remove();
  sentence.style.visibility = "";
  appear(sentence, 0);
  sign.textContent = verdict === "right" ? "✓" : "✗";
  animate(sign, [{ scale: 1.8 }, { scale: 1 }]);
};

/** Show the scene of an entry. Only the challenger's log has the cards, which are seen before the verdict is. */
export const showChallenge = (entry, entries, shown) => {
  const [verdict, ...persons] = entry.dataset.scene.split(" ");
  const scene = sceneOf(entry, persons, shown);
  const delay = doubt([entry]);
  const decided = Math.max(0, delay - STAMP_MS);
  table.append(scene);
  if (delay) {
    startInTheMiddle(scene, delay);
    holdBack(entries, persons.map((seat) => byId(`s${seat}`)), delay);
  }
  animate(scene, [{ scale: 0.7, opacity: 0 }, { scale: 1, opacity: 1 }], SCENE_MS);
  fanOut(scene.querySelectorAll(".shown .card"));
  setTimeout(decide, decided, scene, verdict);
  setTimeout(() => scene.remove(), decided + VERDICT_MS);
};
