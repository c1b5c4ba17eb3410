// Rules whose selector cannot be answered, and properties of theirs that could hide or show text.

import type { Selector } from "css-what";
import type { Declaration } from "./declarations.ts";
import { pixels } from "./lengths.ts";

/** Whether a rule is about the first line of elements: lines are not laid out. */
export function isFirstLine(token: Selector): boolean {
  return (token.type === "pseudo-element" || token.type === "pseudo") && token.name === "first-line";
}

/** Properties by which a first line may be unseen. */
export const looksOfLine = /^(?:color|font-size|letter-spacing|-webkit-text-fill-color|background-color)$/;

/** Whether a property could hide or show the text of an element. */
export function mayDecide(property: string): boolean {
  return /^(?:display|visibility|opacity|clip|clip-path|transform|font-size|height|max-height|left|top|mso-hide)$/.test(
    property,
  );
}

/** Whether a rule is about what is made before or after the text of elements. */
export function isBesideText(token: Selector): boolean {
  return /^pseudo/.test(token.type) && "name" in token && /^(?:before|after)$/.test(token.name);
}

/** Whether a rule is about all that an element opens to show: boxes without a tag are not laid out. */
export function isContent(token: Selector): boolean {
  return token.type === "pseudo-element" && token.name === "details-content";
}

/** Pixels of a box that push text out of another, or cover it. */
const minPush = 24;

/** Whether a declaration makes a box that may cover text or push it away. */
export function mayMoveText({ property, value }: Declaration): boolean {
  if (property === "position") return /^(?:absolute|fixed)$/.test(value);
  const isSize = /^(?:height|min-height|margin-top|padding-top|padding-bottom)$/.test(property);
  return isSize && Math.abs(pixels(value, { em: 16, whole: 800 }) ?? 0) >= minPush;
}

/** Whether selectors that are not known here are none of a reader's program: names of another one's own, or the end of a rule, written twice. */
export function isForeign(selectors: string): boolean {
  return /:-|::|_:|^[^"'()[\]]*;/.test(selectors);
}
