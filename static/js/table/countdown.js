// The rings around the time that a player has left, or that is left before the next round.
import { byId, table } from "./page.js";

// The server's time, in seconds, when this browser's clock was at zero; the player's own clock may be wrong.
export const serverStart = table.dataset.now - performance.now() / 1000;
let countdown = null;

const timeLeft = (deadline) => Math.max(0, 1000 * (deadline - serverStart) - performance.now());

// A hundred steps look smooth on a small ring. An animation would draw the page sixty times a second for a whole turn.
export const startCountdown = () => {
  clearInterval(countdown);
  const { deadline, seconds } = byId("prompt").dataset;
  if (!deadline) return;
  const show = () => {
    const percent = timeLeft(deadline) / seconds / 10;
    const rings = document.querySelectorAll(".ring .left");
    for (const ring of rings) ring.style.strokeDashoffset = 100 - percent;
    if (!rings.length || percent === 0) clearInterval(countdown);
  };
  countdown = setInterval(show, Math.max(50, seconds * 10));
  show();
};
