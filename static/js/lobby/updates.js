// New versions of a lobby: an older one never replaces a newer one, and open menus and the focus stay.
import "../fragments.js";
import { lastSeatUsed } from "./menus.js";

// Needed only later, so no page waits for them.
if (document.getElementById("lobby-live")) import("./announcing.js");
if (document.getElementById("said")) import("./said.js");

const isOutdated = (target, news) => Number(news.dataset.version) < Number(target.dataset.version);

const keepOpen = (target, news) => {
  for (const { id, open } of target.querySelectorAll("details[id]")) {
    news.querySelector(`#${CSS.escape(id)}`)?.toggleAttribute("open", open);
  }
};

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  const news = fragment.querySelector?.("[data-version]");
  if (!news || !target.dataset.version) return;
  // Fragments over the socket and answers to requests may overtake each other.
  if (isOutdated(target, news)) detail.shouldSwap = false;
  keepOpen(target, news);
});

let isLeaving = false;
addEventListener("pageshow", ({ persisted }) => {
  // The browser shows the page again as it was left.
  if (persisted) isLeaving = false;
});

const followGame = () => {
  const link = document.querySelector("[data-go]");
  // The answer and the socket both bring the link. Following it twice would cancel the navigation that has begun.
  if (!link || isLeaving) return;
  isLeaving = true;
  location.assign(link.dataset.go);
};

// “I am ready” becomes “Not ready”: the focus stays on the button that does the opposite, or goes to what is asked now.
// Who has a seat is asked whether they are ready.
const NEXT = { sit: "ready" };
let pressed = "";
document.addEventListener("click", ({ target }) => {
  const kind = target.closest("button[id]")?.id.split("-")[0];
  pressed = NEXT[kind] ?? kind;
});

const keepFocus = () => {
  if (document.activeElement !== document.body) return;
  const seat = lastSeatUsed();
  const next = document.querySelector(seat ? `#${seat} summary` : `button[id^="${pressed || "?"}-"]`);
  (next ?? (pressed && document.getElementById("status")))?.focus?.();
};

const showUpdate = () => {
  followGame();
  keepFocus();
};

// Quick match leads here with a seat, and the browser contributes to the deal of this table by getting ready.
const getReady = () => {
  if (!new URLSearchParams(location.search).has("ready")) return;
  history.replaceState(history.state, "", location.pathname);
  document.getElementById("ready-yes")?.form.requestSubmit();
};
addEventListener("load", getReady);

document.addEventListener("htmx:oobAfterSwap", showUpdate);
document.addEventListener("DOMContentLoaded", showUpdate);
