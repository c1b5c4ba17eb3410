// Markdown of a mail, and HTML of Markdown. CommonMark with GitHub's tables and struck text; each line break is one.
import { marked } from "marked";
import { NodeHtmlMarkdown } from "node-html-markdown";
import { sanitise } from "./sanitize.ts";
import { voidElements } from "./void-elements.ts";

/** Characters of HTML. */
const maxHtml = 500_000;
/** Characters of HTML that are translated at once: the time rises with the square of their number. */
const pieceLength = 8_000;

const layout = /<(\/?)(table|tbody|thead|tfoot|caption|colgroup|col|tr|td)\b[^<>]*>/g;

/** Sanitised HTML as Markdown. */
export function htmlToMarkdown(html: string): string {
  const markup = html.slice(0, maxHtml);
  // Tables without headings lay a mail out: their rows are lines.
  const plain = markup.includes("<th")
    ? markup
    : markup.replace(layout, (_, slash: string, name: string) => {
        if (name === "tr" || name === "table") return `<${slash}div>`;
        return name === "td" && slash !== "" ? " " : "";
      });
  const markdown = piecesOf(withoutEmptyLines(plain))
    .map((piece) => NodeHtmlMarkdown.translate(piece, { bulletMarker: "-", keepDataImages: false }))
    .filter((text) => text !== "")
    .join("\n\n");
  // Two spaces end a line, one says nothing.
  return markdown.replace(/(?<! ) $/gm, "").trim();
}

const tag = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>/g;
const isBlock = /^(?:div|p|h[1-6]|ul|ol|table|blockquote|pre)$/;

/**
 * Cuts sanitised HTML behind a block that lies in nothing, or in `div`s alone: those say nothing but where lines end, so they
 * end with the piece and begin again in the next one.
 */
function piecesOf(html: string): string[] {
  const pieces: string[] = [];
  const open: string[] = [];
  let others = 0;
  let begin = 0;
  let opening = "";
  for (const { 0: whole, 1: slash, 2: name, index } of html.matchAll(tag)) {
    if (voidElements.has(name!)) continue;
    if (slash === "") {
      open.push(name!);
      if (name !== "div") others++;
      continue;
    }
    // The sanitiser's output is balanced, and a cut end is one piece.
    if (open.at(-1) !== name) break;
    open.pop();
    if (name !== "div") others--;
    const end = index + whole.length;
    if (others > 0 || end - begin < pieceLength || !isBlock.test(name!)) continue;
    pieces.push(opening + html.slice(begin, end) + "</div>".repeat(open.length));
    opening = "<div>".repeat(open.length);
    begin = end;
  }
  pieces.push(opening + html.slice(begin));
  return pieces;
}

/**
 * Reduce a run of line breaks to two, an empty line: the time of the translation grows with the square of
 * their number.
 */
function withoutEmptyLines(markup: string): string {
  return markup.replace(/(?:<br \/>\n?){3,}/g, "<br />\n<br />\n");
}

/** Markdown as HTML for a mail that is sent: no active content, pictures as they are named. */
export function markdownToHtml(markdown: string): string {
  const html = sanitise(marked.parse(markdown, { async: false, gfm: true, breaks: true }));
  // The sanitiser escapes ">" in values and writes attributes in double quotes: this finds elements, never text.
  return html.replace(/<img [^<>]*>/g, (element) =>
    element.replace(' data-remote-src="', ' src="').replace(' data-cid="', ' src="cid:'),
  );
}
