// Small conveniences of every page; each page works without them.
import("./zone.js");
import("./focus.js");

// Without a connection, it shows a page of the site instead of the browser's own.
addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => {}));

// A chosen theme shows at once; the server stores it.
document.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "theme" || name === "motion") document.documentElement.dataset[name] = value;
});

// The row of tabs may be wider than the screen.
const currentTab = document.querySelector(".tabs [aria-current]");
currentTab?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });

// The first field that was refused may be far down the page, or in a part that is closed.
const showRefused = (refused) => {
  refused?.closest("details")?.setAttribute("open", "");
  refused?.focus({ preventScroll: true });
  refused?.scrollIntoView({ block: "center", behavior: "instant" });
};

// A refusal that is about no field is a notice or a list. At a table it stands beside the game, which keeps the focus.
const refusal = document.querySelector("main [aria-invalid=true]")
  ?? document.querySelector("body:not(.at-table) main :is(.notice.error, .nonfield)");
if (refusal?.matches(".notice, ul")) refusal.tabIndex = -1;
showRefused(refusal);
addEventListener("load", () => {
  // An address that names a part of the page takes the focus away.
  if (document.activeElement === document.body) showRefused(refusal);
});
document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  if (elt !== document.body) showRefused(elt.querySelector("[aria-invalid=true]"));
});

// Without scripts such a button is the link or form that it stands in.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (!opener) return;
  event.preventDefault();
  document.getElementById(opener.dataset.opens).showModal();
});

// A notice from the staff stays until it is closed.
document.addEventListener("click", ({ target }) => target.closest("[data-shuts]")?.parentElement.remove());

const UNAVAILABLE = 503;

/** Show a sentence in place of all notices, and return its element. */
export const showError = (sentence) => {
  const notice = document.createElement("div");
  notice.className = "notice error";
  notice.append(Object.assign(document.createElement("p"), { textContent: sentence }));
  document.getElementById("notices").replaceChildren(notice);
  return notice;
};

// The notice that there was no response, or that the server could not store anything, goes away with the next response
// to a request that worked, or update of the page.
let failure = null;
document.addEventListener("htmx:sendError", () => {
  failure = showError("No connection. Check whether it worked before you try again.");
});
document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
  if (xhr.status < 400) failure?.remove();
  if (xhr.status === UNAVAILABLE) failure = document.querySelector("#notices .error");
});
document.addEventListener("socket:message", () => failure?.remove());
