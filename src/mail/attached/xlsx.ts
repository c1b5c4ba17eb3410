// Mail, attached: the text of an Excel workbook, a row a line, cells with tabs between. ECMA-376 1, 18.3 (sheets), 18.4 (shared
// strings), 18.8 (styles)
import { black, type Colour, white } from "../visible/colours.ts";
import { type ConditionLook, type ConditionLooks, conditionLooks, conditionsOf } from "./cell-conditions.ts";
import { rgbOf, type TextLook, techniqueOf } from "./look.ts";
import { hidesText, numberColour, shownNumber, textColour } from "./number-format.ts";
import { type ArchiveParts, isOn, type PartElement, partsOf, readXml, targetsOf } from "./parts.ts";
import { readDrawing } from "./sheet-drawing.ts";
import { FileWords } from "./text.ts";

const book = "xl/workbook.xml";
const wanted =
  /^xl\/(?:workbook|styles|sharedStrings|comments\d*|(?:threadedC|c)omments\/[^/]+|worksheets\/[^/]+|drawings\/drawing\d+)\.xml$|^xl\/worksheets\/_rels\/[^/]+\.rels$|^xl\/_rels\/workbook\.xml\.rels$/i;

/** Text in pieces of one look. */
type Rich = { text: string; look: TextLook }[];

interface CellStyle {
  look: TextLook;
  /** The code of its numbers. */
  format: string;
}

interface Sheet {
  name: string;
  isHidden: boolean;
  part: string;
}

const maxColumns = 16_384;

/** Null: the archive is no workbook. @throws Error broken */
export function xlsxText(bytes: Uint8Array): FileWords | null {
  const parts = partsOf(bytes, wanted);
  if (parts[book] === undefined) return null;
  const { sheets, isFrom1904 } = sheetsOf(parts);
  const strings = stringsOf(parts);
  const styles = stylesOf(parts);
  const looks = conditionLooks(parts, colourOf);
  const words = new FileWords();
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  for (const sheet of sheets) {
    words.where = `sheet ${sheet.name}`;
    if (!sheet.isHidden && shown.length > 1) words.text += `${words.text === "" ? "" : "\n"}${sheet.name}\n`;
    const targets = targetsOf(parts, sheet.part);
    const drawing = readSheet(parts[sheet.part], sheet, { strings, styles, looks, isFrom1904, words });
    if (drawing !== null) readDrawing(parts[targets.get(drawing) ?? ""], sheet, words);
    for (const target of new Set(targets.values()))
      if (/comment/i.test(target)) readRemarks(parts[target], words);
  }
  return words;
}

interface Book {
  strings: readonly Rich[];
  styles: readonly CellStyle[];
  /** Looks that conditions name. */
  looks: ConditionLooks;
  isFrom1904: boolean;
  words: FileWords;
}

/** Remarks of colleagues at cells stand beside them, not in them. ECMA-376 1, 18.7 */
function readRemarks(part: Uint8Array | undefined, words: FileWords): void {
  readXml(part, {
    text: (text, { name }) => {
      if (name === "t" || name === "text") words.hide(`${text} `, "comment");
    },
  });
}

interface Cell {
  kind: string;
  style: CellStyle;
  column: number;
  value: string;
  rich: Rich;
}

