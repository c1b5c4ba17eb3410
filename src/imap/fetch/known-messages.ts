// FETCH from memory: flags as the folder's tracker knows them, and items that never change as an earlier FETCH wrote them.
import { Pauses } from "../../lib/pauses.ts";
import type { ImapSession } from "../session.ts";
import { nameKeywords } from "../state/known-keywords.ts";
import type { FetchCommand, FetchItem } from "../wire/commands.ts";
import { type Ranges, rangesOf } from "../wire/sequence-set.ts";
import type { FlagList } from "../wire/writer.ts";
import { keptKey } from "./items.ts";
import type { KeptColumn } from "./kept-items.ts";

/** Octets of responses that are gathered before a flush. */
const flushOctets = 64 * 1024;

/** Where each item is kept, in the order of the items; null for FLAGS, UID, and items that change. */
export function keptColumns(session: ImapSession, items: readonly FetchItem[]): (KeptColumn | null)[] {
  const { tracker } = session.opened.view;
  return items.map((item) => {
    const key = keptKey(item, session.writer.utf8);
    return key === null ? null : session.deps.kept.column(tracker.kept, key);
  });
}

interface KnownFetch {
  withFlags: boolean;
  withUid: boolean;
  uidOnly: boolean;
  columns: readonly KeptColumn[];
  /** Null for a message that is not in the folder. */
  flagsOf: (uid: number) => FlagList | null;
}

/**
 * Answers what memory knows, for any number of messages; flags also of those whose EXPUNGE is pending.
 * @returns the message numbers that memory does not know; null when it knows none, or the command asks for other items
 */
export async function fetchKnown(
  session: ImapSession,
  command: Pick<FetchCommand, "items" | "uid" | "changedSince">,
  sequences: Ranges,
): Promise<Ranges | null> {
  const known = await knownOf(session, command);
  if (!known) return null;
  const { view } = session.opened;
  const { mode } = session;
  const { withFlags, withUid, uidOnly, columns, flagsOf } = known;
  const mayBeRecent = withFlags && !mode.rev2 && view.recent > 0;
  const named = new Set<FlagList>();
  const unknown: number[] = [];
  const pauses = new Pauses();
  for (let i = 0; i < sequences.length; i += 2) {
    for (let sequence = sequences[i]!; sequence <= sequences[i + 1]!; sequence++) {
      const uid = view.uidAt(sequence);
      const list = flagsOf(uid);
      const items = list && joined(columns, uid);
      if (!list || items === null) {
        unknown.push(sequence);
        continue;
      }
      // Keywords of expunged messages, and those set while the client was slow, are named just before their response.
      if (withFlags && !named.has(list)) {
        nameKeywords(session, list.flags);
        named.add(list);
      }
      const name = { number: uidOnly ? uid : sequence, uid: withUid ? uid : null, uidOnly };
      const isRecent = mayBeRecent && view.isRecent(uid);
      if (items === "") session.writer.fetchFlags(name, withFlags ? list : null, isRecent);
      else session.writer.fetchKept(name, withFlags ? (isRecent ? list.recentText : list.text) : null, items);
      if (session.writer.length <= flushOctets) continue;
      await session.flush();
      if (session.connection.isClosed) return [];
      if (pauses.isDue) await pauses.take();
    }
  }
  return rangesOf(unknown);
}

async function knownOf(
  session: ImapSession,
  { items, uid, changedSince }: Pick<FetchCommand, "items" | "uid" | "changedSince">,
): Promise<KnownFetch | null> {
  if (changedSince !== null) return null;
  const { uidOnly } = session.enabled;
  const withFlags = items.some(({ item }) => item === "FLAGS");
  const others = items.filter(({ item }) => item !== "FLAGS" && item !== "UID");
  // Each message that is read is told in the log.
  if (others.length > 0 && session.log.isOn("debug")) return null;
  if (others.length === 0 && uidOnly && !withFlags) return null;
  const columns = keptColumns(session, others).filter((column) => column !== null);
  if (columns.length < others.length || columns.some(({ octets }) => octets.size === 0)) return null;
  const withUid = !uidOnly && (uid || items.some(({ item }) => item === "UID"));
  // The kept columns of a message cannot have changed meanwhile.
  if (withFlags || others.length === 0) await session.ownFeed.refresh();
  const { states } = session.opened.view.tracker;
  if (!states?.isKnown) return null;
  if (withFlags) nameKeywords(session, states.keywords());
  return { withFlags, withUid, uidOnly, columns, flagsOf: states.reader(others.length === 0) };
}

/** The kept items of a message with blanks between, "" for no columns; null when one is not kept. */
function joined(columns: readonly KeptColumn[], uid: number): string | null {
  let text = "";
  for (const { octets } of columns) {
    const own = octets.get(uid);
    if (own === undefined) return null;
    text = text === "" ? own : `${text} ${own}`;
  }
  return text;
}
