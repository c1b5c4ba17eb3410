// Mail, attached: the text that notes and fields of forms show on a page of a PDF. ISO 32000-2 12.5 (annotations), 12.7 (forms)
import type { Colour } from "../visible/colours.ts";
import { techniqueOf } from "./look.ts";
import type { FileWords } from "./text.ts";

/** A note as pdf.js gives it. */
export interface PdfNote {
  subtype?: string;
  annotationFlags?: number;
  /** Left, bottom, right, top. */
  rect?: readonly number[];
  /** Lines of its appearance. */
  textContent?: readonly string[];
  contentsObj?: { str?: string };
  fieldType?: string | null;
  fieldValue?: unknown;
  password?: boolean;
  defaultAppearanceData?: { fontColor?: ArrayLike<number>; fontSize?: number };
  backgroundColor?: ArrayLike<number> | null;
}

const maxNotes = 1000;

/** The flag of a hidden note; pdf.js gives none that is not viewed. ISO 32000-2 12.5.3 */
const unshown = 2;

/** Adds words that stand on the page by themselves: a box of text, a stamp, a field of text or choice. */
export function addNotes(notes: readonly PdfNote[], view: readonly number[], words: FileWords): void {
  const lines: string[] = [];
  for (const note of notes.slice(0, maxNotes)) {
    const text = textOf(note);
    if (text === "") continue;
    const technique = hidingOf(note, view);
    if (technique === null) lines.push(text);
    else words.hide(`${text} `, technique);
  }
  if (lines.length > 0) words.text += `${words.text === "" ? "" : "\n"}${lines.join("\n")}`;
}

function textOf({ subtype, textContent, contentsObj, fieldType, fieldValue, password }: PdfNote): string {
  const isBox = subtype === "FreeText" || subtype === "Stamp";
  const isField = subtype === "Widget" && (fieldType === "Tx" || fieldType === "Ch") && password !== true;
  if (!isBox && !isField) return "";
  const shown = textContent?.join("\n").trim() ?? "";
  if (shown !== "") return shown;
  const value = isField ? fieldValue : subtype === "FreeText" ? contentsObj?.str : "";
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((one) => typeof one === "string")
    .join("\n")
    .trim();
}

function hidingOf(note: PdfNote, view: readonly number[]): string | null {
  const { annotationFlags = 0, rect = [], defaultAppearanceData, backgroundColor } = note;
  if ((annotationFlags & unshown) !== 0) return "display";
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const [viewLeft = 0, viewBottom = 0, viewRight = 0, viewTop = 0] = view;
  if (right - left < 1 || top - bottom < 1) return "size";
  if (right <= viewLeft || left >= viewRight || top <= viewBottom || bottom >= viewTop) return "position";
  const { fontColor, fontSize = 0 } = defaultAppearanceData ?? {};
  return techniqueOf({
    colour: colourOf(fontColor),
    ground: colourOf(backgroundColor),
    // Nought fits the letters to the field.
    ...(fontSize > 0 && { points: fontSize }),
  });
}

function colourOf(parts: ArrayLike<number> | null | undefined): Colour | null {
  const [r, g, b] = Array.from(parts ?? []);
  return r === undefined || g === undefined || b === undefined ? null : { r, g, b, a: 1 };
}
