// Small comforts. Every page works without this file.
"use strict";

// It shows at once; the server remembers it.
document.addEventListener("change", ({ target: { name, value } }) => {
  if (name === "theme" || name === "motion") document.documentElement.dataset[name] = value;
});

// The row of tabs may be longer than the screen.
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });

// Without this the button is the link or form it stands in.
document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (!opener) return;
  event.preventDefault();
  document.getElementById(opener.dataset.opens).showModal();
});

// What the staff says stays until it is closed.
document.addEventListener("click", ({ target }) => target.closest("[data-shuts]")?.parentElement.remove());

const say = (sentence) => {
  const notice = document.createElement("div");
  notice.className = "notice error";
  notice.append(Object.assign(document.createElement("p"), { textContent: sentence }));
  document.getElementById("notices").replaceChildren(notice);
  return notice;
};

// Nothing came back at all: say so, until something does.
let unanswered = null;
document.addEventListener("htmx:sendError", () => {
  unanswered = say("No connection. Look whether it was done before you try again.");
});
document.addEventListener("htmx:afterOnLoad", () => unanswered?.remove());
