// The look of one element: what it inherits, and what its own declarations make of it. Close to what browsers compute, for a
// window of 1000 pixels.

import { countWhile } from "./ascending.ts";
import { type Get, hiding, isTooSmall, place } from "./boxes.ts";
import { black, cssColour, over, words } from "./colours.ts";
import { sizeWords } from "./declarations.ts";
import { colourFilter, gradientColours, innerShadow } from "./effects.ts";
import { pixels, windowHeight, windowWidth } from "./lengths.ts";
import { adjustOf, edgeWidth, shadowsOf } from "./letter-values.ts";
import { type ElementLook, isUnseen, ownLook } from "./look.ts";
import type { MarkupElement, Text, Tree } from "./tree.ts";

export const inlineNames = new Set(
  (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup " +
    "time tt u var wbr o:p ruby rt"
  ).split(" "),
);

/** Properties that elements have from those around them, so that their initial value has to be said. */
const inherited =
  /^(?:color|font-size|line-height|letter-spacing|text-|visibility|white-space|direction|mso-hide|-webkit-text-)/;

/** The declarations that count for an element, by property, variables resolved. */
export type Declared = ReadonlyMap<string, string>;

/** @param around the look of its parent */
export function lookOf(
  element: MarkupElement,
  declared: Declared,
  { around, quirks }: { around: ElementLook; quirks: boolean },
): ElementLook {
  const look: ElementLook = {
    ...around,
    ...ownLook,
  };
  const get = (property: string): string | undefined => {
    const value = declared.get(property);
    if (value === "initial" && !inherited.test(property))
      return property === "display" ? "inline" : undefined;
    return value === "inherit" || value === "unset" || value === "revert" ? undefined : value;
  };
  takeFont(look, get, around, quirks);
  if (element.name === "pre" && get("white-space") === undefined) look.joinsLines = false;
  const tint = colourFilter(get("filter"));
  const outer = around.filter;
  if (tint !== null) look.filter = outer === null ? tint : (colour) => outer(tint(colour));
  takeColours(look, get, around);
  const position = get("position") ?? "static";
  const isFixed = position === "absolute" || position === "fixed";
  if (look.isLeaky && isFixed) look.gone = null;
  if (look.isLeaky && (isFixed || position !== "static" || isHolder(get))) look.isLeaky = false;
  const display = get("display") ?? "";
  const isInline =
    !isFixed &&
    !around.laysOut &&
    (get("float") ?? "none") === "none" &&
    (display === "" ? inlineNames.has(element.name) : display === "inline");
  const length = (property: string, whole: number | null): number | null => {
    const value = get(property);
    return value === undefined ? null : pixels(value, { em: look.fontSize, whole, unitless: quirks });
  };
  const moved = () => {
    const { gone } = look;
    place(look, { element, get, length, position, isInline, around });
    if (look.gone !== gone) look.isLeaky = false;
    look.gone = gone;
    look.pullsUp = look.mayCover = false;
  };
  if (look.gone !== null) {
    // Rules that hide or move an element do so to what is placed within it, too.
    if (look.isLeaky && hiding(get, { element, look, around, display, isInline, isFixed }) !== null)
      look.isLeaky = false;
    if (look.isLeaky && display !== "contents") moved();
    return look;
  }
  // A box in a line moves with the line.
  const isLineMoved =
    (around.lineIndent <= -50 && look.indent > -50) ||
    (around.indentEnd !== null && around.lineIndent >= around.indentEnd);
  if (/^inline-/.test(display) && isLineMoved) look.isUnjudged = true;
  if (!isInline) look.lineIndent = look.indent;
  if (/^(?:right|inline-end)$/.test(get("float") ?? "") || /flex|grid|box$/.test(display))
    look.isAligned = true;
  if (get("margin-left") === "auto") look.isAligned = true;
  if (isFixed) {
    look.out = position;
    look.isPinned = (get("top") ?? "auto") !== "auto" || (get("bottom") ?? "auto") !== "auto";
  }
  look.holdsFixed = !isInline && isHolder(get);
  look.isHolder = look.holdsFixed || position !== "static";
  look.lead = isInline
    ? 0
    : Math.max(0, length("padding-top", windowWidth) ?? 0) + (length("border-top-width", null) ?? 0);
  look.isFloat = /^(?:left|inline-start)$/.test(get("float") ?? "");
  look.isAside =
    isFixed || (get("float") ?? "none") !== "none" || /^(?:inline-|table-cell|contents)/.test(display);
  look.isCollapsed = get("visibility") === "collapse";
  // Such a row is left out whatever its cells are. CSS Tables 3 3.4
  if (look.isCollapsed && rows.test(element.name) && display === "") {
    look.gone = "visibility";
    return look;
  }
  look.isBox = inlineNames.has(element.name) && !isInline && display !== "contents";
  look.laysOut = /flex|grid|box$/.test(display);
  look.endsFirst =
    look.laysOut &&
    (/end|right|center/.test(get("justify-content") ?? "") || /reverse/.test(get("flex-direction") ?? ""));
  const eye = length("perspective", null);
  if (eye !== null && eye > 0) look.eye = Math.max(1, eye);
  else if (get("transform-style") === "preserve-3d") takeSpace(look, get, around);
  // An inline element's margins move one line; text from right to left stays at the other edge.
  if (isInline && display !== "none" && !around.isRightToLeft) {
    look.shift = Math.min(0, length("margin-left", windowWidth) ?? 0);
    look.shiftBehind = Math.min(0, length("margin-right", windowWidth) ?? 0);
  }
  // Without a box nothing is clipped, masked or moved. CSS Display 3 2.5
  if (display === "contents") return look;
  look.gone = hiding(get, { element, look, around, display, isInline, isFixed });
  if (look.gone !== null) return look;
  if (!isInline && isTooSmall(element, { get, length, look, around })) {
    look.gone = "size";
    look.isLeaky = position === "static" && !isHolder(get);
    if (look.isLeaky) moved();
  } else place(look, { element, get, length, position, isInline, around });
  return look;
}

