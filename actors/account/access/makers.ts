// Handover of the things that a key made, to a person in the console or to a key without restriction.
// DECISIONS Authentication and keys.
import { Failure, notFound } from "../../../src/lib/failure.ts";
import { countMade, findAnyKey, type MadeKind, takeOver } from "../../../src/store/access/makers.ts";
import type { StoredMaker } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** The asker of a turn, as a row remembers its maker; null: the service itself. */
export function makerOf({ origin: { kind, id } }: Turn): StoredMaker | null {
  return kind === "key" || kind === "person" || kind === "link" ? { kind, id } : null;
}

/** Counts of things that were taken over, by kind. */
export type Taken = Partial<Record<MadeKind, number>>;

/**
 * Hand everything that a key made to the taker, before or after the key's end. Only a person can take what a
 * restricted key allowed at an address where persons decide.
 * @param takerId null: a person
 * @throws Failure not_found; conflict: the taker is the key itself
 */
export async function takeOverFrom(
  turn: Turn,
  { keyId, takerId }: { keyId: string; takerId: string | null },
): Promise<{ taken: Taken; left: number }> {
  const key = { accountId: turn.accountId, keyId };
  const found = await findAnyKey(turn, key);
  if (!found) throw notFound();
  if (keyId === takerId) {
    throw new Failure(
      "conflict",
      "This key made these itself. Ask with the key that is to have them: make it, then take over, then delete this one.",
    );
  }
  const maker: StoredMaker =
    takerId === null ? { kind: "person", id: turn.origin.id } : { kind: "key", id: takerId };
  const exceptDecidedByPeople = takerId !== null && !found.isUnrestricted;
  const taken = await countMade(turn, key, { exceptDecidedByPeople });
  const all = exceptDecidedByPeople ? await countMade(turn, key, { exceptDecidedByPeople: false }) : taken;
  for (const statement of takeOver({ ...key, takerId, maker, exceptDecidedByPeople })) turn.bulk(statement);
  const sum = (counts: Taken) => Object.values(counts).reduce((total, count) => total + count, 0);
  return { taken, left: sum(all) - sum(taken) };
}
