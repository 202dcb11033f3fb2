// Keeps the page for when there is no network: the files of today's version, and nothing that the server answers. A
// page that the server can send comes from the server.

const worker = /** @type {any} */ (globalThis);
const DIGEST = "{{digest}}";
const CACHE = `rondel-${DIGEST}`;
/** What is sent under the address of any match. */
const MATCH = "/m/00000";
const FILES = ["app.css", "main.js", "match.js", "cards.js", "home.js", "icon.svg"];

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(["/", MATCH, ...FILES.map(name => `/a/${DIGEST}/${name}`)])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(old());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = request.mode === "navigate" && (pathname === "/" || pathname.startsWith("/m/"));
  if (!isPage && !pathname.startsWith(`/a/${DIGEST}/`)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    if (!isPage) return await cache.match(request, { ignoreVary: true }) ?? fetch(request);
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await cache.match(pathname === "/" ? "/" : MATCH, { ignoreVary: true });
      if (!kept) throw error;
      return kept;
    }
  })());
});
