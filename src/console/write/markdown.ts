// Markdown as the HTML of a mail: rendered, then sanitised as a received mail is.
import { sanitise } from "../../mail/html/sanitize.ts";

export function htmlOfMarkdown(text: string): string {
  return sanitise(Bun.markdown.html(text)).trim();
}
