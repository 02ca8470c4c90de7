// The button “Verify this deal”: check.js checks the file of the game, and this page shows the result.
import { stored } from "../contribute.js";

const button = document.getElementById("verify");
const verdict = document.getElementById("verdict");

const show = (isRight, title, sentences) => {
  verdict.className = isRight ? "right" : "wrong";
  const lines = sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence }));
  const list = document.createElement("ul");
  list.append(...lines);
  verdict.replaceChildren(Object.assign(document.createElement("strong"), { textContent: title }), list);
  verdict.hidden = false;
};

const BY = { browser: "their browser", program: "their program", server: "the server, from its secret", bot: "" };
const contributed = ({ seats, shuffles }) =>
  shuffles.contributions
    .filter(({ by }) => by !== "bot")
    .map(({ seat, by, value }) => `${seats[seat].name}: ${value} (${BY[by]})`);

/** Compare the game with what this browser has contributed to it; return a sentence, and whether it fits. */
const compareOwn = ({ shuffles: { commitment, contributions } }, seat) => {
  const own = stored().find((one) => one.commitment === commitment);
  if (own) {
    const isThere = contributions.some(({ value }) => value === own.contribution);
    const sentence = isThere
      ? "Your browser saw this commitment before the deal, and its contribution is among these."
      : `Your browser has contributed ${own.contribution}, which is not among these.`;
    return [isThere, sentence];
  }
  const mine = contributions[seat];
  const other = mine?.by === "browser" && stored().find((one) => one.contribution === mine.value);
  if (other) return [false, `Your browser contributed to another commitment: ${other.commitment}.`];
  return [true, "This browser does not remember a contribution of its own to this deal."];
};

const verify = async () => {
  if (!crypto.subtle) {
    show(false, "Not checked", ["Browsers check only over HTTPS or on this machine. Use check_deal.py instead."]);
    return;
  }
  const [{ check }, response] = await Promise.all([import("./check.js"), fetch(button.dataset.game)]);
  if (!response.ok) throw new Error("The file of the game could not be loaded. Try again later.");
  const game = await response.json();
  const [isOwnRight, own] = compareOwn(game, Number(button.dataset.seat));
  if (!isOwnRight) throw new Error(own);
  const { commitment } = game.shuffles;
  const names = contributed(game);
  const count = await check(game);
  show(true, "The deal is right", [
    `The secret is the one of the commitment ${commitment}.`,
    ...names,
    own,
    `${count === 1 ? "The shuffle follows" : `All ${count} shuffles follow`} from them, and in all ` +
      `${game.entries.length} entries every card was where ${count === 1 ? "it" : "they"} put it.`,
  ]);
};

button?.addEventListener("click", async () => {
  button.disabled = true;  // which takes the focus away
  await verify().catch(({ message }) => show(false, "The deal does not match", [message]));
  button.disabled = false;
  if (document.activeElement === document.body) button.focus({ preventScroll: true });
  verdict.scrollIntoView({ block: "nearest" });
});
