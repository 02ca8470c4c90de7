// The list of all rules: a search, and the options that make no difference now, folded away with the reason.
const options = () => document.querySelectorAll("#all-rules .option");

const fold = () => {
  document.querySelector("#all-rules .search").hidden = false;
  const idle = document.getElementById("idle");
  const reasons = idle ? JSON.parse(idle.textContent) : {};
  for (const option of options()) {
    const reason = reasons[option.dataset.option] ?? "";
    option.toggleAttribute("data-idle", Boolean(reason));
    option.querySelector(".why").textContent = reason;
  }
};

const search = ({ target }) => {
  if (target.id !== "search-rules") return;
  const wanted = target.value.trim().toLowerCase();
  for (const option of options()) option.hidden = !option.textContent.toLowerCase().includes(wanted);
  for (const group of document.querySelectorAll("#all-rules .group")) {
    group.hidden = !group.querySelector(".option:not([hidden])");
  }
  const isFound = document.querySelector("#all-rules .option:not([hidden])");
  document.getElementById("no-rule").textContent = isFound ? "" : "No rule has these words.";
};

document.addEventListener("input", search);
// Enter would open the table.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "search-rules") event.preventDefault();
});
document.addEventListener("htmx:afterSwap", fold);
fold();
