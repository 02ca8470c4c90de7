// Only on pages that use a passkey; site.js has said how something is said.
"use strict";

// What a passkey could not do is said in a sentence on the page.
const REFUSED = "The passkey was not used, or the time was up. Try again when you are ready.";
const PASSKEY = {
  NotAllowedError: REFUSED,
  AbortError: REFUSED,
  InvalidStateError: "This device already has a passkey for your account.",
};
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  say(PASSKEY[event.detail.exception?.name] ?? "Your browser cannot use passkeys at this address. They need https, or the name localhost.");
});
