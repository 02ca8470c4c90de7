// Clicks on buttons, and the moves that they send: none by mistake, and none twice.
import { shake } from "./motion.js";
import {
  UNPLAYABLE, byId, cardName, clearMessage, isDisabled, showMessage, showMessageBriefly, table, turn,
} from "./page.js";

let pickedCard = null;

const explainUnplayable = (button) => {
  if (!button.matches(UNPLAYABLE)) return false;
  showMessageBriefly(turn().why.replace("{card}", cardName(button)));
  shake(button);
  return true;
};

// Players may want to confirm each card with a second click.
const asksToConfirm = (button) => {
  if (!("confirm" in table.dataset) || !button.matches("#hand .can") || pickedCard === button.id) return false;
  byId("hand").querySelector("[aria-pressed]")?.removeAttribute("aria-pressed");
  pickedCard = button.id;
  button.setAttribute("aria-pressed", "true");
  showMessage(`Press again to play the ${cardName(button)}.`);
  return true;
};

// A double click is one click, except on a call, which players click as fast as they can.
const isSecondClick = (button, clicks) => {
  if (button.name !== "move") return false;
  if (clicks > 1 && !button.closest("#calls")) return true;
  return isRepeated(button.value);
};

const isStopped = (button, clicks) =>
  isDisabled(button) || explainUnplayable(button) || asksToConfirm(button) || isSecondClick(button, clicks);

const checkClick = (event) => {
  const button = event.target.closest("button");
  if (button && isStopped(button, event.detail)) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    pickedCard = null;
  }
};
table.addEventListener("click", checkClick, true);

const CONFLICT = 409;
const pageId = crypto.getRandomValues(new Uint32Array(2)).join("");
let lastMove = "";
let isRetry = false;

/** Return whether this move is the last one again, and remember it as the last one. */
const isRepeated = (move) => {
  const previous = lastMove;
  lastMove = turn().version + move;
  return lastMove === previous;
};

table.addEventListener("htmx:configRequest", ({ detail }) => {
  const { parameters } = detail;
  const { version, question } = turn();
  parameters.set("version", version);
  // The same move at the same version has the same key, so the server accepts it once, however often it arrives.
  parameters.set("key", `${pageId}-${version}-${parameters.get("move")}`.slice(0, 40));
  Object.assign(detail, { question, isRetry });
  isRetry = false;
});

const isStillOffered = (move) => table.querySelector(`[value="${move}"]:not(${UNPLAYABLE}, [aria-disabled])`);

// A call by another player changes the version, and so refuses a move that was on its way. If the same question is
// still asked, the move is sent again, because the player meant it.
const deservesRetry = ({ parameters, question, isRetry }) => {
  const { version, question: questionNow } = turn();
  return !isRetry && version !== parameters.get("version") && question === questionNow;
};

table.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
  const { path, parameters } = requestConfig;
  const move = parameters.get("move");
  const isLast = lastMove === parameters.get("version") + move;
  lastMove = "";
  if (xhr.status !== CONFLICT || !isLast || !deservesRetry(requestConfig) || !isStillOffered(move)) return;
  isRetry = true;
  lastMove = turn().version + move;
  clearMessage();
  htmx.ajax("post", path, { source: table, values: { move } });
});
