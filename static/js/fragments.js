// Fragments of the page, as they come over its WebSocket.
import "./morph.js";

const TOO_MANY_SOCKETS = 4429;
// Above this code the server has refused the page itself; loading it again shows why.
const REFUSED = 4400;
const PING = "ping ";

const page = document.querySelector("[data-socket]");
const notice = document.getElementById("lost");
const usualNotice = notice.innerHTML;
let { loaded = "" } = page.dataset;  // and not sent again
let socket = null;
let attempts = 0;
let noticeTimer = 0;
let retryTimer = 0;

/** Send an object over the socket; return whether it is open. Without a network it would be sent much later. */
export const send = (data) => {
  const isOpen = navigator.onLine && socket.readyState === WebSocket.OPEN;
  if (isOpen) socket.send(JSON.stringify(data));
  return isOpen;
};

const dispatch = (name, detail) =>
  document.dispatchEvent(new CustomEvent(`socket:${name}`, { detail, cancelable: true }));

// A connection that is back within a moment is not worth a notice.
const reportLoss = () => {
  dispatch("lost");
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => { notice.hidden = false; }, 600);
};

const reportConnection = () => {
  attempts = 0;
  clearTimeout(noticeTimer);
  notice.hidden = true;
};

// Random, so that not all browsers come back at once.
const nextDelay = () => Math.min(300 * 2 ** attempts++, 2000) * (0.7 + 0.6 * Math.random());

const recover = ({ code, reason }) => {
  reportLoss();
  if (code === TOO_MANY_SOCKETS) {
    notice.textContent = reason || notice.dataset.tooMany;  // some proxies drop the reason
    retryTimer = setTimeout(connect, 15000);
    return;
  }
  notice.innerHTML = usualNotice;
  if (code > REFUSED) setTimeout(() => location.reload(), 1000);
  else retryTimer = setTimeout(connect, nextDelay());
};

// Fragments of the page are HTML, answers to what the page has sent are JSON. A ping is answered at once.
const receive = (data) => {
  if (data.startsWith(PING)) {
    const pong = data.slice(PING.length);
    send({ pong });
    dispatch("ping", pong);
  } else if (data.startsWith("{")) dispatch("answer", JSON.parse(data));
  else if (dispatch("message", data)) htmx.swap(page, data, { swapStyle: "none" });
};

const connect = () => {
  clearTimeout(retryTimer);
  socket?.close();
  const address = location.origin.replace("http", "ws") + page.dataset.socket;
  const opened = new WebSocket(address + (location.search || loaded));
  socket = opened;
  loaded = "";
  opened.onopen = reportConnection;
  opened.onmessage = ({ data }) => {
    if (opened === socket) receive(data);
  };
  opened.onclose = (event) => {
    if (opened === socket) recover(event);
  };
};

connect();
// A socket would notice a lost network only minutes later.
addEventListener("offline", reportLoss);
addEventListener("online", connect);

// A chat message that was accepted comes back over the socket and leaves its field; a refused one stays in it.
document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, requestConfig } }) => {
  if (elt.id === "say" && successful && !requestConfig.parameters.phrase) elt.reset();
});
