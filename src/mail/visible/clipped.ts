// Text below the edge of a box that cuts off what does not fit. Heights are estimated from lines and blocks alone: what begins
// below the edge by them may be hidden, and is not judged; it is hidden where the least height of what stands above is more.
// Linear in the texts and their depth.

import { countBelow, countWhile } from "./ascending.ts";
import { windowWidth } from "./lengths.ts";
import { type ElementLook, rootLook } from "./look.ts";
import type { Looks } from "./looks.ts";
import type { MarkupElement, Text, Tree } from "./tree.ts";

/** The margin of paragraphs and headings, in their font size. HTML 15.3.3 */
const spaced = /^(?:p|h[1-6]|ul|ol|dl|blockquote|pre|fieldset|hr)$/;
const blocks =
  /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|div|tr|table|section|article|aside|main|header|footer|nav|form|address|figure|fieldset|details|summary|center|br|hr|legend)$/;
/** Elements of one box that are looked at. */
const maxElements = 2000;

/** Whether a text begins beyond the edge of a box around it; "unknown": it may. */
export type Clipped = "certain" | "unknown" | null;

/** Characters that the longest lines have. */
const lineCharacters = 120;
/** The width of the narrowest letters, in their size: a line holds the most of these. */
const leastLetter = 0.45;

/** Says of a text whether it is cut off. */
export function clipsOf(tree: Tree, looks: Looks): (text: Text) => Clipped {
  const tops = new Map<MarkupElement, Tops>();
  let isNarrow = false;
  for (const element of tree.elements) {
    const { clipHeight, clipWidth, clipLines } = looks.of.get(element)!;
    if (clipHeight !== null || clipLines !== null) tops.set(element, topsIn(element, tree, looks));
    isNarrow ||= clipWidth !== null;
  }
  if (tops.size === 0 && !isNarrow) return () => null;
  return ({ parent, start, text }) => {
    let found: Clipped = isCut(parent, text, looks) ? "unknown" : null;
    const moves = new Moves(looks.of.get(parent) ?? rootLook);
    for (let up: MarkupElement | null = parent; up !== null; up = up.parent) {
      const known = tops.get(up);
      const moved = known === undefined ? null : moves.within(looks.of.get(up)!, up === parent);
      moves.add(up, looks.of.get(up) ?? rootLook);
      if (known === undefined) continue;
      if (moved === "certain") return moved;
      if (moved !== null) found = moved;
      const { clipHeight, clipLines, isClipSure, clipWidth, fontSize, lineHeight } = looks.of.get(up)!;
      const at = countBelow(known.starts, start) - 1;
      if (known.isPlain && at >= 0) {
        if (clipHeight !== null && isClipSure && known.least[at]! >= clipHeight - 1) return "certain";
        if (clipLines !== null && known.lines[at]! >= clipLines) return "certain";
      }
      const most = Math.max(
        1,
        Math.min(lineCharacters, (clipWidth ?? windowWidth) / (fontSize * leastLetter)),
      );
      if (clipLines !== null && known.characters > clipLines * most) found = "unknown";
      if (clipHeight !== null && (known.heights[at] ?? 0) >= clipHeight) found = "unknown";
      const lines = Math.max(1, (clipHeight ?? 0) / (lineHeight || fontSize * 1.15));
      if (clipHeight !== null && clipWidth !== null && known.characters > lines * most) found = "unknown";
    }
    return found;
  };
}

/** How far a text is moved down, or up, by the boxes around it. */
class Moves {
  #down: number | null = 0;
  /** The box out of the flow that it stands in, before the one that holds it. */
  #out: ElementLook["out"] = null;
  /** A place of its own, so that what lies between does not move it. */
  #isPinned = false;
  #isMoved = false;
  /** A margin pulls it up. */
  #isPulled = false;
  /** Pixels from the edge of the lowest of the boxes whose content stands in their middle. */
  #middle = 0;
  readonly #fontSize: number;

