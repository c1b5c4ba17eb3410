// Where an element's box stands and how large it is: whether it shows any of its text. Without a layout: places are estimated,
// and where they are in doubt the text is visible.

import { cssColour } from "./colours.ts";
import {
  axes,
  coversBeside,
  filtered,
  gradientColours,
  isClear,
  isClipped,
  isClippedPath,
  isUnknownPath,
  minCover,
  share,
  transformed,
  turned,
} from "./effects.ts";
import { windowHeight, windowWidth } from "./lengths.ts";
import { type ElementLook, rootLook, type Technique } from "./look.ts";
import type { MarkupElement } from "./tree.ts";

/** Boxes with text less high or wide than these shares of its size show none of it. */
const leastHeight = 0.35;
const leastWidth = 0.6;
/** Pixels above its text to which an inline element's ground covers no line: buttons have less. */
const maxInlinePadding = 32;

/** Tables and their rows keep their content. CSS Containment 2 3.1 */
const tables = /^(?:table|thead|tbody|tfoot|tr)$/;

export type Get = (property: string) => string | undefined;
export type Length = (property: string, whole: number | null) => number | null;

export function hiding(
  get: Get,
  {
    element,
    look,
    around,
    display,
    isInline,
    isFixed,
  }: {
    element: MarkupElement;
    look: ElementLook;
    around: ElementLook;
    display: string;
    isInline: boolean;
    isFixed: boolean;
  },
): Technique | null {
  // Columns hold no text. CSS Tables 3 2.1
  if (display === "none" || /^table-column/.test(display)) return "display";
  if (get("content-visibility") === "hidden" && !isInline && !tables.test(element.name)) return "display";
  const opacity = get("opacity");
  if (opacity !== undefined) look.opacity *= share(opacity);
  look.opacity *= filtered(get("filter"));
  if (look.opacity < 0.07) return "opacity";
  if (isClear(get("mask-image"), get("mask-size"), get("mask-repeat"))) return "opacity";
  if (isFixed && isClipped(get("clip"), look.fontSize)) return "clip";
  if (isClippedPath(get("clip-path"))) return "clip";
  if (
    (isInline && (get("clip-path") ?? "none") !== "none") ||
    isUnknownPath(get("clip-path")) ||
    /url\(/.test(`${get("filter")} ${get("mask-image")}`)
  )
    look.isUnjudged = true;
  const blend = get("mix-blend-mode") ?? "normal";
  // Such a layer leaves white as it is, or black.
  const left = /^(?:screen|lighten|plus-lighter|color-dodge)$/.test(blend)
    ? 255
    : /^(?:multiply|darken|color-burn)$/.test(blend)
      ? 0
      : null;
  // Where nothing is painted below, nothing blends.
  const isPainted = around.grounds !== rootLook.grounds;
  if (
    left !== null &&
    isPainted &&
    around.grounds?.every(({ r, g, b }) => r === left && g === left && b === left)
  )
    return "colour";
  if ((blend !== "normal" && isPainted) || (get("offset-path") ?? "none") !== "none") look.isUnjudged = true;
  if (/^(?:difference|exclusion)$/.test(blend) && !look.hasGround && isPainted) look.grounds = null;
  const zoom = get("zoom");
  if (zoom !== undefined && zoom !== "normal") look.scale *= share(zoom) || 1;
  if (isInline) return null;
  const transform = transformed(
    `${get("transform") ?? ""} ${axes("scale", get("scale"))} ${axes("translate", get("translate"))} ${turned(get("rotate"))}`,
    around.eye ?? undefined,
  );
  // Boxes that are turned before an eye are not laid out.
  if (around.eye !== null && /rotate/.test(`${get("transform") ?? ""} ${turned(get("rotate"))}`))
    look.isUnjudged = true;
  // A box that grows from its middle may begin left of the page.
  if (transform.scale > 1.1 && !isFixed && (get("width") ?? "auto") === "auto" && blockLike(display))
    look.isUnjudged = true;
  look.scale *= transform.scale;
  look.down = transform.down;
  if (transform.isBack && get("backface-visibility") === "hidden") return "transform";
  return transform.isAway ? "transform" : null;
}

/** Whether a box is as wide as what is around it. */
function blockLike(display: string): boolean {
  return !/^(?:inline|table)/.test(display);
}

export function isTooSmall(
  element: MarkupElement,
  { get, length, look, around }: { get: Get; length: Length; look: ElementLook; around: ElementLook },
): boolean {
  const contain = get("contain") ?? "";
  const isPainted = /\b(?:paint|content|strict)\b/.test(contain);
  const clips = (axis: "x" | "y") =>
    isPainted || !["visible", "initial", undefined].includes(get(`overflow-${axis}`));
  // Tables and their rows grow with their cells. CSS 2.2 17.5.3
  if (/^(?:table|tr|tbody|thead|tfoot)$/.test(element.name) && get("display") === undefined) return false;
  const isCell = element.name === "td" || element.name === "th";
  const least = (property: string) => length(property, 100) ?? 0;
  const width = length("width", windowWidth);
  // Without a height of its own such a box has none. CSS Containment 2 3.1
  const isSized = /\b(?:size|strict)\b/.test(contain) && (get("contain-intrinsic-size") ?? "none") === "none";
  const height = length("height", windowHeight) ?? (isSized ? 0 : null);
  if (
    /grid$/.test(get("display") ?? "") &&
    /^(?:0(?:px|fr|em|rem|%)?\s*)+$/.test(get("grid-template-rows") ?? "-")
  )
    look.flatRows = clips("y") && !/fr/.test(get("grid-template-rows")!) ? "grid" : "child";
  // Text of the grid itself stands in a row, too.
  if (look.flatRows === "grid") look.isUnjudged = true;
  // Columns are not laid out.
  if (
    /grid$/.test(get("display") ?? "") &&
    /(?:^|\s)0(?:px|em|rem|%)?(?:\s|$)/.test(get("grid-template-columns") ?? "")
  )
    look.isUnjudged = true;
  // In a direction that is not known here, so both are cut off; a box that clips keeps room for its words. CSS Flexbox 1 4.5
  const isNarrow = ["x", "y"].every((axis) => /hidden|scroll|auto/.test(get(`overflow-${axis}`) ?? ""));
  const isFlexed = around.laysOut && isNarrow && share(get("flex-grow") ?? "0") === 0;
  const basis = isFlexed ? length("flex-basis", windowWidth) : null;
  if (basis !== null && basis < 4 && least("min-width") < 4 && least("min-height") < 4) return true;
  // Lines that begin behind the end of a box. CSS Text 3 8.1
  const indent = look.isIndentShare
    ? Number.parseFloat(get("text-indent") ?? "0") / 100
    : look.indent / (width || windowWidth);
  if (indent >= 1 && clips("x") && !look.isRightToLeft) {
    // Lines of boxes within may begin elsewhere than those of a narrow box.
    if (look.isUnbroken && (look.isIndentShare || look.indent >= windowWidth))
      look.indentEnd = width || windowWidth;
    else look.isUnjudged = true;
  }
  const isInFlatRow = around.flatRows !== null && element.before === null && height === null;
  if (isInFlatRow && (around.flatRows === "grid" || clips("y")) && (length("min-height", 100) ?? 0) < 4)
    return true;
  // Programs make cells as large as their content; nobody writes text to be read into one of no size.
  if (isCell && width !== null && height !== null && width <= 1 && height <= 1) return true;
  // A fieldset is as wide as its content, and its legend stands above it. HTML 15.3.13
  const isFieldset = element.name === "fieldset" && get("min-width") === undefined;
  // Without a direction nothing is left out. CSS Overflow 4 5.3
  if (/^-webkit-/.test(get("display") ?? "") && get("-webkit-box-orient") === "vertical" && clips("y"))
    look.clipLines = Number(get("-webkit-line-clamp")) || null;
  const capped = (size: number | null, max: number | null) =>
    size === null ? max : max === null ? size : Math.min(size, max);
  if (clips("y")) {
    const own = isCell && height !== 0 ? null : height;
    const most = capped(own, isCell ? null : length("max-height", windowHeight));
    const [above, below] = [
      length("padding-top", windowWidth) ?? 0,
      length("padding-bottom", windowWidth) ?? 0,
    ];
    // Text is seen as far as the padding below it. CSS Overflow 3 3.1
    const room =
      most === null
        ? null
        : get("box-sizing") === "border-box"
          ? Math.max(most - above, below)
          : most + below;
    const isLow = room !== null && room < look.fontSize * leastHeight && least("min-height") < 4;
    if (isLow && element.name === "fieldset") look.isUnjudged = true;
    else if (isLow) return true;
    if (room !== null && !isCell && /hidden|clip/.test(get("overflow-y") ?? "")) {
      look.clipHeight = room;
      look.isClipSure =
        !/[%v(]/.test(`${get("height") ?? ""} ${get("max-height") ?? ""}`) && get("min-height") === undefined;
    }
    if (look.lineHeight !== null && look.lineHeight < look.fontSize * 0.15 && own === null)
      look.isFlat = true;
  }
  const most = capped(height, length("max-height", windowHeight));
  look.height = height;
  look.overflows = !isCell && !clips("y") && most !== null && most < look.fontSize;
  if (clips("x") && !isFieldset) {
    const own = isCell && width !== 0 ? null : width;
    const most = capped(own, length("max-width", windowWidth));
    const isFilled =
      get("box-sizing") === "border-box" &&
      (length("padding-left", windowWidth) ?? 0) >= (most ?? Number.POSITIVE_INFINITY);
    if (most !== null && (isFilled || most < look.fontSize * leastWidth) && least("min-width") < 4)
      return true;
    if (most !== null) look.clipWidth = Math.min(look.clipWidth ?? most, most);
  }
  return false;
}

/** Whether a ground of its own lets nothing through. */
function isOpaque(get: Get): boolean {
  const colour = cssColour(get("background-color") ?? "transparent");
  const image = get("background-image") ?? "none";
  if (image !== "none" && gradientColours(image)?.every(({ a }) => a > 0.95)) return true;
  return colour === "current" || (colour !== null && colour !== "unknown" && colour.a > 0.95);
}

const gridPlaces = ["grid-area", "grid-row", "grid-column", "grid-row-start", "grid-column-start"];

export function place(
  look: ElementLook,
  {
    element,
    get,
    length,
    position,
    isInline,
    around,
  }: {
    element: MarkupElement;
    get: Get;
    length: Length;
    position: string;
    isInline: boolean;
    around: ElementLook;
  },
): void {
  const isFixed = position === "absolute" || position === "fixed";
  const [left, right, top, bottom] = [
    length("left", windowWidth),
    length("right", windowWidth),
    length("top", windowHeight),
    length("bottom", windowHeight),
  ];
  if (position !== "static") {
    look.isPlaced = true;
    const level = Number(get("z-index") ?? "auto");
    look.layer = level || 0;
    const spans = (from: number | null, to: number | null, size: number | null, whole: number) =>
      (from ?? 0) <= 0 && ((to !== null && to <= 0 && from !== null) || (size ?? 0) >= 0.95 * whole);
    const isMoved =
      isFixed || (top ?? 0) < -8 || (bottom ?? 0) > 8 || (length("margin-top", windowWidth) ?? 0) < -8;
    const isPoint = [length("width", windowWidth), length("height", windowHeight)].some(
      (side) => side !== null && side <= 4,
    );
    const isEdged = isFixed && (length("border-top-width", null) ?? 0) >= 2 * minCover;
    const isWide = isEdged || coversBeside(get("box-shadow"));
    look.mayCover = !(level < 0) && (isWide || (isMoved && !isPoint && isOpaque(get)));
    look.covers =
      isFixed &&
      !(level < 0) &&
      isOpaque(get) &&
      spans(left, right, length("width", windowWidth), windowWidth) &&
      spans(top, bottom, length("height", windowHeight), windowHeight);
    look.isStacking = !Number.isNaN(level);
    look.isBelow = level < 0;
    const from = position === "fixed" ? 0 : around.blockLeft;
    if (isFixed && left !== null) look.left = from + left;
    else if (isFixed) look.left = right !== null && right < 0 ? from - right : around.left;
    else look.left += left ?? -(right ?? 0);
    // The height of the box around is not known.
    const hasShare = /%/.test(`${get("top") ?? ""} ${get("bottom") ?? ""}`);
    if (hasShare || (isFixed && top === null && bottom !== null && !(bottom >= 0 && bottom < look.fontSize)))
      look.down = null;
    else if (look.down !== null) look.down += (top ?? 0) - (top === null ? (bottom ?? 0) : 0);
    if (isFixed && left === null && right !== null && right >= windowWidth) look.gone = "position";
    const far = (value: number | null) => value !== null && (value <= -400 || value >= 5 * windowHeight);
    const isAbove = isFixed && !around.isPlaced && top !== null && top <= -60;
    if (
      isAbove ||
      far(top) ||
      (bottom !== null && bottom >= 5 * windowHeight) ||
      (isFixed && bottom !== null && bottom <= (position === "fixed" ? -400 : -windowHeight))
    )
      look.gone = "position";
    // The box that it stands in may be high.
    if (isFixed && bottom !== null && bottom >= windowHeight) look.isUnjudged = true;
  }
  // Rows and cells have no margins. CSS 2.2 8.3
  const isPart = /^(?:td|th|tr|tbody|thead|tfoot)$/.test(element.name) && get("display") === undefined;
  const margin = isPart || isInline ? null : length("margin-left", windowWidth);
  // Text from right to left stays at the other edge.
  if (margin !== null && !(margin < 0 && around.isRightToLeft)) look.left += margin;
  if (look.isHolder) look.blockLeft = look.left;
  const padding = length("padding-left", windowWidth);
  if (padding !== null) look.left += padding;
  const above = isInline || isPart ? null : length("margin-top", windowWidth);
  look.marginAbove = above;
  if (above !== null && above <= -400) {
    // A sticky box stays in the window, and its followers do not.
    if (!/sticky/.test(position)) look.gone = "position";
    look.pullsUp = !isFixed && (get("float") ?? "none") === "none";
  }
  // A picture or another box may be below it.
  if (
    isFixed ||
    (position === "relative" && (get("transform") ?? get("translate") ?? "none") !== "none") ||
    (above !== null && above < -8) ||
    (position === "relative" && ((top ?? 0) < -8 || (bottom ?? 0) > 8))
  )
    look.isPlaced = look.isMoved = true;
  // Such boxes are painted as a whole, over what they are moved to.
  const isWhole = around.laysOut || look.isBox || look.isFloat || (get("float") ?? "none") !== "none";
  const isPulled = (length("margin-left", windowWidth) ?? 0) < -8 || (above ?? 0) < -8;
  if (isWhole && isPulled && isOpaque(get)) look.mayCover = true;
  // Places in a grid may be the same.
  if (around.laysOut && gridPlaces.some((one) => (get(one) ?? "auto") !== "auto") && isOpaque(get))
    look.mayCover = true;
  // The ground of an inline element is painted over the lines above. CSS 2.2 10.6.1
  if (isInline && (length("padding-top", windowWidth) ?? 0) > maxInlinePadding && isOpaque(get))
    look.mayCover = true;
}
