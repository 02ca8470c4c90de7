// Why a passkey could not be used, as a sentence on the page; only pages with passkeys load this.
import { showError } from "./site.js";

const NOT_USED = "The passkey was not used, or the time was up. Try again when you are ready.";
const UNSUPPORTED =
  "Your browser cannot use passkeys at this address. They need https, or the name localhost.";
const SENTENCES = {
  NotAllowedError: NOT_USED,
  AbortError: NOT_USED,
  InvalidStateError: "This device already has a passkey for your account.",
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  showError(SENTENCES[event.detail.exception?.name] ?? UNSUPPORTED);
});
