// The part of each search hit that is shown, or that it does not hold what was asked: its texts are read, and where they leave it
// open, the words that the index has of its files.
import { must } from "../lib/must.ts";
import { wordsOf } from "../mail/search/search-words.ts";
import { fieldsHold } from "../mail/search/searched-fields.ts";
import { hasSigns, partsOfWords, textQuery } from "../mail/search/text-query.ts";
import type { HitToRead } from "../reading/found-texts.ts";
import { findTexts } from "../reading/mails.ts";
import type { Executor } from "../store/database/database.ts";
import { fileWords } from "../store/mailbox/file-words.ts";
import type { AskedAlternative, Hit } from "../store/mailbox/search-hits.ts";
import type { MessageRow } from "../store/message/messages.ts";
import type { Auth } from "./context.ts";

export interface AskedTexts {
  alternatives: readonly AskedAlternative[];
  forgives: boolean;
}

interface Reads {
  database: Executor;
  auth: Auth;
}

/** For each message the part to show; null where no alternative holds of it, conditions, fields and texts. */
export async function snippetsOf(
  { database, auth }: Reads,
  { alternatives, forgives }: AskedTexts,
  messages: readonly { row: MessageRow; packed: Uint8Array; hit: Hit }[],
): Promise<(string | null)[]> {
  const snippets: (string | null)[] = messages.map(() => null);
  const byPlaces = new Map<string, { places: number[]; asked: HitToRead[]; indexes: number[] }>();
  for (const [index, { row, packed, hit }] of messages.entries()) {
    const places = hit.alternatives.filter((place) =>
      fieldsHold(row, must(alternatives[place], "a hit names its alternatives").fields, forgives),
    );
    if (places.length === 0) continue;
    const key = places.join();
    const group = byPlaces.get(key) ?? { places, asked: [], indexes: [] };
    byPlaces.set(key, group);
    // Words that match one alternative say nothing of another.
    const isSure =
      hit.isSure &&
      places.length === hit.alternatives.length &&
      !places.some((place) => alternatives[place]!.terms.some(({ text }) => hasSigns(text)));
    group.asked.push({ row, packed, isSure });
    group.indexes.push(index);
  }
  for (const { places, asked, indexes } of byPlaces.values()) {
    const query = textQuery(
      places.map((place) => alternatives[place]!),
      forgives,
    );
    const found = await findTexts({ query, messages: asked }, { source: auth.accountId });
    for (const [n, snippet] of found.entries()) snippets[indexes[n]!] = snippet;
    // Files may have what was asked, or what must not be there.
    const excludes = query.some(({ without }) => without.length > 0);
    const isOpen = (snippet: string | null, { isSure }: HitToRead) =>
      snippet === null || (excludes && !isSure);
    const left = indexes.flatMap((index, n) =>
      isOpen(found[n]!, asked[n]!) && messages[index]!.row.hasAttachments ? [{ index, hit: asked[n]! }] : [],
    );
    const withWords = await withFileWords(
      { database, auth },
      left.map(({ hit, index }) => ({ ...hit, isSure: false, index, id: messages[index]!.row.id })),
      partsOfWords(query),
    );
    const inFiles = await findTexts({ query, messages: withWords }, { source: auth.accountId });
    for (const [n, snippet] of inFiles.entries()) snippets[withWords[n]!.index] = snippet;
  }
  return snippets;
}

/** Takes away the snippets of messages whose files have a text that must not be there. @param snippets in the order of the messages */
export async function excludeByFiles(
  reads: Reads,
  {
    messages,
    without,
    snippets,
  }: {
    messages: readonly (HitToRead & { row: MessageRow })[];
    without: readonly string[];
    snippets: (string | null)[];
  },
): Promise<void> {
  const open = messages.flatMap((message, index) =>
    without.length > 0 && message.row.hasAttachments && snippets[index] !== null
      ? [{ ...message, id: message.row.id, index }]
      : [],
  );
  const withWords = await withFileWords(reads, open, without.flatMap(wordsOf));
  if (withWords.length === 0) return;
  const left = await findTexts({ query: [], without, messages: withWords }, { source: reads.auth.accountId });
  for (const [n, { index }] of withWords.entries()) snippets[index] = left[n]!;
}

/** Hits whose files have one of these words, with the words that they have. */
async function withFileWords<T extends HitToRead & { id: string }>(
  { database, auth }: Reads,
  hits: readonly T[],
  parts: readonly string[],
): Promise<(T & { fileWords: string })[]> {
  if (hits.length === 0) return [];
  const words = await fileWords(database, auth, { ids: hits.map(({ id }) => id), parts });
  return hits.flatMap((hit) => {
    const own = words.get(hit.id);
    return own === undefined ? [] : [{ ...hit, fileWords: own }];
  });
}
