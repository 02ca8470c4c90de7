// Single animations. A browser's compositor can run all of them: they change only how an element is transformed and how
// opaque it is, so nothing is laid out or styled on the way.

export const SHORT = 260;
export const SCENE_MS = 300;
export const DOUBT_MS = 1200;

export const reducesMotion = () => {
  const { motion } = document.documentElement.dataset;
  return motion === "still" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
};

export const animate = (element, frames, duration = SHORT, easing = "ease-out", delay = 0) =>
  reducesMotion() ? null : element.animate(frames, { duration, easing, delay, fill: "backwards" });

/** Let something appear that was held back until now. */
export const appear = (element, delay) => animate(element, [{ opacity: 0 }, { opacity: 1 }], SHORT, "ease-out", delay);

/** Call a function when the last of these animations is over, so that the page changes only once. */
export const afterAll = (animations, tidyUp) => {
  Promise.allSettled(animations.map(({ finished }) => finished)).then(tidyUp);
};

export const center = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

export const shake = (element) => {
  animate(element, [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })));
};
