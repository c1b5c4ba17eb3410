// The parts of messages that SORT, THREAD and SEARCH compare. What a UID names never changes (RFC 9051 2.3.1.1), so each part is
// a column of the folder that all its sessions share, within the limit of `fetch/kept-items.ts`; a command reads what is missing.
import { Pauses } from "../../lib/pauses.ts";
import { type KeptColumn, mayKeep } from "../fetch/kept-items.ts";
import type { ImapSession } from "../session.ts";
import { type ComparedPart, PartsReader } from "./read-parts.ts";

/** Binary text in the order of the UIDs; undefined for a message that is gone. */
export type PartValues = (string | undefined)[];

/** Messages that are read in one step. */
const atOnce = 250;

/** The parts of each message: one list of values a part. */
export async function comparedParts(
  session: ImapSession,
  uids: readonly number[],
  parts: readonly ComparedPart[],
): Promise<PartValues[]> {
  const columns = parts.map((part) => comparedColumn(session, part));
  const values = columns.map((column) => uids.map((uid) => column.octets.get(uid)));
  const missing = [...uids.keys()].filter((index) => values.some((column) => column[index] === undefined));
  const reader = new PartsReader(session, parts);
  const pauses = new Pauses();
  for (let at = 0; at < missing.length && !session.connection.isClosed; at += atOnce) {
    const indexes = missing.slice(at, at + atOnce);
    const read = await reader.read(indexes.map((index) => uids[index]!));
    if (pauses.isDue) await pauses.take();
    for (const index of indexes) {
      const own = read.get(uids[index]!);
      for (const [n, column] of columns.entries()) {
        const octets = own?.octets[n];
        values[n]![index] = octets;
        if (own?.isSure && octets !== undefined) keep(column, uids[index]!, octets);
      }
    }
  }
  return values;
}

/** The folder's column of a part, as far as it is read. */
export function comparedColumn(session: ImapSession, part: ComparedPart): KeptColumn {
  return session.deps.kept.column(session.opened.view.tracker.kept, `compared ${part}`);
}

function keep(column: KeptColumn, uid: number, octets: string): void {
  if (mayKeep(octets.length)) column.kept.keep(column, uid, octets);
}
