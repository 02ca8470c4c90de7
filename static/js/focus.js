// What had the focus may be gone after a swap, as a row whose button was pressed. Then the focus goes to what was near:
// to a link first, because pressing Enter twice must not do the same to the next person.
let near = null;

const nearTo = (focused, all) => {
  const place = all.indexOf(focused);
  const row = focused.closest("li")?.querySelectorAll("a[id]") ?? [];
  const others = [...all.slice(place + 1), ...all.slice(0, place).reverse()];
  return [...row, ...others.filter((one) => one.matches("a")), ...others];
};

document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  const focused = document.activeElement;
  if (!target.matches("[data-keeps-focus]") || !target.contains(focused)) return;
  near = nearTo(focused, [...target.querySelectorAll("a[id], button[id]")]).map(({ id }) => id);
});

// An element with the same id has the focus already.
document.addEventListener("htmx:afterSettle", () => {
  if (near && document.activeElement === document.body) {
    const found = near.map((id) => document.getElementById(id)).find((one) => one);
    (found ?? document.getElementById("main")).focus();
  }
  near = null;
});
