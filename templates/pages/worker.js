// Shows a page of the site when there is no connection. Nothing else is ever taken from the cache.
const [PAGE, ...FILES] = [{% for file in files %}"{{ file }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const CACHE = `offline ${FILES.join(" ")}`;

const keep = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
  await skipWaiting();
};

const begin = async () => {
  const outdated = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(outdated.map((name) => caches.delete(name)));
  // The request of a page does not wait until this script has started.
  await registration.navigationPreload?.enable();
  await clients.claim();
};

const load = async ({ request, preloadResponse }) => {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return caches.match(request.mode === "navigate" ? PAGE : request, { ignoreVary: true });
  }
};

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (isPage || FILES.includes(new URL(request.url).pathname)) event.respondWith(load(event));
});
