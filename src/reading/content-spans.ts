// The spans of a stored message's text.
import type { InvitationSummary } from "../calendar/types.ts";
import { shownAlts, visibleText } from "../mail/html/visible-text.ts";
import { cutsOf, spansOf, type TextSpan, withAlts } from "../mail/reply/spans.ts";
import type { MailContent } from "../store/message/content.ts";

/** In the order of the text; of a mail that is HTML alone the reply comes first. */
export function contentSpans({
  text,
  html,
  replyText,
  quotedHtml,
  fold,
  invitation,
}: MailContent): TextSpan[] {
  const cuts = text === null || text.trim() === "" ? null : (fold?.text ?? cutsOf(text, replyText));
  const spans = () => {
    if (text !== null && cuts !== null) return spansOf(text, cuts, fold?.of);
    const quoted = quotedHtml === null ? "" : visibleText(quotedHtml);
    return spansOf(`${replyText}${quoted}`, [[replyText.length, -1]], fold?.of);
  };
  const parts = [...withAlts(spans(), shownAlts(html)), ...(invitation ? [invitationSpan(invitation)] : [])];
  return withinBounds(parts);
}

/** Characters of the texts of all spans, and of the mails within them: an answer is made in one piece. */
const maxSpanCharacters = 2_000_000;

/** The spans whose texts fit; the text of the one at the end is cut, and those behind it are left out. */
function withinBounds(spans: readonly TextSpan[]): TextSpan[] {
  const shown: TextSpan[] = [];
  let left = maxSpanCharacters;
  for (const span of spans) {
    const length = span.text.length + (span.mail?.text.length ?? 0);
    if (length > left) {
      const { mail: _, text, ...cut } = span;
      return [...shown, { ...cut, text: wellCut(text, left), is_cut: true }];
    }
    left -= length;
    shown.push(span);
  }
  return shown;
}

/** Never ends within a pair of surrogates. */
function wellCut(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** The event of an invitation, a line for each of its title, time, place and organizer. */
export function invitationSpan(invitation: InvitationSummary): TextSpan {
  const { summary, start, end, timezone, location, organizer_name, organizer_email, method } = invitation;
  const time = [start, end].filter((at) => at !== null).join(" – ");
  const lines = [method, summary, timezone === null ? time : `${time} ${timezone}`, location];
  const text = [...lines, organizer_name ?? organizer_email]
    .filter((line) => line !== null && line !== "")
    .join("\n");
  return { kind: "invitation", text, of: null };
}
