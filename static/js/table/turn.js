// Whose turn it is, as the title, the icon, a sound and a notification tell it.
import { makeSound } from "./effects.js";
import { byId, table, turn } from "./page.js";

const siteName = document.title.split(" · ").at(-1);
const icon = document.querySelector("link[rel=icon]");
const usualIcon = icon.href;
const wanted = byId("notify");
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

const askBrowser = async () => {
  localStorage.notify = wanted.checked ? "on" : "off";
  const answer = wanted.checked && await Notification.requestPermission();
  wanted.checked = mayNotify();
  byId("notify-hint").textContent = answer === "denied" ? "Your browser does not allow it." : "";
};

document.addEventListener("visibilitychange", () => showInTab(wasMyTurn));
byId("notify-field").hidden = !(window.Notification && isSecureContext);
wanted.checked = mayNotify();
wanted.onchange = askBrowser;
