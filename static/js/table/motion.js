// With a new version, cards fly from where they were. Nothing of it is in the way of a click.
import { SHORT, afterAll, animate, center, reducesMotion } from "./animate.js";
import { doubt, interval, isNewHand, landing, latest, myGiver } from "./entries.js";
import { byId, handCards, mySeat, topCard } from "./page.js";

export const BETWEEN_CARDS = 50;

// A card of a fan is rotated, and its own transform with it.
const offsetOf = (card) => {
  const { rotate } = getComputedStyle(card);
  const angle = rotate === "none" ? "0deg" : rotate;
  return (x, y, scale = 1) =>
    `rotate(calc(-1 * ${angle})) translate(${x}px, ${y}px) rotate(${angle}) scale(${scale})`;
};

export const way = (from, to) => [0, 1].map((axis) => center(from)[axis] - center(to)[axis]);

// Halfway, a card is above the straight line.
export const arc = (x, y) => -Math.hypot(x, y) / 8;

// The frames of a card that flies in an arc from another place to its own.
const flightFrom = (from, card) => {
  const [to, offset] = [card.getBoundingClientRect(), offsetOf(card)];
  const [x, y] = way(from, to);
  const scale = Math.min(1, from.height / to.height);
  return [
    { transform: offset(x, y, scale) },
    { transform: offset(x * 0.4, y * 0.4 + arc(x, y), (scale + 1) / 2) },
    { transform: offset(0, 0) },
  ];
};

const waitUnseen = (frames) =>
  frames.unshift({ ...frames[0], opacity: 0 }, { ...frames.shift(), opacity: 1, offset: 0.01 });

// A fragment of the hand takes their class away.
const inFlight = new Set();

// The cards are in their places at once and only look as if they came from elsewhere.
// On their way they take no clicks, and are not seen before it if they wait.
export const flyFrom = (from, cards, between = BETWEEN_CARDS, delay = 0) => {
  if (!from || reducesMotion()) return;
  const flights = cards.map((card) => flightFrom(from, card));  // all are measured before the first one moves
  flights.slice(delay ? 0 : 1).forEach(waitUnseen);
  for (const card of cards) {
    card.classList.add("in-flight");
    inFlight.add(card);
  }
  const animations = cards.map((card, index) =>
    animate(card, flights[index], SHORT, "ease-out", delay + index * between));
  afterAll(animations, () => cards.forEach((card) => {
    card.classList.remove("in-flight");
    inFlight.delete(card);
  }));
};

let before = null;

const isDarkSide = () => byId("pile").className.includes("dark");

/** Remember where the cards are, just before a new version replaces them. */
export const rememberCards = () => {
  before = {
    cards: new Map(handCards().map((card) => [card.id, card.getBoundingClientRect()])),
    top: topCard()?.id,
    isDark: isDarkSide(),
  };
};

// A hand that was turned over, passed on or thrown away has lost more cards than the one that was played.
const flyToPile = (seat, entries) => {
  const lost = [...before.cards].filter(([id]) => seat === mySeat && !byId(id));
  const face = latest(entries, "shown") ?? topCard().querySelector("use").href.baseVal.split("#")[1];
  const [, place] = lost.find(([id]) => id.startsWith(`h-${face}-`)) ?? lost[0] ?? [];
  flyFrom(place ?? document.querySelector(`#s${seat} .count`).getBoundingClientRect(), [topCard()]);
};

const flyToHand = (entries, cards) => {
  const giver = myGiver(entries);
  const delay = giver ? landing(entries) : doubt(entries);
  const between = interval(entries, cards.length, BETWEEN_CARDS);
  const from = giver ? document.querySelector(`#s${giver} .count`) : byId("stock");
  flyFrom(from.getBoundingClientRect(), cards, between, delay);
};

/** Let cards that have stayed in the hand slide to where they are now. */
const slide = (cards, delay) => {
  const moved = cards
    .map((card) => [card, ...way(before.cards.get(card.id), card.getBoundingClientRect())])
    .filter(([, x, y]) => Math.hypot(x, y) > 1)
    .map(([card, x, y]) => [card, [[x, y], [0, 0]].map((place) => ({ transform: offsetOf(card)(...place) }))]);
  for (const [card, frames] of moved) animate(card, frames, SHORT, "ease-out", delay);
};

const flyCards = (entries) => {
  const [seat, areAllNew] = [latest(entries, "played"), isNewHand(entries)];
  if (seat && topCard().id !== before.top) flyToPile(seat, entries);
  // A flip is a scene of its own, after the card that flips has landed.
  if (isDarkSide() !== before.isDark && !areAllNew) return;
  const isNew = ({ id }) => areAllNew || !before.cards.has(id);
  // A card that still flies arrives by itself.
  slide(handCards().filter((card) => !isNew(card) && !inFlight.has(card)), doubt(entries));
  flyToHand(entries, handCards().filter(isNew));
};

export const animateCards = (entries) => {
  if (before) flyCards(entries);
  before = null;
};
