// What deserves more than a flying card: the first deal, a flip, a Draw Four, a skip, a reverse, a new color, hands
// that change owners, and a challenge.
import { SCENE_MS, SHORT, animate, appear, center, reducesMotion } from "./animate.js";
import { showChallenge } from "./challenge.js";
import { faceOf, facesIn } from "./counts.js";
import { DEAL_MS, isFirstDeal } from "./dealing.js";
import { CROSSED_OUT, CROSSED_OUT_MS } from "./effects.js";
import { challengeIn, isNewHand, landing, latest, scenesIn } from "./entries.js";
import { fansOf, showFlip } from "./flip.js";
import { discardMore, giveHands, loseHands } from "./hands.js";
import { label, markFor } from "./labels.js";
import { BETWEEN_CARDS } from "./motion.js";
import { byId, handCards, mySeat, table, topCard } from "./page.js";

const STRONG = /#.*D(4|6|10|C)$|#WR4$/;

byId("scene-styles").disabled = false;

const pile = byId("pile");

// The class of the pile: its color, then perhaps its side, then its direction
const look = () => ({
  color: pile.classList[0],
  isClockwise: pile.classList.contains("cw"),
  isDark: pile.classList.contains("dark"),
  top: topCard()?.id,
  piles: [byId("stock"), topCard() ?? pile].map(faceOf),
  hand: handCards().map(faceOf),
  fans: fansOf().map(facesIn),
  picker: table.querySelector(".picker"),
  debt: pile.querySelector(".debt")?.textContent,
});
let now = look();

const slam = (card) => {
  // The card itself is still on its way. It is largest close to the pile, so that the header cuts nothing off.
  const frames = [{ scale: 1 }, { scale: 2, offset: 0.5 }, { scale: 0.92, offset: 0.8 }, { scale: 1 }];
  animate(card.firstElementChild, frames, SCENE_MS, "ease-in");
  const shakes = [0, 5, -4, 2, 0].map((y) => ({ transform: `translateY(${y}px)` }));
  for (const seat of byId("seats").children) animate(seat, shakes, SCENE_MS, "ease-out", SCENE_MS / 2);
};

const nameColor = (delay) => appear(pile.querySelector(".color"), delay);

// A new color is seen when the card has landed that brings it.
const spread = (delay) => {
  nameColor(delay);
  if (reducesMotion()) return;
  const frames = [{ transform: "scale(0)" }, { transform: "scale(1.7)", offset: 0.6 }, { transform: "none" }];
  pile.animate(frames, { duration: SCENE_MS, delay, fill: "backwards", pseudoElement: "::before" });
};

// How many cards are to draw, too, is seen when the card has landed that adds to them.
const raiseDebt = (delay) => {
  const frames = [{ scale: 0.4, opacity: 0 }, { scale: 1.25, opacity: 1 }, { scale: 1 }];
  animate(pile.querySelector(".debt"), frames, SHORT, "ease-out", delay);
};

// What fits is seen when the hand has come that it is asked of.
const holdQuestion = (delay) => {
  const duration = delay + SHORT + handCards().length * BETWEEN_CARDS;
  markFor(duration, "turnless");
  appear(byId("prompt"), duration);
};

const crossOut = (seat) => {
  if (reducesMotion()) return;
  const cross = label("cross", "✕", ...center(byId(`s${seat}`).querySelector(".face").getBoundingClientRect()));
  animate(cross, [{ scale: 2, opacity: 0 }, { scale: 1, opacity: 1 }], SCENE_MS, "ease-out", SHORT);
  setTimeout(() => cross.remove(), CROSSED_OUT_MS);
};

// Your own lost hand says that you are out.
const crossOutAll = ([kind, ...seats]) => {
  for (const seat of seats) if (kind === "skip" || seat !== mySeat) crossOut(seat);
};

/** Take the table as it is now, without a scene. */
export const skipScenes = () => { now = look(); };

/** Show the scenes of these new log entries. */
export const showScenes = (entries) => {
  const before = now;
  now = look();
  const delay = landing(entries);
  const { color, isClockwise, isDark, top, picker, debt } = now;
  if (isNewHand(entries) && !reducesMotion()) holdQuestion(delay);
  if (isDark !== before.isDark) {
    showFlip(before, entries);
    spread(delay + SCENE_MS / 2);
    return;
  }
  const played = entries.findLast(({ dataset }) => dataset.played);
  if (played && top !== before.top && STRONG.test(faceOf(topCard()))) slam(topCard());
  // It comes when the card has landed that asks for it.
  if (picker && !before.picker) animate(picker, [{ scale: 0.6, opacity: 0 }, { scale: 1 }], SHORT, "ease-out", SHORT);
  if (color !== before.color) (color === "none" ? nameColor : spread)(delay);
  if (debt && debt !== before.debt) raiseDebt(delay);
  if (isClockwise !== before.isClockwise) {
    animate(pile.querySelector(".way"), [{ rotate: isClockwise ? "-180deg" : "180deg" }, { rotate: "0deg" }], SCENE_MS);
  }
  for (const scene of scenesIn(entries, CROSSED_OUT)) crossOutAll(scene.split(" "));
  loseHands(entries);
  giveHands(entries);
  discardMore(entries);
  const challenge = challengeIn(entries);
  if (challenge) showChallenge(challenge, entries, latest(entries, "shown"));
};

if (isFirstDeal() && !reducesMotion()) {
  markFor(DEAL_MS, "turnless");  // nobody is seen to be next before all have their cards
  import("./first_deal.js").then(({ dealFirstHands }) => dealFirstHands(spread));
} else table.dataset.dealt = "";
