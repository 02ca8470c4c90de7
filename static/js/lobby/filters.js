// The filters of the list of tables: they go to the server, into the address and into the quick game.
import { send } from "../fragments.js";

const filters = document.querySelector(".filters");
const quickGame = document.getElementById("quick");

filters?.addEventListener("change", () => {
  const values = new FormData(filters);
  const chosen = [...values].filter(([, value]) => value);
  history.replaceState(null, "", chosen.length ? `?${new URLSearchParams(chosen)}` : location.pathname);
  for (const name of ["deck", "rules"]) quickGame.elements[name].value = filters.elements[name].value;
  send(Object.fromEntries(values));
});
