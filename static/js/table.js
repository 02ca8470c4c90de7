// The table as it is played; without this file the same buttons are a plain form.
"use strict";

(() => {
  const $ = (id) => document.getElementById(id);
  const table = $("table");
  const { motion } = window;
  const mySeat = table.dataset.seat;
  const page = crypto.getRandomValues(new Uint32Array(2)).join("");
  const clock = table.dataset.now - performance.now() / 1000;
  const { game } = $("turn").dataset;
  const held = () => [...$("hand").querySelectorAll(".card")];
  const lines = () => [...$("log").children];
  const isMine = () => "mine" in $("turn").dataset;
  const UNFIT = "#hand .card:not(.can)";
  const OFF = `${UNFIT}, [aria-disabled]`;

  // The same move at the same version is the same wish, however often it is clicked.
  table.addEventListener("htmx:configRequest", ({ detail }) => {
    const { parameters } = detail;
    const { version, question } = $("turn").dataset;
    parameters.set("version", version);
    parameters.set("key", `${page}-${version}-${parameters.get("move")}`.slice(0, 40));
    Object.assign(detail, { question, isAgain: again });
    again = false;
  });

  let before = null;
  let saidNow = false;
  const isOld = (html) => {
    const found = /data-version="(\d+)" data-game="(\d+)"/.exec(html);
    const isOlder = found?.[2] === game && Number(found[1]) < Number($("turn").dataset.version);
    if (found && !isOlder) remember();
    return isOlder;
  };
  document.addEventListener("live:news", (event) => {
    saidNow = false;
    if (isOld(event.detail)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    saidNow = detail.xhr.status >= 400;
    if (isOld(detail.xhr.responseText)) detail.shouldSwap = false;
  });
  // A call in between makes a click stale. What is asked and offered still is then sent once more.
  let again = false;
  let wished = "";
  table.addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig } }) => {
    const { path, parameters, question, isAgain } = requestConfig;
    const { version, ...turn } = $("turn").dataset;
    const move = parameters.get("move");
    const isLast = wished === parameters.get("version") + move;
    wished = "";
    if (xhr.status !== 409 || isAgain || !isLast || version === parameters.get("version") || question !== turn.question) return;
    if (!table.querySelector(`[value="${move}"]:not(${OFF})`)) return;
    again = true;
    wished = version + move;
    $("said").textContent = "";
    htmx.ajax("post", path, { source: table, values: { move } });
  });

  const remember = () => {
    before = {
      cards: new Map(held().map((card) => [card.id, card.getBoundingClientRect()])),
      top: $("discards").lastElementChild?.id,
      dark: $("pile").className.includes("dark"),
    };
  };
  const told = new Set(lines().map(({ id }) => id));
  new MutationObserver(() => {
    if (!saidNow) $("said").textContent = "";
    const news = lines().filter(({ id }) => !told.has(id));
    for (const { id } of news) told.add(id);
    if (isNewHand(news)) forget();
    arrange();
    if (!motion.wasMissed(news)) show(news);
    tell(news);
    if (before) travel(news);
    before = null;
    settle();
  }).observe($("turn"), { attributeFilter: ["data-version", "data-game"] });

  const isNewHand = (news) => news.some(({ dataset }) => dataset.from || dataset.dealt);
  const travel = (news) => {
    if ($("pile").className.includes("dark") !== before.dark) return motion.turnOver();
    const top = $("discards").lastElementChild;
    const last = (what) => news.findLast(({ dataset }) => dataset[what])?.dataset[what];
    const played = last("played");
    const giver = last("from");
    const gone = played === mySeat && [...before.cards].find(([id]) => !$(id));
    if (top.id !== before.top && played) motion.comeFrom(top, gone ? gone[1] : $(`s${played}`).getBoundingClientRect());
    const source = $(giver ? `s${giver}` : "stock").getBoundingClientRect();
    for (const card of held()) {
      if (isNewHand(news) || !before.cards.has(card.id)) motion.comeFrom(card, source);
    }
  };

  const show = (news) => {
    const flashes = new Map();
    const sounds = new Set();
    for (const { dataset: { s, n, sound, flash = "" } } of news) {
      if (sound) sounds.add(sound);
      for (const [, seat, ...told] of flash.matchAll(/(\d+) (\w+) ([^;]+)/g)) flashes.set(seat, told);
      if (n && s !== mySeat) motion.deal(s, n);
    }
    for (const [seat, told] of flashes) motion.flash(seat, ...told);
    for (const sound of sounds) motion.play(sound);
  };

  // A screen reader is told once, and what is asked only if that is new.
  const question = () => $("asked").textContent.trim();
  let asked = question();
  const tell = (news) => {
    const words = news.map(({ textContent }) => textContent);
    if (question() !== asked) words.push(asked = question());
    if (words.length) $("live").textContent = words.join(" ");
  };

  let closed = null;
  const closeEnd = () => {
    closed = $("end").dataset.round;
    table.dataset.closed = "";
    held()[0]?.focus();
  };
  const settle = () => {
    motion.turn(isMine());
    runRing();
    rove();
    if (closed !== $("end").dataset.round) delete table.dataset.closed;
    if (game !== $("turn").dataset.game) location.reload();
  };

  let ring = null;
  const runRing = () => {
    ring?.cancel();
    const { deadline, seconds } = $("prompt").dataset;
    if (!deadline) return;
    const left = Math.max(1, 1000 * (deadline - clock) - performance.now());
    const share = 100 - left / seconds / 10;
    ring = document.querySelector(".left").animate([{ strokeDashoffset: share }, { strokeDashoffset: 100 }], {
      duration: left, fill: "forwards", easing: motion.isStill() ? "steps(10)" : "linear",
    });
  };

  let picked = null;
  const isSlip = (button) => {
    if (!("confirm" in table.dataset) || !button.matches("#hand .can") || picked === button.id) return false;
    $("hand").querySelector("[aria-pressed]")?.removeAttribute("aria-pressed");
    picked = button.id;
    button.setAttribute("aria-pressed", "true");
    $("said").textContent = `Press again to play the ${nameOf(button)}.`;
    return true;
  };
  const nameOf = (card) => card.getAttribute("aria-label").split(",")[0];
  let sayNoMore = 0;
  const isUnfit = (button) => {
    if (!button.matches(UNFIT)) return false;
    $("said").textContent = `The ${nameOf(button)} ${$("turn").dataset.why}`;
    clearTimeout(sayNoMore);
    sayNoMore = setTimeout(() => { $("said").textContent = ""; }, 5000);
    motion.shake(button);
    return true;
  };
  // A double click is one click, but calls may be hammered at.
  const isSecond = ({ detail }, button) => {
    if (button.name !== "move") return false;
    if (detail > 1 && !button.closest("#calls")) return true;
    const before = wished;
    wished = $("turn").dataset.version + button.value;
    return wished === before;
  };
  const isOff = (button) => button.ariaDisabled === "true";
  table.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (moved || (button && (isOff(button) || isUnfit(button) || isSlip(button) || isSecond(event, button)))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    picked = null;
    if (button && "closes" in button.dataset) closeEnd();
  }, true);

  // The hand in an order of one's own; new cards lie at the end, and another hand has no such order.
  const kept = JSON.parse(localStorage.hand ?? "{}");
  let order = kept.game === game ? kept.order : [];
  const place = ({ id }) => (order.includes(id) ? order.indexOf(id) : 99);
  const arrange = () => {
    const cards = held();
    const wanted = [...cards].sort((a, b) => place(a) - place(b));
    if (wanted.every((card, index) => card === cards[index])) return;
    const focused = document.activeElement;
    $("hand").prepend(...wanted);
    focused.focus();
  };
  new MutationObserver(arrange).observe($("hand"), { childList: true });
  const move = (card, index) => {
    const others = held().filter((one) => one !== card);
    others.splice(Math.max(0, index), 0, card);
    order = others.map(({ id }) => id);
    localStorage.hand = JSON.stringify({ game, order });
    arrange();
    $("live").textContent = `${nameOf(card)}, place ${held().indexOf(card) + 1} of ${order.length}`;
  };
  const forget = () => {
    order = [];
    delete localStorage.hand;
  };
  $("sort").onclick = () => {
    forget();
    location.reload();
  };

  // A finger scrolls the hand, unless it has rested on a card.
  let moving = null;
  let moved = false;
  const pickUp = () => {
    moved = true;
    moving.card.classList.add("moving");
  };
  table.addEventListener("pointerdown", ({ target, button, clientX: x, pointerType }) => {
    const card = target.closest("#hand .card");
    moved = false;
    if (!card || button) return;
    const isFinger = pointerType === "touch";
    moving = { card, x, isFinger, rested: isFinger && setTimeout(pickUp, 350) };
  });
  addEventListener("pointermove", ({ clientX }) => {
    if (!moving) return;
    const way = clientX - moving.x;
    if (!moved && !moving.isFinger && Math.abs(way) > 9) pickUp();
    if (moved) moving.card.style.transform = `translateX(${way}px)`;
  });
  const putDown = ({ type, clientX }) => {
    if (!moving) return;
    const { card, rested } = moving;
    moving = null;
    clearTimeout(rested);
    card.classList.remove("moving");
    card.style.transform = "";
    const isLeft = (one) => one !== card && one.getBoundingClientRect().left + 24 < clientX;
    if (moved && type === "pointerup") move(card, held().filter(isLeft).length);
  };
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, putDown);
  addEventListener("touchmove", (event) => { if (moving && moved) event.preventDefault(); }, { passive: false });

  const press = (button) => {
    if (button?.offsetParent && !isOff(button)) button.click();
  };
  const step = (by) => {
    const cards = held();
    const at = cards.indexOf(document.activeElement);
    const next = cards[at < 0 ? (by > 0 ? 0 : cards.length - 1) : (at + by + cards.length) % cards.length];
    if (!next) return;
    next.focus();
    rove();
    $("hand").scrollTo({ left: next.offsetLeft - $("hand").clientWidth / 2 });
  };
  // Tab enters the hand once. A card that was played hands the focus to its neighbor.
  let focusAt = -1;
  const rove = () => {
    const cards = held();
    const lost = focusAt >= 0 && document.activeElement === document.body;
    const first = lost ? Math.min(focusAt, cards.length - 1) : cards.findIndex((card) => card.matches(".can"));
    const home = cards.find((card) => card === document.activeElement) ?? cards[Math.max(0, first)];
    for (const card of cards) card.tabIndex = card === home ? 0 : -1;
    if (lost) home?.focus();
  };
  document.addEventListener("focusin", ({ target }) => { focusAt = held().indexOf(target); });
  document.addEventListener("keydown", (event) => {
    const { key, shiftKey, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input") || document.querySelector("dialog[open]")) return;
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    moved = false;
    if (by) event.preventDefault();
    if (event.repeat && /^(.|Enter)$/.test(key)) event.preventDefault();
    else if (by && shiftKey && target.closest("#hand")) move(target, held().indexOf(target) + by);
    else if (by) step(by);
    else press(document.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toLowerCase())}"]`));
  });

  $("refresh").hidden = true;
  arrange();
  settle();
})();