const rows = /^(?:tr|thead|tbody|tfoot)$/;

/** Whether boxes that leave the flow within an element stay in it. CSS Position 3 2.1, CSS Transforms 1 3 */
function isHolder(get: Get): boolean {
  return holding.some((property) => (get(property) ?? "none") !== "none");
}

const holding =
  "transform translate scale rotate perspective filter backdrop-filter contain container-type".split(" ");

/** An eye looks at what is within a box in space, too; moves of both add up, which are not computed. CSS Transforms 2 4.1 */
function takeSpace(look: ElementLook, get: Get, around: ElementLook): void {
  look.eye = around.eye;
  const moves = ["transform", "translate", "rotate", "scale"].map((property) => get(property) ?? "none");
  const isMoved = moves.some((move) => move !== "none");
  if (isMoved && (around.eye !== null || moves[0]!.includes("perspective"))) look.isUnjudged = true;
}

function takeFont(look: ElementLook, get: Get, around: ElementLook, quirks: boolean): void {
  const size = get("font-size");
  if (size === "initial") look.fontSize = 16;
  else if (size !== undefined) {
    const named =
      sizeWords.get(size) ??
      (size === "smaller" ? around.fontSize / 1.2 : size === "larger" ? around.fontSize * 1.2 : null);
    look.fontSize =
      named ??
      pixels(size, { em: around.fontSize, whole: around.fontSize, unitless: quirks }) ??
      around.fontSize;
  }
  const adjust = get("font-size-adjust");
  if (adjust !== undefined) {
    const share = adjustOf(adjust);
    look.adjust = typeof share === "number" ? share : 1;
    if (share === "unknown") look.isUnjudged = true;
  }
  const terms = { em: look.fontSize, whole: look.fontSize, unitless: quirks };
  const height = get("line-height");
  if (height === "normal" || height === "initial") look.lineHeight = null;
  else if (height !== undefined) {
    look.lineHeight = /^[+]?[\d.]+$/.test(height) ? Number(height) * look.fontSize : pixels(height, terms);
  }
  const spacing = get("letter-spacing");
  if (spacing !== undefined) look.letterSpacing = pixels(spacing, terms) ?? 0;
  const indent = get("text-indent")?.replace(/ (?:hanging|each-line)/g, "");
  if (indent !== undefined) look.isIndentShare = indent.includes("%");
  if (indent !== undefined) look.indent = pixels(indent, { ...terms, whole: windowWidth }) ?? 0;
  const align = get("text-align");
  if (align !== undefined) look.isAligned = /center|right|end|justify|match/.test(align);
  const space = get("white-space-collapse") ?? get("white-space");
  const wrap = get("white-space");
  if (wrap !== undefined) look.isUnbroken = /^(?:nowrap|pre)$/.test(wrap);
  if (space !== undefined) look.joinsLines = /^(?:normal|nowrap|collapse|initial)$/.test(space);
  if (space !== undefined) look.keepsLines = /^(?:pre|break)/.test(space) && space !== "preserve-spaces";
  const visibility = get("visibility");
  if (visibility !== undefined) look.isVisible = visibility === "visible" || visibility === "initial";
  // Such a line is as high as the move, and what cuts it off is not known here.
  const stand = get("vertical-align");
  const raised = stand === undefined ? null : pixels(stand, { em: look.fontSize, whole: look.fontSize });
  if (raised !== null && Math.abs(raised) > maxRaise) look.isUnjudged = true;
  const security = get("-webkit-text-security");
  if (security !== undefined) look.isConcealed = security !== "none" && security !== "initial";
  const outlook = get("mso-hide");
  if (outlook !== undefined) look.isOutlookHidden = outlook === "all";
  const direction = get("direction");
  if (direction !== undefined) look.isRightToLeft = direction === "rtl";
  const bidi = get("unicode-bidi");
  if (bidi !== undefined) look.isReversed = /override/.test(bidi) && look.isRightToLeft;
}

