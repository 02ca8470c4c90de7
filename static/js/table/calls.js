// The buttons for calls and catches change while nobody moves: a catch counts when the head start of its player is
// over, and nothing is offered when it would come too late.
import { timeLeft } from "./countdown.js";
import { byId } from "./page.js";

const calls = byId("calls");
const catching = byId("catch");
let timers = [];

const update = () => {
  timers.forEach(clearTimeout);
  timers = [...calls.querySelectorAll("[data-until]:not([aria-disabled])")].map((button) =>
    setTimeout(() => { button.ariaDisabled = "true"; }, timeLeft(button.dataset.until)));
  const headStart = timeLeft(catching.dataset.from ?? 0);
  if (catching.toggleAttribute("data-early", headStart > 0)) timers.push(setTimeout(update, headStart));
};

// Another answer with the same version offers them again, or makes a catch look as if it counted.
new MutationObserver(update).observe(calls, { attributes: true, subtree: true });
update();
