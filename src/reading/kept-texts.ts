// Texts of objects that were written from their events, for the next program or the next look: an object has another etag with each
// change, so a kept text needs no notification.
import { onIdle } from "../lib/collect.ts";
import type { CalendarObjectRow } from "../store/calendar/objects.ts";

type KeptObject = Pick<CalendarObjectRow, "identityId" | "objectUid" | "etag">;

const maxKeptCharacters = 4 * 1024 * 1024;
/** Longer ones would take the place of many. */
const maxTextCharacters = 64 * 1024;

/** By identity, etag and UID, the least recently used first. */
const kept = new Map<string, string>();
let characters = 0;

onIdle(() => {
  kept.clear();
  characters = 0;
});

const keyOf = ({ identityId, etag, objectUid }: KeptObject) => `${identityId} ${etag} ${objectUid}`;

export function keptText(object: KeptObject): string | null {
  const key = keyOf(object);
  const text = kept.get(key);
  if (text === undefined) return null;
  kept.delete(key);
  kept.set(key, text);
  return text;
}

export function keepText(object: KeptObject, text: string): void {
  const key = keyOf(object);
  if (key.length + text.length > maxTextCharacters || kept.has(key)) return;
  kept.set(key, text);
  characters += key.length + text.length;
  for (const [oldest, dropped] of kept) {
    if (characters <= maxKeptCharacters) break;
    kept.delete(oldest);
    characters -= oldest.length + dropped.length;
  }
}
