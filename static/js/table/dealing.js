// Cards that fly to the seats of others: dealt, drawn, or given by another player. Those of a lost hand fly back.
import { SHORT, afterAll, animate, reducesMotion } from "./animate.js";
import { backsBefore, backsThatCame, countOf, keepCount, nameOf } from "./counts.js";
import { seatBox } from "./labels.js";
import { arc, way } from "./motion.js";
import { byId, table } from "./page.js";

const BETWEEN_CARDS = 100;
// However many cards come, the last one leaves the pile no later than this.
const LAST_LEAVES_MS = 400;
const MOST_CARDS = 12;
const MOST_FLIGHTS = 40;

/** Return a card that shows a symbol, or what the draw pile shows. */
export const newCard = (className, symbol) => {
  const card = Object.assign(document.createElement("span"), { className });
  card.append(byId("stock").querySelector("svg").cloneNode(true));
  const use = card.querySelector("use");
  if (symbol) use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${symbol}`));
  return card;
};

/** Return a card that is seen at this place while it flies. */
export const flyingCard = ({ left, top, width }, symbol) => {
  const card = newCard("card flying", symbol);
  card.style.cssText = `left: ${left}px; top: ${top}px; --card: ${width}px`;
  return card;
};

/** Let new cards fly as this function animates them, and remove them when all have arrived. */
export const flyOnce = (cards, fly) => {
  table.append(...cards);
  afterAll(cards.map(fly), () => cards.forEach((card) => card.remove()));
};

const backsOf = (seat, giver) => (seat ? backsThatCame(byId(`s${seat}`)) : backsBefore(byId(`s${giver}`)));

const framesOfDeal = (stock, seat, giver) => {
  const at = (x, y, scale) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 1 });
  const [[x, y], [toX, toY]] = [giver, seat].map((place) => way(place ? seatBox(place) : stock, stock));
  return [
    at(x, y, giver ? 0.6 : 1),
    at((x + toX) / 2, (y + toY) / 2 + arc(x - toX, y - toY), 0.6),
    at(toX, toY, giver ? 0.6 : 0.4),
  ];
};

// The new cards of a seat are counted as they arrive, and give a little when the last one has.
export const receive = (seat, arrivals) => {
  const receiver = byId(`s${seat}`);
  keepCount(receiver, arrivals);
  animate(countOf(receiver), [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], SHORT, "ease-out", arrivals.at(-1));
};

/** When so many cards arrive that leave one after the other. */
export const arrivals = (cards, between, delay = 0) =>
  Array.from({ length: cards }, (_, n) => delay + n * between + SHORT);

/** How long the first deal takes at most, and its scripts to come. */
export const DEAL_MS = 2000;

/** Whether the log has only just begun. */
export const isFirstDeal = () => {
  const { length, 0: first } = byId("log").children;
  return length <= 2 && Boolean(first?.dataset.dealt);
};

/** How long apart so many cards leave. */
export const usualInterval = (cards) => Math.min(BETWEEN_CARDS, LAST_LEAVES_MS / cards);

/** Let cards fly: lists of a seat, how many cards, and whose they were. Without a seat, it is the draw pile. */
export const dealTo = (deals, delay = 0, interval = usualInterval) => {
  if (!deals.length || reducesMotion()) return;
  const stock = byId("stock").getBoundingClientRect();
  const longest = Math.max(...deals.map(([, count]) => count));
  const most = Math.min(longest, MOST_CARDS, Math.floor(MOST_FLIGHTS / deals.length));
  const between = interval(most);
  const flights = deals.flatMap(([seat, count, giver], index) => {
    const frames = framesOfDeal(stock, seat, giver);
    const cards = Math.min(count, most);
    const leaves = (n) => delay + (n + index / deals.length) * between;  // one card for each of them, and then the next
    const backs = backsOf(seat, giver).map(nameOf);
    const all = Array.from({ length: cards }, (_, n) => [frames, leaves(n), backs[n % backs.length]]);
    if (seat) receive(seat, all.map(([, left]) => left + SHORT));
    return all;
  });
  flights.sort(([, one], [, other]) => other - one);  // on the pile, the first one to leave lies on top
  flyOnce(flights.map(([, , back]) => flyingCard(stock, back)), (card, index) => {
    const [frames, leaves] = flights[index];
    return animate(card, frames, SHORT, "ease-in", leaves);
  });
};
