// How the text of an element looks, and whether it can be seen. Pure data and one judgement.

import { black, type Colour, isSame, white } from "./colours.ts";
import { windowWidth } from "./lengths.ts";

/** Ways to hide text, as they are reported. */
export type Technique =
  | "display"
  | "visibility"
  | "opacity"
  | "size"
  | "colour"
  | "position"
  | "clip"
  | "transform"
  | "outlook"
  | "letters"
  | "behind"
  | "covered";

export interface ElementLook {
  /** Why nothing below is seen, whatever it declares. */
  gone: Technique | null;
  /** True: what is absolutely placed within is not cut off by the box that cuts off the rest. CSS Overflow 3 3.1 */
  isLeaky: boolean;
  isVisible: boolean;
  /** Pixels. */
  fontSize: number;
  /** The product of transforms and zoom. */
  scale: number;
  /** "unknown": a colour that is not computed. */
  colour: Colour | "unknown";
  fill: Colour | "unknown" | null;
  /** The background; several where a gradient runs over them; null where a picture is. */
  grounds: readonly Colour[] | null;
  opacity: number;
  /** True: ends of lines in its text are blanks, also in `pre`. */
  joinsLines: boolean;
  /** A style keeps ends of lines. */
  keepsLines: boolean;
  /** text-indent in pixels. */
  indent: number;
  /** The indent of the block in whose first line a text may stand. */
  lineIndent: number;
  /** Where the left edge is at most, in pixels. */
  left: number;
  letterSpacing: number;
  lineHeight: number | null;
  /** Shadows of its letters. */
  shadows: readonly LetterShadow[];
  /** Pixels of the edge of its letters. */
  edge: number;
  edgeColour: InkColour;
  /** True: the edge is painted below the letters. SVG 2 13.8 */
  isEdgeBelow: boolean;
  /** The share of their size that a font's letters are made. */
  adjust: number;
  isConcealed: boolean;
  /** Hidden in Outlook alone. */
  isOutlookHidden: boolean;
  /** True: bidi-override, so characters of every script run from right to left. */
  isReversed: boolean;
  isRightToLeft: boolean;
  /** True: the children are boxes of a flexible box or a grid. */
  laysOut: boolean;
  /** True: an inline element that stands as a box of its own in its line, or as a line. */
  isBox: boolean;
  isPlaced: boolean;
  /** True: it stands elsewhere than the flow puts it, so that another box may be below it. */
  isMoved: boolean;
  /** True: it is less high than its text, which stands over what follows. */
  overflows: boolean;
  /** Pixels of the narrowest box around a text that cuts off what is wider. */
  clipWidth: number | null;
  /** Pixels by which its margins move the rest of its line: what begins with an inline element, and what follows it. */
  shift: number;
  shiftBehind: number;
  /** True: text-indent is a share of a width. */
  isIndentShare: boolean;
  /** True: lines have no height, in a box that cuts off what is higher. */
  isFlat: boolean;
  variables: ReadonlyMap<string, string> | null;
  /** A grid whose rows have no height: its first child is cut off by itself, or by the grid. */
  flatRows: "child" | "grid" | null;
  /** True: the element begins a stacking context. */
  isStacking: boolean;
  /** True: its z-index is negative. */
  isBelow: boolean;
  /** True: it has a background of its own. */
  hasGround: boolean;
  /** True: a row or column that is left out. */
  isCollapsed: boolean;
  /** Colours as filters around and of the element leave them. */
  filter: ((colour: Colour) => Colour) | null;
  /** The z-index of a positioned element; auto is 0. */
  layer: number | null;
  /** True: it covers the box that it is positioned in with a ground of its own. */
  covers: boolean;
  /** True: it has a ground of its own, and lies over it is not known what. */
  mayCover: boolean;
  /** Pixels of its height, where it says one. */
  height: number | null;
  /** Pixels of its height, below which its text is cut off. */
  clipHeight: number | null;
  /** True: that height does not depend on the surroundings. */
  isClipSure: boolean;
  /** Lines that are shown, in a box that cuts off the others. */
  clipLines: number | null;
  /** Pixels that it says to keep free above; null: what its element has by itself. */
  marginAbove: number | null;
  /** True: it may stand beside what comes before it. */
  isAside: boolean;
  /** True: its lines are not broken. */
  isUnbroken: boolean;
  /** True: it floats at the left. */
  isFloat: boolean;
  /** True: it moves out of the page, and what follows it with it. */
  pullsUp: boolean;
  /** Pixels by which it moves its text down within the box around, in the flow or out of it; null: by something unknown. */
  down: number | null;
  /** Where it stands, out of the flow: in the box that holds it, or in the window. */
  out: "absolute" | "fixed" | null;
  /** True: out of the flow, it stands at a place of its own. */
  isPinned: boolean;
  /** True: boxes out of the flow within it stand in it; for those of the window, too. */
  isHolder: boolean;
  holdsFixed: boolean;
  /** Pixels of padding and border above its text. */
  lead: number;
  /** Where the box begins in which what is out of the flow stands. */
  blockLeft: number;
  /** True: its lines do not begin at the left edge. */
  isAligned: boolean;
  /** Pixels of an indent that moves lines behind the edge of a box around that cuts them off. */
  indentEnd: number | null;
  /** Pixels from which what is within is looked at. */
  eye: number | null;
  /** True: its boxes are laid out from its end, or from its middle. */
  endsFirst: boolean;
  /** True: it may hide its text, which is not computed. */
  isUnjudged: boolean;
}

