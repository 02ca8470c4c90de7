// What new entries of the log tell besides their sentences.
import { DOUBT_MS, SHORT, reducesMotion } from "./animate.js";
import { mySeat } from "./page.js";

const SPIN_MS = 180;
const LONGEST_SPIN_MS = 2000;

/** The scenes of these kinds, as text: the kind, and the seats. */
export const scenesIn = (entries, kinds) =>
  entries.map(({ dataset }) => dataset.scene ?? "").filter((scene) => kinds.test(scene));

export const challengeIn = (entries) => entries.findLast(({ dataset }) => /^(right|wrong)/.test(dataset.scene));

/** For how long all wonder who is right, before what comes of it is seen and heard. */
export const doubt = (entries) => (challengeIn(entries) && !reducesMotion() ? DOUBT_MS : 0);

/** For how long the card is on its way that was played. */
export const landing = (entries) => (latest(entries, "played") && !reducesMotion() ? SHORT : 0);

/** Which hands have changed owners: lists of which the last two items are giver and receiver. */
export const gifts = (entries) => scenesIn(entries, /^give/).flatMap((scene) => [...scene.matchAll(/(\d+) (\d+)/g)]);

export const myGiver = (entries) => gifts(entries).findLast(([, , receiver]) => receiver === mySeat)?.[1];

export const isNewHand = (entries) => Boolean(myGiver(entries)) || entries.some(({ dataset }) => dataset.dealt);

export const latest = (entries, name) => entries.findLast(({ dataset }) => dataset[name])?.dataset[name];

/** How long apart so many cards arrive. Those of a roulette take their time: nobody knows how many there are. */
export const interval = (entries, count, usual) =>
  latest(entries, "spins") && !scenesIn(entries, /^out/).length ? Math.min(SPIN_MS, LONGEST_SPIN_MS / count) : usual;
