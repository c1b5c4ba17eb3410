// HTML to the text that a reader of it sees: block elements become lines, table cells columns, what is hidden is left
// out. A single pass of the tokeniser that the sanitiser uses; no tree, so that hostile nesting costs nothing.

import { Parser } from "htmlparser2";

// biome-ignore format: a table
const blocks = new Set([
  "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "dir", "div", "dl",
  "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
  "header", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot",
  "thead", "tr", "ul",
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

// biome-ignore format: a table
const silent = new Set([
  "script", "style", "title", "textarea", "option", "select", "noscript", "template", "iframe", "object",
  "svg", "math", "xmp", "noembed", "noframes", "audio", "video", "canvas", "head",
]);

const voids = new Set([
  "br",
  "hr",
  "img",
  "col",
  "wbr",
  "input",
  "meta",
  "link",
  "base",
  "area",
  "source",
  "embed",
  "param",
]);

const hiding =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|$))/i;

interface State {
  lines: string[];
  line: string;
  /** White space is due before the next text of this line. */
  space: boolean;
  /** Depth inside hidden or silent elements; 0 outside. */
  hidden: number;
  pre: number;
  lists: { ordered: boolean; count: number }[];
}

/** The visible text of HTML, lines separated by "\n", no white space around it. Never throws. */
export function htmlToText(html: string): string {
  const state: State = { lines: [], line: "", space: false, hidden: 0, pre: 0, lists: [] };
  const parser = new Parser({
    onopentag: (name, attributes) => open(state, name, attributes),
    onclosetag: (name) => close(state, name),
    ontext: (text) => addText(state, text),
  });
  parser.write(html);
  parser.end();
  endLine(state, false);
  return state.lines.join("\n").trim();
}

function open(state: State, name: string, attributes: Record<string, string>): void {
  if (state.hidden > 0 || silent.has(name) || isHidden(attributes)) {
    if (!voids.has(name)) state.hidden++;
    return;
  }
  if (name === "br") {
    state.lines.push(state.line);
    state.line = "";
    state.space = false;
    return;
  }
  if (blocks.has(name)) endLine(state, spaced.has(name) && state.lists.length === 0);
  if (name === "pre") state.pre++;
  else if (name === "ul" || name === "ol") state.lists.push({ ordered: name === "ol", count: 0 });
  else if (name === "li") startItem(state);
  else if ((name === "td" || name === "th") && state.line !== "") state.space = true;
}

function close(state: State, name: string): void {
  if (state.hidden > 0) {
    if (!voids.has(name)) state.hidden--;
    return;
  }
  if (name === "pre") state.pre = Math.max(0, state.pre - 1);
  if (name === "ul" || name === "ol") state.lists.pop();
  if (blocks.has(name)) endLine(state, spaced.has(name) && state.lists.length === 0);
}

function isHidden(attributes: Record<string, string>): boolean {
  if ("hidden" in attributes) return true;
  const style = attributes.style;
  return style !== undefined && style.length < 10_000 && hiding.test(style);
}

function startItem(state: State): void {
  const list = state.lists.at(-1);
  if (list) list.count++;
  state.line =
    "  ".repeat(Math.min(Math.max(state.lists.length - 1, 0), 20)) +
    (list?.ordered ? `${list.count}. ` : "* ");
}

function addText(state: State, text: string): void {
  if (state.hidden > 0) return;
  if (state.pre > 0) {
    const lines = text.split(/\r\n|\r|\n/);
    state.line += lines[0] ?? "";
    for (const line of lines.slice(1)) {
      state.lines.push(state.line);
      state.line = line;
    }
    return;
  }
  const words = text.replace(/[\s\u00a0\u200b\ufeff]+/g, " ");
  if (words === " ") {
    state.space = true;
    return;
  }
  if ((state.space || words.startsWith(" ")) && state.line !== "" && !state.line.endsWith(" "))
    state.line += " ";
  state.space = words.endsWith(" ");
  state.line += words.trim();
}

/** Ends the line, if it has any text; with `gap`, one empty line follows. */
function endLine(state: State, gap: boolean): void {
  if (state.line.trim() !== "") state.lines.push(state.line.trimEnd());
  state.line = "";
  state.space = false;
  if (gap && state.lines.length > 0 && state.lines.at(-1) !== "") state.lines.push("");
}
