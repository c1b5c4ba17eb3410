// Preparing an approval before its turn: where its recipients' mail goes now, and the mail with a reviewer's changes.
import { invalid } from "../../../src/lib/failure.ts";
import { getIdentity } from "../../../src/store/addresses/identities.ts";
import { getDraft, type StoredDraft } from "../../../src/store/drafts.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import type { MailEdits, SendEnvelope } from "../../../src/store/tables/index.ts";
import { prepareDraftSend } from "../drafts/drafting.ts";
import { type OutgoingDeps, recipientsOf } from "../sending/prepare.ts";
import type { Approval } from "./decide.ts";
import { originalOf } from "./original.ts";

type PreparedApproval = Pick<Approval, "lanes" | "edited">;

/** @throws Failure as prepareOutgoing; validation_error: a mail that cannot be edited */
export async function prepareApproval(
  deps: OutgoingDeps,
  review: ReviewRow,
  edits: MailEdits,
): Promise<PreparedApproval> {
  const none = { lanes: new Map<string, string>(), edited: null };
  const edited = Object.values(edits).some((value) => value !== undefined);
  if (review.direction === "inbound") {
    if (edited) throw invalid("A received mail is let in as it is. Leave the fields of the mail out.");
    return none;
  }
  const { accountId, identityId, messageId } = review;
  const scope = { accountId, identityIds: [identityId] };
  const draft = await getDraft(deps.database, scope, messageId);
  const identity = draft && (await getIdentity(deps.database, scope, identityId));
  // The turn says that it is gone.
  if (!draft || !identity) return none;
  const envelope = review.envelope as SendEnvelope;
  if (!edited) {
    const from = draft.row.fromEmail;
    const to = envelope.recipients.map((email) => ({ email, name: null }));
    return { lanes: (await recipientsOf(deps, { from, to, cc: [], bcc: [] })).lanes, edited: null };
  }
  const { letter } = envelope;
  if (!letter) {
    throw invalid(
      "This mail was written by a mail program or by the calendar, and leaves as it is or not at all. Return it, or approve it without changes.",
    );
  }
  const rewritten = editedDraft(draft, edits, letter.inReplyTo);
  const outgoing = await prepareDraftSend(deps, scope, { identity, draft: rewritten, letter });
  return { lanes: outgoing.lanes, edited: { outgoing, original: originalOf(draft, review) } };
}

function editedDraft(draft: StoredDraft, edits: MailEdits, answered: string | null): StoredDraft {
  const { row, text, html } = draft;
  // An HTML part that says what the text said before would say it still.
  const oldHtml = edits.text === undefined ? html : null;
  return {
    ...draft,
    row: {
      ...row,
      mailTo: edits.to ?? row.mailTo,
      mailCc: edits.cc ?? row.mailCc,
      mailBcc: edits.bcc ?? row.mailBcc,
      subject: edits.subject ?? row.subject,
      inReplyToMessageId: answered,
    },
    text: edits.text === undefined ? text : edits.text,
    html: edits.html === undefined ? oldHtml : edits.html,
  };
}
