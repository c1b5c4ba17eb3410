// Mail, attached: the text of an RTF document. Rich Text Format Specification 1.9.1
import { decodeCharset } from "../mime/charset.ts";
import type { Colour } from "../visible/colours.ts";
import { longerSide, pointsOf, type TextLook, techniqueOf, usualPage } from "./look.ts";
import {
  newShape,
  openProperty,
  placeShape,
  type RtfShape,
  ShapeWords,
  shapes,
  shapeTexts,
  takeProperty,
} from "./rtf-shapes.ts";
import { FileWords } from "./text.ts";

/** Groups whose text is no text of the document, beside those that `\*` marks. */
const apart = new Set(
  "fonttbl colortbl stylesheet info pict objdata objclass objname listtable listoverridetable revtbl rsidtbl themedata colorschememapping datastore latentstyles xmlnstbl fldinst generator filetbl shprslt".split(
    " ",
  ),
);

const characters: Record<string, string> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  row: "\n",
  tab: "\t",
  cell: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: " ",
  enspace: " ",
};

const maxDepth = 1000;
const maxColours = 1000;

interface GroupLook {
  isApart: boolean;
  /** True: it is apart by the `\*` of a shape alone, whose text is none the less seen. */
  isShapeApart: boolean;
  isHidden: boolean;
  /** Numbers of the colour table; 0 is the program's own. */
  colour: number;
  ground: number;
  /** The ground of the paragraph. */
  paper: number;
  /** In half points. */
  size: number;
  /** Letters have no width. */
  isThin: boolean;
  /** Points between letters. */
  spacing: number;
  /** Points that the paragraph is indented by. */
  indent: number;
  /** The frame of the paragraph stands beyond every page. */
  isAway: boolean;
  /** The shape around, and which of its properties' names and values is open. */
  shape: RtfShape | null;
  property: "sn" | "sv" | null;
  /** True: a remark of a colleague. */
  isRemark: boolean;
  /** Characters that stand for readers without Unicode behind \u. */
  skip: number;
}

/** Control words, symbols, groups and text. */
const tokens =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]{1,4096})|[\r\n]/gi;

/** Linear in the document. */
export function rtfText(bytes: Uint8Array): FileWords {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const words = new FileWords();
  const stack: GroupLook[] = [];
  const colours: (Colour | null)[] = [];
  let look: GroupLook = {
    isApart: false,
    isShapeApart: false,
    isHidden: false,
    colour: 0,
    ground: 0,
    paper: 0,
    size: 24,
    isThin: false,
    spacing: 0,
    indent: 0,
    isAway: false,
    shape: null,
    property: null,
    isRemark: false,
    skip: 1,
  };
  // A group that readers who do not know it pass over.
  let isMarked = false;
  /** Nothing of the group was read. */
  let isFirst = false;
  let charset = "windows-1252";
  let colourTable: number[] | null = null;
  let toSkip = 0;
  let held: number[] = [];
  const page = pageOf(source);
  const table = new RtfTable(page);
  const unshown = unshownHeads(source);
  const ofShapes = new ShapeWords();
  const emit = (text: string) => {
    if (look.isApart) return;
    const { shape, isRemark } = look;
    const own = textLookOf(look, colours, table, page);
    if (shape) ofShapes.add(text, { look: own, shape, isRemark });
    else words.add(text, isRemark ? "comment" : techniqueOf(own));
  };
  const flush = () => {
    if (held.length === 0) return;
    const text = decodeCharset(Uint8Array.from(held), charset);
    held = [];
    emit(text);
  };
  const control = (name: string, number: number | null) => {
    const isOn = number !== 0;
    // Programs know these without the mark for others, as the first word of a group.
    if (shapes.has(name) && (isMarked || (isFirst && (!look.isApart || look.isShapeApart))))
      [look.shape, look.isApart, look.isShapeApart] = [newShape(look.shape), true, true];
    else if (isMarked && name === "annotation") [look.isApart, look.isRemark] = [false, true];
    else if (look.isShapeApart && shapeTexts.has(name)) [look.isApart, look.isShapeApart] = [false, false];
    else if (look.isShapeApart && look.shape && (name === "sn" || name === "sv")) {
      [look.isShapeApart, look.property] = [false, name];
      openProperty(look.shape, name);
    } else if (look.shape) placeShape(look.shape, name, number ?? 0, page);
    [isMarked, isFirst] = [false, false];
    if (colourTable && name in { red: 1, green: 1, blue: 1 }) colourTable.push(number ?? 0);
    else if (name === "colortbl") colourTable = [];
    if (apart.has(name) || unshown.has(name)) [look.isApart, look.isShapeApart] = [true, false];
    else if (name === "v" || name === "deleted") look.isHidden = isOn;
    else if (name === "charscalex") look.isThin = number !== null && number > 0 && number < 10;
    else if (name === "expndtw") look.spacing = (number ?? 0) / 20;
    else if (name === "expnd") look.spacing = (number ?? 0) / 4;
    else if (name === "li" || name === "lin") look.indent = (number ?? 0) / 20;
    else if (/^pos(?:neg)?[xy]$/.test(name)) look.isAway ||= Math.abs(number ?? 0) / 20 > page;
    else if (name === "cf") look.colour = number ?? 0;
    else if (name === "cb" || name === "highlight" || name === "chcbpat") look.ground = number ?? 0;
    else if (name === "cbpat") look.paper = number ?? 0;
    else if (name === "pard") Object.assign(look, { paper: 0, indent: 0, isAway: false });
    else if (name === "fs") look.size = number ?? 24;
    else if (name === "plain")
      look = { ...look, isHidden: false, colour: 0, ground: 0, size: 24, isThin: false, spacing: 0 };
    else if (name === "uc") look.skip = Math.min(number ?? 1, 10);
    else if (name === "ansicpg" && number) charset = number === 65001 ? "utf-8" : `cp${number}`;
    else if (name === "u" && number !== null) {
      emit(String.fromCharCode(number & 0xffff));
      toSkip = look.skip;
    } else if (characters[name] !== undefined) emit(characters[name]);
    // Rows that no reader draws colour no cell.
    if (!look.isApart) table.step(name, number ?? 0);
  };
  for (const [, name, number, octet, symbol, brace, text] of source.matchAll(tokens)) {
    if (octet === undefined) flush();
    if ((brace ?? octet ?? symbol ?? text) !== undefined && symbol !== "*") isMarked = false;
    if (brace === undefined && (octet ?? symbol ?? text) !== undefined) isFirst = false;
    if (brace === "{") {
      if (stack.length < maxDepth) stack.push({ ...look });
      toSkip = 0;
      isFirst = true;
    } else if (brace === "}") {
      look = stack.pop() ?? look;
      if (look.shape === null) ofShapes.tell(words);
      colourTable = null;
      toSkip = 0;
      isFirst = false;
    } else if (name !== undefined) control(name, number === undefined ? null : Number(number));
    else if (octet !== undefined) {
      if (toSkip > 0) toSkip--;
      else held.push(Number.parseInt(octet, 16));
    } else if (symbol !== undefined) {
      if (symbol === "*") {
        isMarked = !look.isApart || look.isShapeApart;
        [look.isApart, look.isShapeApart] = [true, false];
      } else emit({ "~": "\u00a0", _: "-", "-": "" }[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ""));
    } else if (text !== undefined && colourTable) {
      const entries: number[] = colourTable;
      for (const _ of text.matchAll(/;/g)) {
        const entry = entries.splice(0, 3);
        if (colours.length < maxColours) colours.push(entry.length === 3 ? colourOf(entry) : null);
      }
    } else if (text !== undefined && look.shape && look.property)
      takeProperty(look.shape, look.property, text);
    else if (text !== undefined) {
      const skipped = Math.min(toSkip, text.length);
      toSkip -= skipped;
      emit(decodeCharset(Buffer.from(text.slice(skipped), "latin1"), charset));
    }
    if (words.isFull) break;
  }
  flush();
  ofShapes.tell(words);
  return words;
}

