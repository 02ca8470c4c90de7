// Plays a replay by itself, as fast as the game was or faster. These steps do not go into the history of the browser.
import { byId } from "../table/page.js";
import { steps, stepTo } from "./loading.js";

const FASTEST_MS = 150;

let isPlaying = false;
let timer = 0;

export const showPlaying = () => {
  byId("play").textContent = isPlaying ? "Pause" : "Play";
};

export const stop = () => {
  isPlaying = false;
  clearTimeout(timer);
  showPlaying();
};

const playOn = () => {
  const url = byId("to-forward").getAttribute("href");
  if (url) stepTo(url, "playing");
  else stop();
};

export const scheduleNext = () => {
  clearTimeout(timer);
  const wait = (Number(steps().pause) * 1000) / Number(byId("speed").value);
  if (isPlaying) timer = setTimeout(playOn, Math.max(FASTEST_MS, wait));
};

export const playOrPause = () => {
  if (isPlaying) {
    stop();
    return;
  }
  isPlaying = true;
  showPlaying();
  playOn();
};
