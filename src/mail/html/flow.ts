// The flow of sanitised HTML: which words are shown, and where lines, blocks and cells part them. Text and Markdown print this one
// flow. One scan over the sanitiser's output: every ">" in text and values is escaped, so "<" to ">" is a tag. Linear.

import { voidElements } from "./void-elements.ts";

const blocks = new Set(
  (
    "address article aside blockquote caption center dd dir div dl dt figcaption figure footer h1 h2 h3 " +
    "h4 h5 h6 header hr li main menu nav ol p pre section table tbody tfoot thead tr ul"
  ).split(" "),
);

/** Blocks with an empty line around them. */
const spaced = new Set("p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table".split(" "));

/** In the form that cleanStyle writes. */
const hiding = /(?:^|;)(?:display:none|visibility:hidden)/i;
const collapsed = /(?:^|;)max-height:0(?:px)?(?:;|$)/;
const boxed = /(?:^|;)display:(?:block|list-item|table)(?:;|$)/i;

/** Prints a flow: called in the order of its words and breaks. */
export interface FlowPrinter {
  /** Words of one line, without white space around them. @param space white space stands before them */
  words(text: string, space: boolean): void;
  /** A piece of preformatted text within a line, as it is. */
  raw(text: string): void;
  /** A line ends, also an empty one. */
  line(): void;
  /** A block begins or ends. @param gap an empty line parts it from what is around it */
  block(gap: boolean): void;
  /** A picture is named: its words are shown where it is not loaded. @param space as for words */
  picture(alt: string, space: boolean): void;
  /** An element begins; its block has begun. @param attributes as written, with the space before them */
  open(name: string, attributes: string): void;
  /** An element ends; its block ends behind this. */
  close(name: string): void;
}

interface FlowState {
  printer: FlowPrinter;
  /** White space stands before the next words of this line. */
  space: boolean;
  /** Open elements from the hidden one on; 0 outside. */
  hidden: number;
  pre: number;
  lists: number;
  /** The last character of this line's text; empty where the line begins. */
  last: string;
  /** Open elements that their styles make blocks. */
  boxes: { name: string; depth: number }[];
  /** Raised or lowered text begins or ends before the next words. */
  isShifted: boolean;
  /** Pictures that were named. */
  pictures: number;
}

/** Pictures of a mail whose words are shown. */
const maxPictures = 200;
/** Characters of a picture's words. */
const maxAlt = 1000;

export function printFlow(html: string, printer: FlowPrinter): void {
  const state: FlowState = {
    ...{
      printer,
      space: false,
      hidden: 0,
      pre: 0,
      lists: 0,
      last: "",
      boxes: [],
      isShifted: false,
      pictures: 0,
    },
  };
  let at = 0;
  while (at < html.length) {
    const less = html.indexOf("<", at);
    const textEnd = less < 0 ? html.length : less;
    if (textEnd > at && state.hidden === 0) addText(state, decodeText(html.slice(at, textEnd)));
    if (less < 0) break;
    const greater = html.indexOf(">", less);
    if (greater < 0) break;
    addTag(state, html, less + 1, greater);
    at = greater + 1;
  }
  part(state, false);
}

