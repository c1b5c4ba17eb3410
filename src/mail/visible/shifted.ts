// Text that the margin of an inline element moves out of the page, with all that follows it on its line. CSS 2.2 10.3.1
// Widths are estimated. Bounded in the number of such elements and in what of a line is looked at.

import { countBelow } from "./ascending.ts";
import { windowWidth } from "./lengths.ts";
import { type ElementLook, rootLook } from "./look.ts";
import { inlineNames } from "./look-of.ts";
import type { Looks } from "./looks.ts";
import type { MarkupElement, Text, Tree } from "./tree.ts";

const maxMoving = 200;
/** Elements and texts of a line that are looked at. */
const maxOnLine = 500;

/** Texts that end left of the page. */
export function shiftedOf({ elements, texts }: Tree, looks: Looks): ReadonlySet<Text> {
  const away = new Set<Text>();
  const places: number[] = [];
  let moving = 0;
  for (const element of elements) {
    const look = looks.of.get(element)!;
    if ((look.shift === 0 && look.shiftBehind === 0) || moving++ >= maxMoving) continue;
    // The right margin of text from right to left stands at the end of its first line.
    if (look.isRightToLeft && elements.slice(element.number, element.next).some(({ name }) => name === "br"))
      continue;
    if (places.length === 0) for (const { start } of texts) places.push(start);
    const block = blockOf(element, looks);
    const textsFrom = (from: number) => texts.slice(countBelow(places, from)).slice(0, maxOnLine);
    for (const [from, shift] of [
      [element.start, look.shift],
      [element.close, look.shiftBehind],
    ] as const) {
      if (shift === 0) continue;
      const line = lineAt(elements, { block, from, looks });
      // As far right as what precedes it on the line may push it.
      let at = shift + Math.max(0, look.left);
      for (const text of textsFrom(line.start)) {
        if (text.start >= line.end) break;
        if (block.name === "pre" && text.start >= from && text.text.includes("\n")) break;
        const own = looks.of.get(text.parent) ?? rootLook;
        at += text.text.trim().length * own.fontSize * 0.6;
        if (at >= 0) break;
        if (text.start >= from) away.add(text);
      }
    }
  }
  return away;
}

function blockOf(element: MarkupElement, looks: Looks): MarkupElement {
  let block = element;
  while (block.parent !== null && isInLine(block, looks)) block = block.parent;
  return block;
}

function isInLine(element: MarkupElement, looks: Looks): boolean {
  return inlineNames.has(element.name) && !looks.of.get(element)!.isBox;
}

/** The part of a block between two of its line ends. */
function lineAt(
  elements: readonly MarkupElement[],
  { block, from, looks }: { block: MarkupElement; from: number; looks: Looks },
): { start: number; end: number } {
  const isRoot = block.parent === null;
  const line = { start: isRoot ? 0 : block.end, end: isRoot ? Number.POSITIVE_INFINITY : block.close };
  const first = isRoot ? 0 : block.number + 1;
  const behind = isRoot ? elements.length : block.next;
  for (const element of elements.slice(first, Math.min(behind, first + maxOnLine))) {
    const { gone, isMoved } = looks.of.get(element)!;
    if (isInLine(element, looks) || gone === "display" || (isMoved && inlineNames.has(element.name)))
      continue;
    if (element.start >= from) return { ...line, end: element.start };
    line.start = Math.max(line.start, Math.min(from, element.name === "br" ? element.end : element.close));
  }
  return line;
}

/** Whether text that seems to stand left of the page may begin further right. */
export function isPlaceUnknown(element: MarkupElement, look: ElementLook, looks: Looks): boolean {
  if (look.isIndentShare && isInCell(element)) return true;
  return isBesideFloat(element, looks) || (look.isAligned && Math.abs(look.left) < windowWidth);
}

/** The width of a cell is that of its text, so a share of it is not known. */
function isInCell(element: MarkupElement): boolean {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent)
    if (up.name === "td" || up.name === "th") return true;
  return false;
}

/** Lines begin right of what floats beside them, wherever their box does. CSS 2.2 9.5 */
function isBesideFloat(element: MarkupElement, looks: Looks): boolean {
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (looks.of.get(up)?.isPlaced) return false;
    if (up.before !== null && looks.of.get(up.before)!.isFloat) return true;
  }
  return false;
}
