// A flip: the table, the piles and the hand turn to their other sides.
import { SCENE_MS, SHORT, animate, appear, reducesMotion } from "./animate.js";
import { isNewHand, latest } from "./entries.js";
import { markFor } from "./labels.js";
import { byId, handCards, table, topCard } from "./page.js";

const BETWEEN_CARDS_MS = 30;

const useOf = (card) => card.querySelector("use");

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

/** Give a picture its old face, and return a function that turns it to its new one. */
const showOld = (use, old) => {
  const face = use.getAttribute("href");
  use.setAttribute("href", old);
  return () => { if (use.getAttribute("href") === old) use.setAttribute("href", face); };
};

// What turns, a card or what cards lie in, shows the old faces until it stands on its edge.
const turn = (turning, delay, pictures, old, tidyUp) => {
  const known = [...pictures].filter((use, n) => use && old[n]);
  if (!known.length) return;
  const turnOver = known.map((use, n) => showOld(use, old[n]));
  const edge = { ...ON_EDGE, easing: "ease-out" };
  animate(turning, [{ ...UPRIGHT, easing: "ease-in" }, edge, UPRIGHT], SCENE_MS, "linear", delay);
  setTimeout(() => {
    turnOver.forEach((show) => show());
    tidyUp?.();
  }, delay + SCENE_MS / 2);
};

/** The sides that the others' cards show to everyone. */
export const fansOf = () => [...byId("seats").querySelectorAll(".fan")];

/** Put a card with this face below another one. */
const layBelow = (card, face) => {
  const below = card.cloneNode(true);
  below.removeAttribute("id");
  useOf(below).setAttribute("href", face);
  card.before(below);
  return below;
};

// While the card lands that flips the deck, the pile shows what was on it.
const turnDiscards = (old, flipping, delay) => {
  const [discards, top] = [byId("discards"), topCard()];
  if (!top || !flipping) {
    turn(discards, delay, [useOf(top ?? byId("pile"))], [old]);
    return;
  }
  const below = layBelow(top, old);
  turn(discards, delay, [useOf(top)], [old.replace(/#.*/, `#${flipping}`)], () => below.remove());
};

// What fits is seen when the faces are, and asked for then.
const holdBack = (duration) => {
  markFor(duration, "turnless");
  appear(byId("prompt"), duration);
};

// The two piles turn first, and then the hands: the player's own, card by card, and those of the others.
const turnCards = ({ piles, hand, fans }, flipping, delay) => {
  turn(byId("stock"), delay, [useOf(byId("stock"))], [piles[0]]);
  turnDiscards(piles[1], flipping, delay);
  const cards = handCards();
  holdBack(delay + SCENE_MS + cards.length * BETWEEN_CARDS_MS);
  const played = hand.length > cards.length ? hand.findIndex((face) => face.endsWith(`#${flipping}`)) : -1;
  const faces = hand.filter((_, index) => index !== played);
  const begin = delay + SCENE_MS / 2;
  const later = (index) => begin + index * BETWEEN_CARDS_MS;
  for (const [index, card] of cards.entries()) turn(card, later(index), [useOf(card)], [faces[index]]);
  for (const [index, fan] of fansOf().entries()) turn(fan, later(index), fan.querySelectorAll("use"), fans[index]);
};

/** Show a flip; the card that flips the deck lands first. The hands of a new round are dealt as they are. */
export const showFlip = (before, entries) => {
  if (reducesMotion()) return;
  const flipping = latest(entries, "shown");
  const delay = flipping ? SHORT : 0;
  fadeOldSide(before.isDark, delay);
  if (!isNewHand(entries)) turnCards(before, flipping, delay);
};
