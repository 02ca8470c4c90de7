// The keyboard: arrows go along the hand, which Tab enters once, and buttons name their keys.
import { moveCard } from "./hand.js";
import { byId, handCards, isDisabled } from "./page.js";

let focusedIndex = -1;
// Whether the player has used the table's controls, so that the focus belongs to one of them.
let isPlaying = false;
let hasCalled = false;
// Who presses with a pointer sees what they look at, and the hand does not move away from there.
let usesPointer = false;

document.addEventListener("pointerdown", () => { usesPointer = true; }, true);
document.addEventListener("keydown", () => { usesPointer = false; }, true);

document.addEventListener("focusin", ({ target }) => {
  focusedIndex = handCards().indexOf(target);
  isPlaying = Boolean(target.closest("#table"));
  hasCalled = false;
});

const entryCard = (cards, hasLostFocus) => {
  if (hasLostFocus && focusedIndex >= 0) return cards[Math.min(focusedIndex, cards.length - 1)];
  if (cards.includes(document.activeElement)) return document.activeElement;
  return cards.find((card) => card.matches(".can")) ?? cards[0];
};

const ANSWERS = "#end:not([hidden]) .actions .button, #picker button, #seats .all";

/** What the focus goes to when its element is gone: a choice that has to be made, or a card, or the prompt. */
const nextFocus = (card) => {
  const prompt = document.querySelector("#prompt.mine .answers button");
  const wasAnswer = focusedIndex < 0 && !hasCalled && prompt;
  return [...document.querySelectorAll(ANSWERS)].find((button) => button.offsetParent) ?? (wasAnswer || card || prompt);
};

// A call that can no longer be made is hidden, but the browser takes its focus away only later.
const HAS_NO_FOCUS = "body, .call[aria-disabled]";

/** Let Tab enter the hand at one card, and give the focus of an element that is gone to the next one. */
export const updateTabStop = () => {
  const cards = handCards();
  const hasLostFocus = isPlaying && document.activeElement.matches(HAS_NO_FOCUS);
  const entry = entryCard(cards, hasLostFocus);
  for (const card of cards) card.tabIndex = card === entry ? 0 : -1;
  if (hasLostFocus) (nextFocus(entry) ?? byId("hand")).focus({ preventScroll: usesPointer });
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

export const isForTable = ({ ctrlKey, metaKey, altKey, target }) =>
  !ctrlKey && !metaKey && !altKey && !target.matches("input") && !document.querySelector("dialog[open]");

const press = (key) => {
  const button = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`);
  if (!button?.offsetParent || isDisabled(button)) return;
  isPlaying ||= Boolean(button.closest("#table"));
  hasCalled = Boolean(button.closest("#calls"));
  button.click();
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
