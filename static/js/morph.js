// Morphing changes only what differs, so that the focus, open menus and animations survive.
// A centered text would jump with every new one, so it is not changed but replaced.
const isSame = (node, wanted) => node.nodeName === wanted.nodeName && node.id === wanted.id
  && (!wanted.matches?.("#asked, .last-action") || node.isEqualNode(wanted));

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
  // Only its place among the others was sent, or nothing differs, as in most of a table: browsers compare faster.
  if (wanted.dataset?.same === "" || node.isEqualNode(wanted)) return;
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
