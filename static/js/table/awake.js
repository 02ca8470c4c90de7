// Keeps the screen awake while it is your turn.
import { byId, turn } from "./page.js";

let lock = null;

const update = async () => {
  if ("mine" in turn() && !document.hidden) {
    // The browser may refuse, for example when the battery is low.
    lock ??= navigator.wakeLock.request("screen").catch(() => null);
    return;
  }
  const held = lock;
  lock = null;
  (await held)?.release();
};

if (navigator.wakeLock) {
  new MutationObserver(update).observe(byId("turn"), { attributeFilter: ["data-mine"] });
  document.addEventListener("visibilitychange", update);
  update();
}
