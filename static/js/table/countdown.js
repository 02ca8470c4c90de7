// The rings around the time that a player has left, or that is left before the next round.
import { animate } from "./animate.js";
import { byId, table, turn } from "./page.js";

/** What is little time. */
export const HURRY_SECONDS = 6;

// The server's time, in seconds, when this browser's clock was at zero; the player's own clock may be wrong.
export const serverStart = table.dataset.now - performance.now() / 1000;
let countdown = null;

let lastBeat = 0;

// Over the last seconds of a turn of one's own, the ring is red and beats.
const hurry = (milliseconds, seconds) => {
  const left = Math.ceil(milliseconds / 1000);
  const isLate = "mine" in turn() && seconds > 2 * HURRY_SECONDS && left <= HURRY_SECONDS;
  byId("asked").classList.toggle("hurry", isLate);
  if (isLate && left !== lastBeat) animate(byId("asked").firstElementChild, [{ scale: 1.3 }, { scale: 1 }]);
  lastBeat = left;
};

/** Return how many milliseconds are left until a time of the server. */
export const timeLeft = (deadline) => Math.max(0, 1000 * (deadline - serverStart) - performance.now());

// A hundred steps look smooth on a small ring. An animation would draw the page sixty times a second for a whole turn.
export const startCountdown = () => {
  clearInterval(countdown);
  const { deadline, seconds } = byId("prompt").dataset;
  if (!deadline) return;
  const show = () => {
    const percent = timeLeft(deadline) / seconds / 10;
    const rings = document.querySelectorAll(".ring .left");
    for (const ring of rings) ring.style.strokeDashoffset = 100 - percent;
    hurry(timeLeft(deadline), seconds);
    if (!rings.length || percent === 0) clearInterval(countdown);
  };
  countdown = setInterval(show, Math.max(50, seconds * 10));
  show();
};
