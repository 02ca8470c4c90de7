// Presses that send nothing: each says why, or what to do instead.
import { shake } from "./animate.js";
import { UNPLAYABLE, byId, cardName, isDisabled, showMessage, showMessageBriefly, table, turn } from "./page.js";

let pickedCard = null;

/** Say why a card does not fit. */
export const explainUnplayable = (button) => {
  if (!button.matches(UNPLAYABLE)) return false;
  showMessageBriefly(turn().why.replace("{card}", cardName(button)));
  shake(button);
  return true;
};

/** Players may want to confirm each card with a second click. */
export const asksToConfirm = (button) => {
  if (!("confirm" in table.dataset) || !button.matches("#hand .can") || pickedCard === button.id) return false;
  byId("hand").querySelector("[aria-pressed]")?.removeAttribute("aria-pressed");
  pickedCard = button.id;
  button.setAttribute("aria-pressed", "true");
  showMessage(`Press again to play the ${cardName(button)}.`);
  return true;
};

export const forgetPicked = () => { pickedCard = null; };

/** What cannot be pressed in a turn of one's own points at the question. */
export const pointAtQuestion = (button) => {
  if (!isDisabled(button)) return false;
  if ("mine" in turn()) shake(byId("asked"));
  return true;
};
