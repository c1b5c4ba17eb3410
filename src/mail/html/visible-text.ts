// The visible text of sanitised HTML: blocks become lines, table cells are joined by spaces, hidden elements are left out.
// html-to-text is not used: it builds trees, which hostile nesting makes costly, and includes hidden text. This is one scan over
// the sanitiser's output: every ">" in text and values is escaped, so "<" to ">" is a tag.

import { linkTarget } from "./link-target.ts";

const blocks = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "caption",
  "center",
  "dd",
  "dir",
  "div",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "li",
  "main",
  "menu",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "tbody",
  "tfoot",
  "thead",
  "tr",
  "ul",
]);

/** Blocks with an empty line around them. */
const spaced = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "pre",
  "ul",
  "ol",
  "dl",
  "table",
]);

const voids = new Set(["br", "hr", "img", "col", "wbr"]);

/** In the form that cleanStyle writes. */
const hiding = /(?:^|;)(?:display:none|visibility:hidden)/i;
const collapsed = /(?:^|;)max-height:0(?:px)?(?:;|$)/;

interface TextState {
  lines: string[];
  line: string;
  /** A space is needed before the next text of this line. */
  space: boolean;
  /** Open elements from the hidden one on; 0 outside. */
  hidden: number;
  pre: number;
  lists: { ordered: boolean; count: number }[];
  /** The bullet or number for the next text. */
  bullet: string;
  /** Whether the targets of links are shown. */
  links: boolean;
  /** The open link with its words so far. */
  link: { href: string; words: string } | null;
}

/**
 * The visible text of sanitised HTML, lines separated by "\n", no white space around it. Linear.
 * @param links shows where links go, behind their words
 */
export function visibleText(html: string, { links = false } = {}): string {
  const state: TextState = {
    ...{ lines: [], line: "", space: false, hidden: 0, pre: 0, lists: [], bullet: "" },
    links,
    link: null,
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
  endLine(state, false);
  return state.lines.join("\n").trim();
}

/** The alt texts of pictures, for mails without other text. Lines separated by "\n". */
export function pictureText(html: string): string {
  const texts: string[] = [];
  for (const [, alt = ""] of html.matchAll(/<img [^<>]*?alt="([^">]*)"/g)) {
    const text = decodeText(alt).replace(/\s+/g, " ").trim();
    if (text !== "" && text !== texts.at(-1)) texts.push(text);
  }
  return texts.join("\n");
}

function decodeText(text: string): string {
  if (!text.includes("&")) return text;
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function addTag(state: TextState, html: string, start: number, end: number): void {
  const closing = html.charCodeAt(start) === 0x2f;
  let nameEnd = start + 1;
  while (nameEnd < end && html.charCodeAt(nameEnd) > 0x20 && html.charCodeAt(nameEnd) !== 0x2f) nameEnd++;
  const name = html.slice(closing ? start + 1 : start, nameEnd);
  if (closing) close(state, name);
  else if (state.hidden > 0 || (nameEnd < end - 4 && isHidden(html.slice(nameEnd, end)))) {
    if (!voids.has(name)) state.hidden++;
  } else {
    if (name === "a" && state.links) openLink(state, html.slice(nameEnd, end));
    open(state, name);
  }
}

function openLink(state: TextState, attributes: string): void {
  const [, href = ""] = /\shref="([^"]*)"/.exec(attributes) ?? [];
  state.link = { href: decodeText(href), words: "" };
}

function closeLink(state: TextState): void {
  const target = state.link && linkTarget(state.link.href, state.link.words);
  state.link = null;
  if (target === null) return;
  if (state.line.trim() !== "") state.line = `${state.line.trimEnd()} <${target}>`;
  else {
    const last = state.lines.findLastIndex((line) => line !== "");
    if (last >= 0) state.lines[last] += ` <${target}>`;
  }
}

function isHidden(attributes: string): boolean {
  const style = attributes.indexOf(' style="');
  if (style < 0) return false;
  const value = attributes.slice(style + 8, attributes.indexOf('"', style + 8));
  return hiding.test(value) || (collapsed.test(value) && value.includes("overflow:hidden"));
}

function open(state: TextState, name: string): void {
  if (name === "br") {
    pushLine(state);
    return;
  }
  if (name === "td" || name === "th") {
    state.space = true;
    return;
  }
  if (!blocks.has(name)) return;
  endLine(state, spaced.has(name) && state.lists.length === 0);
  if (name === "pre") state.pre++;
  else if (name === "ul" || name === "ol") state.lists.push({ ordered: name === "ol", count: 0 });
  else if (name === "li") startItem(state);
}

function close(state: TextState, name: string): void {
  if (state.hidden > 0) {
    state.hidden--;
    return;
  }
  if (name === "a") closeLink(state);
  if (!blocks.has(name)) return;
  if (name === "pre") state.pre = Math.max(0, state.pre - 1);
  if (name === "ul" || name === "ol") state.lists.pop();
  endLine(state, spaced.has(name) && state.lists.length === 0);
}

function startItem(state: TextState): void {
  const list = state.lists.at(-1);
  if (list) list.count++;
  const indent = "  ".repeat(Math.min(Math.max(state.lists.length - 1, 0), 20));
  state.bullet = indent + (list?.ordered ? `${list.count}. ` : "* ");
}

const whiteSpace = /[\t\n\f\r\u00a0\ufeff]| {2}/;

function addText(state: TextState, text: string): void {
  if (state.link) state.link.words += text;
  if (state.pre > 0) {
    const lines = text.split("\n");
    for (const [index, line] of lines.entries()) {
      if (index > 0) pushLine(state);
      state.line += line;
    }
    return;
  }
  const words = whiteSpace.test(text) ? text.replace(/[\s\ufeff]+/g, " ") : text;
  if (words === " ") {
    state.space = true;
    return;
  }
  if (state.line === "") {
    state.line = state.bullet;
    state.bullet = "";
  } else if ((state.space || words.startsWith(" ")) && !state.line.endsWith(" ")) state.line += " ";
  state.space = words.endsWith(" ");
  state.line += words.trim();
}

function pushLine(state: TextState): void {
  state.lines.push(state.line.trimEnd());
  state.line = "";
  state.space = false;
}

/** Ends the line if it has text. @param gap an empty line follows */
function endLine(state: TextState, gap: boolean): void {
  if (state.line !== "") pushLine(state);
  state.space = false;
  if (gap && state.lines.length > 0 && state.lines.at(-1) !== "") state.lines.push("");
}
