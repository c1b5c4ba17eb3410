// Looks at each statement that the program runs in a test, once a process: one that touches rows of accounts without naming them
// fails, unless it stands among the crossings. Statements of the tests themselves are left alone.
import { resolve } from "node:path";
import { loadModule } from "libpg-query";
import { Turn } from "../../../actors/runtime/turn.ts";
import { crossings, ofSeveralAccounts } from "../../../src/store/cluster/crossing.ts";
import { markedPart, unmarked } from "../../../src/store/cluster/parts.ts";
import { placingOf } from "../../../src/store/cluster/placing.ts";
import { Pool } from "../../../src/store/database/pool.ts";
import type { Executor } from "../../../src/store/database/sql.ts";
import { StatementNotes } from "../statements.ts";
import { catalogue } from "./catalogue.ts";
import { accountsOf } from "./statement-accounts.ts";

const writesShared = new RegExp(
  `^(?:delete from|update|insert into) "?(${[...catalogue.reference].join("|")})\\b`,
  "i",
);

/** By text: why it is refused; null: it is as it should be. */
const looked = new Map<string, string | null>();

/** Why a cluster could not run it as one statement of one account; null: it could, or the crossings say how it behaves. */
export function objectionTo(asked: string): string | null {
  const text = unmarked(asked);
  const { reach, unbound, locks, recursive, moves } = accountsOf(text, catalogue);
  const single = text.replace(/\s+/g, " ").trim();
  if (moves) return `a row's account_id is set by its insert, and never changes: ${single}`;
  const [, shared] = reach === "none" ? [] : (writesShared.exec(single) ?? []);
  if (shared)
    return `a statement that writes ${shared}, which every node has, reads no table of accounts: ${single}`;
  const found = crossings.filter(({ statements }) => statements.some((pattern) => pattern.test(single)));
  // The first would be taken, and the other's parts and merge never used.
  if (found.length > 1) return `${found.map(({ what }) => `"${what}"`).join(" and ")} both match: ${single}`;
  if (found.length === 1) return null;
  const isPlain = reach === "none" || reach === "one" || (reach === "many" && !locks && !recursive);
  if (isPlain || ofSeveralAccounts.some((pattern) => pattern.test(single)))
    return reach === "none" || placingOf(text).on === "accounts"
      ? null
      : `src/store/cluster/placing.ts does not find the accounts that the statement names: ${single}`;
  const what =
    reach === "many" || reach === "lookup"
      ? "rows of several accounts"
      : `${unbound.join(", ")} of any account`;
  return `the statement asks for ${what}. Name account_id, or say in src/store/cluster/crossing.ts how it behaves on a cluster: ${single}`;
}

/** Statements that a test itself sent first, and those of migrations. */
const unnoted = new Set<string>();
const { POSTROOM_TEST_STATEMENTS } = process.env;
const notes = POSTROOM_TEST_STATEMENTS ? new StatementNotes(POSTROOM_TEST_STATEMENTS) : null;

const tests = resolve(import.meta.dir, "../..");
/** Frames between a statement and who asks for it. */
const between =
  /cluster\/(watch|spread)\.ts|store\/database\/|embedded\/embedded\.ts|runtime\/turn\.ts|node_modules|native/;

function look(asked: string): string | null {
  const text = unmarked(asked);
  const known = looked.get(text);
  if (known !== undefined) return known;
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  const asker = frames.find((frame) => !between.test(frame));
  const isMigration = frames.some((frame) => /database\/(migrate|online-indexes)\.ts/.test(frame));
  // Nobody is left on the stack where parts were looked up first: on one PostgreSQL the statement is looked at.
  const isLost = asker === undefined && markedPart(asked) !== null;
  const isOfTests = asker?.includes(`${tests}/`) ?? false;
  if (isOfTests || isMigration) unnoted.add(text);
  const objection = isMigration || isLost || isOfTests ? null : objectionTo(text);
  looked.set(text, objection);
  return objection;
}

/** An executor whose statements are looked at. */
function watched(executor: Executor): Executor {
  // An error of the database's own ends the transaction too, whoever waits for this statement.
  const refuse = (objection: string) =>
    executor.values(`select '${objection.replaceAll("'", "''")}'::int4`) as Promise<never>;
  const run = <T>(text: string, work: () => Promise<T[]>): Promise<T[]> => {
    const objection = look(text);
    if (objection !== null) return refuse(objection);
    const single = unmarked(text);
    return notes && !unnoted.has(single) ? notes.note(single, work()) : work();
  };
  return {
    rows: (text, params) => run(text, () => executor.rows(text, params)),
    values: (text, params) => run(text, () => executor.values(text, params)),
  };
}

/** From now on, in this process. */
export async function watchStatements(): Promise<void> {
  await loadModule();
  for (const prototype of [Pool.prototype, Turn.prototype] as Executor[]) {
    const { rows, values } = prototype;
    prototype.rows = function (text, params) {
      return watched({ rows: rows.bind(this), values: values.bind(this) } as Executor).rows(text, params);
    };
    prototype.values = function (text, params) {
      return watched({ rows: rows.bind(this), values: values.bind(this) } as Executor).values(text, params);
    };
  }
  const { transaction } = Pool.prototype;
  Pool.prototype.transaction = function (work, options) {
    return transaction.call(
      this,
      (tx) => work({ ...watched(tx), exec: (script) => tx.exec(script), sent: () => tx.sent() }),
      options,
    ) as never;
  };
}
