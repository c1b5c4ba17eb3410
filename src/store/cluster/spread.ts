// The one place that knows that a database is spread: each statement goes to the parts of the accounts that it names, as
// its text and parameters say (placing.ts). One that names none stands in crossing.ts, with where it runs.
import {
  type Database,
  type DatabaseTransaction,
  DatabaseUnavailable,
  type Executor,
  type Param,
  type Parted,
} from "../database/sql.ts";
import { crossingOf } from "./crossing.ts";
import type { Crossing } from "./part-choices.ts";
import { inPart, markedPart, partOf } from "./parts.ts";
import { placingOf } from "./placing.ts";

/** Statements of tests, which may ask of whatever account: they run in every part. A program asks none. */
export const unplaced = { isAsked: false };
/** Rows are of one part: in every part they would stand several times. */
const rowsOfValues = /^\s*insert into \w+ (?:\([^()]*\) )?values\b/i;

/** The database, whose statements find their parts. */
export function spreadOver(database: Database, parts: number): Database {
  const place: SpreadParts = {
    parts,
    all: Array.from({ length: parts }, (_, part) => part),
  };
  return {
    ...database,
    ...placed(database, place),
    parts: place.all.map((part) => boundTo(database, part)),
    partOf: (accountId) => partOf(accountId, parts),
    get load() {
      return database.load;
    },
    replica: placed(database.replica, place),
    transaction: (work, how) =>
      database.transaction(async (tx) => {
        const { asked, ended } = inOrder(placed(tx, place));
        const result = await work({
          ...asked,
          exec: (script) => ended().then(() => tx.exec(script)),
          sent: () => ended().then(() => tx.sent()),
        });
        // Statements that nobody awaited are sent before the commit is.
        await ended();
        return result;
      }, how),
  };
}

/**
 * Statements of a transaction are sent in the order in which they are asked, as on one PostgreSQL: one whose parts are looked
 * up first keeps those behind it waiting.
 */
function inOrder(placed: PlacedExecutor): { asked: Parted; ended: () => Promise<void> } {
  let last: Promise<unknown> | null = null;
  const ordered = <E extends Executor>(inner: E, atOnce: PlacedExecutor["atOnce"]): E => {
    const next = <R>(asked: SentStatement, ask: (text: string) => Promise<R>): Promise<R> => {
      const sent = last === null ? atOnce(asked) : null;
      if (sent !== null) return ask(sent);
      const turn = (last ?? Promise.resolve()).then(() => ask(asked.text));
      const over: Promise<void> = turn.then(noop, noop).then(() => {
        if (last === over) last = null;
      });
      last = over;
      return turn;
    };
    return {
      ...inner,
      rows: <R extends object>(text: string, params: readonly Param[] = []) =>
        next({ text, params }, (sent) => inner.rows<R>(sent, params)),
      values: (text: string, params: readonly Param[] = []) =>
        next({ text, params }, (sent) => inner.values(sent, params)),
    };
  };
  const { atOnce, parts, ...rest } = placed;
  return {
    // A part is bound: nothing is to be asked first.
    asked: { ...ordered(rest, atOnce), parts: parts.map((part) => ordered(part, ({ text }) => text)) },
    ended: async () => {
      while (last !== null) await last;
    },
  };
}

function boundExecutor(inner: Executor, part: number): Executor {
  return {
    rows: (text, params) => inner.rows(inPart(part, text), params),
    values: (text, params) => inner.values(inPart(part, text), params),
  };
}

/** The database in one part: what is asked runs there, whatever it names. */
function boundTo(database: Database, part: number): Database {
  const bound = (inner: Executor) => boundExecutor(inner, part);
  return {
    ...database,
    ...bound(database),
    get load() {
      return database.load;
    },
    replica: bound(database.replica),
    transaction: (work, how) =>
      database.transaction(
        (tx: DatabaseTransaction) =>
          work({ ...bound(tx), exec: (script) => tx.exec(script), sent: () => tx.sent() }),
        how,
      ),
  };
}

interface SpreadParts {
  parts: number;
  all: readonly number[];
}

interface SentStatement {
  text: string;
  params: readonly Param[];
}

function noop(): void {}

interface PlacedExecutor extends Parted {
  readonly parts: readonly Executor[];
  /** The statement as it is sent, where that is known before anything is asked; else null. */
  atOnce(asked: SentStatement): string | null;
}

