// Markdown of a mail, and HTML of Markdown. CommonMark with GitHub's tables and struck text; each line break is one.
import { Marked, marked } from "marked";
import { escapeHtml } from "../../lib/html.ts";
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

/** Markdown of a note, which stands in a page among its own parts: no markup of its writer, no pictures, no headings. */
const notes = new Marked({
  async: false,
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>`,
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
    },
  },
});

/** Markdown of a note as HTML that a page may show among its own parts; null: it is nested too deeply to be read. */
export function noteToHtml(text: string): string | null {
  try {
    return sanitise(notes.parse(text, { async: false }));
  } catch {
    return null;
  }
}
