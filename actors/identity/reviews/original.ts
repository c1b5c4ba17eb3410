// The mail as a reader would have seen it when a reviewer edited or returned it: what the next version is compared with.
import type { LoadedDraft } from "../../../src/store/drafts.ts";
import type { ReviewRow } from "../../../src/store/reviews/reviews.ts";
import type { OriginalMail } from "../../../src/store/tables/index.ts";

export function originalOf(
  { row, read, attachments }: LoadedDraft,
  { rawSha256 }: Pick<ReviewRow, "rawSha256">,
): OriginalMail {
  return {
    to: row.mailTo,
    cc: row.mailCc,
    bcc: row.mailBcc,
    subject: row.subject,
    ...read,
    attachments: attachments.map(({ filename }) => filename),
    rawSha256: Buffer.from(rawSha256).toString("hex"),
  };
}
