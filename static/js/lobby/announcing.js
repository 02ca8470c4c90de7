// What a screen reader says of a lobby: who has come, gone or got ready, and what it waits for now.
const live = document.getElementById("lobby-live");

const words = (parts) => [...parts].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(", ");

const read = () => {
  const seats = [...document.querySelectorAll(".seats > li")];
  const sentences = seats.map((seat) => {
    const said = words(seat.querySelectorAll(".who-sits > b, .who-sits .badge"));
    return seat.matches(".free") ? `${said} is free.` : `Seat ${seat.id.split("-")[1]}: ${said}.`;
  });
  const status = words(document.querySelectorAll("#status"));
  return [...sentences, ...(status ? [/[.?!…]$/.test(status) ? status : `${status}.`] : [])];
};

let known = read();

document.addEventListener("htmx:oobAfterSwap", () => {
  const now = read();
  const news = now.filter((sentence) => !known.includes(sentence));
  known = now;
  if (news.length) live.textContent = news.join(" ");
});