function takeColours(look: ElementLook, get: Get, around: ElementLook): void {
  const own = get("color");
  if (own === "initial") look.colour = black;
  else if (own !== undefined && own !== "currentcolor") {
    const colour = cssColour(own);
    if (colour !== null && colour !== "current") look.colour = colour;
  }
  const fill = get("-webkit-text-fill-color");
  if (fill !== undefined) {
    const colour = fill === "initial" ? "current" : cssColour(fill);
    look.fill = colour === "current" ? null : colour;
  }
  takeInks(look, get);
  const given = get("background-image");
  const filling =
    given === undefined
      ? "all"
      : fills(get("background-size") ?? "auto", get("background-repeat") ?? "repeat");
  const image = filling === "none" ? undefined : given;
  takeGround(look, { colour: get("background-color"), image, isPart: filling === "part" }, around);
  const boxShadow = get("box-shadow");
  const shadow = boxShadow === undefined ? null : innerShadow(boxShadow);
  const laid = shadow === "current" ? look.colour : shadow;
  if (laid === "unknown") look.grounds = null;
  else if (laid !== null && laid.a >= 1) look.grounds = [look.filter?.(laid) ?? laid];
  if (laid !== null) look.hasGround = true;
  const scheme = get("color-scheme") ?? "";
  if (/\bdark\b/.test(scheme) && !/\blight\b/.test(scheme)) look.isUnjudged = true;
}

/** Shadows and edges of letters, all inherited. CSS Text Decoration 3 4, Compatibility 4.7 */
function takeInks(look: ElementLook, get: Get): void {
  const width = get("-webkit-text-stroke-width");
  if (width !== undefined) look.edge = width === "initial" ? 0 : (edgeWidth(width, look.fontSize) ?? 0);
  const edge = get("-webkit-text-stroke-color");
  if (edge !== undefined) look.edgeColour = (edge === "initial" ? null : cssColour(edge)) ?? "current";
  const order = get("paint-order");
  if (order !== undefined) look.isEdgeBelow = /^(?:markers )?stroke/.test(order);
  const shadow = get("text-shadow");
  if (shadow === undefined) return;
  const found = shadow === "initial" ? [] : (shadowsOf(shadow, look.fontSize) ?? []);
  look.shadows = found
    .filter(({ right, down }) => Math.abs(right) < 2 * windowWidth && Math.abs(down) < 5 * windowHeight)
    .map(({ colour, right, down, blur }) => ({
      colour: cssColour(colour) ?? "current",
      isBelow: right === 0 && down === 0 && blur === 0,
      isSure: Math.max(Math.abs(right), Math.abs(down), blur) <= maxShadow,
    }));
}

