// Presses of calls and catches: when they were made, and that they are being judged.
import { byId, showMessageBriefly, table, turn } from "./page.js";

const HELD = 202;
const PATIENCE_MS = 2000;

let ping = null;
let receivedAt = 0;
let pressedAt = 0;
/** The buttons that say that a catch is being judged, with their own words. */
const judging = new Map();
const waiting = new Set();

document.addEventListener("socket:ping", ({ detail }) => {
  ping = detail;
  receivedAt = performance.now();
});

// The time of the event, because the page may have been busy when the player pressed.
table.addEventListener("click", ({ timeStamp }) => { pressedAt = timeStamp; }, true);

const isCall = (move) => /^(accuse|declare)/.test(move);

/** Return when a call or a catch was pressed, counted from the last ping of the server. */
export const timeOfPress = (move) =>
  isCall(move) && ping ? { ping, since: Math.max(0, Math.round(pressedAt - receivedAt)) } : {};

const mark = (move) => {
  for (const button of table.querySelectorAll(`button[value="${move}"]:not([aria-busy])`)) {
    judging.set(button, button.innerHTML);
    button.textContent = "Judging";
    button.ariaBusy = "true";
  }
};

/** Show at once that a catch is being judged. */
export const showJudging = (move) => {
  if (move.startsWith("accuse")) mark(move);
};

const restore = () => {
  for (const [button, words] of judging) {
    if (button.ariaBusy) button.innerHTML = words;
    button.ariaBusy = null;
  }
  judging.clear();
};

const lastVerdict = () => [...byId("log").querySelectorAll("[data-verdict]")].at(-1);
let knownVerdict = lastVerdict()?.id;

const showVerdict = () => {
  restore();
  const verdict = lastVerdict();
  if (verdict && verdict.id !== knownVerdict) showMessageBriefly(verdict.textContent.trim());
  knownVerdict = verdict?.id;
};

/** The server has answered a press: it is held until the verdict, or was decided. */
export const endJudging = (move, status) => {
  if (!isCall(move)) return;
  if (status === HELD) {
    mark(move);
    afterVerdict(showVerdict);
  } else showVerdict();
};

/** Call a function when the next version is shown, which is the verdict of a race. */
export const afterVerdict = (show) => {
  const { version } = turn();
  const timer = setTimeout(() => { waiting.delete(see); show(); }, PATIENCE_MS);
  const see = () => {
    if (turn().version === version) return;
    clearTimeout(timer);
    waiting.delete(see);
    show();
  };
  waiting.add(see);
};

// The other observers of the page run before this timer.
const showWaiting = () => setTimeout(() => waiting.forEach((see) => see()));
new MutationObserver(showWaiting).observe(byId("turn"), { attributeFilter: ["data-version"] });
