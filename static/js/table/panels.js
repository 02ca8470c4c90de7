// The log and the chat, where they lie over the table. An open one is one step of the browser's history, so its Back
// closes it, and a closed one leaves no step.

const CLOSED = "#table";

const isOpen = () => location.hash && location.hash !== CLOSED;

/** Whether a link of this page has opened what is open now: then the step before has it closed. */
let isStep = false;
addEventListener("popstate", () => { isStep &&= isOpen(); });

const close = () => isStep ? history.back() : location.replace(CLOSED);

// The address would show the first of the entries; what is new is of interest.
addEventListener("hashchange", () => {
  for (const list of document.querySelectorAll(".follows")) list.scrollTop = 0;
});

document.addEventListener("click", (event) => {
  const link = event.target.closest(".log-links");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.hash === CLOSED) {
    event.preventDefault();
    close();
  } else if (isOpen()) {  // the other one takes its step
    event.preventDefault();
    location.replace(link.hash);
  } else isStep = true;
});

/** Close the log or the chat where it lies over the table, and go back to its link. */
const closePanel = () => {
  const link = document.querySelector(":is(.side-log, .chat):has(:target) .log-links");
  if (!link?.offsetParent) return;
  const opener = document.querySelector(`.bar a[href="${location.hash}"]`);
  close();
  opener?.focus();
};

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closePanel();
});

// Who has said a phrase goes on with the game, and sees it at their seat.
document.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig } }) => {
  if (successful && requestConfig.triggeringEvent?.submitter?.matches(".phrase")) closePanel();
});
