// The service worker: where the network is gone, a page says so in place of the browser. It keeps that page and its style, and asks
// the network for everything else as if it were not there. Service Workers 1.0
interface WorkerEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

const offline = "/console/offline";
const kept = new URL(location.href).searchParams.getAll("keep");
/** Another version has another style, and so another name. */
const store = `offline ${kept.join(" ")}`;
const on = (kind: string, work: (event: WorkerEvent) => void) =>
  addEventListener(kind, (event) => work(event as WorkerEvent));

on("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll([offline, ...kept])));
});
on("activate", (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== store) await caches.delete(name);
  };
  event.waitUntil(drop());
});
on("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  const path = new URL(request.url).pathname;
  if (!isPage && !kept.includes(path)) return;
  const instead = async (error: unknown) => {
    const found = await caches.match(isPage ? offline : path);
    if (found) return found;
    throw error;
  };
  event.respondWith(fetch(request).catch(instead));
});
