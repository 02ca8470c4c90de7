// The lobby and the list of tables.
"use strict";

document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment } = detail;
  const news = fragment.querySelector?.("[data-version]");
  if (!news || !target.dataset.version) return;
  // Pushes and answers cross on their way.
  if (Number(news.dataset.version) < Number(target.dataset.version)) detail.shouldSwap = false;
  // What is unfolded stays so.
  for (const { id, open } of target.querySelectorAll("details[id]")) {
    news.querySelector(`#${CSS.escape(id)}`)?.toggleAttribute("open", open);
  }
});

let left, goal;  // where we go on
const drawn = () => {
  if (!goal && (goal = document.querySelector("[data-go]"))) location.assign(goal.dataset.go);
  if (left && document.activeElement === document.body) document.querySelector(`#${left} summary`)?.focus();
};
document.addEventListener("htmx:oobAfterSwap", drawn);
document.addEventListener("DOMContentLoaded", drawn);

const openMenus = () => document.querySelectorAll("details.menu[open]");
document.addEventListener("click", ({ target }) => {
  const chosen = target.closest(".drop button");
  left = chosen?.closest(".seat")?.id;
  for (const menu of openMenus()) menu.open = menu.contains(target) && !chosen;
});
document.addEventListener("toggle", ({ target }) => {
  if (target.open) target.querySelector(".drop")?.scrollIntoView({ block: "nearest" });
}, true);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

const offer = (name, can, act) => {
  const button = document.getElementById(name);
  if (!button || !can) return;
  button.hidden = false;
  button.addEventListener("click", () => act(button));
};
const link = document.getElementById("link")?.value;
offer("copy", navigator.clipboard, async (button) => {
  await navigator.clipboard.writeText(link);
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
offer("share", navigator.share, () => navigator.share({ url: link }).catch(() => {}));

// The list itself comes over the socket.
const filters = document.querySelector(".filters");
filters?.addEventListener("change", () => {
  const wanted = [...new FormData(filters)].filter(([, value]) => value);
  history.replaceState(null, "", wanted.length ? `?${new URLSearchParams(wanted)}` : location.pathname);
  for (const name of ["deck", "rules"]) document.getElementById("quick").elements[name].value = filters.elements[name].value;
});
