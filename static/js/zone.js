// Names the reader's time zone to the server, which writes all times in it from the next page on. A browser needs up to
// a tenth of a second to find the name, so it is asked when there is nothing else to do, and only for a new offset.
const offset = String(new Date().getTimezoneOffset());

const nameZone = () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
  localStorage.offset = offset;
};

if (localStorage.offset !== offset || !document.cookie.includes("zone=")) {
  (window.requestIdleCallback ?? setTimeout)(nameZone);
}
