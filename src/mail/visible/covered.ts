// Text that is laid out and not painted: columns and rows that are left out, and boxes with a ground of their own over what is
// around them. CSS 2.2 17.5.5 and E. Bounded in the number of such boxes.

import type { Looks } from "./looks.ts";
import type { MarkupElement, Tree } from "./tree.ts";

const maxCovers = 50;
const maxColumns = 1000;

export interface Covered {
  /** Whether text directly in an element lies below a box, or in what is left out. */
  has: (element: MarkupElement) => boolean;
  /** Not certain: a box covers the window, whose height is unknown, or pulls what follows out of the page. */
  isUnsure: boolean;
}

export function coveredOf(tree: Tree, looks: Looks): Covered {
  const leftOut = new Set<MarkupElement>();
  const covers: { cover: MarkupElement; around: MarkupElement }[] = [];
  let isUnsure = false;
  let overflows = false;
  let [hasBelow, hasPulled] = [false, false];
  let moved = 0;
  for (const element of tree.elements) {
    const look = looks.of.get(element)!;
    hasBelow ||= look.isBelow && look.gone === null;
    hasPulled ||= look.isMoved && look.hasGround;
    if (look.isMoved) moved = Math.max(moved, element.next);
    // A ground within what is moved lies over it is not known what.
    else if (element.number < moved && look.hasGround) isUnsure = true;
    if (look.pullsUp) isUnsure = true;
    // A placed box with a ground lies over text that runs out of a box before it.
    if (overflows && look.hasGround && look.layer !== null && look.layer >= 0) isUnsure = true;
    overflows ||= look.overflows;
    if (look.isCollapsed && (element.name === "col" || element.name === "colgroup"))
      addColumn(element, { tree, looks, leftOut });
    if (look.mayCover && !look.covers && look.gone === null) isUnsure = true;
    if (!look.covers || look.gone !== null || !look.isVisible || look.opacity < 0.9) continue;
    let around = element.parent;
    while (around !== null && around.parent !== null && looks.of.get(around)?.layer === null)
      around = around.parent;
    if (around === null || around.parent === null) isUnsure = true;
    else if (covers.length < maxCovers) covers.push({ cover: element, around });
  }
  // Grounds are painted over what is below zero.
  if (hasBelow && hasPulled) isUnsure = true;
  if (overflows && covers.length > 0) isUnsure = true;
  if (leftOut.size === 0 && covers.length === 0) return { has: () => false, isUnsure };
  return {
    isUnsure,
    has: (element) =>
      isIn(element, leftOut, looks) ||
      covers.some(({ cover, around }) => isBelow(element, { cover, around, looks })),
  };
}

/** Layers in a column that is left out are painted. */
function isIn(element: MarkupElement, some: ReadonlySet<MarkupElement>, looks: Looks): boolean {
  if (some.size === 0) return false;
  for (let up: MarkupElement | null = element; up !== null; up = up.parent) {
    if (some.has(up)) return true;
    if (looks.of.get(up)?.isStacking) return false;
  }
  return false;
}

/** The cells of a column, whose number is counted from the columns before it. */
function addColumn(
  column: MarkupElement,
  { tree, looks, leftOut }: { tree: Tree; looks: Looks; leftOut: Set<MarkupElement> },
): void {
  const spanOf = (element: MarkupElement, name: "span" | "colspan") =>
    Math.min(maxColumns, Math.max(1, Number.parseInt(element.attributes[name] ?? "1", 10) || 1));
  let table: MarkupElement | null = column.parent;
  while (table !== null && table.name !== "table") table = table.parent;
  if (table === null) return;
  let from = 0;
  for (const element of tree.elements.slice(table.number, column.number)) {
    const isOuter = element.name === "colgroup" && element.children > 0;
    if ((element.name === "col" || element.name === "colgroup") && !isOuter) from += spanOf(element, "span");
  }
  const isGroup = column.name === "colgroup" && column.children > 0;
  const to = from + (isGroup ? column.children : spanOf(column, "span"));
  const at = new Map<MarkupElement, number>();
  const out = new Set<MarkupElement>();
  for (const cell of tree.elements.slice(table.number + 1, table.next)) {
    if ((cell.name !== "td" && cell.name !== "th") || cell.parent?.name !== "tr") continue;
    const rows = cell.parent.parent;
    if (rows !== table && rows?.parent !== table) continue;
    // Cells and rows out of the flow are in no column. CSS 2.2 9.7
    const isOut = looks.of.get(cell)!.isMoved || looks.of.get(cell.parent)!.isMoved;
    if (isOut) out.add(cell.parent);
    const place = at.get(cell.parent) ?? 0;
    at.set(cell.parent, place + spanOf(cell, "colspan"));
    if (place >= from && place < to && !isOut && !out.has(cell.parent)) leftOut.add(cell);
  }
}

/** CSS 2.2 E.2: what is positioned lies over what is not; of one level, the later over the earlier. */
function isBelow(
  element: MarkupElement,
  { cover, around, looks }: { cover: MarkupElement; around: MarkupElement; looks: Looks },
): boolean {
  if (element.number < around.number || element.number >= around.next) return false;
  if (element.number >= cover.number && element.number < cover.next) return false;
  let layer: MarkupElement | null = null;
  for (let up: MarkupElement | null = element; up !== null && up !== around; up = up.parent)
    if (looks.of.get(up)!.layer !== null) layer = up;
  if (layer === null) return true;
  const [own, over] = [looks.of.get(layer)!.layer!, looks.of.get(cover)!.layer!];
  return own === over ? layer.number < cover.number : own < over;
}
