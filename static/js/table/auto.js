// A decision with only one answer is answered after a moment, as if the player had pressed its button.
import { byId, table, turn } from "./page.js";

const SHORTEST_MS = 500;
const LONGEST_MS = 1200;

let timer = 0;
let answered = "";

const press = (move) => table.querySelector(`button[value="${CSS.escape(move)}"]`)?.click();

/** Answer the question in a moment, once, if there is only one answer. */
export const answerAlone = () => {
  const { only } = byId("prompt").dataset;
  const { question } = turn();
  if (answered === question) return;
  clearTimeout(timer);
  if (!only) return;
  answered = question;
  timer = setTimeout(() => press(only), SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
};
