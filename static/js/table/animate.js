// Single animations, and where they are seen. A browser's compositor can run all of them: they change only how an element
// is transformed and how opaque it is, so nothing is laid out or styled on the way.
import { byId, table } from "./page.js";

export const SHORT = 260;

export const reducesMotion = () => {
  const { motion } = document.documentElement.dataset;
  return motion === "still" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
};

export const animate = (element, frames, duration = SHORT, easing = "ease-out", delay = 0) =>
  reducesMotion() ? null : element.animate(frames, { duration, easing, delay, fill: "backwards" });

/** Call a function when the last of these animations is over, so that the page changes only once. */
export const afterAll = (animations, tidyUp) => {
  Promise.allSettled(animations.map(({ finished }) => finished)).then(tidyUp);
};

export const center = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

export const seatBox = (seat) => byId(`s${seat}`).getBoundingClientRect();

export const addAt = (x, y, element) => {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  table.append(element);
};

/** Return what is nearest to a number and at least this far from zero and from the end. */
export const within = (number, far, end) => Math.max(far, Math.min(number, end - far));

/** Add a label to the table, as near to this place as it fits on the screen. */
export const label = (look, text, x, y) => {
  const element = Object.assign(document.createElement("span"), { className: `flash ${look}`, textContent: text });
  element.ariaHidden = "true";
  addAt(0, 0, element);
  element.style.left = `${within(x, element.offsetWidth / 2, innerWidth)}px`;
  element.style.top = `${within(y, element.offsetHeight / 2, innerHeight)}px`;
  return element;
};

/** Show a label at a seat for a while. */
export const flash = (seat, look, text, milliseconds) => {
  const element = label(look, text, ...center(seatBox(seat)));
  animate(element, [{ scale: 0.3, opacity: 0 }, { scale: 1.15 }, { scale: 1 }]);
  setTimeout(() => element.remove(), milliseconds);
};

export const shake = (element) => {
  animate(element, [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })));
};
