// What moves, flashes and sounds at the table, and calls back to it.
"use strict";

window.motion = (() => {
  const QUICK = 260;
  const $ = (id) => document.getElementById(id);
  const table = $("table");
  const siteName = document.title.split(" · ").at(-1);

  const isStill = () => {
    const { motion } = document.documentElement.dataset;
    return motion === "still" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  };
  const animate = (element, frames, duration = QUICK, easing = "ease-out", delay = 0) =>
    isStill() ? null : element.animate(frames, { duration, easing, delay, fill: "backwards" });
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const seatOf = (seat) => {
    const place = $(`s${seat}`);
    return (place?.offsetParent ? place : $("hand")).getBoundingClientRect();
  };

  // It is there at once, and only looks as if it travelled; it stands in nobody's way.
  const comeFrom = (element, from) => {
    if (!from) return;
    const to = element.getBoundingClientRect();
    const [[x, y], [u, v]] = [middle(from), middle(to)];
    const scale = Math.min(1, from.width / to.width);
    const still = { pointerEvents: "none", composite: "add" };
    animate(element, [{ translate: `${x - u}px ${y - v}px`, scale, ...still }, { translate: "0 0", scale: 1, ...still }]);
  };

  const put = (element, x, y) => {
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    table.append(element);
  };

  const deal = (seat, count) => {
    if (isStill()) return;
    const from = $("stock").getBoundingClientRect();
    const [[x, y], [u, v]] = [middle(from), middle(seatOf(seat))];
    for (let n = 0; n < Math.min(count, 4); n++) {
      const card = Object.assign(document.createElement("span"), { className: "card flying" });
      card.append($("stock").querySelector("svg").cloneNode(true));
      put(card, from.left, from.top);
      const path = [{ transform: "none" }, { transform: `translate(${u - x}px, ${v - y}px) scale(.4)`, opacity: 0.6 }];
      animate(card, path, QUICK, "ease-in", n * 40).onfinish = () => card.remove();
    }
  };

  const flash = (seat, look, words) => {
    const [x, y] = middle(seatOf(seat));
    const label = Object.assign(document.createElement("span"), { className: `flash ${look}`, textContent: words });
    label.ariaHidden = "true";
    put(label, 0, y);
    const room = label.offsetWidth / 2;
    label.style.left = `${Math.max(room, Math.min(x, innerWidth - room))}px`;
    animate(label, [{ scale: 0.3, opacity: 0 }, { scale: 1.15 }, { scale: 1 }]);
    setTimeout(() => label.remove(), 900);
  };

  const shake = (element) => animate(element, [0, -6, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })));

  const turnOver = () => {
    const turn = [90, 0].map((angle) => ({ transform: `perspective(60rem) rotateY(${angle}deg)` }));
    for (const name of ["pile", "hand"]) animate($(name), turn, 300);
  };

  // Tones of a shape: how high, from when, how long.
  const TONES = {
    play: ["triangle", [330, 0, 0.07], [190, 0.03, 0.09]],
    draw: ["sine", [240, 0, 0.05], [300, 0.05, 0.06]],
    turn: ["sine", [523, 0, 0.12], [784, 0.11, 0.2]],
    call: ["square", [659, 0, 0.09], [880, 0.09, 0.16]],
    penalty: ["sawtooth", [220, 0, 0.14], [165, 0.12, 0.22]],
    win: ["triangle", [523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.14]],
  };
  let audio = null;
  localStorage.sound ??= "sound" in table.dataset ? "on" : "off";
  const isLoud = () => localStorage.sound === "on";
  const play = (name) => {
    const volume = $("volume").value / 400;
    if (!isLoud() || !volume) return;
    audio ??= new AudioContext();
    audio.resume();
    const [type, ...tones] = TONES[name];
    for (const [frequency, start, length] of tones) {
      const tone = new OscillatorNode(audio, { type, frequency });
      const loudness = new GainNode(audio, { gain: 0 });
      const at = audio.currentTime + start;
      loudness.gain.linearRampToValueAtTime(volume, at + 0.01);
      loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(loudness).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  };
  const showSound = () => {
    $("sound").textContent = `Sound ${localStorage.sound}`;
    $("sound").ariaPressed = isLoud();
  };
  $("sound").hidden = false;
  $("sound").onclick = () => {
    localStorage.sound = isLoud() ? "off" : "on";
    showSound();
    play("play");
  };
  $("volume").value = localStorage.volume ?? 50;
  $("volume").onchange = () => {
    localStorage.volume = $("volume").value;
    play("play");
  };

  const icon = document.querySelector("link[rel=icon]");
  const calmIcon = icon.href;
  const notify = $("notify");
  const mayNotify = () => window.Notification?.permission === "granted" && localStorage.notify === "on";
  let was = null;
  const turn = (mine) => {
    const calls = mine && document.hidden;
    if (mine && was === false) {
      play("turn");
      if (calls && mayNotify()) {
        const note = new Notification(siteName, { body: $("asked").textContent.trim(), tag: location.pathname });
        note.onclick = () => { focus(); note.close(); };
      }
    }
    was = mine;
    icon.href = calls ? table.dataset.waiting : calmIcon;
    document.title = `${calls ? "● " : ""}${$("turn").dataset.title} · ${siteName}`;
  };
  document.addEventListener("visibilitychange", () => turn(was));
  const showNotify = () => { notify.textContent = `Tell me when it is my turn: ${mayNotify() ? "yes" : "no"}`; };
  notify.hidden = !(window.Notification && isSecureContext);
  notify.onclick = async () => {
    localStorage.notify = mayNotify() ? "off" : "on";
    if (await Notification.requestPermission() === "denied") notify.textContent = "Your browser does not allow it.";
    else showNotify();
  };
  showSound();
  showNotify();

  // What happened without a connection is read out, not played again.
  let away = false;
  let missing = false;
  document.addEventListener("live:lost", () => { away = true; });
  document.addEventListener("live:news", ({ detail }) => {
    if (!detail.includes('id="turn"')) return;
    [missing, away] = [away, false];
    setTimeout(() => { missing = false; });
  });
  const wasMissed = (news) => {
    if (missing && news.length) {
      const lines = news.map(({ textContent }) => Object.assign(document.createElement("p"), { textContent }));
      $("away").replaceChildren("While you were away:", ...lines);
      $("away").hidden = false;
      setTimeout(() => { $("away").hidden = true; }, 8000);
    }
    return missing;
  };

  return { isStill, comeFrom, deal, flash, shake, turnOver, play, turn, wasMissed };
})();
