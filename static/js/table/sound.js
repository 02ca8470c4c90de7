// The sounds of the table, made by the browser itself, and the controls for them.
import { byId, table } from "./page.js";

// Of each sound: its waveform, then the frequency, start and length of each tone.
const SOUNDS = {
  play: ["triangle", [330, 0, 0.07], [190, 0.03, 0.09]],
  draw: ["sine", [240, 0, 0.05], [300, 0.05, 0.06]],
  turn: ["sine", [523, 0, 0.12], [784, 0.11, 0.2]],
  call: ["square", [659, 0, 0.09], [880, 0.09, 0.16]],
  penalty: ["sawtooth", [220, 0, 0.14], [165, 0.12, 0.22]],
  win: ["triangle", [523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.14]],
  fanfare: ["triangle", [392, 0.6, 0.2], [523, 0.8, 0.2], [659, 1, 0.2], [784, 1.2, 0.5], [1047, 1.2, 0.6]],
};

const button = byId("sound");
const volume = byId("volume");
let audio = null;

const isOn = () => localStorage.sound === "on";

const playTone = (type, volume, [frequency, start, length]) => {
  const tone = new OscillatorNode(audio, { type, frequency });
  const loudness = new GainNode(audio, { gain: 0 });
  const at = audio.currentTime + start;
  loudness.gain.linearRampToValueAtTime(volume, at + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
};

export const playSound = (name) => {
  const loudness = volume.value / 400;
  if (!isOn() || !loudness) return;
  // Browsers allow sound only after a click or a key, so nothing is opened before the first one.
  audio ??= new AudioContext();
  audio.resume();
  const [waveform, ...tones] = SOUNDS[name];
  for (const tone of tones) playTone(waveform, loudness, tone);
};

const showState = () => {
  button.textContent = `Sound ${localStorage.sound}`;
  button.ariaPressed = isOn();
};

localStorage.sound ??= "sound" in table.dataset ? "on" : "off";
volume.value = localStorage.volume ?? 50;
showState();
button.onclick = () => {
  localStorage.sound = isOn() ? "off" : "on";
  showState();
  playSound("play");
};
volume.onchange = () => {
  localStorage.volume = volume.value;
  playSound("play");
};
