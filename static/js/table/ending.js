// The end of a round: the last card lands with emphasis, what each hand cost flies to the winner, and then the result
// appears. After a match there is confetti.
import { addAt, animate, center, label, reducesMotion, seatBox } from "./motion.js";
import { byId, table } from "./page.js";

const PART_MS = 900;
const RESULT_AFTER_MS = 1800;
const PIECES_OF_CONFETTI = 60;
const COLORS = ["red", "yellow", "green", "blue"];

const emphasizeLastCard = () => {
  const frames = [{ scale: 1 }, { scale: 1.7, rotate: "-6deg" }, { scale: 1 }];
  animate(byId("discards").lastElementChild, frames, PART_MS, "ease-in-out");
};

const flyCost = (seat, cost, winner, index) => {
  const [[fromX, fromY], [toX, toY]] = [center(seatBox(seat)), center(seatBox(winner))];
  const flying = label("good", `+${cost}`, fromX, fromY);
  const frames = [
    { transform: "scale(.4)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.3 },
    { transform: `translate(${toX - fromX}px, ${toY - fromY}px) scale(.7)`, opacity: 0.4 },
  ];
  animate(flying, frames, PART_MS, "ease-in", 300 + 120 * index).onfinish = () => flying.remove();
};

// Nothing of the result can be clicked before it is seen.
const delayResult = () => {
  const hidden = { visibility: "hidden", opacity: 0, translate: "0 2rem" };
  const shown = { visibility: "visible", opacity: 1, translate: "0 0" };
  return animate(byId("end"), [hidden, shown], 300, "ease-out", RESULT_AFTER_MS);
};

/** Give a player the first button of the result, which covers what had the focus, or came while a card had it. */
const focusResult = () => {
  const isPlaying = "seat" in table.dataset && document.activeElement.matches("body, #table :focus-visible");
  if (isPlaying) byId("end").querySelector(".actions .button")?.focus({ preventScroll: true });
};

const between = (low, high) => low + Math.random() * (high - low);

const dropConfetti = () => {
  for (let n = 0; n < PIECES_OF_CONFETTI; n++) {
    const piece = Object.assign(document.createElement("i"), { className: `confetti ${COLORS[n % COLORS.length]}` });
    addAt(between(0, innerWidth), -20, piece);
    const frames = [
      { transform: "none" },
      { transform: `translate(${between(-120, 120)}px, ${innerHeight + 40}px) rotate(${between(-900, 900)}deg)` },
    ];
    const fall = animate(piece, frames, between(1800, 3600), "ease-in", RESULT_AFTER_MS + between(0, 800));
    fall.onfinish = () => piece.remove();
  }
};

/** Show the end of a round or of the match, if these log entries contain one. */
export const showEnd = (entries) => {
  const won = entries.findLast(({ dataset }) => dataset.won);
  if (!won) return;
  if (reducesMotion()) {
    focusResult();
    return;
  }
  emphasizeLastCard();
  const costs = won.dataset.costs.split(";").filter(Boolean).map((cost) => cost.split(" "));
  for (const [index, [seat, cost]] of costs.entries()) flyCost(seat, cost, won.dataset.won, index);
  delayResult().onfinish = focusResult;
  if (byId("end").matches(".over")) dropConfetti();
};
