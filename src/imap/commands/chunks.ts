// Splits a set of messages into chunks that one query reads.

import { flagNames } from "../../store/mailbox/flag-names.ts";
import type { PlacedMessage, UidChunk } from "../../store/mailbox/imap.ts";
import type { ImapSession } from "../session.ts";
import type { SessionView } from "../state/session-view.ts";
import type { Ranges } from "../wire/sequence-set.ts";

/**
 * UIDs of message numbers. A long run is `whole`: every message from its first UID to its last.
 * @param most messages of a chunk; asked again for each
 */
export function* chunksOf(view: SessionView, sequences: Ranges, most: () => number): Generator<UidChunk> {
  let scattered: number[] = [];
  for (let i = 0; i < sequences.length; i += 2) {
    const last = sequences[i + 1]!;
    for (let from = sequences[i]!; from <= last; ) {
      const count = most();
      const to = Math.min(last, from + count - 1);
      const uids: number[] = [];
      for (let sequence = from; sequence <= to; sequence++) uids.push(view.uidAt(sequence));
      if (uids.length > 20 || sequences.length === 2) {
        if (scattered.length > 0) yield { uids: scattered, whole: false };
        scattered = [];
        yield { uids, whole: true };
      } else scattered.push(...uids);
      if (scattered.length >= count) {
        yield { uids: scattered, whole: false };
        scattered = [];
      }
      from = to + 1;
    }
  }
  if (scattered.length > 0) yield { uids: scattered, whole: false };
}

/** The result of reading each step, in order; the next step is read while the caller uses one. */
export async function* readAhead<S, R>(
  steps: Iterable<S>,
  read: (step: S) => Promise<R>,
): AsyncGenerator<{ step: S; result: R }> {
  let ahead: { step: S; reading: Promise<R> } | null = null;
  for (const step of steps) {
    const due = ahead;
    ahead = { step, reading: read(step) };
    // A caller that stops early never awaits this promise.
    ahead.reading.catch(() => {});
    if (due) yield { step: due.step, result: await due.reading };
  }
  if (ahead) yield { step: ahead.step, result: await ahead.reading };
}

/**
 * Keeps the flags that this session has just stored for messages that were expunged right after: the change log has no
 * flags of expunged messages.
 */
export async function rememberFlags(
  { feed, selected }: ImapSession,
  rows: readonly Pick<PlacedMessage, "uid" | "flags" | "keywords">[],
): Promise<void> {
  await feed!.sync();
  const states = selected?.view.tracker.states;
  for (const { uid, flags, keywords } of rows) states?.setGone(uid, flagNames(flags, keywords));
}

/** All flags of a message, with \Recent where the session has it. */
export function sessionFlags(
  session: ImapSession,
  { uid, flags, keywords }: Pick<PlacedMessage, "uid" | "flags" | "keywords">,
): readonly string[] {
  return withRecent(session, uid, flagNames(flags, keywords));
}

/** Adds \Recent, which depends on the session and is only in IMAP4rev1. */
export function withRecent(
  { mode, selected }: ImapSession,
  uid: number,
  words: readonly string[],
): readonly string[] {
  return !mode.rev2 && selected?.view.isRecent(uid) ? [...words, "\\Recent"] : words;
}

/** Whole mails that one query reads. */
export const leastAtOnce = 25;
/** The same while those before were small, and stored bytes that it then reads. */
const smallAtOnce = 100;
const bytesAtOnce = 1024 * 1024;

/** How many whole mails to read next, by those that were just read. */
export function wholeAtOnce(rows: readonly Pick<PlacedMessage, "raw">[]): number {
  const bytes = rows.reduce((sum, { raw }) => sum + (raw?.length ?? 0), 0);
  const fitting = Math.floor((bytesAtOnce * rows.length) / Math.max(1, bytes));
  return Math.max(leastAtOnce, Math.min(smallAtOnce, fitting));
}
