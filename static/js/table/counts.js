// Which cards there were: at a seat, their number is seen until new ones have arrived, and on the draw pile until they
// leave.
import { byId } from "./page.js";

/** The counts before the newest version, by the names of their seats. */
const counts = new Map();
let stock = [];

// Its number, and its picture: of a card with two faces, the draw pile shows the one that is not in play.
const nodesOfStock = () =>
  [byId("stock").querySelector("b").firstChild, byId("stock").querySelector("use").getAttributeNode("href")];

/** The faces of all cards in a part of the page. */
export const facesIn = (part) => [...part.querySelectorAll("use")].map((use) => use.getAttribute("href"));

export const faceOf = (card) => facesIn(card)[0];

export const nameOf = (face) => face.split("#")[1];

export const countOf = (seat) => seat.querySelector(".count");

/** Call a function before a new version changes how many cards the players have. */
export const beforeCardsCome = (act, options) => {
  const read = (html) => { if (/data-(n|scene|discarded)="|data-played[^]*data-played/.test(html)) act(); };
  document.addEventListener("socket:message", ({ detail: html }) => read(html), options);
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => read(xhr.responseText), options);
};

beforeCardsCome(() => {
  for (const seat of byId("seats").children) counts.set(seat.id, countOf(seat).cloneNode(true));
  stock = nodesOfStock().map(({ nodeValue }) => nodeValue);
});

// Only of cards with two faces
const backsIn = (count) => [...count.querySelectorAll(".fan:not(.cover)")].flatMap(facesIn);

/** Return the backs that a seat had before the newest version. */
export const backsBefore = ({ id }) => (counts.has(id) ? backsIn(counts.get(id)) : []);

/** Return those that have come since, first the one that was on the draw pile; or all, if they look alike. */
export const backsThatCame = (seat) => {
  const [all, old] = [backsIn(countOf(seat)), backsBefore(seat)];
  const come = all.filter((back) => !old.includes(back) || !old.splice(old.indexOf(back), 1));
  return (come.length ? come : all).sort((one, other) => (other === stock[1]) - (one === stock[1]));
};

const keepValue = (node, old, milliseconds) => {
  const now = node.nodeValue;
  node.nodeValue = old;
  setTimeout(() => { if (node.nodeValue === old) node.nodeValue = now; }, milliseconds);
};

/** Show the draw pile for a while as it was, unless a newer version says something else. */
export const keepStock = (milliseconds) => {
  const nodes = nodesOfStock();
  stock.forEach((old, n) => keepValue(nodes[n], old, milliseconds));
};

const numberIn = (count) => count.querySelector("b").firstChild;

/** Show at a seat how many cards it had, and count those that come as they arrive. The style sheet hides the new count
    beside the old one. */
export const keepCount = (seat, arrivals) => {
  const [count, old] = [countOf(seat), counts.get(seat.id)?.cloneNode(true)];
  if (!old) return;
  Object.assign(old.style, { position: "absolute", left: `${count.offsetLeft}px`, top: `${count.offsetTop}px` });
  seat.append(old);
  const [number, words] = [numberIn(old), old.lastElementChild];
  const [before, now] = [number, numberIn(count)].map(({ data }) => Number(data));
  const show = (cards) => {
    number.data = cards;
    words.textContent = cards === 1 ? " card" : " cards";
  };
  for (const [n, arrival] of arrivals.slice(0, -1).entries()) {
    const arrived = Math.round(before + (now - before) * (n + 1) / arrivals.length);
    setTimeout(() => show(arrived), arrival);
  }
  // A newer version of the seat may have made another part of it, such as an open hand.
  setTimeout(() => { if (old.matches(".count ~ .count")) old.remove(); }, arrivals.at(-1));
};
