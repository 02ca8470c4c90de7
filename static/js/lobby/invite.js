// The buttons that copy and share the link to the table, where the browser can do that.

const link = document.getElementById("link")?.value;

const offer = (id, isPossible, action) => {
  const button = document.getElementById(id);
  if (!button || !isPossible) return;
  button.hidden = false;
  button.addEventListener("click", () => action(button));
};

offer("copy", navigator.clipboard, async (button) => {
  await navigator.clipboard.writeText(link);
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 2000);
});
// A share that the player breaks off is no error.
offer("share", navigator.share, () => navigator.share({ url: link }).catch(() => {}));