  constructor({ fontSize, lineHeight }: ElementLook) {
    this.#fontSize = fontSize;
    this.#middle = ((lineHeight ?? 0) - fontSize) / 2;
  }

  add({ name, attributes }: MarkupElement, look: ElementLook): void {
    const { out, isPinned, down, height, lead, laysOut, marginAbove } = look;
    const wasPinned = this.#isPinned;
    if (this.#leaves(look)) {
      if (wasPinned) return;
    } else {
      this.#out = null;
      this.#isPinned = false;
    }
    if (out !== null && this.#out !== "fixed") {
      this.#out = out;
      this.#isPinned = isPinned;
    }
    if (down !== 0) this.#isMoved = true;
    if ((marginAbove ?? 0) < 0) this.#isPulled = true;
    if (this.#down !== null) this.#down = down === null ? null : this.#down + down + (wasPinned ? 0 : lead);
    const whole = height ?? (Number.parseInt(attributes.height ?? "", 10) || 0);
    if (laysOut || /^(?:table|tr|td|th)$/.test(name))
      this.#middle = Math.max(this.#middle, (whole - this.#fontSize) / 2);
  }

  /** Whether the text stands in a box that a box around it does not hold. */
  #leaves({ isHolder, holdsFixed }: ElementLook): boolean {
    return this.#out === "fixed" ? !holdsFixed : this.#out !== null && !isHolder;
  }

