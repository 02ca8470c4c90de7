// The button that shares the link to the table, where the browser can do that.
const button = document.getElementById("share");

if (button && navigator.share) {
  button.hidden = false;
  // A share that the player breaks off is no error.
  button.addEventListener("click", () => {
    navigator.share({ url: document.getElementById("link").value }).catch(() => {});
  });
}
