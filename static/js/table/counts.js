// How many cards there were: at a seat, it is seen until new cards have arrived, and on the draw pile until they leave.
import { byId } from "./page.js";

/** The counts before the newest version, by the names of their seats. */
const counts = new Map();
let onStock = "";

const numberOnStock = () => byId("stock").querySelector("b").firstChild;

export const countOf = (seat) => seat.querySelector(".count");

/** Call a function before a new version changes how many cards the players have. */
export const beforeCardsCome = (act, options) => {
  const read = (html) => { if (/data-(n|scene)="/.test(html)) act(); };
  document.addEventListener("socket:message", ({ detail: html }) => read(html), options);
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => read(xhr.responseText), options);
};

beforeCardsCome(() => {
  for (const seat of byId("seats").children) counts.set(seat.id, countOf(seat).cloneNode(true));
  onStock = numberOnStock().data;
});

/** Show on the draw pile for a while how many cards it had, unless a newer version says something else. */
export const keepStock = (milliseconds) => {
  const [number, old] = [numberOnStock(), onStock];
  if (!old) return;
  const now = number.data;
  number.data = old;
  setTimeout(() => { if (number.data === old) number.data = now; }, milliseconds);
};

/** Show at a seat for a while how many cards it had. The style sheet hides the new count beside the old one. */
export const keepCount = (seat, milliseconds) => {
  const [count, old] = [countOf(seat), counts.get(seat.id)?.cloneNode(true)];
  if (!old) return;
  Object.assign(old.style, { position: "absolute", left: `${count.offsetLeft}px`, top: `${count.offsetTop}px` });
  seat.append(old);
  // A newer version of the seat may have made another part of it.
  setTimeout(() => { if (old.matches(".count ~ .count")) old.remove(); }, milliseconds);
};
