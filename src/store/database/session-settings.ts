// Settings of each PostgreSQL session. Without a pooler a connection is a session and sets them once. Behind
// a pooler that gives sessions out by the transaction, each transaction sets them for itself: nothing leaks
// to others, nothing is lost.
import { planning } from "./planning.ts";

/** Longest statement, in the database. */
export const statementMs = 30_000;
/** Longest transaction, and longest rest inside one. */
export const transactionMs = 60_000;

const settings = Object.entries({
  ...planning,
  bytea_output: "hex",
  extra_float_digits: "1",
  intervalstyle: "postgres",
  statement_timeout: String(statementMs),
  idle_in_transaction_session_timeout: String(transactionMs),
  // Limits of the role or the database would end what only waits: a turn for another, and the connection that hears notifications.
  lock_timeout: "0",
  idle_session_timeout: "0",
});

/** A script that begins a session. */
export const forSession = settings.map(([name, value]) => `set ${name} = ${value}`).join("; ");
/** A script that follows BEGIN. */
export const forTransaction = settings.map(([name, value]) => `set local ${name} = ${value}`).join("; ");
