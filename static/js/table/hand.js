// Your hand in your own order. New cards lie at the end, and each game begins with the sorted hand.
import { announce, byId, cardName, handCards, loadedGame } from "./page.js";

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
