// How many cards the others had: it is seen at their seats until new cards have arrived there.
import { byId } from "./page.js";

/** The counts before the newest version, by the names of their seats. */
const counts = new Map();

export const countOf = (seat) => seat.querySelector(".count");

/** Whether a new version changes how many cards the players have. */
export const bringsCards = (html) => /data-(n|scene)="/.test(html);

const remember = (html) => {
  if (!bringsCards(html)) return;
  for (const seat of byId("seats").children) counts.set(seat.id, countOf(seat).cloneNode(true));
};
document.addEventListener("socket:message", ({ detail: html }) => remember(html));
document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => remember(xhr.responseText));

/** Show at a seat for a while how many cards it had. The style sheet hides the new count beside the old one. */
export const keepCount = (seat, milliseconds) => {
  const [count, old] = [countOf(seat), counts.get(seat.id)?.cloneNode(true)];
  if (!old) return;
  Object.assign(old.style, { position: "absolute", left: `${count.offsetLeft}px`, top: `${count.offsetTop}px` });
  seat.append(old);
  // A newer version of the seat may have made another part of it.
  setTimeout(() => { if (old.matches(".count ~ .count")) old.remove(); }, milliseconds);
};
