// What moves: cards fly from where they were, labels flash, the table turns. Nothing of it is in the way of a click.
import { isNewHand, latest, myGiver, scenesIn } from "./entries.js";
import { byId, handCards, mySeat, table } from "./page.js";

// Most players leave the sound off, so no page waits for it.
const sound = import("./sound.js");

const [SHORT, BETWEEN_CARDS] = [260, 50];
const MOST_CARDS_DEALT = 4;
export const VERDICT_MS = 2000;

export const makeSound = (name) => sound.then(({ playSound }) => playSound(name));

export const reducesMotion = () => {
  const { motion } = document.documentElement.dataset;
  return motion === "still" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
};

export const animate = (element, frames, duration = SHORT, easing = "ease-out", delay = 0) =>
  reducesMotion() ? null : element.animate(frames, { duration, easing, delay, fill: "backwards" });

export const center = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

// On a narrow screen your own seat is not shown; your hand stands for it.
export const seatBox = (seat) => {
  const element = byId(`s${seat}`);
  return (element?.offsetParent ? element : byId("hand")).getBoundingClientRect();
};

export const addAt = (x, y, element) => {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  table.append(element);
};

// The element is in its place at once and only looks as if it came from elsewhere, so that it can be clicked.
export const flyFrom = (element, from, delay = 0) => {
  if (!from) return;
  const to = element.getBoundingClientRect();
  const [x, y] = [0, 1].map((axis) => center(from)[axis] - center(to)[axis]);
  const scale = Math.min(1, from.width / to.width);
  const shared = { pointerEvents: "none", composite: "add" };
  const rise = Math.hypot(x, y) / 8;
  animate(element, [
    { translate: `${x}px ${y}px`, scale, ...shared },
    { translate: `${x * 0.4}px ${y * 0.4 - rise}px`, scale: (scale + 1) / 2, ...shared },
    { translate: "0 0", scale: 1, ...shared },
  ], SHORT, "ease-out", delay);
};

const flyingCard = () => {
  const card = Object.assign(document.createElement("span"), { className: "card flying" });
  card.append(byId("stock").querySelector("svg").cloneNode(true));
  return card;
};

/** Let cards fly to a seat, from the draw pile or from another seat. */
export const dealTo = (seat, count, giver = null) => {
  if (reducesMotion()) return;
  const stock = byId("stock").getBoundingClientRect();
  const [x, y] = center(stock);
  const at = (box, scale) => `translate(${center(box)[0] - x}px, ${center(box)[1] - y}px) scale(${scale})`;
  const from = giver ? at(seatBox(giver), 0.6) : "none";
  const to = at(seatBox(seat), giver ? 0.6 : 0.4);
  for (let n = 0; n < Math.min(count, MOST_CARDS_DEALT); n++) {
    const card = flyingCard();
    addAt(stock.left, stock.top, card);
    const frames = [{ transform: from }, { transform: to, opacity: 0.6 }];
    animate(card, frames, SHORT, "ease-in", n * 40).onfinish = () => card.remove();
  }
};

/** Add a label to the table, as near to this place as it fits on the screen. */
export const label = (look, text, x, y) => {
  const element = Object.assign(document.createElement("span"), { className: `flash ${look}`, textContent: text });
  element.ariaHidden = "true";
  addAt(0, y, element);
  const half = element.offsetWidth / 2;
  element.style.left = `${Math.max(half, Math.min(x, innerWidth - half))}px`;
  return element;
};

const flash = (seat, look, text, duration) => {
  const element = label(look, text, ...center(seatBox(seat)));
  animate(element, [{ scale: 0.3, opacity: 0 }, { scale: 1.15 }, { scale: 1 }]);
  setTimeout(() => element.remove(), duration);
};

export const shake = (element) => {
  animate(element, [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })));
};

let before = null;

const topCard = () => byId("discards").lastElementChild;
const isDarkSide = () => byId("pile").className.includes("dark");

/** Remember where the cards are, just before a new version replaces them. */
export const rememberCards = () => {
  before = {
    cards: new Map(handCards().map((card) => [card.id, card.getBoundingClientRect()])),
    top: topCard()?.id,
    isDark: isDarkSide(),
  };
};

const flyToPile = (seat) => {
  const played = seat === mySeat && [...before.cards].find(([id]) => !byId(id));
  flyFrom(topCard(), played ? played[1] : byId(`s${seat}`).getBoundingClientRect());
};

const flyToHand = (entries) => {
  const giver = myGiver(entries);
  const source = byId(giver ? `s${giver}` : "stock").getBoundingClientRect();
  const drawn = handCards().filter(({ id }) => isNewHand(entries) || !before.cards.has(id));
  for (const [index, card] of drawn.entries()) flyFrom(card, source, index * BETWEEN_CARDS);
};

const flyCards = (entries) => {
  if (isDarkSide() !== before.isDark) return;  // a flip is a scene of its own
  const seat = latest(entries, "played");
  if (seat && topCard().id !== before.top) flyToPile(seat);
  flyToHand(entries);
};

export const animateCards = (entries) => {
  if (before) flyCards(entries);
  before = null;
};

// The flashes of an entry as text: seat, look and words of each, then a semicolon.
const FLASHES = /(\d+) (\w+) ([^;]+)/g;

/** Show and play what the entries tell: each sound once, and at each seat the last flash. */
export const playEffects = (entries) => {
  const flashes = new Map();
  const sounds = new Set();
  for (const { dataset } of entries) {
    if (dataset.sound) sounds.add(dataset.sound);
    for (const [, seat, look, text] of (dataset.flash ?? "").matchAll(FLASHES)) flashes.set(seat, [look, text]);
    if (dataset.n && dataset.s !== mySeat) dealTo(dataset.s, dataset.n);
  }
  // A verdict is what everyone has waited for.
  const duration = scenesIn(entries, /^(right|wrong)/).length ? VERDICT_MS : 900;
  for (const [seat, [look, text]] of flashes) flash(seat, look, text, duration);
  for (const name of sounds) makeSound(name);
};
