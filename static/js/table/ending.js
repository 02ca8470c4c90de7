// The end of a round: the last card lands with emphasis, what each hand cost flies to the winner, and then the result
// appears. After a match there is confetti.
import { SHORT, afterAll, animate, appear, center, reducesMotion } from "./animate.js";
import { addAt, label, seatBox } from "./labels.js";
import { byId, table, topCard } from "./page.js";

const PART_MS = 900;
const RESULT_AFTER_MS = 1800;
const PIECES_OF_CONFETTI = 60;
const COLORS = ["red", "yellow", "green", "blue"];

const emphasizeLastCard = () => {
  const frames = [{ scale: 1 }, { scale: 1.7, rotate: "-6deg" }, { scale: 1 }];
  animate(topCard().firstElementChild, frames, PART_MS, "ease-in-out");
};

// What the last card brings is seen when it has landed.
const holdBack = (winner) => {
  const told = document.querySelectorAll(`.open, #s${winner} .last-action, #prompt`);
  for (const part of told) appear(part, SHORT);
};

const flyCost = (seat, cost, winner, index) => {
  const [[fromX, fromY], [toX, toY]] = [center(seatBox(seat)), center(seatBox(winner))];
  const flying = label("good", `+${cost}`, fromX, fromY);
  flying.style.opacity = 0;  // seen only while it flies
  const frames = [
    { transform: "scale(.4)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.3 },
    { transform: `translate(${toX - fromX}px, ${toY - fromY}px) scale(.7)`, opacity: 0.4 },
  ];
  return [flying, animate(flying, frames, PART_MS, "ease-in", 300 + 120 * index)];
};

const flyCosts = ({ costs, won }) => {
  const flights = costs.split(";").filter(Boolean).map((cost, index) => flyCost(...cost.split(" "), won, index));
  afterAll(flights.map(([, animation]) => animation), () => flights.forEach(([element]) => element.remove()));
};

const showResult = () => {
  delete table.dataset.ending;
  animate(byId("end"), [{ opacity: 0, translate: "0 2rem" }, { opacity: 1, translate: "0 0" }], 300);
  focusResult();
};

// Nothing of the result can be clicked before it is seen.
const delayResult = () => {
  if (byId("end").contains(document.activeElement)) byId("hand").focus();
  table.dataset.ending = "";
  setTimeout(showResult, RESULT_AFTER_MS);
};

/** Give a player the first button of the result, which covers what had the focus, or came while a card had it. */
const focusResult = () => {
  const isPlaying = "seat" in table.dataset && document.activeElement.matches("body, #hand, #table :focus-visible");
  if (isPlaying) byId("end").querySelector(".actions .button")?.focus({ preventScroll: true });
};

const between = (low, high) => low + Math.random() * (high - low);

const pieceOfConfetti = (_, n) => {
  const piece = Object.assign(document.createElement("i"), { className: `confetti ${COLORS[n % COLORS.length]}` });
  addAt(between(0, innerWidth), -20, piece);
  return piece;
};

const drop = (piece) => {
  const frames = [
    { transform: "none" },
    { transform: `translate(${between(-120, 120)}px, ${innerHeight + 40}px) rotate(${between(-900, 900)}deg)` },
  ];
  return animate(piece, frames, between(1800, 3600), "ease-in", RESULT_AFTER_MS + between(0, 800));
};

// A piece that has fallen is above the window again, where nobody sees it.
const dropConfetti = () => {
  const pieces = Array.from({ length: PIECES_OF_CONFETTI }, pieceOfConfetti);
  afterAll(pieces.map(drop), () => pieces.forEach((piece) => piece.remove()));
};

/** Show the end of a round or of the match, if these log entries contain one. */
export const showEnd = (entries) => {
  const won = entries.findLast(({ dataset }) => dataset.won);
  if (!won) return;
  byId("away").hidden = true;  // it would cover the result
  if (reducesMotion()) {
    focusResult();
    return;
  }
  emphasizeLastCard();
  holdBack(won.dataset.won);
  flyCosts(won.dataset);
  delayResult();
  if (byId("end").matches(".over:not(.lost)")) dropConfetti();
};
