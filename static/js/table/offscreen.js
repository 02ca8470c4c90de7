// A large hand is a row that scrolls: signs at its ends count the cards that are out of sight, and lead to them.
import { afterAll } from "./animate.js";
import { doubt } from "./entries.js";
import { byId, handCards } from "./page.js";

const hand = byId("hand");
const signs = document.querySelectorAll(".more");
const TOLERANCE = 2;

// Where a card rests within the visible part of the hand, even while it flies there.
const leftOf = (card) => card.offsetLeft - hand.scrollLeft;
const rightOf = (card) => leftOf(card) + card.offsetWidth;

/** The cards before and after those in sight. A card is in sight if all of it is that the next card does not cover. */
const offscreenCards = () => {
  const cards = handCards();
  const endOf = (index) => (cards[index + 1] ? leftOf(cards[index + 1]) : rightOf(cards[index]));
  return [
    cards.filter((card) => leftOf(card) < -TOLERANCE),
    cards.filter((_, index) => endOf(index) > hand.clientWidth + TOLERANCE),
  ];
};

const playable = (cards) => cards.filter((card) => card.matches(".hints .can"));

const label = (cards, isBefore) => {
  const count = playable(cards).length;
  const text = count ? `${count} more playable` : `${cards.length} more`;
  return isBefore ? `← ${text}` : `${text} →`;
};

const showSigns = () => {
  for (const [side, cards] of offscreenCards().entries()) {
    signs[side].hidden = !cards.length;
    signs[side].classList.toggle("can", playable(cards).length > 0);
    signs[side].textContent = label(cards, side === 0);
  }
};

const scrollToCard = (card, behavior) => {
  hand.scrollTo({ left: card.offsetLeft + card.offsetWidth / 2 - hand.clientWidth / 2, behavior });
};

const isWhole = (card) => leftOf(card) >= -TOLERANCE && rightOf(card) <= hand.clientWidth + TOLERANCE;

const scrollToPlayable = (behavior) => {
  const cards = playable(handCards());
  if (cards.length && !cards.some(isWhole)) scrollToCard(cards[0], behavior);
  showSigns();
};

// In a hand that scrolls at once, cards that still fly would come from a wrong place.
const scrollWhenLanded = () => {
  const flights = [...hand.querySelectorAll(".in-flight")].flatMap((card) => card.getAnimations());
  if (flights.length) afterAll(flights, () => scrollToPlayable("smooth"));
  else scrollToPlayable("instant");
};

/** Show what is out of sight, and scroll to a playable card if the edges cut all of them off. After a challenge, what a
    hand holds would tell who was right. */
export const showOffscreenCards = (entries) => {
  const delay = doubt(entries);
  if (delay) setTimeout(scrollWhenLanded, delay);
  else scrollWhenLanded();
};

// A finger that begins on a sign moves the hand as one that begins on a card does.
const followFinger = (sign) => {
  let last = 0;
  sign.onpointerdown = ({ clientX }) => { last = clientX; };
  sign.onpointermove = ({ clientX, pointerType }) => {
    if (pointerType !== "touch") return;
    hand.scrollBy({ left: last - clientX, behavior: "instant" });
    last = clientX;
  };
};

for (const [side, sign] of signs.entries()) {
  sign.onclick = () => {
    const cards = offscreenCards()[side];
    const nearest = side ? 0 : -1;
    scrollToCard(playable(cards).at(nearest) ?? cards.at(nearest), "auto");
  };
  followFinger(sign);
}
hand.addEventListener("scroll", showSigns, { passive: true });
addEventListener("load", showSigns);
new ResizeObserver(showSigns).observe(hand);
