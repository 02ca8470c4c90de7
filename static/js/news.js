// What is new in a list that is updated in its place.

/** Call a function with each element that is new in a list. */
export const watch = (list, see) => {
  const known = new Set([...list.children].map(({ id }) => id));
  const seeNew = () => {
    for (const child of list.children) {
      if (child.id && !known.has(child.id)) see(child);
      known.add(child.id);
    }
  };
  new MutationObserver(seeNew).observe(list, { childList: true });
};
