// The keyboard: arrows go along the hand, which Tab enters once, and buttons name their keys.
import { moveCard } from "./hand.js";
import { byId, handCards, isDisabled } from "./page.js";

let focusedIndex = -1;

document.addEventListener("focusin", ({ target }) => { focusedIndex = handCards().indexOf(target); });

const entryCard = (cards, hasLostFocus) => {
  if (hasLostFocus) return cards[Math.min(focusedIndex, cards.length - 1)];
  if (cards.includes(document.activeElement)) return document.activeElement;
  return cards.find((card) => card.matches(".can")) ?? cards[0];
};

/** Let Tab enter the hand at one card. The neighbor of a focused card that was played gets the focus. */
export const updateTabStop = () => {
  const cards = handCards();
  const hasLostFocus = focusedIndex >= 0 && document.activeElement === document.body;
  const entry = entryCard(cards, hasLostFocus);
  for (const card of cards) card.tabIndex = card === entry ? 0 : -1;
  if (hasLostFocus) entry?.focus();
};

const neighbor = (cards, by) => {
  const index = cards.indexOf(document.activeElement);
  if (index < 0) return cards.at(by > 0 ? 0 : -1);
  return cards[(index + by + cards.length) % cards.length];
};

export const focusNeighbor = (by) => {
  const card = neighbor(handCards(), by);
  if (!card) return;
  card.focus();
  updateTabStop();
  byId("hand").scrollTo({ left: card.offsetLeft - byId("hand").clientWidth / 2 });
};

const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };
// A key that is held down must not play card after card.
const PRESSES_BUTTON = /^(.|Enter)$/;

const isForTable = ({ ctrlKey, metaKey, altKey, target }) =>
  !ctrlKey && !metaKey && !altKey && !target.matches("input") && !document.querySelector("dialog[open]");

const press = (key) => {
  const button = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`);
  if (button?.offsetParent && !isDisabled(button)) button.click();
};

const goAlongHand = (by, { shiftKey, target }) => {
  if (shiftKey && target.closest("#hand")) moveCard(target, handCards().indexOf(target) + by);
  else focusNeighbor(by);
};

document.addEventListener("keydown", (event) => {
  if (!isForTable(event)) return;
  const by = ARROWS[event.key];
  const isHeldDown = event.repeat && PRESSES_BUTTON.test(event.key);
  if (by || isHeldDown) event.preventDefault();
  if (by) goAlongHand(by, event);
  else if (!isHeldDown) press(event.key);
});
