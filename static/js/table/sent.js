// A move that was sent is seen at once, on any connection: its card is framed and its button pale, until the table has
// changed.
import { showMessageBriefly, table, turn } from "./page.js";
import { afterVerdict } from "./races.js";

const NO_CONNECTION = "No connection. Press again when you are back.";

const markSent = (move, isSent) => {
  for (const button of table.querySelectorAll(`button[value="${move}"]`)) button.toggleAttribute("data-sent", isSent);
};

export const showSent = (move) => markSent(move, true);

const isWaitingForTable = (version, status) => status >= 200 && status < 300 && version === turn().version;

/** A move was answered with this status, or not sent at all if there is none. */
export const endSent = (move, version, status) => {
  if (!status) showMessageBriefly(NO_CONNECTION);
  if (isWaitingForTable(version, status)) afterVerdict(() => markSent(move, false));
  else markSent(move, false);
};
