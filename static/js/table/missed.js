// What happened while the page had no connection, or while the player did nothing.
import { byId, mySeat } from "./page.js";

const LASTS_MS = 8000;
// A press that was meant for the decision that is gone takes nothing away.
const LEAST_MS = 1000;

let timer = 0;

const hide = () => { byId("away").hidden = true; };

const list = (title, entries) => {
  clearTimeout(timer);
  const lines = entries.map(({ textContent }) => Object.assign(document.createElement("p"), { textContent }));
  byId("away").replaceChildren(title, ...lines);
  byId("away").hidden = false;
};

/** List these log entries for a while. */
export const listMissed = (entries) => {
  list("While you were away:", entries);
  timer = setTimeout(hide, LASTS_MS);
};

const moveOf = ({ id }) => id.split("-")[0];

const hideAtNextPress = () => {
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, hide, { once: true });
};

/** If the player's time is up, say what was done for them, until they do something. */
export const showTimeUp = (entries) => {
  const timedOut = mySeat && entries.findLast(({ dataset }) => dataset.timedOut === mySeat);
  if (!timedOut) return;
  list("", entries.filter((one) => moveOf(one) === moveOf(timedOut)));
  timer = setTimeout(hideAtNextPress, LEAST_MS);
};
