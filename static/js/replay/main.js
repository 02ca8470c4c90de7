// Steps through a replay: with the mouse, with keys, by itself, on the slider and on the chart.
import "../morph.js";
import { byId } from "../table/page.js";
import { aimed, giveUp, goOn, steps, stepTo } from "./loading.js";
import { playOrPause, scheduleNext, showPlaying, stop } from "./playback.js";
import { markMove, remember, showPosition, shownPlace } from "./position.js";

const SLIDER_MS = 60;
const KEYS = {
  ArrowLeft: "to-back",
  ArrowRight: "to-forward",
  ArrowUp: "to-before",
  ArrowDown: "to-next",
  Home: "to-first",
  End: "to-last",
};
const STEP = { "to-back": -1, "to-forward": 1 };

const goTo = (url) => {
  stop();
  if (url) stepTo(url, "stepping");
};

const goToNumber = (n) => goTo(steps().url.replace(/\d+(?=\?)/, n));

/** Go a step further. While a position is loading, it counts from there. */
const goBy = (link, step) => {
  const aim = aimed();
  const shown = shownPlace();
  const next = (aim?.n ?? shown.n) + step;
  const isWithin = (!aim || aim.round === shown.round) && next >= 0 && next <= Number(steps().last);
  if (isWithin) goToNumber(next);
  else if (!aim) goTo(link.getAttribute("href"));
};

const press = (link) => {
  if (link.id in STEP) goBy(link, STEP[link.id]);
  else goTo(link.getAttribute("href"));
};

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status < 400) remember();
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (!(detail.xhr?.status < 400)) return;
  showPosition();
  showPlaying();
  goOn();
  scheduleNext();
});
for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, () => {
    giveUp();
    stop();
  });
}

const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
const isPlainClick = (event) => event.button === 0 && !hasModifier(event);

document.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest(".controls a, #rounds a, #moves a");
  const chart = target.closest("#chart svg");
  if (target.closest("#play")) playOrPause();
  if (!isPlainClick(event) || !(link || chart)) return;
  event.preventDefault();
  if (link) press(link);
  else {
    const { left, width } = chart.getBoundingClientRect();
    goToNumber(Math.round(((event.clientX - left) / width) * Number(steps().last)));
  }
  // On a phone, the list and the chart lie below the table.
  if (!target.closest(".controls")) byId("table").scrollIntoView({ block: "nearest" });
});

let sliding = 0;
document.addEventListener("input", ({ target }) => {
  if (target.id !== "slider") return;
  clearTimeout(sliding);
  sliding = setTimeout(() => goToNumber(target.value), SLIDER_MS);
});
document.addEventListener("change", ({ target }) => {
  if (target.id === "speed") scheduleNext();
});

const takesKeys = ({ target }) => target.matches("select, .follows, input:not([type=range])");
const isPressed = ({ target }) => target.closest("button, summary");

document.addEventListener("keydown", (event) => {
  if (hasModifier(event) || takesKeys(event)) return;
  if (event.key === " " && !isPressed(event)) playOrPause();
  else if (event.key in KEYS) press(byId(KEYS[event.key]));
  else return;
  event.preventDefault();
});

byId("seat-numbers").disabled = CSS.supports("order", "sibling-index()");
markMove();
