// The page that is shown without a connection loads the wanted one as soon as there is one again.
const tryAgain = () => location.reload();

addEventListener("online", tryAgain);
// A network without a way to the site also counts as a connection.
setInterval(() => { if (navigator.onLine) tryAgain(); }, 15000);
