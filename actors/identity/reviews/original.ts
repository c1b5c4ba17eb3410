// The mail as its writer had it when a reviewer edited or returned it: what the next version is compared with.
import type { StoredDraft } from "../../../src/store/drafts.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import type { OriginalMail } from "../../../src/store/tables/index.ts";

export function originalOf(
  { row, text, html, attachments }: StoredDraft,
  { rawSha256 }: Pick<ReviewRow, "rawSha256">,
): OriginalMail {
  return {
    to: row.mailTo,
    cc: row.mailCc,
    bcc: row.mailBcc,
    subject: row.subject,
    text,
    html,
    attachments: attachments.map(({ filename }) => filename),
    rawSha256: Buffer.from(rawSha256).toString("hex"),
  };
}
