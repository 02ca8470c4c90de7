// What this browser adds to a deal: a random number, made after the server has committed itself to a secret.
const STORED = "contributions";
const MOST_STORED = 50;
const BYTES = 16;

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return what this browser has contributed, and to which commitments. A check of the deal compares it with the log. */
export const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(STORED)) ?? [];
  } catch {
    return [];
  }
};

const store = (commitment, contribution) => {
  const others = stored().filter((one) => one.commitment !== commitment);
  try {
    localStorage.setItem(STORED, JSON.stringify([...others, { commitment, contribution }].slice(-MOST_STORED)));
  } catch {
    // Without storage, the check of this deal does not know what this browser has contributed.
  }
};

// A form that names a commitment gets a contribution to it, whether the browser or htmx sends it.
const contribute = (data) => {
  const commitment = data.get("commitment");
  if (!commitment || data.get("contribution")) return;
  const contribution = randomHex();
  data.set("contribution", contribution);
  store(commitment, contribution);
};
document.addEventListener("formdata", ({ formData }) => contribute(formData));
document.addEventListener("htmx:configRequest", ({ detail }) => contribute(detail.parameters));

// Play now deals at once: the server commits itself before the form is sent.
const commitAhead = async (form) => {
  const answer = await fetch(form.dataset.commitment, { method: "POST", body: new FormData(form) });
  return answer.ok ? (await answer.json()).commitment : "";
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.commitment) return;
  event.preventDefault();
  const field = form.elements.commitment;
  field.value = await commitAhead(form).catch(() => "");
  form.submit();
  field.value = "";
});
