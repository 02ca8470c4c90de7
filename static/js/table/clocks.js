// The clocks of the players, where they have one: the time that is left on the one that is running.
import { serverStart } from "./countdown.js";

const SHORT = 20;

const showClocks = () => {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const left = Math.floor(Math.max(0, Number(clock.dataset.until) - serverStart - performance.now() / 1000));
    clock.lastElementChild.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("bad", left < SHORT);
  }
};

setInterval(showClocks, 500);
showClocks();
