// A decision with only one answer is answered after a moment, as if the player had pressed its button. Cards that the
// player has to take are worth a longer look.
import { byId, table, turn } from "./page.js";

const PENALTY = "accept";

let timer = 0;
let answered = "";

const press = (move) => table.querySelector(`[value="${move}"]`)?.click();

/** Answer the question in a moment, once, if there is only one answer. */
export const answerAlone = () => {
  const { question } = turn();
  const { only } = byId("prompt").dataset;
  if (answered === question) return;
  clearTimeout(timer);
  if (!only) return;
  answered = question;
  timer = setTimeout(press, (only === PENALTY ? 1500 : 500) + 700 * Math.random(), only);
};