function placed(inner: Executor, place: SpreadParts): PlacedExecutor {
  let turns = 0;
  const atOnce = ({ text, params }: SentStatement): string | null => {
    if (markedPart(text) !== null) return text;
    const placing = placingOf(text);
    if (placing.on === "shared") return text;
    if (placing.on === "crossing" || crossingOf(text) || text.includes(horizon)) return null;
    const [part = 0, ...others] = partsOfAll(placing.of(params), place);
    return others.length === 0 ? inPart(part, text) : null;
  };
  const run = async <R>(
    asked: SentStatement,
    ask: (question: SentStatement) => Promise<R[]>,
  ): Promise<R[]> => {
    const crossing = crossingOf(asked.text);
    const where = await partsFor(asked, crossing, { db: inner, place });
    if (where.length === 0) return [];
    const { text, params } = await withHorizon(inner, asked, where);
    const start = crossing?.isOneOf ? turns++ : 0;
    const found: R[] = [];
    // One behind the other: in a transaction they share a connection, and its search path.
    let away: DatabaseUnavailable | null = null;
    let left = 0;
    for (const n of where.keys()) {
      const part = where[(start + n) % where.length] ?? 0;
      try {
        found.push(...(await ask({ text: inPart(part, text), params })));
      } catch (error) {
        // Work of other nodes goes on while one is down.
        if (!((crossing?.isOneOf || crossing?.goesOn) && error instanceof DatabaseUnavailable)) throw error;
        away = error;
        left++;
      }
      if (crossing?.isOneOf && found.length > 0) return found;
    }
    if (away && !(crossing?.goesOn && left < where.length)) throw away;
    return crossing?.merge && where.length > 1 ? (crossing.merge(found) as R[]) : found;
  };
  return {
    atOnce,
    parts: place.all.map((part) => boundExecutor(inner, part)),
    partOf: (accountId) => partOf(accountId, place.parts),
    rows: <R extends object>(text: string, params: readonly Param[] = []) => {
      const sent = atOnce({ text, params });
      if (sent !== null) return inner.rows<R>(sent, params);
      return run<R>({ text, params }, (question) => inner.rows<R>(question.text, question.params));
    },
    values: (text, params = []) => {
      const sent = atOnce({ text, params });
      if (sent !== null) return inner.values(sent, params);
      return run<unknown[]>({ text, params }, (question) => inner.values(question.text, question.params));
    },
  };
}

function partsOfAll(accounts: ReadonlySet<string>, { parts }: SpreadParts): number[] {
  return [...new Set([...accounts].map((id) => partOf(id, parts)))];
}

/** The parts that a statement runs in; none where what it asks about is nobody's. */
async function partsFor(
  { text, params }: SentStatement,
  crossing: Crossing | null,
  { db, place }: { db: Executor; place: SpreadParts },
): Promise<readonly number[]> {
  const { parts, all } = place;
  const placing = placingOf(text);
  if (crossing)
    return crossing.parts({
      db,
      params,
      all,
      partOf: (id) => partOf(id, parts),
      named: placing.on === "accounts" ? partsOfAll(placing.of(params), place) : [],
    });
  if (placing.on === "accounts") {
    const found = partsOfAll(placing.of(params), place);
    // An empty list of accounts: the statement has an answer nevertheless.
    return found.length > 0 ? found : [0];
  }
  if (parts === 1 || (unplaced.isAsked && !rowsOfValues.test(text))) return all;
  throw new Error(`the statement names no account, and crossing.ts does not say where it runs: ${text}`);
}

const horizon = "event_horizon()";
/** For how long a commit on several nodes is waited for. */
const commitMs = 2_000;

/**
 * Events have the numbers of the coordinator's transactions, so where readers stop is the coordinator's to say: a node has
 * others. A transaction of one node is committed there before it ends on the coordinator, one of several nodes after it:
 * that is waited for. https://docs.citusdata.com/en/stable/get_started/concepts.html, two-phase commit
 */
async function withHorizon(
  inner: Executor,
  { text, params }: SentStatement,
  where: readonly number[],
): Promise<SentStatement> {
  if (!text.includes(horizon)) return { text, params };
  const [row] = await inner.values(`select ${horizon}::text`);
  const [part = 0] = where;
  await commitsEnded(boundExecutor(inner, part));
  return {
    text: text.replaceAll(horizon, `$${params.length + 1}::xid8`),
    params: [...params, row?.[0] as string],
  };
}

/**
 * Waits until no transaction is prepared on the part's node and not committed.
 * @throws DatabaseUnavailable after two seconds
 */
export async function commitsEnded(part: Executor): Promise<void> {
  for (let waited = 0; ; waited += 20) {
    const rows = await part.values(
      "select 1 from accounts where exists (select from pg_prepared_xact() x where x.gid like 'citus%') limit 1",
    );
    if (rows.length === 0) return;
    if (waited >= commitMs)
      throw new DatabaseUnavailable("a commit on several nodes of the cluster has not ended yet");
    await Bun.sleep(20);
  }
}
