// Reads the lines of an HTML mail, with their quote depth and the marks of mail programs' elements. One pass of the tokeniser
// without a tree, so that deep nesting is cheap.
//
// The HTML comes from the sanitiser (mail/html/sanitize.ts), which keeps what is read here:
//   elements    blockquote, div, span, p, br, hr, pre, tables, lists, headings
//   attributes  class and id (the names in element-marks.ts), type on blockquote, style (border-*), name

import { Tokenizer } from "htmlparser2";
import { voidElements } from "../html/void-elements.ts";
import { attributionAt } from "./attribution.ts";
import { maxLineLength, withoutInvisible } from "./compare-text.ts";
import { type ElementMarks, marksOf } from "./element-marks.ts";
import { liftEscapes, Mark, maxLines, mayIntroduce, supercitePrefix, type VisibleLine } from "./lines.ts";

// biome-ignore format: a table
const inlineElements = new Set([
  "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "img", "ins",
  "kbd", "label", "mark", "o:p", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "td", "th",
  "time", "tt", "u", "var", "wbr",
]);

const silentElements = new Set(["style", "script", "title", "head", "template", "xml"]);
const readAttributes = new Set(["class", "id", "name", "type", "style"]);
const blanksPattern = /[\t\n\r\f\u00a0]| {2}/;
const blankRunsPattern = /[\s\u00a0]+/g;
const maxElements = 200_000;
/** Blank lines between an attribution and its quote. */
const maxBlanksAbove = 20;
const maxName = 40;
const maxValue = 400;

interface OpenElement {
  name: string;
  marks: ElementMarks;
  firstLine: number;
  quotesBefore: number;
}

interface HtmlLineState {
  readonly html: string;
  readonly lines: VisibleLine[];
  readonly stack: OpenElement[];
  /** Open elements by name. */
  readonly counts: Map<string, number>;
  line: VisibleLine;
  /** A space is needed before the next text of this line. */
  space: boolean;
  /** The block holds only a no-break space so far: it ends as a blank line. */
  blank: boolean;
  /** Marks for the next text. */
  pending: number;
  depth: number;
  elements: number;
  quotes: number;
  /** Styles of bars that are quotes. */
  readonly bars: Set<string>;
  signatures: number;
  silent: number;
  pre: number;
}

/**
 * The visible lines of sanitised HTML, blank ones included. Linear; never throws. Null when it has more elements or lines than
 * any mail that a person writes.
 */
export function htmlLines(html: string): VisibleLine[] | null {
  const reader: HtmlLineState = {
    html,
    lines: [],
    stack: [],
    counts: new Map(),
    line: newLine(0),
    space: false,
    blank: false,
    pending: 0,
    depth: 0,
    elements: 0,
    quotes: 0,
    bars: new Set(),
    signatures: 0,
    silent: 0,
    pre: 0,
  };
  const tokenizer = tokenizerFor(reader);
  tokenizer.write(html);
  tokenizer.end();
  while (reader.stack.length > 0) close(reader, reader.stack.pop()!, html.length);
  endLine(reader, html.length);
  liftEscapes(reader.lines);
  return reader.elements > maxElements || reader.lines.length > maxLines ? null : reader.lines;
}

function newLine(at: number): VisibleLine {
  return { text: "", depth: 0, start: at, textStart: -1, end: at, mark: 0, plain: null };
}

