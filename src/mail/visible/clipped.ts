// Text below the edge of a box that cuts off what does not fit. Heights are estimated from lines and blocks alone: what begins
// below the edge by them may be hidden, and is not judged. Linear in the texts and their depth.

import { countBelow, countWhile } from "./ascending.ts";
import { rootLook } from "./look.ts";
import type { Looks } from "./looks.ts";
import type { MarkupElement, Text, Tree } from "./tree.ts";

/** The margin of paragraphs and headings, in their font size. HTML 15.3.3 */
const spaced = /^(?:p|h[1-6]|ul|ol|dl|blockquote|pre|fieldset|hr)$/;
const blocks =
  /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|div|tr|table|section|article|aside|main|header|footer|nav|form|address|figure|fieldset|details|summary|center|br|hr|legend)$/;
/** Elements of one box that are looked at. */
const maxElements = 2000;

/** Whether a text may begin beyond the edge of a box around it. */
export function clipsOf(tree: Tree, looks: Looks): (text: Text) => boolean {
  const tops = new Map<MarkupElement, { starts: number[]; heights: number[] }>();
  let isNarrow = false;
  for (const element of tree.elements) {
    const { clipHeight, clipWidth } = looks.of.get(element)!;
    if (clipHeight !== null) tops.set(element, topsIn(element, tree, looks));
    isNarrow ||= clipWidth !== null;
  }
  if (tops.size === 0 && !isNarrow) return () => false;
  return ({ parent, start, text }) => {
    if (isCut(parent, text, looks)) return true;
    for (let up: MarkupElement | null = parent; up !== null; up = up.parent) {
      const known = tops.get(up);
      if (known === undefined) continue;
      const height = known.heights[countBelow(known.starts, start) - 1] ?? 0;
      if (height > looks.of.get(up)!.clipHeight!) return true;
    }
    return false;
  };
}

/** Elements that begin 40 pixels further right. HTML 15.3.3 */
const indented = /^(?:ul|ol|dd|blockquote|figure)$/;

/** Whether a word may be wider than a box around it that cuts it off. */
function isCut(element: MarkupElement, text: string, looks: Looks): boolean {
  const { clipWidth, fontSize, scale } = looks.of.get(element) ?? rootLook;
  if (clipWidth === null) return false;
  let width = clipWidth;
  for (let up = element; up.parent !== null && looks.of.get(up)!.clipWidth !== null; up = up.parent)
    if (indented.test(up.name)) width -= 40;
  let longest = 0;
  for (const word of text.slice(0, 10_000).split(/\s+/)) longest = Math.max(longest, word.length);
  return longest * fontSize * scale * 0.45 > width;
}

/** Where lines begin in a box, with the places in the source of the elements that begin them. */
function topsIn(
  box: MarkupElement,
  { elements, texts }: Tree,
  looks: Looks,
): { starts: number[]; heights: number[] } {
  const found = { starts: [] as number[], heights: [] as number[] };
  // Lines of preformatted text are not counted.
  if (box.name === "pre") return { starts: [box.start], heights: [Number.POSITIVE_INFINITY] };
  const edges: { at: number; element: MarkupElement }[] = [];
  for (const element of elements.slice(box.number + 1, Math.min(box.next, box.number + maxElements))) {
    if (!blocks.test(element.name) || looks.of.get(element)!.gone !== null) continue;
    edges.push({ at: element.start, element });
    if (element.name !== "br") edges.push({ at: element.close, element });
  }
  edges.sort((a, b) => a.at - b.at);
  let [top, next] = [0, countWhile(texts, ({ start }) => start < box.start)];
  for (const { at, element } of edges) {
    const { fontSize } = looks.of.get(element)!;
    // Text before the edge has lines of its own.
    let hasLine = element.name === "br";
    for (; next < texts.length && texts[next]!.start < at; next++) hasLine ||= /\S/.test(texts[next]!.text);
    if (hasLine) top += fontSize * 1.15;
    if (spaced.test(element.name)) top += fontSize;
    if (element.name === "pre") top = Number.POSITIVE_INFINITY;
    found.starts.push(at);
    found.heights.push(top);
  }
  return found;
}

/** Whether a box whose lines have no height may be higher by margins, lists and tables that it holds. */
export function hasHeight(element: MarkupElement, { elements }: Tree, looks: Looks): boolean {
  let box = element;
  while (box.parent !== null && box.parent.parent !== null && looks.of.get(box.parent)!.isFlat)
    box = box.parent;
  return elements
    .slice(box.number + 1, Math.min(box.next, box.number + maxElements))
    .some(({ name }) => spaced.test(name) || name === "table" || name === "img");
}
