// Words that the index has of files, and of what HTML alone quotes. No text of a message holds them.
import type { Executor } from "../database/database.ts";
import type { Scope } from "../scope.ts";
import { folded } from "./search-conditions.ts";

interface AskedWords {
  /** Messages. */
  ids: readonly string[];
  /** Folded texts: a word that has one of them is given. */
  parts: readonly string[];
}

/** Messages of one statement: the embedded database does nothing else meanwhile. */
const atOnce = 8;
/** Parts that words are compared with; who asks for more finds files by their whole words alone. */
const maxParts = 24;

/** Words of each message that has some, no two of them a phrase. */
export async function fileWords(
  db: Executor,
  { accountId }: Scope,
  { ids, parts }: AskedWords,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (parts.length === 0 || parts.length > maxParts) return found;
  // No word has "%".
  const patterns = parts.map((part) => `%${part.toLowerCase().replaceAll("_", "\\_")}%`);
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await db.rows<{ message_id: string; words: string }>(
      `select s.message_id, string_agg(w.lexeme, ' | ') as words
       from message_search s cross join lateral unnest(coalesce(s.words, s.document)) w
       where s.account_id = $1::uuid and s.message_id = any($2::uuid[]) and 'C' = any(w.weights)
         and (w.lexeme like any($3::text[])
           or (octet_length(w.lexeme) > char_length(w.lexeme) and ${folded("w.lexeme")} like any($3::text[])))
       group by s.message_id`,
      [accountId, ids.slice(from, from + atOnce), patterns],
    );
    for (const { message_id: id, words } of rows) found.set(id, words);
  }
  return found;
}