/** Text, or an attribute's value, as the sanitiser writes it, without its escapes. */
export function decodeText(text: string): string {
  if (!text.includes("&")) return text;
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** The value of an attribute as the sanitiser writes it; empty without one. */
export function attributeOf(attributes: string, name: string): string {
  const start = attributes.indexOf(` ${name}="`);
  if (start < 0) return "";
  const from = start + name.length + 3;
  return decodeText(attributes.slice(from, attributes.indexOf('"', from)));
}

/** The alternative text of a picture; empty where there is none, or only a file's name. */
export function altText(alt: string): string {
  const words = alt.replace(/\s+/g, " ").trim();
  return fileName.test(words.slice(-maxAlt)) ? "" : words.slice(0, maxAlt).toWellFormed();
}

const fileName = /^[^\s]{1,200}\.(?:png|jpe?g|gif|bmp|webp|svg|heic|tiff?)$/i;

function addPicture(state: FlowState, attributes: string): void {
  const alt = altText(attributeOf(attributes, "alt"));
  if (!/[\p{L}\p{N}\p{S}]/u.test(alt) || state.pictures === maxPictures) return;
  state.pictures++;
  state.printer.picture(alt, state.last !== "" && state.last !== " ");
  // No words join those of a picture.
  state.last = "]";
  state.space = true;
  state.isShifted = false;
}

function addTag(state: FlowState, html: string, start: number, end: number): void {
  const closing = html.charCodeAt(start) === 0x2f;
  let nameEnd = start + 1;
  while (nameEnd < end && html.charCodeAt(nameEnd) > 0x20 && html.charCodeAt(nameEnd) !== 0x2f) nameEnd++;
  const name = html.slice(closing ? start + 1 : start, nameEnd);
  if (closing) {
    close(state, name);
    return;
  }
  const attributes = nameEnd < end - 4 ? html.slice(nameEnd, end) : "";
  const style = attributes.includes(" style=") ? attributeOf(attributes, "style") : "";
  if (state.hidden > 0 || isHidden(style)) {
    if (!voidElements.has(name)) state.hidden++;
  } else open(state, { name, attributes, style });
}

function isHidden(style: string): boolean {
  return hiding.test(style) || (collapsed.test(style) && style.includes("overflow:hidden"));
}

function open(
  state: FlowState,
  { name, attributes, style }: { name: string; attributes: string; style: string },
): void {
  const { printer, boxes } = state;
  if (name === "br") {
    endLine(state);
    return;
  }
  if (name === "img") {
    addPicture(state, attributes);
    return;
  }
  if (name === "td" || name === "th") state.space = true;
  else if (name === "sup" || name === "sub") state.isShifted = true;
  else if (name === "rt") state.space = true;
  else if (name === "q") addText(state, "\u201c");
  else if (blocks.has(name)) part(state, spaced.has(name) && state.lists === 0);
  else if (!voidElements.has(name)) {
    const box = boxes.at(-1);
    if (boxed.test(style)) {
      part(state, false);
      boxes.push({ name, depth: 0 });
    } else if (box?.name === name) box.depth++;
  }
  if (name === "pre") state.pre++;
  else if (name === "ul" || name === "ol") state.lists++;
  printer.open(name, attributes);
}

function close(state: FlowState, name: string): void {
  if (state.hidden > 0) {
    state.hidden--;
    return;
  }
  state.printer.close(name);
  const box = state.boxes.at(-1);
  if (name === "sup" || name === "sub") state.isShifted = true;
  else if (name === "rt") state.space = true;
  else if (name === "q") addText(state, "\u201d");
  else if (box?.name === name && box.depth-- === 0) {
    state.boxes.pop();
    part(state, false);
  }
  if (!blocks.has(name)) return;
  if (name === "pre") state.pre = Math.max(0, state.pre - 1);
  if (name === "ul" || name === "ol") state.lists = Math.max(0, state.lists - 1);
  part(state, spaced.has(name) && state.lists === 0);
}

const whiteSpace = /[\t\n\f\r\u00a0\ufeff]| {2}/;

function addText(state: FlowState, text: string): void {
  if (state.pre > 0) {
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) endLine(state);
      if (line === "") continue;
      state.printer.raw(line);
      state.last = line.at(-1)!;
    }
    return;
  }
  const words = whiteSpace.test(text) ? text.replace(/[\s\ufeff]+/g, " ") : text;
  if (words === " ") {
    state.space = true;
    return;
  }
  const bare = words.trim();
  // A raised number is no digit of the number before it.
  const isApart = state.isShifted && /\d/.test(state.last) && /^\d/.test(bare);
  state.isShifted = false;
  const space = state.last !== "" && state.last !== " " && (state.space || isApart || words.startsWith(" "));
  state.printer.words(bare, space);
  state.space = words.endsWith(" ");
  if (bare !== "") state.last = bare.at(-1)!;
}

function endLine(state: FlowState): void {
  state.printer.line();
  state.space = false;
  state.last = "";
}

function part(state: FlowState, gap: boolean): void {
  state.printer.block(gap);
  state.space = false;
  state.last = "";
}
