// A catch that is pressed while its player may still call waits until that moment is over, and is void if they call.
import { timeLeft } from "./countdown.js";
import { table } from "./page.js";
import { showJudging } from "./races.js";

const press = (move) => table.querySelector(`button[value="${move}"]`)?.click();

const holdBack = (event) => {
  const button = event.target.closest("#table button[data-from]");
  const wait = button ? timeLeft(button.dataset.from) : 0;
  if (!wait) return;
  event.preventDefault();
  event.stopPropagation();
  if (button.ariaBusy) return;
  showJudging(button.value);
  setTimeout(press, wait, button.value);
};
document.addEventListener("click", holdBack, true);
