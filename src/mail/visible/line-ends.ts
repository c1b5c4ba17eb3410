// Ends of lines that a style keeps (`white-space: pre-wrap`): every view reads them as breaks, as those of `pre` are read.

import { escapeText } from "../html/text-to-html.ts";
import type { ElementLook } from "./look.ts";
import type { MarkupElement, Text } from "./tree.ts";

const lineEnd = /\r\n?|\n/g;

/** The markup of a text that is seen; null: it stays as it is written. @param seen the text as it is shown */
export function markupOf(seen: string, { text, parent }: Text, look: ElementLook): string | null {
  const isBroken = look.keepsLines && /[\r\n]/.test(seen) && !isInPre(parent);
  if (!isBroken) return seen === text ? null : escapeText(seen);
  return escapeText(seen).replace(lineEnd, "<br>");
}

function isInPre(element: MarkupElement): boolean {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent)
    if (up.name === "pre") return true;
  return false;
}
