// Clicks on buttons, and the moves that they send: none by mistake, and none twice.
import { send } from "../fragments.js";
import { UNPLAYABLE, clearMessage, showMessage, table, turn } from "./page.js";
import { asksToConfirm, explainUnplayable, forgetPicked, pointAtQuestion } from "./presses.js";
import { afterVerdict, endJudging, showJudging, timeOfPress } from "./races.js";

// A double click is one click, except on a call, which players click as fast as they can.
const isSecondClick = (button, clicks) => {
  if (button.name !== "move") return false;
  if (clicks > 1 && !button.closest("#calls")) return true;
  return isRepeated(button.value);
};

const isStopped = (button, clicks) =>
  pointAtQuestion(button) || explainUnplayable(button) || asksToConfirm(button) || isSecondClick(button, clicks);

const checkClick = (event) => {
  const button = event.target.closest("button");
  if (button && isStopped(button, event.detail)) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    forgetPicked();
  }
};
table.addEventListener("click", checkClick, true);

// No page waits for it.
const sent = import("./sent.js");

const CONFLICT = 409;
const JUDGING = 425;
const ANSWER_MS = 1500;
const pageId = crypto.getRandomValues(new Uint32Array(2)).join("");
/** Moves that were sent over the socket and have no answer yet, by their keys. */
const unanswered = new Map();
let lastMove = "";
/** What the next request knows before it is sent: of which earlier one it is a repetition. */
let repetition = {};

/** Return whether this move is the last one again, and remember it as the last one. */
const isRepeated = (move) => {
  const previous = lastMove;
  lastMove = turn().version + move;
  return lastMove === previous;
};

// The same move at the same version has the same key, so the server accepts it once, however often and on whichever way
// it arrives.
const keyOf = (version, move) => `${pageId}-${version}-${move}`.slice(0, 40);

table.addEventListener("htmx:configRequest", ({ detail }) => {
  const { parameters } = detail;
  const move = parameters.get("move");
  const { version, question, isRetry, isPosted } = { ...turn(), ...repetition };
  repetition = {};
  parameters.set("version", version);
  parameters.set("key", keyOf(version, move));
  Object.assign(detail, { question, isRetry, isPosted });
});

// A request that fails is settled by its event.
const post = (request, move) => htmx.ajax("post", request.path, { source: table, values: { move } }).catch(() => {});

const postUnanswered = (key) => {
  const request = unanswered.get(key);
  forget(key);
  const { parameters, question, isRetry } = request;
  repetition = { version: parameters.get("version"), question, isRetry, isPosted: true };
  post(request, parameters.get("move"));
};

const forget = (key) => {
  clearTimeout(unanswered.get(key)?.timer);
  unanswered.delete(key);
};

// A move goes over the socket, and as a form when there is no socket, or no answer.
table.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig } = event.detail;
  const { parameters, isPosted, path } = requestConfig;
  const [move, version, key] = ["move", "version", "key"].map((name) => parameters.get(name));
  if (!move || path !== table.getAttribute("action")) return;
  sent.then(({ showSent }) => showSent(move));
  if (isPosted || !send({ move, version: Number(version), key, ...timeOfPress(move) })) return;
  showJudging(move);
  event.preventDefault();
  forget(key);
  unanswered.set(key, Object.assign(requestConfig, { timer: setTimeout(postUnanswered, ANSWER_MS, key) }));
});

document.addEventListener("socket:answer", ({ detail: { key, status, sentence } }) => {
  const request = unanswered.get(key);
  if (!request) return;
  if (isForThePage(status)) {
    postUnanswered(key);
    return;
  }
  forget(key);
  if (sentence) showMessage(sentence);
  settle(request, status);
});

// Such as the end of the game: the answer to a form shows what has become of the table.
const isForThePage = (status) => status === 403 || status === 404;

const isStillOffered = (move) => table.querySelector(`[value="${move}"]:not(${UNPLAYABLE}, [aria-disabled])`);

// A call by another player changes the version, and so refuses a move that was on its way. If the same question is
// still asked, the move is sent again, because the player meant it.
const deservesRetry = ({ parameters, question, isRetry }) => {
  const { version, question: questionNow } = turn();
  return !isRetry && version !== parameters.get("version") && question === questionNow;
};

/** Let the player go on after a move was answered; repeat it if only a call or a verdict came in between. */
const settle = (request, status) => {
  if (status === JUDGING) {
    afterVerdict(() => settle(request, CONFLICT));
    return;
  }
  const [move, version] = ["move", "version"].map((name) => request.parameters.get(name));
  sent.then(({ endSent }) => endSent(move, version, status));
  endJudging(move, status);
  const isLast = lastMove === version + move;
  if (isLast) lastMove = "";
  if (status !== CONFLICT || !isLast || !deservesRetry(request) || !isStillOffered(move)) return;
  repetition = { isRetry: true };
  lastMove = turn().version + move;
  clearMessage();
  post(request, move);
};

table.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => settle(requestConfig, xhr.status));
