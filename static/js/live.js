// The socket of a page: fragments come that know their places.
"use strict";

{
  const page = document.querySelector("[data-socket]");
  const line = document.getElementById("lost");
  const words = line.innerHTML;
  const filters = document.querySelector(".filters");
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`live:${name}`, { detail, cancelable: true }));
  let socket = null;
  let tries = 0;
  let saying = 0;
  let trying = 0;
  const lose = () => {
    tell("lost");
    clearTimeout(saying);
    saying = setTimeout(() => { line.hidden = false; }, 600);
  };
  const listen = () => {
    clearTimeout(trying);
    socket?.close();
    const mine = socket = new WebSocket(location.origin.replace("http", "ws") + page.dataset.socket + location.search);
    mine.onopen = () => {
      tries = 0;
      clearTimeout(saying);
      line.hidden = true;
    };
    mine.onmessage = ({ data }) => {
      if (mine === socket && tell("news", data)) htmx.swap(page, data, { swapStyle: "none" });
    };
    mine.onclose = ({ code, reason }) => {
      if (mine !== socket) return;
      lose();
      // Too many pages are open: the line says so until some are closed.
      if (code === 4429) {
        line.textContent = reason || line.dataset.tooMany;  // some servers pass no reason on
        trying = setTimeout(listen, 15000);
        return;
      }
      line.innerHTML = words;
      // The page itself says why.
      if (code > 4400) setTimeout(() => location.reload(), 1000);
      else trying = setTimeout(listen, Math.min(300 * 2 ** tries++, 2000) * (0.7 + 0.6 * Math.random()));
    };
  };
  listen();
  // What was said comes back from there, and is out of the field; what was refused stays in it.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, requestConfig } }) => {
    if (elt.id === "say" && successful && !requestConfig.parameters.phrase) elt.reset();
  });
  // A socket alone would notice minutes later.
  addEventListener("offline", lose);
  addEventListener("online", listen);
  filters?.addEventListener("change", () => {
    if (socket.readyState === 1) socket.send(JSON.stringify(Object.fromEntries(new FormData(filters))));
  });
}
