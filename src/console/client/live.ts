// Live update: the stream says that something happened; the page fetches itself and takes over what has changed.
import { fetchPage, parts, renewParts, within } from "./parts.ts";
import { remind, tellWaiting } from "./reminders.ts";
import { takeCount, takeHead, waitingIn } from "./small.ts";

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
  "thread.unsnoozed",
  "thread.labelled",
  "thread.unlabelled",
  "review.requested",
  "review.approved",
  "review.rejected",
  "review.returned",
  "review.expired",
];

export function liveUpdate(): void {
  const list = document.querySelector<HTMLElement>("[data-seen]");
  if (!document.querySelector(".app")) return;
  let source: EventSource | undefined;
  let touchesThread = false;
  /** Something may have happened while nobody listened: the next stream begins with a look. */
  let wasLost = false;
  /** The one page of the background that counts and tells. */
  let isWatch = false;
  let isLeft = false;
  let waitMs = firstWaitMs;
  const here = () => /^\/console\/threads\/([0-9a-f-]{36})/.exec(location.pathname)?.[1];
  const look = oneAtATime(async () => {
    const at = location.href;
    const withThread = touchesThread;
    touchesThread = false;
    // The desk may begin with another card by now: its page is asked for by the one that is shown.
    const card = document.querySelector<HTMLElement>("[data-desk]")?.dataset.desk;
    const from = card === undefined ? at : `/console/desk?at=${card}`;
    const page = await fetchPage(from, {}, ["style"]).catch(() => null);
    const fits = page !== null && at === location.href;
    if (fits) {
      // The card that is decided about stays as it was shown: a key decides about the card in sight.
      if (card === undefined) renewParts(page, withThread ? parts : ["side", "bar", "list"]);
      renewWriters(page.document);
      takeHead(page.document);
    }
    // The network is gone, the server starts anew, or somebody went to another page meanwhile.
    else touchesThread ||= withThread;
    return fits;
  });
  /** In the background the count is kept alone: a thread that the server shows may count as read. */
  const count = oneAtATime(async () => {
    const page = (await fetchPage("/console/mail/needs", {}, []).catch(() => null))?.document;
    if (!page?.querySelector(".app") || !document.hidden) return true;
    const isMore = waitingIn(page) > waitingIn(document);
    takeCount(page);
    if (isMore) tellWaiting(page);
    return true;
  });
  const begins = ({ data, lastEventId }: MessageEvent<string>) =>
    void remind((JSON.parse(data) as { event: string }).event, lastEventId);
  const news = (event: MessageEvent<string>) => {
    const { thread_id: thread } = JSON.parse(event.data) as { thread_id: string | null };
    if (document.hidden) {
      wasLost = true;
      count();
      return;
    }
    if (!list) return;
    if (thread === null || thread === here()) touchesThread = true;
    look();
  };
  const lookAgain = () => {
    if (document.hidden) return count();
    if (wasLost && list) {
      touchesThread = true;
      look();
    }
    wasLost = false;
  };
  const open = () => {
    const isIdle = isLeft || (document.hidden && !isWatch);
    if (document.hidden) wasLost = true;
    if (isIdle || (source && source.readyState !== EventSource.CLOSED)) return;
    // The first stream goes on where the page was made.
    source = new EventSource(`/console/live${wasLost || !list ? "" : `?after=${list.dataset.seen}`}`);
    for (const kind of kinds) source.addEventListener(kind, news);
    source.addEventListener("calendar_event.starting", begins);
    source.addEventListener("open", () => {
      waitMs = firstWaitMs;
      lookAgain();
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
  let endWatch = () => {};
  // A browser opens six connections to a server: pages in the background leave theirs to the others, but one. Once that one is looked
  // at or closed, the next takes its place.
  const hide = () => {
    if (isLeft || !navigator.locks) return close();
    const shown = new AbortController();
    const { signal } = shown;
    const isShown = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    endWatch = () => shown.abort();
    const watch = async () => {
      isWatch = true;
      open();
      await isShown;
      isWatch = false;
    };
    void navigator.locks.request("live", { ifAvailable: true }, (lock) => {
      if (signal.aborted) return undefined;
      if (lock) return watch();
      close();
      void navigator.locks.request("live", { signal }, watch).catch(() => {});
      return undefined;
    });
  };
  if (document.hidden) hide();
  else open();
  document.addEventListener("visibilitychange", () => {
    endWatch();
    if (document.hidden) hide();
    else if (source?.readyState === EventSource.OPEN) lookAgain();
    else open();
  });
  // A stream over the network that was there before may stay silent for minutes.
  addEventListener("online", () => {
    close();
    open();
  });
  // The browser may keep the page, and hides it after this.
  addEventListener("pagehide", () => {
    isLeft = true;
    endWatch();
    close();
  });
  addEventListener("pageshow", () => {
    isLeft = false;
    open();
  });
}

/** The writers of this moment, also on a page whose main part stays as it is. */
function renewWriters(page: Document): void {
  const [old, fresh] = [document.getElementById("writing"), page.getElementById("writing")];
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
  endingWriters(old);
}

/** A writer is named until a minute has gone by since. */
export function endingWriters(part: ParentNode): void {
  for (const line of within(part, "[data-left]")) setTimeout(() => line.remove(), Number(line.dataset.left));
}

/**
 * Does this a moment after it was asked for, again when it was asked for meanwhile, and when it failed after a wait that another
 * request ends. One at a time, so that an older answer never takes the place of a newer one.
 * @param work false: it failed
 */
function oneAtATime(work: () => Promise<boolean>): () => void {
  let isWanted = false;
  let isRunning = false;
  let endWait = () => {};
  const run = async () => {
    isRunning = true;
    let retryMs = firstWaitMs;
    while (isWanted) {
      await sleep(gatherMs);
      isWanted = false;
      if (await work().catch(() => false)) retryMs = firstWaitMs;
      else if (!isWanted) {
        await Promise.race([sleep(retryMs), new Promise<void>((resolve) => (endWait = resolve))]);
        isWanted = true;
        retryMs = Math.min(retryMs * 2, longestWaitMs);
      }
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    endWait();
    if (!isRunning) void run();
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
