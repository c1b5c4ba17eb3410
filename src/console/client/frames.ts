// Mail in its own markup is as high as its contents: the frame runs no scripts, so the page measures it. What stands around a
// frame on the screen is shown when its height is known, so that nothing moves.
import { within } from "./parts.ts";

const least = 48;
const most = 20_000;
const patienceMs = 2000;

export function frameHeights(part: ParentNode): void {
  for (const frame of within<HTMLIFrameElement>(part, "iframe.mail-frame")) {
    const shown = holdUntilFitted(frame);
    const fit = (): number => {
      const body = frame.contentDocument?.body;
      if (!body || frame.contentDocument?.URL === "about:blank") return 0;
      const height = Math.ceil(body.getBoundingClientRect().height);
      if (height > 0) frame.style.height = `${Math.min(Math.max(height + 2, least), most)}px`;
      return height;
    };
    /** Once two looks agree: the first may be narrower, by the bar with which the frame scrolled. */
    const settle = (before: number) => {
      const height = fit();
      if (height === before) shown();
      else requestAnimationFrame(() => settle(height));
    };
    frame.addEventListener("load", () => {
      settle(-1);
      const document = frame.contentDocument;
      if (document?.body) new ResizeObserver(fit).observe(document.body);
    });
    fit();
  }
}

/** Hides the thread of a frame that is on the screen. @returns shows it again */
function holdUntilFitted(frame: HTMLIFrameElement): () => void {
  const thread = frame.closest<HTMLElement>(".thread");
  const { top, height } = frame.getBoundingClientRect();
  if (!thread || height === 0 || top > innerHeight) return () => {};
  const waiting = Number(thread.dataset.waiting ?? 0) + 1;
  thread.dataset.waiting = String(waiting);
  let isHeld = true;
  const show = () => {
    if (!isHeld) return;
    isHeld = false;
    const left = Number(thread.dataset.waiting) - 1;
    if (left > 0) thread.dataset.waiting = String(left);
    else delete thread.dataset.waiting;
  };
  setTimeout(show, patienceMs);
  return show;
}
