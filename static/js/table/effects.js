// Labels that flash at seats, and sounds. No page waits for them.
import { SHORT, VERDICT_MS, animate, center, reducesMotion, seatBox } from "./animate.js";
import { dealTo } from "./dealing.js";
import { challengeIn, doubt, scenesIn } from "./entries.js";
import { label } from "./labels.js";
import { mySeat } from "./page.js";

// Most players leave the sound off.
const sound = import("./sound.js");

const FLASH_MS = 900;
const OVER_THE_PLATE = 30;
const UNDER_THE_HEADER = 70;
/** When words say that a seat is skipped or out: the card has landed, and the seat was crossed out for a while. */
export const CROSSED_OUT_MS = SHORT + 400;
/** The scenes in which seats are crossed out. */
export const CROSSED_OUT = /^(skip|out)/;

export const makeSound = (name) => sound.then(({ playSound }) => playSound(name));

// A label lies on the upper edge of a seat, so that the name and the number of cards stay in sight; on the lower one
// where the header is close.
const heightOf = (seat, { top, bottom }) => {
  if (seat === mySeat) return top - OVER_THE_PLATE;
  return top < UNDER_THE_HEADER ? bottom : top;
};

const flash = (seat, look, text, milliseconds) => {
  const box = seatBox(seat);
  document.querySelector(`.flash[data-at="${seat}"]`)?.remove();
  const element = label(look, text, center(box)[0], heightOf(seat, box));
  element.dataset.at = seat;
  animate(element, [{ scale: 0.3, opacity: 0 }, { scale: 1.15 }, { scale: 1 }]);
  setTimeout(() => element.remove(), milliseconds);
};

// The flashes of an entry as text: seat, look and words of each, then a semicolon.
const FLASHES = /(\d+) (\w+) ([^;]+)/g;

/** Show and play what the entries tell: each sound once, and at each seat the last flash. */
export const playEffects = (entries) => { setTimeout(play, doubt(entries), entries); };

const play = (entries) => {
  const flashes = new Map();
  const sounds = new Set();
  for (const { dataset } of entries) {
    if (dataset.sound) sounds.add(dataset.sound);
    for (const [, seat, look, text] of (dataset.flash ?? "").matchAll(FLASHES)) flashes.set(seat, [look, text]);
  }
  dealTo(entries.filter(({ dataset: { n, s } }) => n && s !== mySeat).map(({ dataset: { n, s } }) => [s, n]));
  // A verdict is what everyone has waited for.
  const duration = challengeIn(entries) ? VERDICT_MS : FLASH_MS;
  const wait = scenesIn(entries, CROSSED_OUT).length && !reducesMotion() ? CROSSED_OUT_MS : 0;
  setTimeout(() => flashes.forEach(([look, text], seat) => flash(seat, look, text, duration)), wait);
  for (const name of sounds) makeSound(name);
};
