// What a card does under the rules of this table: for the card on which the pointer or the focus rests, or that a
// finger holds. The texts come from the server, once and only when they are needed.
import { byId, cardName, table } from "./page.js";
import { hasMoved } from "./pointer.js";

const REST_MS = 700;
const PRESS_MS = 500;
// Long enough to move the pointer from the card to its help.
const LEAVE_MS = 500;
const LEAST_WAY = 9;
const GAP = 8;
const CARDS = "#hand .card, #discards .card, #stock";

const help = document.createElement("div");
help.id = "card-help";
help.hidden = true;
help.setAttribute("role", "tooltip");
document.body.append(help);

let texts = null;
let [card, described] = [null, null];
let timer = 0;
let [start, arrived, isHeld, hasActed] = [[0, 0], null, false, false];

const load = async () => {
  texts ??= fetch(table.dataset.cardHelp).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));
  try {
    return await texts;
  } catch {
    texts = null;  // the next card tries again
    return {};
  }
};

// Help for a card of the hand lies above the prompt, so that it covers no answer.
const place = () => {
  const box = card.getBoundingClientRect();
  const prompt = byId("prompt").getBoundingClientRect();
  const bottom = card.closest("#hand") ? Math.min(box.top, prompt.top) : box.top;
  const [left, top] = [box.left + box.width / 2 - help.offsetWidth / 2, bottom - GAP - help.offsetHeight];
  help.style.left = `${Math.max(GAP, Math.min(left, innerWidth - help.offsetWidth - GAP))}px`;
  help.style.top = `${top >= 0 ? top : box.bottom + GAP}px`;
};

const hide = () => {
  clearTimeout(timer);
  described?.removeAttribute("aria-describedby");
  card = described = null;
  help.hidden = true;
};

const show = async () => {
  const wanted = card;
  const text = (await load())[cardName(wanted)];
  if (card !== wanted || !text || byId("message").textContent) return;
  help.dataset.card = cardName(wanted);
  help.textContent = text;
  help.hidden = false;
  described.setAttribute("aria-describedby", help.id);
  place();
};

const showSoon = (wanted, focused = wanted) => {
  if (card !== wanted) hide();
  [card, described] = [wanted, focused];
  clearTimeout(timer);
  if (help.hidden) timer = setTimeout(show, REST_MS);
};

const hideSoon = () => {
  clearTimeout(timer);
  timer = setTimeout(hide, help.hidden ? 0 : LEAVE_MS);
};

document.addEventListener("pointerover", (event) => {
  const { target, pointerType } = event;
  if (pointerType === "touch" || !matchMedia("(hover: hover)").matches) return;
  // A card that has come to the pointer, such as after another one was played, waits until the pointer really moves.
  arrived = hasMoved(event) ? null : target.closest(CARDS);
  start = [event.clientX, event.clientY];
  if (arrived) hide();
  else if (target === help) clearTimeout(timer);
  else if (target.closest(CARDS)) showSoon(target.closest(CARDS));
  else if (card && described !== document.activeElement) hideSoon();
});

// A focus that the page itself moves on, because the card that had it was played, is no question about the next one.
document.addEventListener("focusin", ({ target, relatedTarget }) => {
  const focusedCard = target.id === "discards" ? target.lastElementChild : target.closest(CARDS);
  if (focusedCard && target.matches(":focus-visible") && (relatedTarget || !hasActed)) showSoon(focusedCard, target);
});
document.addEventListener("focusout", ({ target }) => {
  if (target === described) hide();
});

document.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
  isHeld = false;
  hide();
  card = described = pointerType === "touch" ? target.closest(CARDS) : null;
  start = [clientX, clientY];
  if (card) timer = setTimeout(() => { isHeld = true; show(); }, PRESS_MS);
});

// A finger that moves scrolls the hand or moves the card.
document.addEventListener("pointermove", (event) => {
  const isFar = Math.hypot(event.clientX - start[0], event.clientY - start[1]) > LEAST_WAY;
  if (arrived && isFar) {
    showSoon(arrived);
    arrived = null;
  }
  if (event.pointerType === "touch" && card && isFar) hide();
});

document.addEventListener("pointerup", ({ pointerType }) => {
  if (pointerType === "touch" && !isHeld) hide();
});
document.addEventListener("pointercancel", hide);
byId("hand").addEventListener("scroll", hide, { passive: true });

// The click at the end of a long press plays and draws nothing. A drag that follows it may.
document.addEventListener("click", (event) => {
  if (!isHeld || !event.isTrusted) return;
  isHeld = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener("keydown", (event) => {
  isHeld = false;
  hasActed = !/^(Tab|Shift|Arrow)/.test(event.key);
  if (help.hidden || !hasActed) return;
  if (event.key === "Escape") event.stopPropagation();
  hide();
}, true);

// Updates replace attributes and cards; the pile can be focused, so that its top card can be explained.
const update = () => {
  if (byId("discards").tabIndex < 0) byId("discards").tabIndex = 0;
  if (card && (!card.isConnected || byId("end").matches(".over, .paused"))) hide();
  if (!described || help.hidden) return;
  described.setAttribute("aria-describedby", help.id);
  place();
};
new MutationObserver(update).observe(byId("pile"), { childList: true, subtree: true, attributeFilter: ["tabindex"] });
new MutationObserver(update).observe(byId("turn"), { attributeFilter: ["data-version"] });
// What a player is told has the same place.
new MutationObserver(hide).observe(byId("message"), { childList: true });
new ResizeObserver(update).observe(byId("prompt"));
update();
