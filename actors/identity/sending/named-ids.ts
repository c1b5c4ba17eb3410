// The Message-IDs that an answer names: In-Reply-To and References. From an address whose mail waits for people they say nothing
// that a writer here chose, since no page shows a person what an id says. DECISIONS Protection and reviews
import { type ComposeInput, messageIdsIn, referencesFor } from "../../../src/mail/compose/compose.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import { idsOfOthers } from "../../../src/store/message/answered.ts";
import type { MessageRow } from "../../../src/store/message/messages.ts";
import { holdsSends } from "../../account/reviews/protection.ts";

interface Answering {
  /** The answered message; null: there is none, or it is gone. */
  parent: Pick<MessageRow, "headerId" | "referenceIds" | "threadId"> | null;
  /** The draft that is sent, with the chain that it was made with. */
  draft?: { threadId: string; references: readonly string[] };
}

export async function namedIds(
  database: Executor,
  identity: IdentityRow,
  { parent, draft }: Answering,
): Promise<Pick<ComposeInput, "inReplyTo" | "references">> {
  const chain = parent ? chainOf(parent) : (draft?.references.map((id) => bracketed(id)) ?? []);
  const answered = headerIdOf(parent ? parent.headerId : (draft?.references.at(-1) ?? null));
  const threadId = parent?.threadId ?? draft?.threadId;
  if (threadId === undefined || chain.length === 0) return { inReplyTo: answered, references: chain };
  const { accountId, id: identityId } = identity;
  if (!(await holdsSends(database, { accountId, identityId })))
    return { inReplyTo: answered, references: chain };
  const known = await idsOfOthers(database, { accountId, threadId }, chain.map(bare));
  return {
    inReplyTo: answered !== null && known.has(bare(answered)) ? answered : null,
    references: chain.filter((id) => known.has(bare(id))),
  };
}

/** References of an answer to a message, with angle brackets. */
export function chainOf({ headerId, referenceIds }: Pick<MessageRow, "headerId" | "referenceIds">): string[] {
  return referencesFor({ messageId: bracketed(headerId), references: referenceIds.map(bracketed) });
}

/** An id as In-Reply-To writes it; null for an invalid one, such as an id with control characters. */
export function headerIdOf(id: string | null): string | null {
  return id === null ? null : (messageIdsIn(bracketed(id))[0] ?? null);
}

export function bracketed<T extends string | null>(id: T): T extends null ? null : string;
export function bracketed(id: string | null): string | null {
  return id === null ? null : `<${id}>`;
}

const bare = (id: string) => id.replace(/^<|>$/g, "");
