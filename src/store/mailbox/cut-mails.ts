// Mails that were cut for the search index while they were read, until it has them: a bounded part of this process's memory. A mail that
// is not here, since the process began anew or the others take all room, the index reads from the database.
import type { CutMail } from "../../mail/search/indexed-mail.ts";

export interface KeptCut extends CutMail {
  /** Hash of the raw mail. */
  sha256: Uint8Array;
  /** Header lines in front of it. */
  prefix: string;
}

/** Some 4,000 mails of 4 kB. */
const maxBytes = 32 * 1024 * 1024;
/** Octets for mails that are being read. */
const spareBytes = 1024 * 1024;
/** Octets of an entry, beside its texts and numbers. */
const entryBytes = 500;

const kept = new Map<string, { cut: KeptCut; round: number }>();
let bytes = 0;
let round = 0;

/** Keeps a mail, where there is room. */
export function keepForIndex(messageId: string, cut: KeptCut): void {
  const size = sizeOf(cut);
  if (bytes + size > maxBytes || kept.has(messageId)) return;
  bytes += size;
  kept.set(messageId, { cut, round });
}

/** Whether mails that are cut now will be kept: in a flood the index is far behind, and reads what is not here by itself. */
export function hasRoomForCut(): boolean {
  return bytes + spareBytes <= maxBytes;
}

/** Takes a mail out; null: it is not here. */
export function takeCut(messageId: string): KeptCut | null {
  const entry = kept.get(messageId);
  if (!entry) return null;
  kept.delete(messageId);
  bytes -= sizeOf(entry.cut);
  return entry.cut;
}

/** No message waits: what was kept before the last such moment is of messages that others have indexed, or that are gone. */
export function dropOldCuts(): void {
  for (const [id, entry] of kept) {
    if (entry.round === round) break;
    takeCut(id);
  }
  round++;
}

/** Octets of what is kept. */
export function keptBytes(): number {
  return bytes;
}

function sizeOf({ words, shown, others, prefix }: KeptCut): number {
  return entryBytes + words.length + prefix.length + shown.byteLength + others.byteLength;
}
