// Rules whose selector cannot be answered, and properties of theirs that could hide or show text.

import type { Selector } from "css-what";

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
