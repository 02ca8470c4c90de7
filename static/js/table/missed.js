// What happened while the page had no connection, or while the player did nothing.
import { byId, mySeat, turn } from "./page.js";

const LASTS_MS = 8000;
// A press that was meant for the decision that is gone takes nothing away.
const LEAST_MS = 1000;

let timer = 0;
let questionThen = "";

const hide = () => { byId("away").hidden = true; };

const tell = (about, ...parts) => {
  clearTimeout(timer);
  byId("away").replaceChildren(...parts);
  byId("away").dataset.about = about;
  byId("away").hidden = false;
};

const lineOf = ({ textContent }) => Object.assign(document.createElement("p"), { textContent });

/** List these log entries for a while. */
export const listMissed = (entries) => {
  tell("connection", "While you were away:", ...entries.map(lineOf));
  timer = setTimeout(hide, LASTS_MS);
};

const moveOf = ({ id }) => id.split("-")[0];

const hideAtNextPress = () => {
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, hide, { once: true });
};

const hideBeforeNextDecision = () => {
  const isNext = "mine" in turn() && turn().question !== questionThen;
  if (isNext && byId("away").dataset.about === "time") hide();
};

/** If the player's time is up, say what was done for them, until they do something or have to decide again. */
export const showTimeUp = (entries) => {
  const timedOut = mySeat && entries.findLast(({ dataset }) => dataset.timedOut === mySeat);
  if (!timedOut) {
    hideBeforeNextDecision();
    return;
  }
  questionThen = turn().question;
  const done = entries.filter((one) => moveOf(one) === moveOf(timedOut));
  tell("time", done.map(({ textContent }) => textContent.trim()).join(" "));
  const isOut = byId(`s${mySeat}`).matches(".out");  // nothing more to do or to decide
  timer = isOut ? setTimeout(hide, LASTS_MS) : setTimeout(hideAtNextPress, LEAST_MS);
};
