// What happened while the page had no connection.
import { byId } from "./page.js";

/** List these log entries for a while. */
export const listMissed = (entries) => {
  const lines = entries.map(({ textContent }) => Object.assign(document.createElement("p"), { textContent }));
  byId("away").replaceChildren("While you were away:", ...lines);
  byId("away").hidden = false;
  setTimeout(() => { byId("away").hidden = true; }, 8000);
};
