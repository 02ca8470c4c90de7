// What a new position shows: cards move as they did in the game, and the list and the chart mark where it is.
import { animateCards, rememberCards } from "../table/motion.js";
import { announce, byId } from "../table/page.js";
import { steps } from "./loading.js";

// Needed only later, so no page waits for them.
const effects = import("../table/effects.js");
const scenes = import("../table/scenes.js");

const logEntries = () => [...byId("log").children];

let shown = { round: Number(steps().round), n: Number(steps().n) };
let known = new Set();

export const shownPlace = () => shown;

/** Remember where everything is, just before another position replaces it. */
export const remember = () => {
  known = new Set(logEntries().map(({ id }) => id));
  rememberCards();
};

const isNextOf = (before) => shown.n === before.n + 1 || (shown.round === before.round + 1 && shown.n === 0);

const animateStep = () => {
  const entries = logEntries().filter(({ id }) => !known.has(id));
  effects.then(({ playEffects }) => playEffects(entries));
  animateCards(entries);
  scenes.then(({ showScenes }) => showScenes(entries));
};

/** Let Tab stop at the move that is shown only; the others are reached from there by the keys that step. */
const stopAt = (current) => {
  const moves = byId("moves");
  const hadFocus = moves.contains(document.activeElement);
  for (const link of moves.querySelectorAll("a")) link.tabIndex = link === current ? 0 : -1;
  if (hadFocus) current.focus({ preventScroll: true });
};

export const markMove = () => {
  byId("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const move = byId(`m${shown.n}`);
  move.setAttribute("aria-current", "step");
  stopAt(move);
  const list = move.closest(".follows");
  list.scrollTop = move.offsetTop - list.offsetTop - (list.clientHeight - move.offsetHeight) / 2;
};

const markChart = () => {
  const x = (shown.n * 300) / (Number(steps().last) || 1);
  for (const name of ["x1", "x2"]) byId("chart-now").setAttribute(name, x);
};

const showViews = () => {
  const at = new URL(steps().url, location);
  for (const link of byId("views").querySelectorAll("a")) {
    const { search } = new URL(link.href);
    link.href = at.pathname + search;
  }
};

export const showPosition = () => {
  const before = shown;
  shown = { round: Number(steps().round), n: Number(steps().n) };
  if (isNextOf(before)) animateStep();
  else scenes.then(({ skipScenes }) => skipScenes());
  markMove();
  markChart();
  showViews();
  byId("slider").value = shown.n;
  announce(byId(`m${shown.n}`).textContent.trim());
};
