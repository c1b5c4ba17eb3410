// Mail in its own markup is as high as its contents: the frame runs no scripts, so the page measures it. The style sheet hides
// a thread with frames from its first paint on, for two seconds at most; it is shown when the heights of the frames on the
// screen are known, so that nothing moves.
import { within } from "./parts.ts";

const least = 48;
const most = 20_000;
/** The width of paper between its margins, of A4 and of Letter. */
const paperPx = 690;

export function frameHeights(part: ParentNode): void {
  const fitted = new Map<HTMLIFrameElement, Promise<void>>();
  for (const frame of within<HTMLIFrameElement>(part, "iframe.mail-frame")) fitted.set(frame, follow(frame));
  for (const thread of within(part, ".thread")) {
    const seen = [...fitted].filter(([frame]) => thread.contains(frame) && isOnScreen(frame));
    void Promise.all(seen.map(([, done]) => done)).then(() => thread.classList.add("fitted"));
  }
}

function isOnScreen(frame: HTMLIFrameElement): boolean {
  const { top, height } = frame.getBoundingClientRect();
  return height > 0 && top < innerHeight;
}

/** Gives the frame the height of its contents from now on. Resolves when it has it. */
function follow(frame: HTMLIFrameElement): Promise<void> {
  const fit = (): number => {
    const body = frame.contentDocument?.body;
    if (!body || frame.contentDocument?.URL === "about:blank") return 0;
    const height = Math.ceil(body.getBoundingClientRect().height);
    if (height > 0) frame.style.height = `${Math.min(Math.max(height + 2, least), most)}px`;
    return height;
  };
  return new Promise((resolve) => {
    /** Once two looks agree: the first may be narrower, by the bar with which the frame scrolled. */
    const settle = (before: number) => {
      const height = fit();
      if (height === before) resolve();
      else requestAnimationFrame(() => settle(height));
    };
    frame.addEventListener("load", () => {
      settle(-1);
      const document = frame.contentDocument;
      if (document?.body) new ResizeObserver(fit).observe(document.body);
    });
    fit();
  });
}

/**
 * On paper nothing scrolls: every mail is unfolded, and a frame is as high as its contents are at the width of the paper. Contents that
 * are wider are made smaller.
 */
export function printing(): void {
  const undo: (() => void)[] = [];
  addEventListener("beforeprint", () => {
    for (const message of document.querySelectorAll<HTMLDetailsElement>("details.message:not([open])")) {
      message.open = true;
      undo.push(() => (message.open = false));
    }
    for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe.mail-frame")) {
      const root = frame.contentDocument?.documentElement;
      if (!root || frame.getBoundingClientRect().width === 0) continue;
      const { width, height } = frame.style;
      undo.push(() => {
        Object.assign(frame.style, { width, height });
        root.style.zoom = "";
      });
      Object.assign(frame.style, { width: `${paperPx}px`, height: `${least}px` });
      if (root.scrollWidth > root.clientWidth) root.style.zoom = String(paperPx / root.scrollWidth);
      frame.style.height = `${root.scrollHeight + 2}px`;
    }
  });
  addEventListener("afterprint", () => {
    for (const one of undo.splice(0)) one();
  });
  // The browser's own print does not wait for mails that were never on the screen: by its key they are fetched first.
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== "p" || ctrlKey === metaKey || shiftKey || altKey) return;
    const late = [
      ...document.querySelectorAll<HTMLIFrameElement>(".message-body > iframe.mail-frame"),
    ].filter(({ contentDocument }) => contentDocument?.URL === "about:blank");
    if (late.length === 0) return;
    event.preventDefault();
    const loads = late.map(
      (frame) => new Promise((resolve) => frame.addEventListener("load", resolve, { once: true })),
    );
    for (const frame of late) frame.loading = "eager";
    void Promise.all(loads).then(() => print());
  });
}
