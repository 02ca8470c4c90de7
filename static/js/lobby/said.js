// What somebody says while the chat is out of sight: a link at the edge of the window, which leads to the chat.
import { watch } from "../news.js";

const link = document.getElementById("said");
const lines = document.getElementById("lines");
let isInSight = false;

new IntersectionObserver(([{ isIntersecting }]) => {
  isInSight = isIntersecting;
  if (isInSight) link.hidden = true;
}).observe(lines);

const show = (line) => {
  const [name, words] = ["b", "span"].map((part) => line.querySelector(part)?.textContent);
  if (!name || isInSight || line.matches(".mine")) return;
  link.textContent = `${name}: ${words}`;
  link.hidden = false;
};

watch(lines, show);
