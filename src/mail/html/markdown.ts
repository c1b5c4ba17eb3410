// Markdown of a mail, and HTML of Markdown. CommonMark with GitHub's tables and struck text; each line break is one.
import { marked } from "marked";
import { MarkdownPrinter } from "./markdown-printer.ts";
import { sanitise } from "./sanitize.ts";

/** Characters of HTML. */
const maxHtml = 500_000;

/** Sanitised HTML as Markdown: the words of its visible text. Linear. */
export function htmlToMarkdown(html: string): string {
  const markup = html.slice(0, maxHtml);
  const printer = new MarkdownPrinter(markup);
  return printer.print();
}

/** Markdown as HTML for a mail that is sent: no active content, pictures as they are named. */
export function markdownToHtml(markdown: string): string {
  const html = sanitise(marked.parse(markdown, { async: false, gfm: true, breaks: true }));
  // The sanitiser escapes ">" in values and writes attributes in double quotes: this finds elements, never text.
  return html.replace(/<img [^<>]*>/g, (element) =>
    element.replace(' data-remote-src="', ' src="').replace(' data-cid="', ' src="cid:'),
  );
}
