// What is added to the table for a while, and where.
import { byId, table } from "./page.js";

export const VERDICT_MS = 2000;

export const seatBox = (seat) => byId(`s${seat}`).getBoundingClientRect();

export const addAt = (x, y, element) => {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  table.append(element);
};

/** Return what is nearest to a number and at least this far from zero and from the end. */
export const within = (number, far, end) => Math.max(far, Math.min(number, end - far));

const timers = new Map();

/** Mark the table for a while; a new mark of the same name lasts anew. */
export const markFor = (milliseconds, name) => {
  clearTimeout(timers.get(name));
  table.dataset[name] = "";
  timers.set(name, setTimeout(() => { delete table.dataset[name]; }, milliseconds));
};

/** Add a label to the table, as near to this place as it fits on the screen: around it, or to the right of it. */
export const label = (look, text, x, y, isBeside = false) => {
  const element = Object.assign(document.createElement("span"), { className: `flash ${look}`, textContent: text });
  element.ariaHidden = "true";
  addAt(0, 0, element);
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${within(isBeside ? x + width / 2 : x, width / 2, innerWidth)}px`;
  element.style.top = `${within(y, height / 2, innerHeight)}px`;
  return element;
};
