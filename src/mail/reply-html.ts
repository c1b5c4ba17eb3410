// The lines of an HTML mail, and the cutting of its source in two well-formed fragments.
//
// The HTML comes from the sanitiser (html.ts). What this file reads of it, and what the sanitiser therefore keeps:
//   elements    blockquote, div, span, p, br, hr, table parts, headings, lists; o:p may go
//   attributes  class, id, name on every element; type and cite on blockquote; style (border, margin, padding suffice)
// The source is never rebuilt: the reply is its beginning plus closing tags, the quoted part reopens what was open.

import { Tokenizer } from "htmlparser2";
import { LINE_CAP, says } from "./reply-compare.ts";
import { type Line, Mark } from "./reply-lines.ts";

/** Lines of a document with what is needed to cut it. */
export type HtmlLines = {
  lines: Line[];
  /** The fragments before and after line `index`, both well formed. */
  split: (index: number) => { reply: string; quoted: string } | null;
};

type Open = { name: string; start: number; end: number; mark: number; firstLine: number; quotes: number };

/** Deeper documents are not folded: two fragments would each repeat the depth. */
const MAX_DEPTH = 2_000;

const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);
const INLINE = new Set([
  "a",
  "abbr",
  "acronym",
  "b",
  "bdi",
  "bdo",
  "big",
  "cite",
  "code",
  "del",
  "dfn",
  "em",
  "font",
  "i",
  "ins",
  "kbd",
  "label",
  "mark",
  "o:p",
  "q",
  "s",
  "samp",
  "small",
  "span",
  "strike",
  "strong",
  "sub",
  "sup",
  "td",
  "th",
  "time",
  "tt",
  "u",
  "var",
  "wbr",
  "img",
  "st1:place",
  "st1:city",
]);
const HIDDEN = new Set(["style", "script", "title", "head", "noscript", "template", "xml"]);

const HISTORY_CLASS =
  /(?:^|[\s_])(?:gmail_quote(?:_container)?|gmail_attr|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-cite-prefix|moz-email-headers-table|airmail_on|reply-?intro|mcntmcntmcnt|missive_quote|front-quote|skiff_quote|quoted-?reply|hs_reply|wordsection_reply|freshdesk_quote|gorgias-email-quote)(?:\s|$)/i;
const CONTAINER_CLASS =
  /(?:^|[\s_])(?:gmail_quote(?:_container)?|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|missive_quote|front-quote|skiff_quote|freshdesk_quote|gorgias-email-quote)(?:\s|$)/i;
const HISTORY_ID =
  /^(?:x_)*(?:divrplyfwdmsg|olk_src_body_section|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|isreplycontent|stopspelling|zwchr|replysplit|reply-?intro|blockquote_zmail|orc-orig-content|hey-reply)$|yahoo_quoted/i;
const CONTAINER_ID =
  /^(?:x_)*(?:olk_src_body_section|mail-editor-reference-message-container|isreplycontent)$|yahoo_quoted/i;
const SIGNATURE_CLASS =
  /(?:^|[\s_])(?:gmail_signature|moz-signature|protonmail_signature_block|signature|email-?signature|mcntsignature|elementToProofSignature)(?:\s|$)/i;
const SIGNATURE_ID =
  /^(?:x_)*(?:signature|appendonsend_signature|ms-outlook-mobile-signature|applemailsignature|composer_signature|mobile_signature|signature-.{0,40})$/i;

