// Where an element's box stands and how large it is: whether it shows any of its text. Without a layout: places are estimated,
// and where they are in doubt the text is visible.

import { axes, filtered, isClear, isClipped, isClippedPath, share, transformed, turned } from "./effects.ts";
import { windowHeight, windowWidth } from "./lengths.ts";
import { type ElementLook, rootLook, type Technique } from "./look.ts";
import type { MarkupElement } from "./tree.ts";

/** Boxes with text less high or wide than these shares of its size show none of it. */
const leastHeight = 0.35;
const leastWidth = 0.6;

export type Get = (property: string) => string | undefined;
export type Length = (property: string, whole: number | null) => number | null;

export function hiding(
  get: Get,
  {
    look,
    display,
    isInline,
    isFixed,
  }: { look: ElementLook; display: string; isInline: boolean; isFixed: boolean },
): Technique | null {
  if (display === "none") return "display";
  if (get("content-visibility") === "hidden" && !isInline) return "display";
  const opacity = get("opacity");
  if (opacity !== undefined) look.opacity *= share(opacity);
  look.opacity *= filtered(get("filter"));
  if (look.opacity < 0.07) return "opacity";
  if (isClear(get("mask-image"))) return "opacity";
  if (isFixed && isClipped(get("clip"), look.fontSize)) return "clip";
  if (isClippedPath(get("clip-path"))) return "clip";
  const blend = get("mix-blend-mode") ?? "normal";
  // Such a layer leaves white as it is, or black.
  const left = /^(?:screen|lighten|plus-lighter|color-dodge)$/.test(blend)
    ? 255
    : /^(?:multiply|darken|color-burn)$/.test(blend)
      ? 0
      : null;
  // Where nothing is painted below, nothing blends.
  const isPainted = look.grounds !== rootLook.grounds;
  if (
    left !== null &&
    isPainted &&
    look.grounds?.every(({ r, g, b }) => r === left && g === left && b === left)
  )
    return "colour";
  if (/^(?:difference|exclusion)$/.test(blend)) look.grounds = null;
  const zoom = get("zoom");
  if (zoom !== undefined && zoom !== "normal") look.scale *= share(zoom) || 1;
  if (isInline) return null;
  const transform = transformed(
    `${get("transform") ?? ""} ${axes("scale", get("scale"))} ${axes("translate", get("translate"))} ${turned(get("rotate"))}`,
  );
  look.scale *= transform.scale;
  return transform.isAway || look.scale < 0.05 ? "transform" : null;
}

export function isTooSmall(
  element: MarkupElement,
  { get, length, look }: { get: Get; length: Length; look: ElementLook },
): boolean {
  const clips = (axis: "x" | "y") => !["visible", "initial", undefined].includes(get(`overflow-${axis}`));
  const isCell = element.name === "td" || element.name === "th";
  const [width, height] = [length("width", windowWidth), length("height", windowHeight)];
  // Programs make cells as large as their content; nobody writes text to be read into one of no size.
  if (isCell && width !== null && height !== null && width <= 1 && height <= 1) return true;
  const least = (property: string) => length(property, 100) ?? 0;
  const capped = (size: number | null, max: number | null) =>
    size === null ? max : max === null ? size : Math.min(size, max);
  if (clips("y")) {
    const own = isCell && height !== 0 ? null : height;
    const most = capped(own, isCell ? null : length("max-height", windowHeight));
    if (most !== null && most < look.fontSize * leastHeight && least("min-height") < 4) return true;
    if (look.lineHeight !== null && look.lineHeight < look.fontSize * 0.15 && own === null) return true;
  }
  if (clips("x")) {
    const own = isCell && width !== 0 ? null : width;
    const most = capped(own, length("max-width", windowWidth));
    if (most !== null && most < look.fontSize * leastWidth && least("min-width") < 4) return true;
  }
  return false;
}

export function place(
  look: ElementLook,
  {
    get,
    length,
    position,
    isInline,
    around,
  }: { get: Get; length: Length; position: string; isInline: boolean; around: ElementLook },
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
    look.isStacking = !Number.isNaN(level);
    look.isBelow = level < 0;
    if (isFixed) look.left = left ?? (right !== null && right < 0 ? -right : around.left);
    else look.left += left ?? -(right ?? 0);
    const far = (value: number | null) => value !== null && (value <= -400 || value >= 5 * windowHeight);
    const isAbove = isFixed && !around.isPlaced && top !== null && top <= -60;
    if (
      isAbove ||
      far(top) ||
      (bottom !== null && bottom >= 5 * windowHeight) ||
      (isFixed && bottom !== null && bottom <= -windowHeight)
    )
      look.gone = "position";
    else if (Math.abs(look.left) >= 2 * windowWidth) look.gone = "position";
  }
  const margin = length("margin-left", windowWidth);
  if (margin !== null) look.left += margin;
  const padding = length("padding-left", windowWidth);
  if (padding !== null) look.left += padding;
  const above = isInline ? null : length("margin-top", windowWidth);
  if (above !== null && above <= -400) look.gone = "position";
  // A picture or another box may be below it.
  if (
    isFixed ||
    (above !== null && above < -8) ||
    (position === "relative" && ((top ?? 0) < -8 || (bottom ?? 0) > 8))
  )
    look.isPlaced = true;
}
