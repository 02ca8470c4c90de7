// The first deal: a card for each player in turn until all have their hands, and then the card to play on is turned up.
// A press or a key ends it at once.
import { SHORT, animate, appear } from "./animate.js";
import { beforeCardsCome, countOf } from "./counts.js";
import { dealTo, isFirstDeal } from "./dealing.js";
import { markFor } from "./labels.js";
import { flyFrom } from "./motion.js";
import { byId, handCards, mySeat, table, topCard } from "./page.js";

const BETWEEN_CARDS = 60;
// However many cards there are, the last one leaves the pile no later than this.
const LAST_LEAVES_MS = 1100;

const isMine = ({ id }) => id === `s${mySeat}`;
// Only the text changes: another node would let the browser match all its rules again.
const numberOf = (seat) => countOf(seat).querySelector("b").firstChild;

const seats = [...byId("seats").children];
const hands = seats.map((seat) => ({ seat, cards: Number(numberOf(seat).data) }));
const others = hands.filter(({ seat }) => !isMine(seat));
const longest = Math.max(...hands.map(({ cards }) => cards));
const length = Math.min(LAST_LEAVES_MS, BETWEEN_CARDS * longest * seats.length);
const round = length / longest;
const later = [];

// When a seat gets the first of its cards: the player's own seat is the last one, as it is on the page.
const begins = ({ seat }, place) => round * (isMine(seat) ? others.length / seats.length : place / others.length);

// Each card is counted when it arrives.
const countCards = (hand, place) => {
  const number = numberOf(hand.seat);
  number.data = 0;
  for (let n = 1; n <= hand.cards; n += 1) {
    const arrives = begins(hand, place) + (n - 1) * round + SHORT;
    later.push(setTimeout(() => { number.data = n; }, arrives));
  }
};

const countAll = () => {
  later.forEach(clearTimeout);
  for (const { seat, cards } of hands) numberOf(seat).data = cards;
};

const turnUp = (card) => {
  flyFrom(byId("stock").getBoundingClientRect(), [card], 0, length);
  const turn = [{ scale: "0 1" }, { scale: "0 1", offset: 0.3 }, { scale: 1 }];
  animate(card.firstElementChild, turn, SHORT, "ease-out", length);
};

// A new version says how many cards there are, and what is pressed is meant for the whole table.
const listen = () => {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const end = () => {
    over.abort();
    countAll();
    markFor(0, "turnless");
    for (const one of table.getAnimations({ subtree: true })) one.finish();
  };
  for (const press of ["pointerdown", "keydown"]) addEventListener(press, end, options);
  beforeCardsCome(countAll, options);
  setTimeout(() => over.abort(), length + 2 * SHORT);
};

const deal = (showColor) => {
  // All is measured before the page changes.
  flyFrom(byId("stock").getBoundingClientRect(), handCards(), round, begins(hands.at(-1), 0));
  turnUp(topCard());
  dealTo(others.map(({ seat, cards }) => [seat.id.slice(1), cards]), 0, (most) => length / most);
  others.forEach((hand, place) => appear(countOf(hand.seat), begins(hand, place) + SHORT));
  hands.forEach(countCards);
  showColor(length + SHORT);
  for (const id of ["prompt", "log"]) appear(byId(id), length + SHORT);
  markFor(length + SHORT, "turnless");
  listen();
};

/** Deal, and then show the color of the card to play on, unless this script has come so late that all was seen. */
export const dealFirstHands = (showColor) => {
  if (isFirstDeal() && "turnless" in table.dataset) deal(showColor);
  else markFor(0, "turnless");
  table.dataset.dealt = "";
};
