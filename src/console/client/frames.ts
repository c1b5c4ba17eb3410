// Mail in its own markup is as high as its contents: the frame runs no scripts, so the page measures it.
import { within } from "./parts.ts";

const least = 48;
const most = 20_000;

export function frameHeights(part: ParentNode): void {
  for (const frame of within<HTMLIFrameElement>(part, "iframe.mail-frame")) {
    const fit = () => {
      const body = frame.contentDocument?.body;
      if (!body || frame.contentDocument?.URL === "about:blank") return;
      const height = Math.ceil(body.getBoundingClientRect().height);
      if (height > 0) frame.style.height = `${Math.min(Math.max(height + 2, least), most)}px`;
    };
    frame.addEventListener("load", () => {
      fit();
      const document = frame.contentDocument;
      if (document?.body) new ResizeObserver(fit).observe(document.body);
    });
    fit();
  }
}
