// Loads positions, one at a time: of steps that follow quickly, only the last is loaded next.
const PLACE = /\/(\d+)\/(\d+)\?/;

let aim = null;
let loading = "";

export const steps = () => document.getElementById("steps").dataset;

const placeOf = (url) => {
  const [, round, n] = PLACE.exec(url).map(Number);
  return { round, n };
};

/** Which round and position the page is going to show; null when it shows it already. */
export const aimed = () => aim;

/** Show the position at this address. A source says whether it goes into the history of the browser. */
export const stepTo = (url, source) => {
  aim = { ...placeOf(url), url, source };
  if (!loading) load();
};

const load = () => {
  loading = aim.url;
  htmx.ajax("GET", loading, { source: `#${aim.source}`, swap: "none" });
};

/** After a position has come, load the next one if it is not the one that is wanted. */
export const goOn = () => {
  const isThere = !aim || aim.url === loading;
  loading = "";
  if (isThere) aim = null;
  else load();
};

export const giveUp = () => {
  aim = null;
  loading = "";
};
