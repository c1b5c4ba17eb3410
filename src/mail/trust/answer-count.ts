// The field by which automated addresses of any Postroom count their answers to each other, so that two programs that answer
// everything come to rest. Answers of people and of other programs have none, so one of them begins the count anew. DECISIONS
// Drafts and sending.
import { latin1 } from "../mime/charset.ts";
import { firstField, readMessageHeader } from "../mime/headers.ts";

export const answerCountField = "X-Postroom-Answers";

/** A header that is longer is read as far as this. */
const maxBytes = 64 * 1024;

/** How many answers of programs a mail is the last of; 0: it says nothing of it. @param head the mail from its first octet on */
export function answerCountIn(head: Uint8Array): number {
  const { fields } = readMessageHeader(latin1(head.subarray(0, maxBytes)), 0);
  const value = firstField(fields, answerCountField.toLowerCase())?.trim() ?? "";
  return /^\d{1,6}$/.test(value) ? Number(value) : 0;
}
