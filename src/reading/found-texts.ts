// Reading search hits: whether a message holds what was asked, and the part of it that is shown. It looks at the text that the
// index has: subject, names and addresses, and the reply text.
import { snippetOf } from "../mail/search/snippet.ts";
import { comparable, holds, holdsOne, type TextQuery } from "../mail/search/text-query.ts";
import { peopleOf } from "../store/mailbox/people.ts";
import { unpackReplyText } from "../store/message/content.ts";
import type { MessageRow } from "../store/message/messages.ts";

type TextRow = Pick<
  MessageRow,
  "subject" | "fromEmail" | "fromName" | "mailTo" | "mailCc" | "mailBcc" | "deliveredTo"
>;

export interface HitToRead {
  row: TextRow;
  packed: Uint8Array;
  /** The database found its words: it is a result whatever its text says. */
  isSure: boolean;
}

export interface FindInput {
  query: TextQuery;
  /** Texts that must not stand in a message, even in one that is sure; folded. */
  without?: readonly string[];
  messages: readonly HitToRead[];
}

/** For each message the part to show, or null where it does not hold what was asked. */
export function foundTexts({ query, without = [], messages }: FindInput): (string | null)[] {
  return messages.map(({ row, packed, isSure }) => {
    const text = unpackReplyText(packed);
    if (isSure && without.length === 0) return snippetOf(text, query);
    const whole = comparable(textOf(row, text));
    return (isSure || holds(whole, query)) && !holdsOne(whole, without) ? snippetOf(text, query) : null;
  });
}

function textOf(row: TextRow, text: string): string {
  const people = peopleOf(row).map(({ email, name }) => (name === null ? email : `${name} <${email}>`));
  return [row.subject ?? "", ...people, text].join("\n");
}
