// Reading search hits: whether a message holds what was asked, and the part of it that is shown. It looks at texts that the
// index has: subject, names and addresses, the reply text and what is quoted.
import { snippetOf } from "../mail/search/snippet.ts";
import { comparable, holds, holdsOne, positionOfTerm, type TextQuery } from "../mail/search/text-query.ts";
import { peopleOf } from "../store/mailbox/people.ts";
import { DamagedContent, type SearchedText, unpackSearchedText } from "../store/message/content.ts";
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
  /** Words that its files have, or that HTML alone quotes, as far as they may be asked for. */
  fileWords?: string;
}

export interface FindInput {
  query: TextQuery;
  /** Texts that must not stand in a message, even in one that is sure; folded. */
  without?: readonly string[];
  messages: readonly HitToRead[];
}

/** For each message the part to show, or null where it does not hold what was asked. */
export function foundTexts({ query, without = [], messages }: FindInput): (string | null)[] {
  return messages.map(({ row, packed, isSure, fileWords = "" }) => {
    const texts = textsIn(packed);
    if (isSure && without.length === 0) return snippetIn(texts, query);
    const whole = comparable(textOf(row, `${texts.reply}\n${texts.quoted}\n${fileWords}`));
    return (isSure || holds(whole, query)) && !holdsOne(whole, without) ? snippetIn(texts, query) : null;
  });
}

/** The texts of a content; of a damaged one they are empty, so that it holds up no other result. */
function textsIn(packed: Uint8Array): SearchedText {
  try {
    return unpackSearchedText(packed);
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error;
    return { reply: "", quoted: "", isQuotedInHtml: false };
  }
}

/** Part of the reply, unless what was asked is in the quoted text alone. */
function snippetIn({ reply, quoted }: SearchedText, query: TextQuery): string {
  const isQuotedAlone = quoted !== "" && !isIn(reply, query) && isIn(quoted, query);
  return snippetOf(isQuotedAlone ? quoted : reply, query);
}

function isIn(text: string, query: TextQuery): boolean {
  const folded = comparable(text);
  return query.some(({ terms }) => terms.some((term) => positionOfTerm(folded, term) !== -1));
}

function textOf(row: TextRow, text: string): string {
  const people = peopleOf(row).map(({ email, name }) => (name === null ? email : `${name} <${email}>`));
  return [row.subject ?? "", ...people, text].join("\n");
}
