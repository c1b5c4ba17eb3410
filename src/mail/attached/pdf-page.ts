// Mail, attached: which text of a PDF's page a person does not see, from the page's drawing operations. ISO 32000-2 8 (graphics
// state, clipping, transparency), 9.3 (text state). Pictures and non-rectangular shapes are known by their box alone.
import { black, type Colour, white } from "../visible/colours.ts";
import { isSeenOn, minPoints, rgbOf } from "./look.ts";
import {
  type Box,
  common,
  holds,
  identity,
  isRectangle,
  isUpright,
  type Matrix,
  matrixOf,
  placed,
  point,
  product,
} from "./pdf-geometry.ts";

export interface HiddenShow {
  technique: "invisible mode" | "colour" | "size" | "opacity" | "clip" | "behind" | "position" | "layer";
  text: string;
  /** Where it begins, in units of the page. */
  x: number;
  y: number;
  /** The id of the note that draws it. */
  note?: string;
}

export interface PageSight {
  hidden: HiddenShow[];
  /** Letters that a person sees. */
  seen: number;
  /** Texts whose font names no letters. */
  unmapped: number;
  /** Pictures cover most of the page. */
  isPicture: boolean;
}

export interface PageInput {
  operations: readonly { name: string; args: readonly unknown[] }[];
  /** Left, bottom, right, top. */
  view: readonly number[];
  /** Whether a font draws its letters by operations of its own: its size says nothing. */
  isDrawnFont: (font: string) => boolean;
  /** Whether the picture of this name lets nothing through. */
  isOpaque: (picture: string) => boolean;
  /** Whether an optional part of the page is shown. */
  isShown: (properties: unknown) => boolean;
}

const minAlpha = 0.05;
const maxShapes = 2000;
const maxHidden = 1000;

interface State {
  matrix: Matrix;
  clip: Box;
  fill: Colour | null;
  stroke: Colour | null;
  fillAlpha: number;
  strokeAlpha: number;
  font: string;
  size: number;
  mode: number;
  spacing: { letter: number; word: number; scale: number; rise: number; leading: number };
}

interface PaintedShape {
  box: Box;
  /** Null: a picture or pattern. */
  colour: Colour | null;
  /** Nothing below it is seen. */
  isSolid: boolean;
}

interface Shown extends HiddenShow {
  /** The middle of its letters. */
  middle: readonly [number, number];
  shapesBefore: number;
}

/** Follows a page's operations. Linear in their number, with at most 2,000 shapes and 1,000 hidden texts. */
export function pageSight(page: PageInput): PageSight {
  return new PdfPageReader(page).read();
}

class PdfPageReader {
  #state: State;
  readonly #stack: State[] = [];
  readonly #shapes: PaintedShape[] = [];
  readonly #hidden: HiddenShow[] = [];
  /** Texts that nothing hides so far; a shape painted later may. */
  readonly #shown: (Shown & { letters: number })[] = [];
  #text: Matrix = identity;
  #line: Matrix = identity;
  #isClipping = false;
  #note: string | undefined;
  /** One entry for each marked part that is open: whether it is shown. */
  readonly #marked: boolean[] = [];
  #unmapped = 0;

  constructor(readonly page: PageInput) {
    this.#state = this.#beginning();
  }

