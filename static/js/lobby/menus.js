// The menus of seats and visitors: one open at a time, closed by Escape, by a choice or by a click elsewhere.

let seatId = null;

/** The id of the seat in whose menu the last choice was made, if any. */
export const lastSeatUsed = () => seatId;

const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", ({ target }) => {
  const choice = target.closest(".drop button");
  seatId = choice?.closest(".seat")?.id;
  for (const menu of openMenus()) menu.open = menu.contains(target) && !choice;
});

const showWhole = ({ target }) => {
  if (target.open) target.querySelector(".drop")?.scrollIntoView({ block: "nearest" });
};
document.addEventListener("toggle", showWhole, true);  // this event does not bubble

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
