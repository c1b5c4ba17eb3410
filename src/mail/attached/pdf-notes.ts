// Mail, attached: the text that notes and fields of forms show on a page of a PDF. ISO 32000-2 12.5 (annotations), 12.7 (forms)
import type { Colour } from "../visible/colours.ts";
import { techniqueOf } from "./look.ts";
import type { HiddenShow } from "./pdf-page.ts";
import { type FileWords, withoutPart } from "./text.ts";

/** A note as pdf.js gives it. */
export interface PdfNote {
  id?: string;
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
/** Characters of one note. */
const maxNote = 20_000;

/** The flag of a hidden note; pdf.js gives none that is not viewed. ISO 32000-2 12.5.3 */
const unshown = 2;

/** Whether a note draws words by operations of its own, which say how they look. */
export function isDrawn(note: PdfNote): boolean {
  return hasWords(note) && drawnText(note) !== "";
}

interface NotedPage {
  view: readonly number[];
  /** Texts that nobody sees; those of notes count. */
  hidden: readonly HiddenShow[];
}

/** Adds words that stand on the page by themselves: a box of text, a stamp, a field of text or choice. */
export function addNotes(notes: readonly PdfNote[], page: NotedPage, words: FileWords): void {
  const hidden = Map.groupBy(page.hidden, ({ note }) => note);
  for (const note of notes.slice(0, maxNotes)) {
    if (words.isFull) return;
    let text = textOf(note).slice(0, maxNote).normalize("NFKC");
    if (text === "") continue;
    const technique = hidingOf(note, page.view);
    if (technique !== null) {
      words.hide(`${text} `, technique);
      continue;
    }
    for (const show of isDrawn(note) ? (hidden.get(note.id) ?? []) : []) {
      text = withoutPart(text, show.text.normalize("NFKC").replace(/\s+/g, "")).trim();
      words.hide(`${show.text} `, show.technique);
    }
    if (text !== "") words.text += `${words.text === "" ? "" : "\n"}${text}`;
  }
}

function hasWords({ subtype, fieldType, password }: PdfNote): boolean {
  if (subtype === "FreeText" || subtype === "Stamp") return true;
  return subtype === "Widget" && (fieldType === "Tx" || fieldType === "Ch") && password !== true;
}

function drawnText({ textContent }: PdfNote): string {
  return textContent?.join("\n").trim() ?? "";
}

function textOf(note: PdfNote): string {
  if (!hasWords(note)) return "";
  const drawn = drawnText(note);
  if (drawn !== "") return drawn;
  const { subtype, contentsObj, fieldValue } = note;
  const value = subtype === "Widget" ? fieldValue : subtype === "FreeText" ? contentsObj?.str : "";
  const values = Array.isArray(value) ? value.slice(0, maxNotes) : [value];
  return values
    .filter((one) => typeof one === "string")
    .map((one) => one.slice(0, maxNote))
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
  if (isDrawn(note)) return null;
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
