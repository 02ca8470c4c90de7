// What deserves more than a flying card: the first deal, a flip, a Draw Four, a skip, a reverse, and a new color.
import { animate, center, dealTo, flyFrom, label, reducesMotion, seatBox } from "./motion.js";
import { byId, handCards, mySeat } from "./page.js";

const SCENE_MS = 300;
const BETWEEN_CARDS_MS = 60;
const STRONG = /#.*D(4|6|10|C)$|#WR4$/;
const SKIPPED = /(\d+) bad SKIPPED/g;

const pile = byId("pile");
const topCard = () => byId("discards").lastElementChild;

// The class of the pile: its color, then perhaps its side, then its direction
const look = () => ({
  color: pile.classList[0],
  isClockwise: pile.classList.contains("cw"),
  isDark: pile.classList.contains("dark"),
  top: topCard()?.id,
});
let now = look();

const slam = (card) => {
  animate(card, [{ scale: 2.2, opacity: 0.4 }, { scale: 0.92, opacity: 1 }, { scale: 1 }], SCENE_MS, "ease-in");
  const shakes = [0, 5, -4, 2, 0].map((y) => ({ transform: `translateY(${y}px)` }));
  animate(byId("seats"), shakes, SCENE_MS, "ease-out", SCENE_MS / 2);
};

// The piles turn first, and then the hand, card by card.
const turnCards = () => {
  const frames = [90, 0].map((angle) => ({ transform: `perspective(60rem) rotateY(${angle}deg)` }));
  animate(pile, frames, SCENE_MS);
  const delay = (index) => SCENE_MS / 2 + (index * BETWEEN_CARDS_MS) / 2;
  for (const [index, card] of handCards().entries()) animate(card, frames, SCENE_MS, "ease-out", delay(index));
};

const spread = () => {
  const frames = [{ transform: "scale(.2)" }, { transform: "scale(1.7)", offset: 0.6 }, { transform: "none" }];
  if (!reducesMotion()) pile.animate(frames, { duration: SCENE_MS, pseudoElement: "::before" });
};

const crossOut = (seat) => {
  const cross = label("bad", "✕", ...center(seatBox(seat)));
  const frames = [{ scale: 4, opacity: 0 }, { scale: 2.2, opacity: 1 }, { scale: 2.2, opacity: 0 }];
  const fading = animate(cross, frames, SCENE_MS);
  if (fading) fading.onfinish = () => cross.remove();
  else cross.remove();
};

/** Show the scenes of these new log entries. */
export const showScenes = (entries) => {
  const before = now;
  now = look();
  const { color, isClockwise, isDark, top } = now;
  if (isDark !== before.isDark) {
    turnCards();
    return;
  }
  const played = entries.findLast(({ dataset }) => dataset.played);
  if (played && top !== before.top && STRONG.test(topCard().querySelector("use").getAttribute("href"))) slam(topCard());
  if (color !== before.color && color !== "none") spread();
  if (isClockwise !== before.isClockwise) {
    animate(pile.querySelector(".way"), [{ rotate: isClockwise ? "-180deg" : "180deg" }, { rotate: "0deg" }], SCENE_MS);
  }
  for (const { dataset } of entries) {
    for (const [, seat] of (dataset.flash ?? "").matchAll(SKIPPED)) crossOut(seat);
  }
};

const dealFirstHands = () => {
  const source = byId("stock").getBoundingClientRect();
  for (const [index, card] of handCards().entries()) flyFrom(card, source, index * BETWEEN_CARDS_MS);
  for (const seat of byId("seats").children) {
    if (seat.id !== `s${mySeat}`) dealTo(seat.id.slice(1), Number(seat.querySelector(".count b").textContent));
  }
};

const log = [...byId("log").children];
if (log.length <= 2 && log[0]?.dataset.dealt && !reducesMotion()) dealFirstHands();