/** @returns the relation of its drawing */
function readSheet(
  part: Uint8Array | undefined,
  sheet: Sheet,
  { strings, styles, looks, isFrom1904, words }: Book,
): string | null {
  let drawing: string | null = null;
  const hiddenColumns: [from: number, to: number][] = [];
  const noStyle: CellStyle = { look: {}, format: "" };
  let isHiddenRow = false;
  const conditions = conditionsOf(part, looks, colourOf);
  let [column, row] = [0, 0];
  let lastShown = 0;
  let cell: Cell | null = null;
  const add = (text: string, technique: string | null, at: number) => {
    if (technique !== null) return words.hide(`${text} `, technique);
    words.text += `${"\t".repeat(Math.min(at - lastShown, 50))}${text.replaceAll("\n", " ")}`;
    lastShown = at;
  };
  const show = (one: Cell) => {
    const { kind, column: at, value } = one;
    const pieces: Rich =
      kind === "s"
        ? (strings[Number(value)] ?? [])
        : kind === "inlineStr"
          ? one.rich
          : [{ text: kind === "b" ? (value === "1" ? "TRUE" : "FALSE") : value, look: {} }];
    const isNumber = kind === "n" && value !== "";
    const { outcomes, isDoubtful } = conditions.at({
      column: at,
      row,
      value: cellValue(kind, value, pieces),
    });
    const isOut = sheet.isHidden || isHiddenRow || hiddenColumns.some(([from, to]) => at >= from && at <= to);
    for (const piece of pieces) {
      if (piece.text.trim() === "" && !isNumber) continue;
      const shown = outcomes.map((made) => shownPiece(one, piece, { made, isOut, isFrom1904 }));
      const seen = shown.find(({ technique }) => technique === null);
      const unseen = shown.find(({ technique }) => technique !== null);
      // A condition that is not known here may hide it: it is told, and stays.
      if (seen && (unseen || isDoubtful)) words.hide(`${seen.text} `, unseen?.technique ?? "colour");
      const { text, technique } = seen ?? shown[0]!;
      add(text, technique, at);
    }
  };
  readXml(part, {
    open: ({ name, attributes }) => {
      if (name === "col" && isLeftOut(attributes, attributes.width))
        hiddenColumns.push([Number(attributes.min), Number(attributes.max)]);
      else if (name === "row") {
        isHiddenRow = isLeftOut(attributes, attributes.ht);
        column = 0;
        row = Number(attributes.r ?? row + 1) || row + 1;
        lastShown = 1;
      } else if (name === "c") {
        column = columnOf(attributes.r) ?? column + 1;
        const style = styles[Number(attributes.s ?? 0)] ?? noStyle;
        cell = { kind: attributes.t ?? "n", style, column, value: "", rich: [] };
      } else if (name === "drawing") drawing = attributes.id ?? null;
      else if (name === "r" && cell) cell.rich.push({ text: "", look: {} });
      else if (cell?.rich.length) Object.assign(cell.rich.at(-1)!.look, fontLook(name, attributes));
    },
    text: (text, { name, parent }) => {
      if (cell === null || words.isFull) return;
      if (name === "v") cell.value += text;
      else if (name === "t" && parent?.name === "is") cell.rich.push({ text, look: {} });
      else if (name === "t" && parent?.name === "r") cell.rich.at(-1)!.text += text;
    },
    close: ({ name }) => {
      if (name === "c" && cell !== null) {
        show(cell);
        cell = null;
      } else if (name === "row" && !sheet.isHidden && !words.text.endsWith("\n") && words.text !== "")
        words.text += "\n";
    },
  });
  return drawing;
}

/** Characters of a cell: programs write no more. */
const maxCellCharacters = 32_767;

/** The text or number that conditions look at; null: another kind of value. */
function cellValue(kind: string, value: string, pieces: Rich): string | number | null {
  if (kind === "n" && value !== "") return Number(value);
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (kind === "b" || kind === "e" || length > maxCellCharacters) return null;
  return pieces.map(({ text }) => text).join("");
}

/** How a piece of a cell looks by an outcome of its conditions. */
function shownPiece(
  { kind, style, value }: Cell,
  { text, look }: Rich[number],
  { made, isOut, isFrom1904 }: { made: ConditionLook; isOut: boolean; isFrom1904: boolean },
): { text: string; technique: string | null } {
  const format = made.format ?? style.format;
  const isNumber = kind === "n" && value !== "";
  const number = isNumber ? shownNumber(Number(value), format, { isFrom1904 }) : null;
  if (number === "") return { text: value, technique: "display" };
  const colour = isNumber ? numberColour(Number(value), format) : textColour(format);
  const shownAs = { ...style.look, ...look, ...(colour && { colour }), ...made.look };
  const isUnseen = isOut || (!isNumber && hidesText(format));
  return { text: number ?? text, technique: isUnseen ? "display" : techniqueOf(shownAs) };
}

/** Points of a row, and letters of a column, that are lines to a person. */
const leastSize = 0.5;

/** Whether a row or column is hidden, or has no size. */
function isLeftOut({ hidden }: PartElement["attributes"], size: string | undefined): boolean {
  return (hidden !== undefined && isOn(hidden)) || (size !== undefined && Number(size) < leastSize);
}

