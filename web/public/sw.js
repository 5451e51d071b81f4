// Only a page for when the server cannot be reached; everything else comes from the server, always fresh.
const KEPT = "dogfight-offline-1";
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(["/offline.html", "/icon.svg"])));
});
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
});
