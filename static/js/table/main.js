// New versions of the table: an older one never replaces a newer one, and what is new is shown, heard and announced.
import "../fragments.js";
import { startCountdown } from "./countdown.js";
import { isNewHand } from "./entries.js";
import { animateCards, rememberCards } from "./motion.js";
import { arrange, forgetOrder } from "./hand.js";
import { updateTabStop } from "./keys.js";
import "./moves.js";
import { byId, clearMessage, handCards, loadedGame, table, turn } from "./page.js";

// Needed only later, so no page waits for them.
const auto = import("./auto.js");
const effects = import("./effects.js");
const announcing = import("./announcing.js");
const ending = import("./ending.js");
const missed = import("./missed.js");
const offscreen = import("./offscreen.js");
const scenes = import("./scenes.js");
const signs = import("./turn.js");
import("../contribute.js");
import("./awake.js");
import("./calls.js");
import("./card_help.js");
import("./drag.js");
import("./older.js");
import("./panels.js");
import("./second_press.js");
if (byId("lines")) import("./talk.js");
if (document.querySelector(".clock")) import("./clocks.js");
import("./tips.js");

let isLost = false;
let isCatchingUp = false;

document.addEventListener("socket:lost", () => { isLost = true; });
document.addEventListener("socket:message", ({ detail: html }) => {
  if (!html.includes('id="turn"')) return;
  isCatchingUp = isLost;
  isLost = false;
  // The observers of the page run before this timer.
  setTimeout(() => { isCatchingUp = false; });
});

/** Return whether these log entries were missed; if so, list them. */
const wereMissed = (entries) => {
  if (isCatchingUp && entries.length) missed.then(({ listMissed }) => listMissed(entries));
  return isCatchingUp;
};

const VERSION = /data-version="(\d+)" data-game="(\d+)"/;
let isRefusal = false;

const isOutdated = (html) => {
  const [, version, game] = VERSION.exec(html) ?? [];
  return game === loadedGame && Number(version) < Number(turn().version);
};

// Fragments over the socket and answers to requests may overtake each other.
const accepts = (html) => {
  if (isOutdated(html)) return false;
  if (VERSION.test(html)) rememberCards();
  return true;
};

document.addEventListener("socket:message", (event) => {
  isRefusal = false;
  if (!accepts(event.detail)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  isRefusal = detail.xhr.status >= 400;
  if (!accepts(detail.xhr.responseText)) detail.shouldSwap = false;
});

const known = new Set();

const newEntries = () => {
  const entries = [...byId("log").children].filter(({ id }) => !known.has(id));
  for (const { id } of entries) known.add(id);
  return entries;
};

newEntries();  // those that came with the page

// The result of a round that was closed stays so until the next round has ended.
let closedRound = null;

const reopenForNewRound = () => {
  if (closedRound !== byId("end").dataset.round) delete table.dataset.closed;
};

table.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-closes]")) return;
  closedRound = byId("end").dataset.round;
  table.dataset.closed = "";
  handCards()[0]?.focus();
});

const showTurn = (entries = []) => {
  arrange();
  signs.then(({ showWhoseTurn }) => showWhoseTurn());
  startCountdown();
  updateTabStop();
  offscreen.then(({ showOffscreenCards }) => showOffscreenCards(entries));
  reopenForNewRound();
  auto.then(({ answerAlone }) => answerAlone());
  if (turn().game !== loadedGame) location.reload();
};

const showUpdate = () => {
  if (!isRefusal) clearMessage();
  const entries = newEntries();
  if (isNewHand(entries)) forgetOrder();
  arrange();
  const isMissed = wereMissed(entries);
  announcing.then(({ announceEntries }) => announceEntries(entries));
  animateCards(entries);
  ending.then(({ showEnd }) => showEnd(entries));
  scenes.then(({ showScenes }) => showScenes(entries));
  // A verdict is seen in its scene before it flashes at a seat.
  if (!isMissed) {
    effects.then(({ playEffects }) => playEffects(entries));
    missed.then(({ showTimeUp }) => showTimeUp(entries));
  }
  showTurn(entries);
};
new MutationObserver(showUpdate).observe(byId("turn"), { attributeFilter: ["data-version", "data-game"] });

const seats = byId("seats");
const around = byId("around");

const markSeats = () => {
  const lost = (around.dataset.lost ?? "").trim().split(" ");
  for (const seat of seats.children) seat.toggleAttribute("data-offline", lost.includes(seat.id.slice(1)));
};

// Fragments replace the attributes of a seat, so the mark is set again after each of them.
new MutationObserver(markSeats).observe(seats, { childList: true, subtree: true, attributeFilter: ["data-offline"] });
new MutationObserver(markSeats).observe(around, { attributeFilter: ["data-lost"] });
markSeats();

// Only a browser that cannot count siblings itself loads the numbers of seats and cards.
byId("seat-numbers").disabled = CSS.supports("order", "sibling-index()");
showTurn();