/** Heads and feet that no page has: those of a first page, and of left and right ones, where no word says that there are such. */
function unshownHeads(source: string): ReadonlySet<string> {
  const kinds = [
    ...(/\\titlepg(?![a-z])/.test(source) ? [] : ["f"]),
    ...(/\\facingp(?![a-z])/.test(source) ? [] : ["l", "r"]),
  ];
  return new Set(kinds.flatMap((kind) => [`header${kind}`, `footer${kind}`]));
}

function colourOf([r, g, b]: readonly number[]): Colour {
  return { r: r!, g: g!, b: b!, a: 1 };
}

/** The longest side of a page of the document, in points. */
function pageOf(source: string): number {
  let page = usualPage;
  for (const [, side] of source.matchAll(/\\paper[wh](\d{1,10})/g))
    page = longerSide(page, pointsOf(side, 20));
  return page;
}

function textLookOf(
  { isHidden, isThin, indent, isAway, spacing, colour, ground, paper, size }: GroupLook,
  colours: readonly (Colour | null)[],
  table: RtfTable,
  page: number,
): TextLook {
  const under = [ground, paper, table.ground].find((one) => one > 0) ?? 0;
  const ink = colours[colour] ?? null;
  return {
    isHidden,
    isGone: isThin || isAway || table.isAway || Math.abs(indent) > page,
    spacing,
    points: size / 2,
    colour: ink,
    ground: colours[under] ?? null,
  };
}

const maxCells = 100;

/** The grounds of a row's cells, which are said before the row's text. */
class RtfTable {
  #grounds: number[] = [];
  #next = 0;
  #cell = 0;
  #isInside = false;
  #isAway = false;
  readonly #page: number;

  /** @param page the longest side of a page, in points */
  constructor(page: number) {
    this.#page = page;
  }

  /** Whether the table that is open stands beyond every page. */
  get isAway(): boolean {
    return this.#isInside && this.#isAway;
  }

  /** The ground of the cell that is open; 0 outside of tables. */
  get ground(): number {
    return this.#isInside ? (this.#grounds[this.#cell] ?? 0) : 0;
  }

  step(name: string, number: number): void {
    if (name === "trowd") [this.#grounds, this.#next, this.#isAway] = [[], 0, false];
    else if (/^tpos(?:neg)?[xy]$/.test(name)) this.#isAway ||= Math.abs(number) / 20 > this.#page;
    else if (name === "clcbpat") this.#next = number;
    else if (name === "cellx" && this.#grounds.length < maxCells) {
      this.#grounds.push(this.#next);
      this.#next = 0;
    } else if (name === "cell") this.#cell++;
    else if (name === "row") this.#cell = 0;
    else if (name === "intbl") this.#isInside = true;
    else if (name === "pard") this.#isInside = false;
  }
}
