// The enhancement script: what it adds, pages do without. Built into one text by src/console/frame/client-build.ts.
import { copyButtons } from "./copy.ts";
import { frameHeights } from "./frames.ts";
import { submitOnChange, toasts } from "./small.ts";

document.documentElement.classList.add("scripted");

/** What is done to a part of the page once it is there. */
function enhance(part: ParentNode): void {
  copyButtons(part);
  frameHeights(part);
  submitOnChange(part);
  toasts(part);
}

enhance(document);
