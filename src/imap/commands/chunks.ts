// A set of messages in steps that a query can take.
import type { PlacedMessage, UidChunk } from "../../store/mail/imap.ts";
import type { Session } from "../session.ts";
import { flagWords } from "../state/flag-words.ts";
import type { SessionView } from "../state/session-view.ts";
import type { Ranges } from "../wire/sequence-set.ts";

/** UIDs of message numbers, `most` at a time. Long runs are whole: from the first to the last. */
export function* chunksOf(view: SessionView, sequences: Ranges, most: number): Generator<UidChunk> {
  let scattered: number[] = [];
  for (let i = 0; i < sequences.length; i += 2) {
    const last = sequences[i + 1]!;
    for (let from = sequences[i]!; from <= last; from += most) {
      const to = Math.min(last, from + most - 1);
      const uids: number[] = [];
      for (let sequence = from; sequence <= to; sequence++) uids.push(view.uidAt(sequence));
      if (uids.length > 20 || sequences.length === 2) {
        if (scattered.length > 0) yield { uids: scattered, whole: false };
        scattered = [];
        yield { uids, whole: true };
      } else scattered.push(...uids);
      if (scattered.length >= most) {
        yield { uids: scattered, whole: false };
        scattered = [];
      }
    }
  }
  if (scattered.length > 0) yield { uids: scattered, whole: false };
}

/** What each step reads, in order; the next one is read while one is used. */
export async function* readAhead<S, R>(
  steps: Iterable<S>,
  read: (step: S) => Promise<R>,
): AsyncGenerator<{ step: S; result: R }> {
  let ahead: { step: S; reading: Promise<R> } | null = null;
  for (const step of steps) {
    const due = ahead;
    ahead = { step, reading: read(step) };
    // Whoever stops early hears of no failure.
    ahead.reading.catch(() => {});
    if (due) yield { step: due.step, result: await due.reading };
  }
  if (ahead) yield { step: ahead.step, result: await ahead.reading };
}

/**
 * What this session has just made of messages: those that were expunged right behind it keep it for as long as clients
 * have them. The change log has no flags of what is gone.
 */
export async function rememberFlags(
  { feed, selected }: Session,
  rows: readonly Pick<PlacedMessage, "uid" | "flags" | "keywords">[],
): Promise<void> {
  await feed!.sync();
  const states = selected?.view.tracker.states;
  for (const { uid, flags, keywords } of rows) states?.setGone(uid, flagWords(flags, keywords));
}

/** All flags of a message as this session sees them. */
export function shownFlags(
  session: Session,
  { uid, flags, keywords }: Pick<PlacedMessage, "uid" | "flags" | "keywords">,
): readonly string[] {
  return withRecent(session, uid, flagWords(flags, keywords));
}

/** \Recent belongs to the session and to IMAP4rev1. */
export function withRecent(
  { mode, selected }: Session,
  uid: number,
  words: readonly string[],
): readonly string[] {
  return !mode.rev2 && selected?.view.isRecent(uid) ? [...words, "\\Recent"] : words;
}
