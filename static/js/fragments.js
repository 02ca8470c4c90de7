// Fragments of the page, as they come over its WebSocket and as the swap style "morph" puts them into place.

const TOO_MANY_SOCKETS = 4429;
// Above this code the server has refused the page itself; loading it again shows why.
const REFUSED = 4400;

const page = document.querySelector("[data-socket]");
const notice = document.getElementById("lost");
const usualNotice = notice.innerHTML;
let socket = null;
let attempts = 0;
let noticeTimer = 0;
let retryTimer = 0;

/** Send an object over the socket; return whether it is open. */
export const send = (data) => {
  const isOpen = socket.readyState === WebSocket.OPEN;
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

// Random, so that not all browsers come back in the same moment after a restart.
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

// Fragments of the page are HTML, answers to what the page has sent are JSON.
const receive = (data) => {
  if (data.startsWith("{")) dispatch("answer", JSON.parse(data));
  else if (dispatch("message", data)) htmx.swap(page, data, { swapStyle: "none" });
};

const connect = () => {
  clearTimeout(retryTimer);
  socket?.close();
  const opened = new WebSocket(location.origin.replace("http", "ws") + page.dataset.socket + location.search);
  socket = opened;
  opened.onopen = reportConnection;
  opened.onmessage = ({ data }) => {
    if (opened === socket) receive(data);
  };
  opened.onclose = (event) => {
    if (opened === socket) recover(event);
  };
};

connect();
// A socket alone would notice a lost network only minutes later.
addEventListener("offline", reportLoss);
addEventListener("online", connect);

// A chat message that was accepted comes back over the socket and leaves its field; a refused one stays in it.
document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, requestConfig } }) => {
  if (elt.id === "say" && successful && !requestConfig.parameters.phrase) elt.reset();
});

// Morphing changes only what differs, so that the focus, open menus and animations survive.
const isSame = (node, wanted) => node.nodeName === wanted.nodeName && node.id === wanted.id;

const morphAttributes = (element, wanted) => {
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
};

// An element with an id is found wherever it stands among its siblings, another node only at this place.
const findMatch = (parent, next, wanted) => {
  if (wanted.id) return [...parent.children].find((child) => isSame(child, wanted));
  return next && isSame(next, wanted) ? next : null;
};

// An element that is moved loses its focus, its animations and a click that has just begun.
const removeBefore = (match, next) => {
  while (next !== match && next && !next.id) {
    const outdated = next;
    next = next.nextSibling;
    outdated.remove();
  }
  return next;
};

const morphChildren = (element, wanted) => {
  const nodes = [...wanted.childNodes];
  for (const child of [...element.children]) {
    if (child.id && !nodes.some((node) => isSame(child, node))) child.remove();
  }
  let next = element.firstChild;
  for (const node of nodes) {
    const match = findMatch(element, next, node);
    if (match) {
      morph(match, node);
      next = removeBefore(match, next);
    }
    if (match && match === next) next = next.nextSibling;
    else element.insertBefore(match ?? node, next);
  }
  while (element.childNodes.length > nodes.length) element.lastChild.remove();
};

const morph = (node, wanted) => {
  if (wanted.dataset && "same" in wanted.dataset) return;  // only its place among the others was sent
  if (node instanceof Element) {
    morphAttributes(node, wanted);
    morphChildren(node, wanted);
  } else if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
};

htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap: (style, target, fragment) => {
    if (style !== "morph") return false;
    const focused = document.activeElement;
    morph(target, fragment.firstElementChild);
    // An element that was moved has lost the focus.
    if (focused !== document.activeElement && focused.isConnected) focused.focus();
    return [target];
  },
});