  /** @param isOwn the box holds the text itself */
  within(look: ElementLook, isOwn: boolean): Clipped {
    const { clipHeight, isClipSure } = look;
    // A box out of the flow is cut off by the box that holds it, and by those around that one.
    if (clipHeight === null || this.#leaves(look)) return null;
    if (!isOwn && this.#down === null) return "unknown";
    const down = isOwn ? 0 : (this.#down ?? 0);
    if (down >= clipHeight) return isClipSure && this.#isMoved && !this.#isPulled ? "certain" : "unknown";
    if (this.#isMoved && down <= -this.#fontSize / 2) return "unknown";
    return this.#middle >= clipHeight ? "unknown" : null;
  }
}

/** Elements that begin 40 pixels further right. HTML 15.3.3 */
const indented = /^(?:ul|ol|dd|blockquote|figure)$/;

/** Whether an element within a box stands in another child of it than the first. */
function isBesideBox(element: MarkupElement, box: MarkupElement): boolean {
  for (let up = element; up !== box && up.parent !== null; up = up.parent)
    if (up.parent === box) return up.before !== null;
  return false;
}

/** Whether a word may be wider than a box around it that cuts it off. */
function isCut(element: MarkupElement, text: string, looks: Looks): boolean {
  const { clipWidth, fontSize, scale, isUnbroken } = looks.of.get(element) ?? rootLook;
  if (clipWidth === null) return false;
  let width = clipWidth;
  let box = element;
  for (let up = element; up.parent !== null && looks.of.get(up)!.clipWidth !== null; up = up.parent) {
    if (indented.test(up.name)) width -= 40;
    box = up;
  }
  // Boxes beside each other are not laid out.
  if ((looks.of.get(box)!.laysOut || isUnbroken) && isBesideBox(element, box)) return true;
  // From the end, what does not fit is cut off at the beginning. CSS Box Alignment 3 5.3
  if (looks.of.get(box)!.endsFirst && box.children > 1) return true;
  // Margins and places move it to the right within the box.
  if (looks.of.get(element)!.left - looks.of.get(box)!.left >= width) return true;
  let longest = 0;
  for (const word of text.slice(0, 10_000).split(/\s+/)) longest = Math.max(longest, word.length);
  // The end of a line that is cut off is ordinary, most of it is not.
  if (isUnbroken) longest = Math.max(longest, text.trim().length / 3);
  return longest * fontSize * scale * 0.45 > width;
}

/** Where lines begin in a box: places in the source of the elements that begin them, in order. */
interface Tops {
  starts: number[];
  /** Pixels below the top, about. */
  heights: number[];
  /** Pixels below the top, at least. */
  least: number[];
  /** Lines above, at least. */
  lines: number[];
  /** Nothing in the box stands beside something else. */
  isPlain: boolean;
  /** Characters of all its texts. */
  characters: number;
}

function topsIn(box: MarkupElement, { elements, texts }: Tree, looks: Looks): Tops {
  const found: Tops = {
    starts: [],
    heights: [],
    least: [],
    lines: [],
    characters: 0,
    isPlain: !looks.of.get(box)!.laysOut || looks.of.get(box)!.clipLines !== null,
  };
  // Lines of preformatted text are not counted.
  if (box.name === "pre")
    return {
      ...found,
      starts: [box.start],
      heights: [Number.POSITIVE_INFINITY],
      least: [0],
      lines: [0],
      isPlain: false,
    };
  const edges: { at: number; element: MarkupElement; isStart: boolean }[] = [];
  for (const element of elements.slice(box.number + 1, Math.min(box.next, box.number + maxElements))) {
    const look = looks.of.get(element)!;
    if (look.gone === null && (look.isAside || look.laysOut || look.isPlaced || apart.test(element.name)))
      found.isPlain = false;
    const isBlock = blocks.test(element.name) || look.isBox || looks.of.get(element.parent!)?.laysOut;
    if (!(isBlock || element.name === "img") || look.gone !== null) continue;
    edges.push({ at: element.start, element, isStart: true });
    if (element.name !== "br" && element.name !== "img")
      edges.push({ at: element.close, element, isStart: false });
  }
  edges.sort((a, b) => a.at - b.at);
  let [top, next] = [0, countWhile(texts, ({ start }) => start < box.start)];
  for (let at = next; at < texts.length && texts[at]!.start < box.close; at++)
    found.characters += texts[at]!.text.length;
  let [least, lines, margin] = [0, 0, 0];
  const tops = new Map<MarkupElement, number>();
  for (const { at, element, isStart } of edges) {
    const { fontSize, marginAbove, height: own } = looks.of.get(element)!;
    // Text before the edge has lines of its own.
    let hasLine = element.name === "br";
    let height = hasLine ? leastHeight(element.parent ?? element, looks) : Number.POSITIVE_INFINITY;
    for (; next < texts.length && texts[next]!.start < at; next++) {
      const { text, parent } = texts[next]!;
      if (!/\S/.test(text) || looks.of.get(parent)?.gone !== null) continue;
      hasLine = true;
      height = Math.min(height, leastHeight(parent, looks));
    }
    if (hasLine) {
      top += fontSize * 1.15;
      least += margin + height;
      lines++;
      margin = 0;
    }
    if (spaced.test(element.name)) top += fontSize;
    // Margins that meet are one. CSS 2.2 8.3.1
    if (isStart && marginAbove !== null) {
      if (marginAbove < 0) found.isPlain = false;
      margin = Math.max(margin, marginAbove);
      top += Math.max(0, marginAbove);
    }
    if (element.name === "pre") top = Number.POSITIVE_INFINITY;
    if (isStart) tops.set(element, top);
    else if (own !== null) top = Math.max(top, tops.get(element)! + own);
    if (element.name === "img") top += own ?? (Number.parseInt(element.attributes.height ?? "", 10) || 0);
    found.starts.push(at);
    found.heights.push(top);
    found.least.push(least + margin);
    found.lines.push(lines);
  }
  return found;
}

/** Elements with an order of their own in them. */
const apart = /^(?:td|th|caption|legend|summary|details|ruby|pre)$/;

function leastHeight(element: MarkupElement, looks: Looks): number {
  const { lineHeight, fontSize } = looks.of.get(element) ?? rootLook;
  return lineHeight ?? fontSize;
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
