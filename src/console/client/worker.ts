// The service worker: where the network is gone, a page says so in place of the browser, and notices of the browser are its. It keeps
// that page and its style, and asks the network for everything else as if it were not there. Service Workers 1.0
interface PageClient {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
interface WorkerEvent extends Event {
  request: Request;
  data: BrowserNotice;
  notification: Notification;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
/** A notice as a page in the background asks for it. */
interface BrowserNotice {
  text: string;
  /** The page that a press opens. */
  path: string;
  /** The same of all pages that tell of one thing: the browser shows it once. */
  tag: string;
}
interface WorkerScope {
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

const scope = globalThis as unknown as WorkerScope;
const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

const offline = "/console/offline";
const kept = new URL(location.href).searchParams.getAll("keep");
/** Another version has another style, and so another name. */
const store = `offline ${kept.join(" ")}`;
const on = (kind: string, work: (event: WorkerEvent) => void) =>
  addEventListener(kind, (event) => work(event as WorkerEvent));

on("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll([offline, ...kept])));
  // A page asks nothing of the worker that another version would answer otherwise.
  event.waitUntil(scope.skipWaiting());
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
on("message", (event) => {
  const { text, path, tag } = event.data;
  const note = async () => {
    // A page that is looked at says it by itself.
    if ((await pages()).some(({ visibilityState }) => visibilityState === "visible")) return;
    await scope.registration.showNotification(text, { tag, data: path, icon: kept.at(-1)! });
  };
  event.waitUntil(note());
});
on("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const show = async () => {
    const url = new URL(notification.data as string, location.origin).href;
    const open = (await pages()).find((one) => one.url === url);
    // A page of its own: in another somebody may be writing.
    await (open ? open.focus() : scope.clients.openWindow(url));
  };
  event.waitUntil(show());
});
