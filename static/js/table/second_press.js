// An impatient second press reaches no answer that has just come in the place of the pressed one, such as "Keep it" in
// the place of "Draw a card". Keys name what they do, so they are never held up.
import { markFor } from "./labels.js";
import { byId } from "./page.js";

const FRESH_MS = 400;
/** How long after a press new answers may be mistaken for the old ones. */
const RECENT_MS = 1500;

const prompt = byId("prompt");
const answers = () => [...prompt.querySelectorAll(".answers button")].map(({ value }) => value).join();

let pressedAt = -RECENT_MS;
let known = answers();

prompt.addEventListener("click", ({ detail, timeStamp }) => {
  if (detail) pressedAt = timeStamp;
}, true);

const cover = () => {
  const now = answers();
  if (now === known) return;
  known = now;
  // An only answer is the right one.
  if (prompt.dataset.only || performance.now() - pressedAt > RECENT_MS) return;
  markFor(FRESH_MS, "fresh");
};
new MutationObserver(cover).observe(prompt, { childList: true, subtree: true, attributeFilter: ["value"] });
