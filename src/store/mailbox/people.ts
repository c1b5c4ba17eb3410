// Senders and recipients of a message, as the search index has them.
import type { MailboxRef } from "../../schema/common.ts";
import type { MessageRow } from "../message/messages.ts";

export function peopleOf(
  row: Pick<MessageRow, "fromEmail" | "fromName" | "mailTo" | "mailCc" | "mailBcc" | "deliveredTo">,
): MailboxRef[] {
  return [
    { email: row.fromEmail, name: row.fromName },
    ...row.mailTo,
    ...row.mailCc,
    ...row.mailBcc,
    ...(row.deliveredTo === null ? [] : [{ email: row.deliveredTo, name: null }]),
  ];
}
