// The spans of a stored message's text.
import { visibleText } from "../mail/html/visible-text.ts";
import { cutsOf, spansOf, type TextSpan } from "../mail/reply/spans.ts";
import type { MailContent } from "../store/message/content.ts";

/** In the order of the text; of a mail that is HTML alone the reply comes first. */
export function contentSpans({ text, replyText, quotedHtml, fold }: MailContent): TextSpan[] {
  const cuts = text === null || text.trim() === "" ? null : (fold?.text ?? cutsOf(text, replyText));
  if (text !== null && cuts !== null) return spansOf(text, cuts, fold?.of);
  const quoted = quotedHtml === null ? "" : visibleText(quotedHtml);
  return spansOf(`${replyText}${quoted}`, [[replyText.length, -1]], fold?.of);
}
