// Text below the edge of a box that cuts off what does not fit. Heights are estimated from lines and blocks alone: what begins
// below the edge by them may be hidden, and is not judged. Linear in the texts and their depth.

import { countBelow } from "./ascending.ts";
import type { Looks } from "./looks.ts";
import type { MarkupElement, Text, Tree } from "./tree.ts";

/** The margin of paragraphs and headings, in their font size. HTML 15.3.3 */
const spaced = /^(?:p|h[1-6]|ul|ol|dl|blockquote|pre|fieldset|hr)$/;
const blocks = /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|div|tr|table|section|article|center|br|hr)$/;
/** Elements of one box that are looked at. */
const maxElements = 2000;

/** Whether a text may begin below the edge of a box around it. */
export function clipsOf(tree: Tree, looks: Looks): (text: Text) => boolean {
  const tops = new Map<MarkupElement, { starts: number[]; heights: number[] }>();
  for (const element of tree.elements)
    if (looks.of.get(element)!.clipHeight !== null) tops.set(element, topsIn(element, tree, looks));
  if (tops.size === 0) return () => false;
  return ({ parent, start }) => {
    for (let up: MarkupElement | null = parent; up !== null; up = up.parent) {
      const known = tops.get(up);
      if (known === undefined) continue;
      const height = known.heights[countBelow(known.starts, start) - 1] ?? 0;
      if (height > looks.of.get(up)!.clipHeight!) return true;
    }
    return false;
  };
}

/** Where lines begin in a box, with the places in the source of the elements that begin them. */
function topsIn(
  box: MarkupElement,
  { elements }: Tree,
  looks: Looks,
): { starts: number[]; heights: number[] } {
  const found = { starts: [] as number[], heights: [] as number[] };
  let top = 0;
  for (const element of elements.slice(box.number + 1, Math.min(box.next, box.number + maxElements))) {
    const { fontSize, gone } = looks.of.get(element)!;
    if (!blocks.test(element.name) || gone !== null) continue;
    // The first of a box begins where the box does, if no text is before it.
    if (element.before !== null || element.name === "br" || element.start - element.parent!.end > 1)
      top += fontSize * 1.15;
    if (spaced.test(element.name) && top > 0) top += fontSize;
    found.starts.push(element.start);
    found.heights.push(top);
  }
  return found;
}
