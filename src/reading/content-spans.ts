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
  return [...withAlts(spans(), shownAlts(html)), ...(invitation ? [invitationSpan(invitation)] : [])];
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
