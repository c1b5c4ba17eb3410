// Live update: the stream says that something happened; the page fetches itself and takes over what has changed.
import { fetchPage, parts, renewParts } from "./parts.ts";

const gatherMs = 400;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** Event kinds that change what a page shows. */
const kinds = [
  "message.received",
  "message.sent",
  "message.bounced",
  "message.read",
  "message.unread",
  "message.moved",
  "message.deleted",
  "draft.created",
  "draft.updated",
  "draft.deleted",
  "thread.created",
  "thread.updated",
  "thread.labelled",
  "thread.unlabelled",
  "review.requested",
  "review.approved",
  "review.rejected",
  "review.returned",
  "review.expired",
];

export function liveUpdate(): void {
  if (!document.getElementById("list")) return;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchesThread = false;
  /** Something may have happened while nobody listened. */
  let wasLost = false;
  let waitMs = firstWaitMs;
  const here = () => /^\/console\/threads\/([0-9a-f-]{36})/.exec(location.pathname)?.[1];
  const look = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const at = location.href;
      const withThread = touchesThread;
      touchesThread = false;
      const page = await fetchPage(at).catch(() => null);
      if (page && at === location.href) renewParts(page, withThread ? parts : ["side", "list"]);
    }, gatherMs);
  };
  const news = (event: MessageEvent<string>) => {
    const { thread_id: thread } = JSON.parse(event.data) as { thread_id: string | null };
    if (thread === null || thread === here()) touchesThread = true;
    look();
  };
  const open = () => {
    if (document.hidden || (source && source.readyState !== EventSource.CLOSED)) return;
    source = new EventSource("/console/live");
    for (const kind of kinds) source.addEventListener(kind, news);
    source.addEventListener("open", () => {
      waitMs = firstWaitMs;
      if (wasLost) {
        touchesThread = true;
        look();
      }
      wasLost = false;
    });
    source.addEventListener("error", () => {
      wasLost = true;
      // The browser tries again by itself, but for an answer that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return;
      setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    });
  };
  const close = () => {
    source?.close();
    wasLost = true;
  };
  open();
  // A browser opens six connections to a server: pages in the background leave theirs to the others.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("online", open);
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
}