function tokenizerFor(reader: HtmlLineState): Tokenizer {
  const { html } = reader;
  let name = "";
  let nameStart = 0;
  let attribute = "";
  let value = "";
  let attributes: Record<string, string> = {};
  const opened = (): void => {
    reader.elements++;
    if (reader.elements > maxElements || reader.lines.length > maxLines) tokenizer.pause();
    const given = attributes;
    attributes = {};
    open(reader, name, given, nameStart);
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => addSource(reader, start, end),
      ontextentity: (code, end) => {
        const start = html.lastIndexOf("&", end - 1);
        addText(reader, String.fromCodePoint(code), start, end);
      },
      onopentagname: (start, end) => {
        name = nameAt(html, start, end);
        nameStart = start - 1;
      },
      onattribname: (start, end) => {
        attribute = nameAt(html, start, end);
        value = "";
      },
      onattribdata: (start, end) => {
        if (value.length < maxValue) value += html.slice(start, Math.min(end, start + maxValue));
      },
      onattribentity: (code) => {
        if (value.length < maxValue) value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (readAttributes.has(attribute)) attributes[attribute] = value;
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => {
        const closed = nameAt(html, start, end);
        if ((reader.counts.get(closed) ?? 0) === 0) return;
        for (let top = reader.stack.pop(); top; top = reader.stack.pop()) {
          close(reader, top, start - 2);
          if (top.name === closed) break;
        }
      },
      oncomment: () => {},
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  return tokenizer;
}

function nameAt(html: string, start: number, end: number): string {
  return html.slice(start, Math.min(end, start + maxName)).toLowerCase();
}

function open(reader: HtmlLineState, name: string, attributes: Record<string, string>, start: number): void {
  const marks = marksOf(name, attributes);
  if (!inlineElements.has(name) || marks.container) {
    // A <br> on an empty line is a blank line.
    if (name === "br" && reader.line.text === "") reader.blank = true;
    endLine(reader, start);
  } else if (name === "td" || name === "th") reader.space = true;
  reader.pending |= marks.mark & ~Mark.signature;
  if (voidElements.has(name)) return;
  reader.stack.push({ name, marks, firstLine: reader.lines.length, quotesBefore: reader.quotes });
  reader.counts.set(name, (reader.counts.get(name) ?? 0) + 1);
  if (name === "blockquote") {
    reader.depth++;
    reader.quotes++;
  }
  if (name === "pre") reader.pre++;
  if ((marks.mark & Mark.signature) !== 0) reader.signatures++;
  if (silentElements.has(name)) reader.silent++;
}

function close(reader: HtmlLineState, element: OpenElement, at: number): void {
  const { name, marks, firstLine } = element;
  reader.counts.set(name, reader.counts.get(name)! - 1);
  if (!inlineElements.has(name) || marks.container) endLine(reader, at);
  if (name === "blockquote") reader.depth--;
  if (name === "pre") reader.pre--;
  if ((marks.mark & Mark.signature) !== 0) reader.signatures--;
  if (silentElements.has(name)) reader.silent--;
  // An element without text marks nothing.
  if (marks.mark !== 0 && reader.lines.length === firstLine) reader.pending &= ~marks.mark;
  if (marks.bar !== undefined && reader.quotes === element.quotesBefore && isQuoteBar(reader, element)) {
    for (let line = firstLine; line < reader.lines.length; line++) reader.lines[line]!.depth++;
    reader.quotes++;
    return;
  }
  // A mail program's element for history without a blockquote inside is itself the quote.
  if (!marks.container || reader.quotes !== element.quotesBefore) return;
  if (marks.sure || mayIntroduce(reader.lines, firstLine)) {
    for (let line = firstLine; line < reader.lines.length; line++) reader.lines[line]!.depth++;
    reader.quotes++;
  }
}

/** Whether a bar is a quote's: an attribution stands above it, or above another one of its style. */
function isQuoteBar(reader: HtmlLineState, { marks, firstLine }: OpenElement): boolean {
  if (firstLine === 0 || reader.lines.length === firstLine) return false;
  if (reader.bars.has(marks.bar!)) return true;
  let above = firstLine - 1;
  while (above > 0 && above > firstLine - maxBlanksAbove && reader.lines[above]!.text === "") above--;
  for (let at = above; at >= 0 && at > above - 4; at--) {
    const found = attributionAt(reader.lines, at);
    if (found === null || found.end !== above + 1) continue;
    reader.bars.add(marks.bar!);
    return true;
  }
  return false;
}

function endLine(reader: HtmlLineState, at: number): void {
  const { line } = reader;
  if (line.text !== "") {
    countMarks(line);
    line.text = line.text.trimEnd();
    reader.lines.push(line);
    reader.line = newLine(at);
  } else if (reader.blank) {
    line.depth = reader.depth;
    line.start = at;
    line.end = at;
    reader.lines.push(line);
    reader.line = newLine(at);
  }
  reader.space = false;
  reader.blank = false;
}

/** Plain text that was converted to HTML has `>` marks. */
function countMarks(line: VisibleLine): void {
  if (line.text.startsWith(supercitePrefix)) return;
  let at = 0;
  while (line.text[at] === ">") {
    line.depth++;
    at += line.text[at + 1] === " " ? 2 : 1;
  }
  if (at > 0 && line.text.startsWith(">From ")) line.depth--;
  line.text = line.text.slice(at);
}

/** Adds text of the source; inside pre its line breaks count. */
function addSource(reader: HtmlLineState, start: number, end: number): void {
  const { html } = reader;
  if (reader.pre === 0) {
    addText(reader, html.slice(start, Math.min(end, start + 4 * maxLineLength)), start, end);
    return;
  }
  let from = start;
  for (
    let newline = html.indexOf("\n", from);
    newline >= 0 && newline < end;
    newline = html.indexOf("\n", from)
  ) {
    addText(reader, html.slice(from, Math.min(newline, from + 4 * maxLineLength)), from, newline);
    if (reader.line.text === "") reader.blank = true;
    endLine(reader, newline);
    from = newline + 1;
  }
  addText(reader, html.slice(from, Math.min(end, from + 4 * maxLineLength)), from, end);
}

function addText(reader: HtmlLineState, text: string, start: number, end: number): void {
  if (reader.silent > 0) return;
  const { line } = reader;
  const seen = withoutInvisible(text);
  const words = blanksPattern.test(seen) ? seen.replace(blankRunsPattern, " ") : seen;
  if (words === " " || words === "") {
    if (line.text !== "") reader.space = true;
    else if (text.includes("\u00a0")) reader.blank = true;
    return;
  }
  const leading = words.startsWith(" ");
  if (line.text === "") {
    line.start = leading ? start + leadingBlanks(text) : start;
    line.depth = reader.depth;
    line.mark = reader.pending | (reader.signatures > 0 ? Mark.signature : 0);
    reader.pending = 0;
    line.text = leading ? words.slice(1, maxLineLength) : words.slice(0, maxLineLength);
  } else if (line.text.length < maxLineLength) {
    line.text += `${reader.space && !leading && !line.text.endsWith(" ") ? " " : ""}${words.slice(0, maxLineLength)}`;
  }
  reader.space = false;
  line.end = end;
}

function leadingBlanks(text: string): number {
  return text.length - text.trimStart().length;
}
