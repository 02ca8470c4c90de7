// Many cards at once: hands that change owners, or are lost, and what is discarded together.
import { SCENE_MS, SHORT, animate, appear, center, reducesMotion } from "./animate.js";
import { beforeCardsCome, faceOf, nameOf } from "./counts.js";
import { arrivals, dealTo, flyOnce, flyingCard, receive } from "./dealing.js";
import { CROSSED_OUT_MS } from "./effects.js";
import { gifts, landing, latest, myGiver, scenesIn } from "./entries.js";
import { seatBox } from "./labels.js";
import { BETWEEN_CARDS as BETWEEN_NEW_CARDS, way } from "./motion.js";
import { byId, handCards, mySeat, topCard } from "./page.js";

const CARDS_OF_A_HAND = 4;
const MOST_DISCARDS = 8;
const BETWEEN_CARDS = 30;

const placeAround = ([x, y], width) =>
  ({ left: x - width / 2, top: y - width * 0.75, width, height: width * 1.5 });

// Where a card lies, as if it were not rotated
const placeOf = (card) => placeAround(center(card.getBoundingClientRect()), card.offsetWidth);

// One's own hand before the newest version
let hand = [];

beforeCardsCome(() => {
  hand = handCards().map((card) => ({ face: faceOf(card), place: placeOf(card) }));
});

const cardsOf = (cards) => cards.map(({ face, place }) => flyingCard(place, nameOf(face)));

// One's own hand travels from where it lay, without the card that was played.
const giveOwnHand = (played, receiver, delay) => {
  const given = hand.filter((_, n) => n !== played);
  const [toX, toY] = center(seatBox(receiver));
  receive(receiver, [delay + SHORT]);
  flyOnce(cardsOf(given), (card, n) => {
    const { left, top, width } = given[n].place;
    const end = `translate(${toX - left - width / 2}px, ${toY - top - width * 0.75}px) scale(0.4)`;
    return animate(card, [{ opacity: 1 }, { opacity: 1, transform: end }], SHORT, "ease-in", delay + n * BETWEEN_CARDS);
  });
};

/** Let hands travel as a few cards, when the card has landed that says so. One's own new cards come in motion.js. */
export const giveHands = (entries) => {
  const delay = landing(entries);
  const given = gifts(entries).map(([, ...seats]) => seats);
  const others = given.filter((seats) => !seats.includes(mySeat));
  dealTo(others.map(([giver, receiver]) => [receiver, CARDS_OF_A_HAND, giver]), delay);
  const mine = given.find(([giver]) => giver === mySeat);
  if (reducesMotion()) return;
  if (myGiver(entries)) receive(mySeat, [arrivals(handCards().length, BETWEEN_NEW_CARDS, delay).at(-1)]);
  if (!mine) return;
  const played = latest(entries, "played") === mySeat ? hand.findIndex(({ face }) => face === faceOf(topCard())) : -1;
  giveOwnHand(played, mine[1], delay);
};

// One's own lost hand falls, card by card, from where it lay, when some of the cards have come that were too many.
const dropHand = () => {
  const fall = [{ opacity: 1 }, { opacity: 0, transform: "translateY(30vh) rotate(30deg)" }];
  dealTo([[mySeat, CARDS_OF_A_HAND]]);
  appear(byId(`s${mySeat}`).querySelector(".marks"), CROSSED_OUT_MS);
  flyOnce(cardsOf(hand), (card, n) =>
    animate(card, fall, SCENE_MS, "ease-in", CROSSED_OUT_MS + SCENE_MS + n * BETWEEN_CARDS));
};

/** Mercy: who is knocked out loses all cards. */
export const loseHands = (entries) => {
  const seats = scenesIn(entries, /^out/).flatMap((scene) => scene.split(" ").slice(1));
  const others = seats.filter((seat) => seat !== mySeat);
  dealTo(others.map((seat) => [null, CARDS_OF_A_HAND, seat]), CROSSED_OUT_MS);
  if (seats.length > others.length && !reducesMotion()) dropHand();
};

/** The names of the cards that were discarded together with the one on top. */
const discardedWith = (entries, seat) => {
  const more = entries.filter(({ dataset }) => dataset.played === seat).length - 1;
  const lying = [...byId("discards").children].slice(-1 - more, -1);
  return [...lying.map(faceOf).map(nameOf), ...(latest(entries, "discarded")?.split(" ") ?? [])];
};

/** Of cards that are discarded at once, the top one flies by itself: see motion.js. The others follow it. */
export const discardMore = (entries) => {
  const seat = latest(entries, "played");
  if (!seat || reducesMotion()) return;
  const names = discardedWith(entries, seat).slice(0, MOST_DISCARDS);
  if (!names.length) return;
  const pile = byId("discards").getBoundingClientRect();
  const own = seat === mySeat ? [...hand] : [];
  const places = names.map((name) => {
    const n = own.findIndex(({ face }) => nameOf(face) === name);
    return n < 0 ? placeAround(center(seatBox(seat)), pile.width * 0.4) : own.splice(n, 1)[0].place;
  });
  flyOnce(names.map((name) => flyingCard(pile, name)), (card, n) => {
    const [x, y] = way(places[n], pile);
    const begin = `translate(${x}px, ${y}px) scale(${places[n].width / pile.width})`;
    const frames = [{ opacity: 1, transform: begin }, { opacity: 1, transform: "none" }];
    return animate(card, frames, SHORT, "ease-out", (n + 1) * BETWEEN_CARDS);
  });
};
