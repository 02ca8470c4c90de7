// A flip: the table, the piles and the hand turn to their other sides.
import { SCENE_MS, SHORT, afterAll, animate, appear, reducesMotion } from "./animate.js";
import { isNewHand, latest } from "./entries.js";
import { markFor } from "./labels.js";
import { byId, handCards, table, topCard } from "./page.js";

const BETWEEN_CARDS_MS = 30;

const usesIn = (part) => part.querySelectorAll("use");

// The side of the table that was in play fades out over the new one, and so does what is above the table.
const fadeOldSide = (wasDark, delay) => {
  for (const part of [document.querySelector(".bar"), table]) {
    const old = Object.assign(document.createElement("div"), { className: "old-side" });
    old.classList.toggle("dark", wasDark);
    old.dataset.table = document.documentElement.dataset.table ?? "night";
    part.prepend(old);  // below the words, the arrows and the glow of the color
    animate(old, [{ opacity: 1 }, { opacity: 0 }], SCENE_MS, "ease-in", delay).onfinish = () => old.remove();
  }
};

// It looks like a turn in perspective, which takes too long where no graphics processor draws.
const UPRIGHT = { transform: "none" };
const ON_EDGE = { transform: "skewY(-9deg) scaleX(0)" };
const TURN = [{ ...UPRIGHT, easing: "ease-in" }, { ...ON_EDGE, easing: "ease-out" }, UPRIGHT];
// The compositor hides an old face when the card stands on its edge, however busy the page is.
const HIDE_ON_EDGE = [
  { opacity: 1, offset: 0 },
  { opacity: 1, offset: 0.5 },
  { opacity: 0, offset: 0.5 },
  { opacity: 0, offset: 1 },
];

/** Lay a copy of a picture, or of a fan of them, with its old faces over it. */
const coverOf = (picture, old) => {
  const cover = picture.cloneNode(true);
  cover.classList.add("cover");
  cover.style.cssText = "position: absolute; inset: 0; opacity: 0";
  usesIn(cover).forEach((use, n) => use.setAttribute("href", old[n] ?? use.getAttribute("href")));
  picture.after(cover);
  return cover;
};

// What turns, such as a card or a pile, shows its old faces and cards until it stands on its edge. All of them are
// removed at once in the end, because the page is laid out anew then.
const turn = (turning, delay, old) => {
  const move = (frames) => (element) => animate(element, frames, SCENE_MS, "linear", delay);
  return { turns: [...turning.map(move(TURN)), ...old.map(move(HIDE_ON_EDGE))], old };
};

const turnCard = (card, delay, face) => (face ? turn([card], delay, [coverOf(card.querySelector("svg"), [face])]) : []);

const turnFan = (fan, delay, faces) => {
  if (!faces) return [];
  const cover = coverOf(fan, faces);
  return turn([fan, cover], delay, [cover]);
};

/** The sides that the others' cards show to everyone. */
export const fansOf = () => [...byId("seats").querySelectorAll(".fan:not(.cover)")];

/** Put a card with this face below another one. */
const layBelow = (card, face) => {
  const below = card.cloneNode(true);
  below.removeAttribute("id");
  below.style.opacity = 0;
  usesIn(below)[0].setAttribute("href", face);
  card.before(below);
  return below;
};

// While the card lands that flips the deck, the pile shows what was on it.
const turnDiscards = (old, flipping, delay) => {
  const top = topCard();
  if (!top || !old) return [];
  const below = flipping ? [layBelow(top, old)] : [];
  const cover = coverOf(top.querySelector("svg"), [flipping ? old.replace(/#.*/, `#${flipping}`) : old]);
  return turn([byId("discards")], delay, [cover, ...below]);
};

// What fits is seen when the faces are, and asked for then.
const holdBack = (duration) => {
  markFor(duration, "turnless");
  appear(byId("prompt"), duration);
};

// The two piles turn first, and then the hands: the player's own, card by card, and those of the others.
const turnCards = ({ piles, hand, fans }, flipping, delay) => {
  const turned = [turnCard(byId("stock"), delay, piles[0]), turnDiscards(piles[1], flipping, delay)];
  const cards = handCards();
  holdBack(delay + SCENE_MS + cards.length * BETWEEN_CARDS_MS);
  const played = hand.length > cards.length ? hand.findIndex((face) => face.endsWith(`#${flipping}`)) : -1;
  const faces = hand.filter((_, index) => index !== played);
  const begin = delay + SCENE_MS / 2;
  const later = (index) => begin + index * BETWEEN_CARDS_MS;
  turned.push(...cards.map((card, index) => turnCard(card, later(index), faces[index])));
  turned.push(...fansOf().map((fan, index) => turnFan(fan, later(index), fans[index])));
  const all = turned.flat();
  afterAll(all.flatMap(({ turns }) => turns), () => all.flatMap(({ old }) => old).forEach((one) => one.remove()));
};

/** Show a flip; the card that flips the deck lands first. The hands of a new round are dealt as they are. */
export const showFlip = (before, entries) => {
  if (reducesMotion()) return;
  const flipping = latest(entries, "shown");
  const delay = flipping ? SHORT : 0;
  fadeOldSide(before.isDark, delay);
  if (!isNewHand(entries)) turnCards(before, flipping, delay);
};
