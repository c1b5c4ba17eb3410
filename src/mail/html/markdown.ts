// Markdown of a mail, and HTML of Markdown. CommonMark with GitHub's tables and struck text; each line break is one.
import { marked } from "marked";
import { NodeHtmlMarkdown } from "node-html-markdown";
import { sanitise } from "./sanitize.ts";

/** Characters of HTML; the time rises faster than the length. */
const maxHtml = 500_000;

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
  const markdown = NodeHtmlMarkdown.translate(withoutEmptyLines(plain), {
    bulletMarker: "-",
    keepDataImages: false,
  });
  // Two spaces end a line, one says nothing.
  return markdown.replace(/(?<! ) $/gm, "").trim();
}

/** Of many breaks in a row two are left: an empty line. The translation takes the square of their number. */
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
