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

/** Words of each message that has some, no two of them a phrase. */
export async function fileWords(
  db: Executor,
  { accountId }: Scope,
  { ids, parts }: AskedWords,
): Promise<Map<string, string>> {
  if (ids.length === 0 || parts.length === 0) return new Map();
  // No word has "%".
  const patterns = parts.map((part) => `%${part.toLowerCase().replaceAll("_", "\\_")}%`);
  const rows = await db.rows<{ message_id: string; words: string }>(
    `select s.message_id, string_agg(w.lexeme, ' | ') as words
     from message_search s cross join lateral unnest(coalesce(s.words, s.document)) w
     where s.account_id = $1::uuid and s.message_id = any($2::uuid[]) and 'C' = any(w.weights)
       and ${folded("w.lexeme")} like any($3::text[])
     group by s.message_id`,
    [accountId, ids, patterns],
  );
  return new Map(rows.map(({ message_id: id, words }) => [id, words]));
}
