// The safety report of a message: computed from the mail as it came, so that a later release judges old mail
// too.
// DECISIONS Safety.
import { isSenderAllowed } from "../../../../actors/account/reviews/protection.ts";
import type { ContentSafety } from "../../../mail/safety/content-safety.ts";
import { dmarcVerdict, isFromHere, provenDomain } from "../../../mail/trust/authentication.ts";
import { readSafety } from "../../../reading/mails.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { MessageSafety } from "../../../schema/message/message-safety.ts";
import { getDraft } from "../../../store/drafts.ts";
import { getMessageRow, type MessageRow, readRaw } from "../../../store/message/messages.ts";
import { type SenderStanding, senderStanding } from "../../../store/reviews/sender-standing.ts";
import { type Call, call } from "../../call.ts";
import { operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";

export const messageSafetyCalls: readonly Call[] = [
  call(
    "GET /messages/{id}/safety",
    {
      params: IdParams,
      answer: Single(MessageSafety),
      doc: operation(
        "getMessageSafety",
        "Read what a message hides, where its links go, and who it is from",
        {
          description:
            "`text`, `reply_text`, `html` and search hold what a person sees; this is what was left out of them, and whether a person should look before a program acts.",
        },
      ),
    },
    async ({ database, blobs, clock }, { auth, params }) => {
      const id = pathId(params.id);
      // A held mail or a draft is judged as it would leave.
      const row = await found(
        getMessageRow(database, auth, id).then(
          async (row) => row ?? (await getDraft(database, auth, id))?.row ?? null,
        ),
      );
      const raw = await found(readRaw(database, blobs, { scope: auth, id: row.id }));
      const options = { envelopeFrom: row.envelopeFrom ?? "", isOwn: row.direction === "outbound" };
      const [content, standing] = await Promise.all([
        readSafety(raw, options, { source: auth.accountId }),
        row.direction === "outbound" ? null : senderStanding(database, row),
      ]);
      return { data: toSafety(row, { content, standing, at: clock.now() }) };
    },
  ),
];

function toSafety(
  row: MessageRow,
  { content, standing, at }: { content: ContentSafety; standing: SenderStanding | null; at: number },
): MessageSafety {
  return {
    message_id: row.id,
    hidden: content.hidden,
    invisible_characters: content.invisible.map(({ kind, count, text }) => ({ kind, count, text })),
    plain_html_differ: content.plainDiffers,
    links: content.links,
    remote_content: content.remote,
    forged_boundaries: content.forged,
    sender: standing && senderOf(row, standing, at),
    verdict: content.reasons.length === 0 ? "clear" : "review",
    reasons: content.reasons,
  };
}

function senderOf(
  { authentication, fromEmail, identityId }: MessageRow,
  standing: SenderStanding,
  at: number,
): MessageSafety["sender"] {
  const { isFirst, answersOurs } = standing;
  return {
    first_contact: isFirst && !answersOurs,
    in_reply_to_ours: answersOurs,
    aligned_domain: provenDomain(authentication, fromEmail),
    authenticated_here: isFromHere("inbound", authentication),
    authentication: dmarcVerdict(authentication),
    on_allow_list: isSenderAllowed(standing, { identityId, at }),
  };
}
