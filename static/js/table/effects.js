// Labels that flash at seats, and sounds. No page waits for them.
import { SHORT, animate, center, reducesMotion } from "./animate.js";
import { arrivals, dealTo, receive, usualInterval } from "./dealing.js";
import { challengeIn, doubt, interval, scenesIn } from "./entries.js";
import { VERDICT_MS, label, seatBox } from "./labels.js";
import { BETWEEN_CARDS } from "./motion.js";
import { byId, mySeat } from "./page.js";

// Most players leave the sound off.
const sound = import("./sound.js");

const FLASH_MS = 900;
const IN_A_SEAT = 22;
const UNDER_THE_HEADER = 70;
const ABOVE_A_SEAT = 18;
const BELOW_A_NAME = 16;
/** When words say that a seat is skipped or out: the card has landed, and the seat was crossed out for a while. */
export const CROSSED_OUT_MS = SHORT + 400;
/** The scenes in which seats are crossed out. */
export const CROSSED_OUT = /^(skip|out)/;

export const makeSound = (name) => sound.then(({ playSound }) => playSound(name));

const WIDE = matchMedia("(min-width: 60.01rem)");
// Of more players than this, some sit next to the one at the top of the table.
const FEW_PLAYERS = 6;

// A label lies above a seat, so that all of it stays in sight. On a wide screen, it lies on the face if others are
// close, or beside the seat if the header is. On a narrow one, it is right below the name then. Your own lies beside
// your plate, so that it covers no card.
const spotAt = (seat) => {
  const box = seatBox(seat), [x] = center(box);
  if (seat === mySeat) return [box.right, box.top + box.height / 2, true];
  if (WIDE.matches && byId("seats").children.length > FEW_PLAYERS) return [x, box.top + IN_A_SEAT];
  if (box.top >= UNDER_THE_HEADER) return [x, box.top - ABOVE_A_SEAT];
  if (WIDE.matches) return [box.right, box.top + IN_A_SEAT, true];
  return [x, byId(`s${seat}`).querySelector(".name").getBoundingClientRect().bottom + BELOW_A_NAME];
};

/** Where words about a place are seen: at a seat, or between the piles what is about all. */
const spotOf = (place) => (place === "all" ? center(byId("pile").getBoundingClientRect()) : spotAt(place));

const flash = (place, look, text, milliseconds) => {
  document.querySelector(`.flash[data-at="${place}"]`)?.remove();
  const element = label(look, text, ...spotOf(place));
  element.dataset.at = place;
  animate(element, [{ scale: 0.3, opacity: 0 }, { scale: 1.15 }, { scale: 1 }]);
  setTimeout(() => element.remove(), milliseconds);
};

// The flashes of an entry as text: place, look and words of each, then a semicolon.
const FLASHES = /(\w+) (\w+) ([^;]+)/g;

/** Show and play what the entries tell: each sound once, and at each place the last flash. This begins at once, so that
    no new count is seen before its cards, or when all know who is right. */
export const playEffects = (entries) => {
  const wait = doubt(entries);
  if (wait) setTimeout(play, wait, entries);
  else play(entries);
};

// The player's own cards fly by themselves: see motion.js.
const countMine = (entries) => {
  const drawn = entries.map(({ dataset }) => dataset).filter(({ n, s }) => n && s === mySeat);
  const cards = drawn.reduce((sum, { n }) => sum + Number(n), 0);
  if (!cards || reducesMotion() || scenesIn(entries, /^out/).length) return;
  receive(mySeat, arrivals(cards, interval(entries, cards, BETWEEN_CARDS)));
};

const play = (entries) => {
  const flashes = new Map();
  const sounds = new Set();
  for (const { dataset } of entries) {
    if (dataset.sound) sounds.add(dataset.sound);
    for (const [, place, look, text] of (dataset.flash ?? "").matchAll(FLASHES)) flashes.set(place, [look, text]);
  }
  const taken = entries.map(({ dataset }) => dataset).filter(({ n, s }) => n && s !== mySeat);
  dealTo(taken.map(({ n, s }) => [s, n]), 0, (most) => interval(entries, most, usualInterval(most)));
  countMine(entries);
  // A verdict is what everyone has waited for.
  const duration = challengeIn(entries) ? VERDICT_MS : FLASH_MS;
  const wait = scenesIn(entries, CROSSED_OUT).length && !reducesMotion() ? CROSSED_OUT_MS : 0;
  setTimeout(() => flashes.forEach(([look, text], place) => flash(place, look, text, duration)), wait);
  for (const name of sounds) makeSound(name);
};
