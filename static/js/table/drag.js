// Dragging a card of your hand: along the hand to another place, or up to the piles to play it. A finger that moves
// along the hand scrolls it, unless it has rested on a card.
import { animate } from "./animate.js";
import { moveCard } from "./hand.js";
import { byId, handCards } from "./page.js";

const REST = 350;
/** A press may slip a little without becoming a drag. */
const LEAST_WAY = 9;
const LEAST_WAY_UP = 16;
const EDGE = 24;
/** How far up a card is taken to play it, as a part of its height. */
const PLAY_WAY = 0.6;
/** How long a card that was let go stays there, so that it flies on from where it is. */
const STAY_MS = 400;

let drag = null;
let hasMoved = false;

// A card is not drawn below its place.
const wayTo = ({ clientX, clientY }) => [clientX - drag.start[0], Math.min(0, clientY - drag.start[1])];

/** How far a card may go to the left and to the right: not beside a hand that would cut it off. */
const reachOf = (card) => {
  const hand = byId("hand");
  if (getComputedStyle(hand).overflowX === "visible") return [-Infinity, Infinity];
  const [outer, inner] = [hand, card].map((element) => element.getBoundingClientRect());
  return [Math.min(0, outer.left - inner.left), Math.max(0, outer.right - inner.right)];
};

const pickUp = () => {
  hasMoved = true;
  drag.reach = reachOf(drag.card);
  drag.card.classList.add("moving");
};

// A finger that moves along the hand scrolls it.
const begins = (x, y) =>
  drag.isFinger ? -y > Math.max(LEAST_WAY_UP, Math.abs(x)) : Math.abs(x) > LEAST_WAY || -y > LEAST_WAY_UP;

const isHighEnough = (card, y) => -y > card.offsetHeight * PLAY_WAY;

addEventListener("pointerdown", ({ target, button, clientX, clientY, pointerType, isPrimary }) => {
  if (!isPrimary) return;
  hasMoved = false;
  const card = target.closest("#hand .card");
  if (!card || button) return;
  const isFinger = pointerType === "touch";
  const timer = isFinger ? setTimeout(pickUp, REST) : 0;
  drag = { card, isFinger, start: [clientX, clientY], timer };
}, true);

addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const { card } = drag;
  const [x, y] = wayTo(event);
  if (!hasMoved && begins(x, y)) pickUp();
  if (!hasMoved) return;
  const [least, most] = drag.reach;
  card.classList.add("moving");  // an update may have removed it
  card.style.transform = `translate(${Math.max(least, Math.min(x, most))}px, ${y}px)`;
  card.classList.toggle("playing", isHighEnough(card, y));
});

const putBack = (card) => {
  const { transform } = card.style;
  card.style.transform = "";
  if (transform) animate(card, [{ transform }, { transform: "none" }]);
};

// A card that does not fit returns at once, and any other one if it is not played, such as when its color is asked for.
const play = (card) => {
  const fits = card.matches(".can");
  card.click();
  if (fits) setTimeout(putBack, STAY_MS, card);
  else putBack(card);
};

/** How many other cards lie to the left. */
const placeAt = (x, card) =>
  handCards().filter((other) => other !== card && other.getBoundingClientRect().left + EDGE < x).length;

const putDown = (event) => {
  if (!drag || !event.isPrimary) return;
  const { card, timer } = drag;
  const [, y] = wayTo(event);
  drag = null;
  clearTimeout(timer);
  card.classList.remove("moving", "playing");
  const isDropped = hasMoved && event.type === "pointerup" && card.isConnected;
  if (isDropped && isHighEnough(card, y)) {
    play(card);
    return;
  }
  card.style.transform = "";
  if (isDropped) moveCard(card, placeAt(event.clientX, card));
};
addEventListener("pointerup", putDown);
addEventListener("pointercancel", putDown);

const stopScrolling = (event) => {
  if (drag && hasMoved) event.preventDefault();
};
addEventListener("touchmove", stopScrolling, { passive: false });

// The click of the pointer at the end of a drag plays no card; a key that is pressed afterwards does.
const swallowClick = (event) => {
  if (!hasMoved || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
addEventListener("click", swallowClick, true);
document.addEventListener("keydown", () => { hasMoved = false; });
