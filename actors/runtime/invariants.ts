// The state that every turn leaves behind, checked after each turn where invariants are (tests). `postroom check`
// counts placements and messages in the database; tests run it too.
import { invariant } from "../../src/lib/must.ts";
import type { AnyRow, Table } from "../../src/store/database/table-shape.ts";
import { changes, folders, placements } from "../../src/store/tables/index.ts";
import type { BatchActor } from "./turn.ts";

/** @param actor with the modseq of before the turn @param written the turn's rows by table and key */
export function checkTurn(
  actor: BatchActor,
  written: ReadonlyMap<Table, ReadonlyMap<string, AnyRow | null>>,
  { isQuiet }: { isQuiet: boolean },
): void {
  const modseq = actor.modseq + 1;
  const rowsOf = (table: Table) => [...(written.get(table)?.values() ?? [])].filter((row) => row !== null);
  invariant(() => !isQuiet || rowsOf(changes).length === 0, "a turn that logs changes counts as one");
  invariant(
    () => rowsOf(changes).every((row, ordinal) => row.modseq === modseq && row.ordinal === ordinal),
    "modseq grows by one a turn, and its changes are numbered from 0",
  );
  invariant(
    () => rowsOf(placements).every((row) => row.modseq === undefined || Number(row.modseq) <= modseq),
    "no placement is ahead of its identity",
  );
  invariant(
    () => rowsOf(folders).every(({ total, unread }) => total === undefined || isCount(total, unread)),
    "a folder has as many unread messages as messages, at most",
  );
}

function isCount(total: unknown, unread: unknown): boolean {
  return (
    Number(total) >= 0 && (unread === undefined || (Number(unread) >= 0 && Number(unread) <= Number(total)))
  );
}
