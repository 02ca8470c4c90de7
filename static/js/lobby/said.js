// What somebody says while the chat is out of sight: a link at the edge of the window, which leads to the chat.

const link = document.getElementById("said");
const lines = document.getElementById("lines");
const known = new Set([...lines.children].map(({ id }) => id));
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

new MutationObserver(() => {
  for (const line of lines.children) {
    if (line.id && !known.has(line.id)) show(line);
    known.add(line.id);
  }
}).observe(lines, { childList: true });
