// The keys that step through the log of a game.
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

document.addEventListener("keydown", ({ key, target, ctrlKey, metaKey, altKey }) => {
  const step = STEPS[key];
  if (!step || ctrlKey || metaKey || altKey || target.closest("input, select, textarea, [role=region], pre")) return;
  document.querySelector(`#step-${step}[href]`)?.click();
});
