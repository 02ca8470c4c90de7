// The log and the chat, where they lie over the table.

/** Close the log or the chat where it lies over the table, and go back to its link. */
const closePanel = () => {
  const close = document.querySelector(":is(.side-log, .chat):has(:target) .log-links");
  if (!close?.offsetParent) return;
  const opener = document.querySelector(`.bar a[href="${location.hash}"]`);
  close.click();
  opener?.focus();
};

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closePanel();
});