/** Reads sanitised HTML into lines. Linear in its length; never throws on ill-formed input. */
export function htmlLines(html: string): HtmlLines {
  const lines: Line[] = [];
  const stack: Open[] = [];
  const openCount = new Map<string, number>();
  let line = newLine(0, 0, 0);
  let pendingMark = 0;
  let depth = 0;
  let signatures = 0;
  let hidden = 0;
  let tag: Open | null = null;
  let attribute = "";
  let value = "";
  let attributes: Record<string, string> = {};
  let space = false;

  const breakLine = (at: number): void => {
    if (line.text !== "") {
      lines.push(line);
    } else pendingMark |= line.mark;
    line = newLine(at, depth, signatures > 0 ? Mark.signature : 0);
    space = false;
  };
  const addText = (text: string, start: number, end: number): void => {
    if (hidden > 0) return;
    const bare = text.replace(/[\s\u00a0]+/g, " ");
    const trimmed = line.text === "" ? bare.trimStart() : bare;
    if (trimmed === "" || (trimmed === " " && line.text === "")) {
      if (line.text !== "") space = true;
      return;
    }
    if (line.text === "") {
      line.start = start;
      line.mark |= pendingMark;
      line.depth = depth;
      pendingMark = 0;
    }
    const joint = space && !trimmed.startsWith(" ") ? " " : "";
    space = false;
    if (line.text.length < LINE_CAP) line.text += (joint + trimmed).slice(0, LINE_CAP);
    line.end = end;
  };
  const finishTag = (end: number): void => {
    if (!tag) return;
    const open = tag;
    tag = null;
    open.end = end + 1;
    const marks = marksOf(open.name, attributes);
    attributes = {};
    if (open.name === "br" || !INLINE.has(open.name)) breakLine(open.start);
    if (open.name === "td" || open.name === "th") space = true;
    if (open.name === "blockquote" || marks.container) pendingMark |= marks.mark & ~Mark.signature;
    else pendingMark |= marks.mark & (Mark.history | Mark.forward);
    if (VOID.has(open.name)) return;
    open.mark = marks.mark | (marks.container ? CONTAINER : 0);
    open.firstLine = lines.length;
    if (open.name === "blockquote") {
      depth += 1;
      for (let up = stack.length - 1, tries = 0; up >= 0 && tries < 32; up -= 1, tries += 1)
        stack[up]!.quotes += 1;
    }
    if ((open.mark & Mark.signature) !== 0) signatures += 1;
    if (HIDDEN.has(open.name)) hidden += 1;
    stack.push(open);
    openCount.set(open.name, (openCount.get(open.name) ?? 0) + 1);
    if (line.text === "") line = newLine(open.start, depth, signatures > 0 ? Mark.signature : 0);
  };
  const close = (open: Open, at: number): void => {
    openCount.set(open.name, openCount.get(open.name)! - 1);
    if (!INLINE.has(open.name)) breakLine(at);
    if (open.name === "blockquote") {
      depth -= 1;
      pendingMark &= ~(Mark.cited | Mark.indent);
    }
    if ((open.mark & Mark.signature) !== 0) signatures -= 1;
    if (HIDDEN.has(open.name)) hidden -= 1;
    // A program's element without a blockquote in it is the quote itself.
    if ((open.mark & CONTAINER) !== 0 && open.quotes === 0) {
      for (let at2 = open.firstLine; at2 < lines.length; at2 += 1) lines[at2]!.depth += 1;
    }
    if (!INLINE.has(open.name)) line = newLine(at, depth, signatures > 0 ? Mark.signature : 0);
  };

  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext: (start, end) => addText(html.slice(start, Math.min(end, start + 8 * LINE_CAP)), start, end),
      ontextentity: (code, end) => addText(String.fromCodePoint(code), end - 1, end),
      onopentagname: (start, end) => {
        tag = {
          name: html.slice(start, Math.min(end, start + 40)).toLowerCase(),
          start: start - 1,
          end,
          mark: 0,
          firstLine: 0,
          quotes: 0,
        };
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, Math.min(end, start + 20)).toLowerCase();
        value = "";
      },
      onattribdata: (start, end) => {
        value += html.slice(start, Math.min(end, start + 400));
      },
      onattribentity: (code) => {
        value += String.fromCodePoint(code);
      },
      onattribend: () => {
        if (READ.has(attribute)) attributes[attribute] = value.slice(0, 400);
      },
      onopentagend: finishTag,
      onselfclosingtag: finishTag,
      onclosetag: (start, end) => {
        const name = html.slice(start, Math.min(end, start + 40)).toLowerCase();
        if ((openCount.get(name) ?? 0) === 0) return;
        for (let open = stack.pop(); open; open = stack.pop()) {
          close(open, start - 2);
          if (open.name === name) break;
        }
      },
      oncomment: () => {},
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  while (stack.length > 0) close(stack.pop()!, html.length);
  breakLine(html.length);
  return { lines, split: (index) => splitAt(html, lines, index) };
}

