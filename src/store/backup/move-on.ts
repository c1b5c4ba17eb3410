// Numbers of a lost machine that clients still remember: cursors of events, modseqs and UIDs of IMAP. The
// machine may have given out some after the backup, so the restored database continues far beyond them, and
// no number gets a second meaning.
import { must } from "../../lib/must.ts";
import type { DatabaseTransaction } from "../database/sql.ts";
import { forgetMarks } from "./base.ts";

/** More transactions, changes of an address and messages of a folder than any machine makes after its last backup. */
const transactions = 2n ** 40n;
const changes = 2 ** 32;
const uids = 1_000_000;

/** @param lastXid no event of the backup has a later one */
export async function moveOn(tx: DatabaseTransaction, lastXid: string): Promise<void> {
  const [current] = await tx.values("select pg_current_xact_id()::text");
  const offset =
    BigInt(lastXid) - BigInt(String(must(current, "the statement returns one row")[0])) + transactions;
  for (const [name, xid] of [
    ["event_xid", "pg_current_xact_id()"],
    ["event_horizon", "oldest_writer()"],
  ])
    await tx.values(
      `create or replace function ${name}() returns xid8 language sql stable as
       'select (${xid}::text::numeric + ${offset})::text::xid8'`,
    );
  await tx.values("update folders set uid_next = uid_next + $1::int8", [uids]);
  await tx.values("update identities set modseq = modseq + $1::int8", [changes]);
  await forgetMarks(tx);
  // A log that begins now tells clients to compare all UIDs. RFC 7162 3.2.5.2
  await tx.values("delete from changes");
  await tx.values(
    `insert into changes (account_id, identity_id, modseq, ordinal, kind, created_at)
     select account_id, id, modseq, 0, 'folder', last_instant from identities`,
  );
}
