// Texts of objects that were written from their events, for the next program or the next look: an object has another etag with each
// change, so a kept text needs no notification.
import { SizedCache } from "../lib/sized-cache.ts";
import type { CalendarObjectRow } from "../store/calendar/objects.ts";

type KeptObject = Pick<CalendarObjectRow, "identityId" | "objectUid" | "etag">;

/** In characters. */
const kept = new SizedCache<string>({ all: 4 * 1024 * 1024, one: 64 * 1024 });

const keyOf = ({ identityId, etag, objectUid }: KeptObject) => `${identityId} ${etag} ${objectUid}`;

export function keptText(object: KeptObject): string | null {
  return kept.get(keyOf(object));
}

export function keepText(object: KeptObject, text: string): void {
  kept.keep(keyOf(object), text, text.length);
}