const CONTAINER = 1 << 10;
const READ = new Set(["class", "id", "name", "type", "style"]);

function newLine(start: number, depth: number, mark: number): Line {
  return { text: "", depth, start, textStart: -1, end: start, mark };
}

function marksOf(name: string, attributes: Record<string, string>): { mark: number; container: boolean } {
  const classes = attributes.class ?? "";
  const id = attributes.id ?? attributes.name ?? "";
  let mark = 0;
  let container = false;
  if (name === "blockquote") {
    const style = attributes.style ?? "";
    const plainQuote = /(?:^|\s)gmail_quote(?:\s|$)/.test(classes) && attributes.type !== "cite";
    if (plainQuote || /border(?:-left)?: ?(?:none|0)|webkit-indent/i.test(`${style} ${classes}`))
      mark |= Mark.indent;
    else if (attributes.type === "cite" || HISTORY_CLASS.test(classes) || HISTORY_ID.test(id))
      mark |= Mark.cited;
  } else if (classes !== "" || id !== "") {
    if (HISTORY_CLASS.test(classes) || HISTORY_ID.test(id)) mark |= Mark.history;
    if (CONTAINER_CLASS.test(classes) || CONTAINER_ID.test(id)) container = name !== "hr";
    if (classes.includes("moz-forward-container")) mark |= Mark.forward;
    if (SIGNATURE_CLASS.test(classes) || SIGNATURE_ID.test(id)) mark |= Mark.signature;
  }
  return { mark, container };
}

/** Cuts behind the last words of the line before `index`, and behind the tags that close there. */
function splitAt(
  html: string,
  lines: readonly Line[],
  index: number,
): { reply: string; quoted: string } | null {
  const before = lines[index - 1];
  if (!before) return null;
  let cut = before.end;
  const open: { name: string; tag: string }[] = [];
  let name = "";
  let start = 0;
  let closing = true;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: false },
    {
      onopentagname: (from, to) => {
        name = html.slice(from, Math.min(to, from + 40)).toLowerCase();
        start = from - 1;
        if (start >= before.end) closing = false;
      },
      onopentagend: (end) => {
        if (closing && !VOID.has(name)) open.push({ name, tag: html.slice(start, end + 1) });
      },
      onselfclosingtag: (end) => {
        if (closing && !VOID.has(name)) open.push({ name, tag: html.slice(start, end + 1) });
      },
      onclosetag: (from, to) => {
        if (!closing) return;
        const closed = html.slice(from, Math.min(to, from + 40)).toLowerCase();
        const at = open.findLastIndex((one) => one.name === closed);
        if (at >= 0) open.length = at;
        if (from >= before.end) cut = html.indexOf(">", to) + 1;
      },
      ontext: (from, to) => {
        if (from >= before.end && html.slice(from, to).trim() !== "") closing = false;
      },
      ontextentity: () => {},
      onattribdata: () => {},
      onattribend: () => {},
      onattribentity: () => {},
      onattribname: () => {},
      oncdata: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onend: () => {},
      onprocessinginstruction: () => {},
    },
  );
  const limit = lines[index]!.start;
  tokenizer.write(html.slice(0, limit));
  if (open.length > MAX_DEPTH) return null;
  const reply =
    html.slice(0, cut) +
    open
      .map((one) => `</${one.name}>`)
      .reverse()
      .join("");
  const quoted = open.map((one) => one.tag).join("") + html.slice(cut);
  return { reply, quoted };
}

/** Whether any line says something. */
export function anySaid(lines: readonly Line[]): boolean {
  return lines.some((line) => says(line.text));
}