  #beginning(): State {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.page.view;
    return {
      matrix: identity,
      clip: [left, bottom, right, top],
      fill: black,
      stroke: black,
      fillAlpha: 1,
      strokeAlpha: 1,
      font: "",
      size: 0,
      mode: 0,
      spacing: { letter: 0, word: 0, scale: 1, rise: 0, leading: 0 },
    };
  }

  read(): PageSight {
    for (const { name, args } of this.page.operations) this.#step(name, args);
    const seen = this.#covered();
    const [left = 0, bottom = 0, right = 0, top = 0] = this.page.view;
    const area = (right - left) * (top - bottom);
    // A scan may be cut into strips.
    let covered = 0;
    for (const { box, colour } of this.#shapes)
      if (colour === null) covered += Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
    return { hidden: this.#hidden, seen, unmapped: this.#unmapped, isPicture: covered >= area / 2 };
  }

  #step(name: string, args: readonly unknown[]): void {
    const state = this.#state;
    switch (name) {
      case "save":
      case "paintFormXObjectBegin":
        this.#stack.push(this.#state);
        this.#state = { ...state };
        if (name !== "save") this.#beginForm(args);
        return;
      case "restore":
      case "paintFormXObjectEnd":
        this.#state = this.#stack.pop() ?? state;
        return;
      case "beginAnnotation":
        this.#stack.push(state);
        this.#beginNote(args);
        return;
      case "endAnnotation":
        this.#state = this.#stack.pop() ?? state;
        this.#note = undefined;
        return;
      case "transform":
        state.matrix = product(args as unknown as Matrix, state.matrix);
        return;
      case "setGState":
        for (const [key, value] of (args[0] ?? []) as [string, unknown][]) {
          if (key === "ca") state.fillAlpha = Number(value);
          else if (key === "CA") state.strokeAlpha = Number(value);
          else if (key === "Font") [state.font, state.size] = value as [string, number];
        }
        return;
      case "setFillRGBColor":
        state.fill = rgbOf(args[0] as string);
        return;
      case "setStrokeRGBColor":
        state.stroke = rgbOf(args[0] as string);
        return;
      case "setFillTransparent":
        state.fillAlpha = 0;
        return;
      case "setFillColorN":
        state.fill = null;
        return;
      case "setStrokeColorN":
        state.stroke = null;
        return;
      case "clip":
      case "eoClip":
        this.#isClipping = true;
        return;
      case "constructPath":
        this.#path(args);
        return;
      case "shadingFill":
        this.#shape({ box: state.clip, colour: null, isSolid: false });
        return;
      case "beginMarkedContent":
        this.#marked.push(true);
        return;
      case "beginMarkedContentProps":
        this.#marked.push(args[0] !== "OC" || this.page.isShown(args[1]));
        return;
      case "endMarkedContent":
        this.#marked.pop();
        return;
      default:
        if (name.startsWith("paint")) this.#picture(name, args);
        else this.#textStep(name, args);
    }
  }

  #textStep(name: string, args: readonly unknown[]): void {
    const state = this.#state;
    const number = Number(args[0]);
    switch (name) {
      case "beginText":
        this.#text = identity;
        this.#line = identity;
        return;
      case "setFont":
        [state.font, state.size] = args as [string, number];
        return;
      case "setTextRenderingMode":
        state.mode = number;
        return;
      case "setCharSpacing":
        state.spacing = { ...state.spacing, letter: number };
        return;
      case "setWordSpacing":
        state.spacing = { ...state.spacing, word: number };
        return;
      case "setHScale":
        state.spacing = { ...state.spacing, scale: number / 100 };
        return;
      case "setTextRise":
        state.spacing = { ...state.spacing, rise: number };
        return;
      case "setLeading":
        state.spacing = { ...state.spacing, leading: number };
        return;
      case "setTextMatrix":
        this.#text = this.#line = matrixOf(args[0]);
        return;
      case "moveText":
        this.#move(Number(args[0]), Number(args[1]));
        return;
      case "setLeadingMoveText":
        state.spacing = { ...state.spacing, leading: -Number(args[1]) };
        this.#move(Number(args[0]), Number(args[1]));
        return;
      case "nextLine":
        this.#move(0, -state.spacing.leading);
        return;
      case "nextLineShowText":
      case "nextLineSetSpacingShowText":
        this.#move(0, -state.spacing.leading);
        this.#show((args.at(-1) ?? []) as Glyphs);
        return;
      case "showText":
      case "showSpacedText":
        this.#show((args[0] ?? []) as Glyphs);
        return;
    }
  }

  #move(x: number, y: number): void {
    this.#text = this.#line = product([1, 0, 0, 1, x, y], this.#line);
  }

  #beginForm([matrix, box]: readonly unknown[]): void {
    const state = this.#state;
    if (matrix) state.matrix = product(matrixOf(matrix), state.matrix);
    if (box) state.clip = common(state.clip, placed(box as Box, state.matrix));
  }

  /** A note has a state of its own, and is clipped to its box. */
  #beginNote([id, box, place, matrix]: readonly unknown[]): void {
    this.#note = String(id);
    this.#state = this.#beginning();
    const state = this.#state;
    if (box) state.clip = common(state.clip, box as Box);
    for (const one of [place, matrix]) if (one) state.matrix = product(matrixOf(one), state.matrix);
  }

  #path([paint, data, bounds]: readonly unknown[]): void {
    const state = this.#state;
    const box = bounds ? placed(bounds as Box, state.matrix) : null;
    if (this.#isClipping) {
      this.#isClipping = false;
      state.clip = box ? common(state.clip, box) : [0, 0, 0, 0];
    }
    if (box === null || !paintsFill(Number(paint))) return;
    const isBox = isRectangle((data as readonly unknown[])[0], state.matrix);
    this.#shape({
      box: common(box, state.clip),
      colour: state.fill,
      isSolid: isBox && state.fill !== null && state.fillAlpha > 0.95,
    });
  }

  #picture(name: string, args: readonly unknown[]): void {
    if (!/(?:Image|Mask)/.test(name)) return;
    const box = common(placed([0, 0, 1, 1], this.#state.matrix), this.#state.clip);
    const isSolid = name === "paintImageXObject" && this.#state.fillAlpha > 0.95;
    this.#shape({
      box,
      colour: null,
      isSolid: isSolid && isUpright(this.#state.matrix) && this.page.isOpaque(String(args[0])),
    });
  }

  #shape(shape: PaintedShape): void {
    if (this.#shapes.length < maxShapes && !this.#marked.includes(false)) this.#shapes.push(shape);
  }

  #show(glyphs: Glyphs): void {
    const state = this.#state;
    const { letter, word, scale, rise } = state.spacing;
    const origin = product(this.#text, state.matrix);
    let text = "";
    let width = 0;
    let letters = 0;
    let unnamed = 0;
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        width -= (glyph / 1000) * state.size * scale;
        continue;
      }
      if (glyph === null || typeof glyph !== "object") continue;
      const { unicode = "", width: advance = 0, isSpace = false } = glyph;
      text += unicode;
      letters++;
      if (/^[\0\p{Co}\ufffd]*$/u.test(unicode)) unnamed++;
      width += ((advance / 1000) * state.size + letter + (isSpace ? word : 0)) * scale;
    }
    this.#text = product([1, 0, 0, 1, width, 0], this.#text);
    if (letters === 0 || unnamed * 2 > letters) this.#unmapped++;
    if (text.trim() === "") return;
    const [x, y] = point(origin, 0, rise);
    const height = state.size * 0.35;
    const note = this.#note === undefined ? {} : { note: this.#note };
    const shown = { text, x, y, ...note, letters, middle: point(origin, width / 2, rise + height) };
    const technique = this.#technique(shown, origin);
    const entry = {
      ...shown,
      technique: technique ?? ("behind" as const),
      shapesBefore: this.#shapes.length,
    };
    if (technique === null) this.#shown.push(entry);
    else this.#hide(entry);
  }

  #hide({ technique, text, x, y, note }: HiddenShow): void {
    if (this.#hidden.length >= maxHidden) return;
    this.#hidden.push({ technique, text, x, y, ...(note !== undefined && { note }) });
  }

  /** How a text is hidden when it is drawn; null: it is seen, unless something covers it later. */
  #technique({ middle }: Pick<Shown, "middle">, origin: Matrix): HiddenShow["technique"] | null {
    const state = this.#state;
    if (this.#marked.includes(false)) return "layer";
    if (state.mode === 3 || state.mode === 7) return "invisible mode";
    const area = Math.abs((origin[0] * origin[3] - origin[1] * origin[2]) * state.spacing.scale);
    const size = Math.abs(state.size) * Math.sqrt(area);
    if (size < minPoints && !this.page.isDrawnFont(state.font)) return "size";
    const [left = 0, bottom = 0, right = 0, top = 0] = this.page.view;
    if (!holds([left, bottom, right, top], middle)) return "position";
    if (!holds(state.clip, middle)) return "clip";
    const isFilled = state.mode % 4 !== 1;
    const isStroked = state.mode % 4 === 1 || state.mode % 4 === 2;
    const alpha = Math.max(isFilled ? state.fillAlpha : 0, isStroked ? state.strokeAlpha : 0);
    if (alpha < minAlpha) return "opacity";
    const inks = [...(isFilled ? [state.fill] : []), ...(isStroked ? [state.stroke] : [])];
    return inks.every((ink) => ink !== null && !this.#isSeen(ink, middle)) ? "colour" : null;
  }

  /** Whether ink is seen on something that may lie under it. */
  #isSeen(ink: Colour, at: readonly [number, number]): boolean {
    for (let n = this.#shapes.length - 1; n >= 0; n--) {
      const { box, colour, isSolid } = this.#shapes[n]!;
      if (!holds(box, at)) continue;
      if (colour === null || isSeenOn(ink, colour)) return true;
      if (isSolid) return false;
    }
    return isSeenOn(ink, white);
  }

  /** Hides what later shapes cover. @returns the letters that are left */
  #covered(): number {
    let seen = 0;
    for (const shown of this.#shown) {
      const { shapesBefore, middle } = shown;
      const covers = ({ isSolid, box }: PaintedShape, at: number) =>
        at >= shapesBefore && isSolid && holds(box, middle);
      if (this.#shapes.some(covers)) this.#hide(shown);
      else seen += shown.letters;
    }
    return seen;
  }
}

type Glyphs = readonly (number | null | { unicode?: string; width?: number; isSpace?: boolean })[];

/** pdf.js OPS: fill, eoFill, fillStroke, eoFillStroke, closeFillStroke, closeEOFillStroke. */
function paintsFill(paint: number): boolean {
  return paint >= 22 && paint <= 27;
}
