// Whose turn it is, as the title, the icon, a sound and a notification tell it.
import { makeSound } from "./effects.js";
import { byId, table, turn } from "./page.js";

const siteName = document.title.split(" · ").at(-1);
const icon = document.querySelector("link[rel=icon]");
const usualIcon = icon.href;
const button = byId("notify");
let wasMyTurn = null;

const mayNotify = () => window.Notification?.permission === "granted" && localStorage.notify === "on";

const notify = () => {
  const note = new Notification(siteName, { body: byId("asked").textContent.trim(), tag: location.pathname });
  note.onclick = () => {
    focus();
    note.close();
  };
};

const showInTab = (isMyTurn) => {
  const isWaiting = isMyTurn && document.hidden;
  icon.href = isWaiting ? table.dataset.waiting : usualIcon;
  document.title = `${isWaiting ? "● " : ""}${turn().title} · ${siteName}`;
};

export const showWhoseTurn = () => {
  const isMyTurn = "mine" in turn();
  // A page that is loaded in the middle of your turn says nothing.
  if (isMyTurn && wasMyTurn === false) {
    makeSound("turn");
    if (document.hidden && mayNotify()) notify();
  }
  wasMyTurn = isMyTurn;
  showInTab(isMyTurn);
};

const showState = () => {
  button.textContent = `Tell me when it is my turn: ${mayNotify() ? "yes" : "no"}`;
};

document.addEventListener("visibilitychange", () => showInTab(wasMyTurn));
button.hidden = !(window.Notification && isSecureContext);
showState();
button.onclick = async () => {
  localStorage.notify = mayNotify() ? "off" : "on";
  if (await Notification.requestPermission() === "denied") button.textContent = "Your browser does not allow it.";
  else showState();
};