export interface LetterShadow {
  colour: InkColour;
  /** True: it lies below the letters, and is seen where they are clear. */
  isBelow: boolean;
  /** True: it is near and clear enough to be read. */
  isSure: boolean;
}

/** A colour beside the fill of letters; "current" is that of the text. */
type InkColour = Colour | "unknown" | "current";

/** The look of an element of its own, which none within it has. */
export const ownLook = {
  isStacking: false,
  isBelow: false,
  hasGround: false,
  isPlaced: false,
  isMoved: false,
  overflows: false,
  shift: 0,
  shiftBehind: 0,
  laysOut: false,
  isBox: false,
  isCollapsed: false,
  layer: null,
  covers: false,
  clipHeight: null,
  height: null,
  mayCover: false,
  isFloat: false,
  pullsUp: false,
  flatRows: null,
  isClipSure: false,
  clipLines: null,
  marginAbove: null,
  isAside: false,
  down: 0,
  out: null,
  isPinned: false,
  isHolder: false,
  holdsFixed: false,
  lead: 0,
  eye: null,
  endsFirst: false,
} satisfies Partial<ElementLook>;

export const rootLook: ElementLook = {
  ...ownLook,
  gone: null,
  isLeaky: false,
  isVisible: true,
  fontSize: 16,
  scale: 1,
  colour: black,
  fill: null,
  grounds: [white],
  opacity: 1,
  indent: 0,
  lineIndent: 0,
  joinsLines: false,
  keepsLines: false,
  left: 0,
  letterSpacing: 0,
  lineHeight: null,
  shadows: [],
  edge: 0,
  edgeColour: "current",
  isEdgeBelow: false,
  indentEnd: null,
  adjust: 1,
  isConcealed: false,
  isOutlookHidden: false,
  isReversed: false,
  isRightToLeft: false,
  clipWidth: null,
  isIndentShare: false,
  isFlat: false,
  variables: null,
  filter: null,
  isUnbroken: false,
  blockLeft: 0,
  isAligned: false,
  isUnjudged: false,
};

/** A box that is smaller by this was made so to hide it. */
const leastScale = 0.05;

