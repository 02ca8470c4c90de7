// The log keeps its older lines, above those that the server sends.
import { byId } from "./page.js";

const MOST_LINES = 200;

const log = byId("log");
const older = Object.assign(document.createElement("ol"), { className: "older" });

const keep = (line) => {
  line.removeAttribute("id");
  older.append(line);
  if (older.children.length > MOST_LINES) older.firstElementChild.remove();
};

const moveOf = ({ id }) => Number(/\d+/.exec(id));

// After a lost connection there may be moves between the lines that were shown and those that came.
const isGap = (last, added) =>
  added.length === log.children.length && moveOf(log.firstElementChild) > moveOf(last) + 1;

const keepLines = (removed, added) => {
  const gap = isGap(removed.at(-1), added) && Object.assign(document.createElement("li"), { textContent: "…" });
  removed.forEach(keep);
  if (gap) keep(gap);
};

const linesOf = (changes, nodes) =>
  changes.flatMap((change) => [...change[nodes]]).filter((node) => node.matches?.("li"));

new MutationObserver((changes) => {
  const removed = linesOf(changes, "removedNodes");
  if (removed.length && log.children.length) keepLines(removed, linesOf(changes, "addedNodes"));
}).observe(log, { childList: true });
log.before(older);