/** "BC12" is column 55. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? "")?.[0];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return column <= maxColumns ? column : null;
}

function sheetsOf(parts: ArchiveParts): { sheets: Sheet[]; isFrom1904: boolean } {
  const targets = targetsOf(parts, book);
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  readXml(parts[book], {
    open: ({ name, attributes }) => {
      if (name === "workbookPr") isFrom1904 = attributes.date1904 !== undefined && isOn(attributes.date1904);
      if (name !== "sheet" || sheets.length >= 500) return;
      const part = targets.get(attributes.id ?? "") ?? `xl/worksheets/sheet${sheets.length + 1}.xml`;
      sheets.push({ name: attributes.name ?? "", isHidden: /hidden/i.test(attributes.state ?? ""), part });
    },
  });
  return { sheets, isFrom1904 };
}

function stringsOf(parts: ArchiveParts): Rich[] {
  const strings: Rich[] = [];
  readXml(parts["xl/sharedStrings.xml"], {
    open: ({ name, attributes, parent }) => {
      if (name === "si") strings.push([]);
      else if (name === "r" || (name === "t" && parent?.name === "si"))
        strings.at(-1)?.push({ text: "", look: {} });
      else if (parent?.name === "rPr") {
        const piece = strings.at(-1)?.at(-1);
        if (piece) Object.assign(piece.look, fontLook(name, attributes));
      }
    },
    text: (text, { name, parent }) => {
      const piece = strings.at(-1)?.at(-1);
      // Readings of Japanese words stand in rPh.
      if (name === "t" && piece && parent?.name !== "rPh") piece.text += text;
    },
  });
  return strings;
}

function fontLook(name: string, attributes: PartElement["attributes"]): TextLook {
  if (name === "color") return { colour: colourOf(attributes) };
  return name === "sz" ? { points: Number(attributes.val) } : {};
}

/** A colour by its code; the white of themes and of the old palette, too. ECMA-376 1, 18.8.3 */
function colourOf({ rgb, theme, tint, indexed }: PartElement["attributes"]): Colour | null {
  if (theme === "0" && !Number(tint ?? 0)) return white;
  if (indexed === "1" || indexed === "9") return white;
  return rgbOf(rgb);
}

function stylesOf(parts: ArchiveParts): CellStyle[] {
  const fonts: TextLook[] = [];
  const grounds: (Colour | null)[] = [];
  const formats = new Map<string, string>();
  const styles: CellStyle[] = [];
  readXml(parts["xl/styles.xml"], {
    open: ({ name, attributes, parent }) => {
      const { numFmtId = "0", fontId, fillId } = attributes;
      if (name === "numFmt") formats.set(numFmtId, attributes.formatCode ?? "");
      else if (name === "font" && parent?.name === "fonts") fonts.push({});
      else if (parent?.name === "font" && fonts.length > 0)
        Object.assign(fonts.at(-1)!, fontLook(name, attributes));
      else if (name === "fill" && parent?.name === "fills") grounds.push(null);
      // Without a colour of its own it is black.
      else if (name === "patternFill" && attributes.patternType === "solid")
        grounds[grounds.length - 1] = black;
      else if (name === "fgColor" && parent?.attributes.patternType === "solid")
        grounds[grounds.length - 1] = colourOf(attributes) ?? { r: 128, g: 128, b: 128, a: 1 };
      else if (name === "xf" && parent?.name === "cellXfs")
        styles.push({
          look: { ...fonts[Number(fontId ?? 0)], ground: grounds[Number(fillId ?? 0)] ?? null },
          format: formats.get(numFmtId) ?? builtIn[numFmtId] ?? "",
        });
    },
  });
  return styles;
}

/** ECMA-376 1, 18.8.30: formats that have no code in the file. */
// biome-ignore format: a table
const builtIn: Record<string, string> = {
  "1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "14": "yyyy-mm-dd", "15": "yyyy-mm-dd",
  "16": "yyyy-mm-dd", "17": "yyyy-mm-dd", "18": "hh:mm", "19": "hh:mm:ss", "20": "hh:mm", "21": "hh:mm:ss",
  "22": "yyyy-mm-dd hh:mm", "37": "#,##0", "38": "#,##0", "39": "#,##0.00", "40": "#,##0.00", "45": "mm:ss", "47": "mm:ss",
};
