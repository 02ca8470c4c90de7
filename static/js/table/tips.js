// Hints in a first game: each is shown once, until it is dismissed or the decision it is about is made.
import { reducesMotion } from "./animate.js";
import { DEAL_MS, isFirstDeal } from "./dealing.js";
import { byId, turn } from "./page.js";

const LASTS_MS = 15000;
const FEW_CARDS = 2;

const form = byId("tips");
const shown = new Set();
let current = "";
let question = null;
let seat = null;
let isOff = false;
let isHeldBack = false;
let timer = 0;

const hide = () => {
  clearTimeout(timer);
  byId("tip").hidden = true;
  current = "";
  question = null;
  seat = null;
};

const begin = (tip) => {
  const { code } = tip.dataset;
  shown.add(code);
  current = code;
  isHeldBack = isFirstDeal() && !reducesMotion();  // it would cover cards that are dealt
  if (isHeldBack) setTimeout(show, DEAL_MS);
  seat = tip.dataset.about;
  htmx.ajax("post", form.action, { source: form, values: { tip: code }, swap: "none" });
  clearTimeout(timer);
  if ("mine" in tip.dataset) question = turn().question;
  else timer = setTimeout(hide, LASTS_MS);
};

const isTrue = () => {
  if (question) return question === turn().question;
  if (!seat) return true;
  const about = byId(`s${seat}`);
  return Number(about.querySelector(".count b").textContent) <= FEW_CARDS && !about.querySelector(".called");
};

// The hint that was sent with an earlier version comes once more when it was not stored in time.
const update = () => {
  const tip = byId("tip");
  const { code } = tip.dataset;
  if (!isTrue()) hide();
  if (code && !shown.has(code) && !isOff) begin(tip);
  tip.hidden = code !== current || isHeldBack;
};

const show = () => {
  isHeldBack = false;
  update();
};

// The help has such a button, too.
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[name=tip]");
  if (!button) return;
  isOff ||= button.value === "off";
  // The button is part of what is sent, so it stays until then.
  setTimeout(hide);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") hide();
});
new MutationObserver(update).observe(form, { childList: true, subtree: true, attributeFilter: ["data-code"] });
new MutationObserver(update).observe(byId("turn"), { attributeFilter: ["data-version"] });
update();
