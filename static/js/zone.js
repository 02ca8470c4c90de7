// Names the reader's time zone to the server, which writes all times in it from the next page on.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
