// Live update: the stream says that something happened; the page fetches itself and takes over what has changed.
import { fetchPage, takeParts } from "./parts.ts";

const gatherMs = 400;
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
  const source = new EventSource("/console/live");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let touchesThread = false;
  const here = () => /^\/console\/threads\/([0-9a-f-]{36})/.exec(location.pathname)?.[1];
  const news = (event: MessageEvent<string>) => {
    const { thread_id: thread } = JSON.parse(event.data) as { thread_id: string | null };
    if (thread === null || thread === here()) touchesThread = true;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const withThread = touchesThread && !isBusy();
      touchesThread = false;
      const page = await fetchPage(location.href).catch(() => null);
      if (page) takeParts(page, withThread ? ["side", "list", "main"] : ["side", "list"]);
    }, gatherMs);
  };
  for (const kind of kinds) source.addEventListener(kind, news);
  addEventListener("pagehide", () => source.close());
}

/** Somebody writes, decides or has a menu open in the thread: it is left alone. */
function isBusy(): boolean {
  const main = document.getElementById("main");
  if (!main) return false;
  if (main.querySelector("details.menu[open], details.decision[open]")) return true;
  const { activeElement } = document;
  if (main.contains(activeElement) && activeElement?.matches("input, textarea, select")) return true;
  return [...main.querySelectorAll<HTMLTextAreaElement>("textarea")].some(
    (text) => text.value !== text.defaultValue,
  );
}
