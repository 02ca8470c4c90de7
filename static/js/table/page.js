// The elements of the table that several modules read, and the sentences that it says.

export const byId = (id) => document.getElementById(id);
export const table = byId("table");
export const mySeat = table.dataset.seat;

export const turn = () => byId("turn").dataset;
export const handCards = () => [...byId("hand").querySelectorAll(".card")];
/** The card that lies open on the pile; there is none before the first one. */
export const topCard = () => byId("discards").lastElementChild;
export const cardName = (card) => card.getAttribute("aria-label").split(",")[0];

export const UNPLAYABLE = "#hand .card:not(.can)";
export const isDisabled = (button) => button.ariaDisabled === "true";

// Which game the page was loaded for; another game of the match needs another page.
export const loadedGame = turn().game;

let timer = 0;

export const clearMessage = () => {
  byId("message").textContent = "";
};

export const showMessage = (text) => {
  clearTimeout(timer);
  byId("message").textContent = text;
};

export const showMessageBriefly = (text) => {
  showMessage(text);
  timer = setTimeout(clearMessage, 5000);
};

export const announce = (text) => {
  byId("live").textContent = text;
};