/** Pixels by which text stands above or below its line at most to be surely seen. */
const maxRaise = 60;
/** Pixels by which a shadow is moved or blurred at most to be read for sure. */
const maxShadow = 20;

/** How much of a box a picture without a size of its own fills. CSS Backgrounds 3 2.9 */
function fills(size: string, repeat: string): "all" | "part" | "none" {
  const sides = words(size).map((side) => pixels(side, { em: 16, whole: 100 }));
  if (sides.some((side) => side !== null && side <= 0)) return "none";
  const isWhole = /^(?:auto|cover|contain)/.test(size) || words(size).every((side) => side === "100%");
  return repeat.includes("no-repeat") && !isWhole ? "part" : "all";
}

function takeGround(
  look: ElementLook,
  { colour, image, isPart }: { colour: string | undefined; image: string | undefined; isPart: boolean },
  around: ElementLook,
): void {
  if (colour !== undefined && colour !== "initial") {
    const found = cssColour(colour);
    const bare = found === "current" ? look.colour : found;
    const ground = bare === null || bare === "unknown" || look.filter === null ? bare : look.filter(bare);
    if (ground === "unknown") look.grounds = null;
    else if (ground !== null && ground.a > 0) {
      look.hasGround = ground.a > 0.5;
      if (ground.a >= 1) look.grounds = [ground];
      else if (around.grounds !== null) look.grounds = around.grounds.map((below) => over(ground, below));
    }
  }
  if (image === undefined || image === "none" || image === "initial") return;
  look.hasGround = true;
  const stops = gradientColours(image);
  const below = look.grounds?.[0];
  // A picture that comes with the mail is always seen, and may be clear.
  if (/url\(\s*["']?data:/.test(image) && isUnseen(look)) look.isUnjudged = true;
  look.grounds =
    stops === null || below === undefined
      ? null
      : [...(isPart ? [below] : []), ...stops.map((stop) => over(look.filter?.(stop) ?? stop, below))];
}

/** Elements that are not displayed, or have a block of their own beside that of their siblings. HTML 15.3.13, 15.5.4 */
const apartNames = new Set(["rp", "legend", "summary"]);

/** Elements of a block in which line ends are looked for. */
const maxBefore = 500;

/** Whether no line and no block ends before a text in its block. */
export function isFirstLine(
  { elements, texts }: Tree,
  text: Text,
  { isBox, joinsLines }: { isBox: (element: MarkupElement) => boolean; joinsLines: boolean },
): boolean {
  const { parent, start } = text;
  let block = parent;
  while (block.parent !== null && inlineNames.has(block.name) && !isBox(block)) block = block.parent;
  if (block.name === "pre" && !joinsLines && isBelowLine(texts, text, block)) return false;
  return !elements
    .slice(block.number, Math.min(block.next, block.number + maxBefore))
    .some(
      ({ name, start: from, close }) =>
        (name === "br" && from < start) ||
        (!inlineNames.has(name) && !apartNames.has(name) && close < start && from > block.start),
    );
}

/** Whether a line of preformatted text ends before a text; a line break at its beginning is none. HTML 13.2.6.4.7 */
function isBelowLine(texts: readonly Text[], { text, start }: Text, pre: MarkupElement): boolean {
  const at = countWhile(texts, (one) => one.start < start);
  if (/^\s*\n/.test(text) && (texts[at - 1]?.start ?? 0) > pre.start) return true;
  for (let before = at - 1; before >= Math.max(0, at - maxBefore); before--) {
    const one = texts[before]!;
    if (one.start < pre.start) return false;
    if (one.text.includes("\n", one.start === pre.end ? 1 : 0)) return true;
  }
  return false;
}
