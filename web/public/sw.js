// A page for when the server cannot be reached, and notices of my move; everything else comes from the server, always fresh.
const KEPT = "dogfight-offline-1";
const TAG = "your-move";
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(["/offline.html", "/icon.svg"])));
});
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(event.action === "off" ? stop() : open(event.notification.data.path));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.oldSubscription)));

/** Shows what the server says; browsers want a notification for every message, even one that cannot be read. */
async function show(data) {
  let notice = {};
  try {
    notice = data.json();
  } catch {
    // a message without words
  }
  const until = notice.until ? [`Until ${new Date(notice.until).toLocaleString()}`] : [];
  await registration.showNotification(notice.title ?? "Your move", {
    body: [...(notice.lines ?? []), ...until].join("\n"),
    tag: TAG,
    renotify: true,
    icon: "/icon.svg",
    data: { path: notice.path ?? "/" },
    actions: [{ action: "off", title: "No more of these" }],
  });
}

/** Goes to a page of ours: to one that shows it already, or a new one. */
async function open(path) {
  const target = new URL(path, location.origin);
  if (target.origin !== location.origin) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === target.pathname);
  await (there ? there.focus() : clients.openWindow(target.href));
}

async function stop() {
  await fetch("/api/me/push", { method: "DELETE" });
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/** The push service has given this browser another address. */
async function renew(old) {
  if (!old) return;
  const { endpoint, keys } = (await registration.pushManager.subscribe(old.options)).toJSON();
  const body = JSON.stringify({ endpoint, ...keys });
  await fetch("/api/me/push", { method: "POST", headers: { "content-type": "application/json" }, body });
}
