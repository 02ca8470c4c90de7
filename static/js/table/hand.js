// Your hand in your own order. New cards lie at the end, and each game begins with the sorted hand.
import { announce, byId, cardName, handCards, loadedGame, table } from "./page.js";

const hand = byId("hand");
const stored = JSON.parse(localStorage.hand ?? "{}");
let order = stored.game === loadedGame ? stored.order : [];

const placeOf = ({ id }) => (order.includes(id) ? order.indexOf(id) : order.length);

export const arrange = () => {
  const cards = handCards();
  const wanted = [...cards].sort((a, b) => placeOf(a) - placeOf(b));
  if (wanted.every((card, index) => card === cards[index])) return;
  const focused = document.activeElement;
  hand.prepend(...wanted);
  focused.focus();  // a card that is moved in the document loses the focus
};

export const moveCard = (card, index) => {
  const cards = handCards().filter((other) => other !== card);
  cards.splice(Math.max(0, index), 0, card);
  order = cards.map(({ id }) => id);
  localStorage.hand = JSON.stringify({ game: loadedGame, order });
  arrange();
  announce(`${cardName(card)}, place ${handCards().indexOf(card) + 1} of ${order.length}`);
};

export const forgetOrder = () => {
  order = [];
  delete localStorage.hand;
};

byId("sort").onclick = () => {
  forgetOrder();
  location.reload();
};
// Fragments hold the server's order. First another observer may forget the player's order, which was for an old hand.
new MutationObserver(() => queueMicrotask(arrange)).observe(hand, { childList: true });

// Dragging a card: a finger scrolls the hand, unless it has rested on a card.
const REST = 350;
const LEAST_WAY = 9;
const EDGE = 24;

let drag = null;
let hasMoved = false;

const pickUp = () => {
  hasMoved = true;
  drag.card.classList.add("moving");
};

table.addEventListener("pointerdown", ({ target, button, clientX, pointerType }) => {
  const card = target.closest("#hand .card");
  hasMoved = false;
  if (!card || button) return;
  const isFinger = pointerType === "touch";
  drag = { card, isFinger, startX: clientX, timer: isFinger ? setTimeout(pickUp, REST) : 0 };
});

addEventListener("pointermove", ({ clientX }) => {
  if (!drag) return;
  const way = clientX - drag.startX;
  if (!hasMoved && !drag.isFinger && Math.abs(way) > LEAST_WAY) pickUp();
  if (hasMoved) drag.card.style.transform = `translateX(${way}px)`;
});

const putDown = ({ type, clientX }) => {
  if (!drag) return;
  const { card, timer } = drag;
  drag = null;
  clearTimeout(timer);
  card.classList.remove("moving");
  card.style.transform = "";
  const isLeftOfPointer = (other) => other !== card && other.getBoundingClientRect().left + EDGE < clientX;
  if (hasMoved && type === "pointerup") moveCard(card, handCards().filter(isLeftOfPointer).length);
};
addEventListener("pointerup", putDown);
addEventListener("pointercancel", putDown);

const stopScrolling = (event) => {
  if (drag && hasMoved) event.preventDefault();
};
addEventListener("touchmove", stopScrolling, { passive: false });

// The click at the end of a drag plays no card; a key that is pressed afterwards does.
const swallowClick = (event) => {
  if (!hasMoved) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
table.addEventListener("click", swallowClick, true);
document.addEventListener("keydown", () => { hasMoved = false; });
