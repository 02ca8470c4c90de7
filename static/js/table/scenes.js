// What deserves more than a flying card: the first deal, a flip, a Draw Four, a skip, a reverse, a new color, hands
// that change owners, and a challenge.
import { SHORT, VERDICT_MS, animate, center, reducesMotion, seatBox } from "./animate.js";
import { challengeIn, doubt, gifts, latest, scenesIn } from "./entries.js";
import { label } from "./labels.js";
import { dealTo, flyFrom } from "./motion.js";
import { byId, handCards, mySeat, table } from "./page.js";

const SCENE_MS = 300;
const BETWEEN_CARDS_MS = 60;
const STRONG = /#.*D(4|6|10|C)$|#WR4$/;
const CARDS_OF_A_HAND = 4;

const pile = byId("pile");
const topCard = () => byId("discards").lastElementChild;

// The class of the pile: its color, then perhaps its side, then its direction
const look = () => ({
  color: pile.classList[0],
  isClockwise: pile.classList.contains("cw"),
  isDark: pile.classList.contains("dark"),
  top: topCard()?.id,
});
let now = look();

const slam = (card) => {
  animate(card, [{ scale: 2.2, opacity: 0.4 }, { scale: 0.92, opacity: 1 }, { scale: 1 }], SCENE_MS, "ease-in");
  const shakes = [0, 5, -4, 2, 0].map((y) => ({ transform: `translateY(${y}px)` }));
  for (const seat of byId("seats").children) animate(seat, shakes, SCENE_MS, "ease-out", SCENE_MS / 2);
};

// The two piles turn first, and then the hand, card by card.
const turnCards = () => {
  // It looks like a turn in perspective, which takes too long where no graphics processor draws.
  const frames = [{ transform: "skewY(-9deg) scaleX(0)" }, { transform: "none" }];
  for (const lying of [byId("stock"), byId("discards")]) animate(lying, frames, SCENE_MS);
  const delay = (index) => SCENE_MS / 2 + (index * BETWEEN_CARDS_MS) / 2;
  for (const [index, card] of handCards().entries()) animate(card, frames, SCENE_MS, "ease-out", delay(index));
};

const spread = () => {
  const frames = [{ transform: "scale(.2)" }, { transform: "scale(1.7)", offset: 0.6 }, { transform: "none" }];
  if (!reducesMotion()) pile.animate(frames, { duration: SCENE_MS, pseudoElement: "::before" });
};

const crossOut = (seat) => {
  const cross = label("bad", "✕", ...center(seatBox(seat)));
  const frames = [{ scale: 4, opacity: 0 }, { scale: 2.2, opacity: 1 }, { scale: 2.2, opacity: 0 }];
  const fading = animate(cross, frames, SCENE_MS);
  if (fading) fading.onfinish = () => cross.remove();
  else cross.remove();
};

// A whole hand travels as a few cards. The player's own new cards fly one by one, see motion.js.
const giveHands = (entries) => {
  const others = gifts(entries).filter(([, , receiver]) => receiver !== mySeat);
  dealTo(others.map(([, giver, receiver]) => [receiver, CARDS_OF_A_HAND, giver]));
};

const openCard = (name) => {
  const card = Object.assign(document.createElement("span"), { className: "card" });
  card.append(byId("stock").querySelector("svg").cloneNode(true));
  const use = card.querySelector("use");
  const symbol = name === "W" && now.isDark ? "W-dark" : name;
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${symbol}`));
  return card;
};

const faceOf = (seat) => byId(`s${seat}`).querySelector(".face").cloneNode(true);

const asElement = (tag, className, ...children) => {
  const element = Object.assign(document.createElement(tag), { className });
  element.append(...children);
  return element;
};

const fanOut = (cards) => {
  const step = Math.min(6, 34 / (cards.length - 1));
  for (const [index, card] of cards.entries()) {
    const rotate = `${(index - (cards.length - 1) / 2) * step}deg`;
    card.style.rotate = rotate;
    animate(card, [{ rotate: "0deg" }, { rotate }], SCENE_MS, "ease-out", SCENE_MS);
  }
};

// Only the challenger's log has the cards. They are seen before the verdict is.
const showChallenge = (entry, shown) => {
  const [verdict, challenger, challenged] = entry.dataset.scene.split(" ");
  const sentence = asElement("p", "", ...[...entry.childNodes].map((node) => node.cloneNode(true)));
  const sign = asElement("b", "", "?");
  const scene = asElement("div", "challenge", faceOf(challenger), sign, faceOf(challenged), sentence);
  scene.ariaHidden = "true";
  if (shown) scene.append(asElement("div", "shown", ...shown.split(" ").map(openCard)));
  table.append(scene);
  animate(scene, [{ scale: 0.7, opacity: 0 }, { scale: 1, opacity: 1 }], SCENE_MS);
  fanOut(scene.querySelectorAll(".shown .card"));
  const decide = () => {
    scene.classList.add(verdict);
    sign.textContent = verdict === "right" ? "✓" : "✗";
    animate(sign, [{ scale: 3 }, { scale: 1 }]);
  };
  const delay = doubt([entry]);
  animate(sentence, [{ opacity: 0 }, { opacity: 1 }], SHORT, "ease-out", delay);
  setTimeout(decide, delay);
  setTimeout(() => scene.remove(), delay + VERDICT_MS);
};

/** Take the table as it is now, without a scene. */
export const skipScenes = () => { now = look(); };

/** Show the scenes of these new log entries. */
export const showScenes = (entries) => {
  const before = now;
  now = look();
  const { color, isClockwise, isDark, top } = now;
  if (isDark !== before.isDark) {
    turnCards();
    return;
  }
  const played = entries.findLast(({ dataset }) => dataset.played);
  if (played && top !== before.top && STRONG.test(topCard().querySelector("use").getAttribute("href"))) slam(topCard());
  if (color !== before.color && color !== "none") spread();
  if (isClockwise !== before.isClockwise) {
    animate(pile.querySelector(".way"), [{ rotate: isClockwise ? "-180deg" : "180deg" }, { rotate: "0deg" }], SCENE_MS);
  }
  for (const scene of scenesIn(entries, /^skip/)) scene.split(" ").slice(1).forEach(crossOut);
  giveHands(entries);
  const challenge = challengeIn(entries);
  if (challenge) showChallenge(challenge, latest(entries, "shown"));
};

const dealFirstHands = () => {
  const others = [...byId("seats").children].filter(({ id }) => id !== `s${mySeat}`);
  dealTo(others.map((seat) => [seat.id.slice(1), Number(seat.querySelector(".count b").textContent)]));
  flyFrom(byId("stock").getBoundingClientRect(), handCards(), BETWEEN_CARDS_MS);
};

const log = [...byId("log").children];
if (log.length <= 2 && log[0]?.dataset.dealt && !reducesMotion()) dealFirstHands();