/** Whether text of that many characters cannot be seen by its own look. */
export function judged(look: ElementLook, characters: number, isFirstLine: () => boolean): Technique | null {
  if (look.gone !== null) return look.gone;
  if (!look.isVisible) return "visibility";
  const size = look.fontSize * look.scale * look.adjust;
  if (size < 3.5) return look.scale < leastScale ? "transform" : "size";
  if (look.isFlat) return "size";
  if (look.isConcealed) return "letters";
  if (look.letterSpacing <= -0.5 * look.fontSize) return "letters";
  // Moves add up: a box within may come back.
  if (Math.abs(look.left) >= 2 * windowWidth) return "position";
  // A share is one of the width of the window here.
  const end = look.isIndentShare ? windowWidth : look.indentEnd;
  if (look.indentEnd !== null && look.lineIndent >= end! && isFirstLine()) return "size";
  const width = Math.max(1, characters) * size * 0.6;
  const start = look.left + Math.min(0, look.lineIndent);
  if (start < 0 && look.lineIndent <= -50 && width + start + Math.max(0, look.left) < 0 && isFirstLine())
    return "position";
  if (look.left < 0 && look.left + Math.min(width, windowWidth) < 0) return "position";
  if (hasInk(look)) return null;
  return isUnseen(look) ? "colour" : null;
}

/** Whether text has a colour that cannot be told from all grounds. */
export function isUnseen(look: ElementLook): boolean {
  if (isPaintedOver(look, coveringEdge)) return true;
  const seen = seenColour(look);
  if (seen === null) return false;
  return seen.a < 0.05 || (look.grounds?.every((ground) => isSame(seen, ground)) ?? false);
}

/** Whether text has the colour of a part of its ground, where on a gradient it stands is not known, or a shadow that is hardly read. */
export function mayBeUnseen(look: ElementLook): boolean {
  const isVague = look.grounds !== null && look.grounds.length > 1;
  if (!isVague && look.shadows.length === 0 && look.edge === 0) return false;
  if (look.edge >= blottingEdge * look.fontSize && !look.isEdgeBelow) return true;
  if (hasInk(look, true)) return false;
  if (isPaintedOver(look, touchingEdge)) return true;
  const seen = seenColour(look);
  if (seen === null) return false;
  return (isVague && look.grounds!.some((ground) => isSame(seen, ground))) || isUnseen(look);
}

/** Edges as shares of the size of letters: from which letters of every weight are covered, thin ones may be, and none can be told. */
const [coveringEdge, touchingEdge, blottingEdge] = [0.2, 0.05, 0.4];

/** Whether an edge of at least that share, in the colour of the ground, is painted over the letters. */
function isPaintedOver(look: ElementLook, share: number): boolean {
  const { edge, fontSize, isEdgeBelow, edgeColour, grounds, filter } = look;
  if (edge === 0 || edge < share * fontSize || isEdgeBelow || grounds === null) return false;
  const colour = edgeColour === "current" ? look.colour : edgeColour;
  if (colour === "unknown" || colour.a < 0.95) return false;
  const own = filter === null ? colour : filter(colour);
  return grounds.every((ground) => isSame({ ...own, a: 1 }, ground));
}

/** Pixels of an edge that is seen. */
const leastEdge = 0.3;

/** Whether a shadow or an edge shows the letters. */
function hasInk(look: ElementLook, isSure = false): boolean {
  if (look.shadows.length === 0 && look.edge === 0) return false;
  if (look.edge > (isSure ? leastEdge : 0) && isInkSeen(look, look.edgeColour)) return true;
  const fill = seenColour(look);
  return look.shadows.some(
    (shadow) =>
      (shadow.isSure || !isSure) &&
      !(shadow.isBelow && (fill === null || fill.a > 0.5)) &&
      isInkSeen(look, shadow.colour),
  );
}

function isInkSeen(look: ElementLook, given: InkColour): boolean {
  // In the colour of the letters it shows no more than they do.
  if (given === "current" && look.fill === null) return false;
  const colour = given === "current" ? look.colour : given;
  if (colour === "unknown" || look.grounds === null) return true;
  const own = look.filter === null ? colour : look.filter(colour);
  const seen = { ...own, a: own.a * look.opacity };
  return seen.a >= 0.05 && look.grounds.some((ground) => !isSame(seen, ground));
}

/** The colour of its letters; null where it is not computed. */
function seenColour({ fill, colour, opacity, filter }: ElementLook): Colour | null {
  const given = fill ?? colour;
  if (given === "unknown") return null;
  const own = filter === null ? given : filter(given);
  return { ...own, a: own.a * opacity };
}
