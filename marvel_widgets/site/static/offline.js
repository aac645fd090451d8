// Keeps the pages of the site for a day without a network, and says so; see site.js. All pages are
// saved on the first visit; what Python in the browser needs is saved as it is used.
const VERSION = "VERSION";
const FILES = ["FILES"];
// By its version: an imported script may come from the browser's own cache, with the last version's name.
importScripts(`offline-lite.js?${VERSION}`);

self.addEventListener("install", (event) => {
  // Not asked by date: two versions that were built within a second, or by a tool that gives all files
  // one date, would be mixed.
  const requests = FILES.map((path) => new Request(path, { cache: "reload" }));
  event.waitUntil(caches.open(cacheName("pages")).then((cache) => cache.addAll(requests)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (ofPython(request)) return event.respondWith(savedAsUsed(request));
  if (!request.url.startsWith(TOP)) return;
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = url.hash = "";
  const saved = async () => {
    const cache = await caches.open(cacheName("pages"));
    return (await cache.match(url.href)) ?? fetch(request);
  };
  event.respondWith(saved());
});
