// One connection: postgres.js held to a single session. It adds what a pool needs to be safe: a lost connection fails
// every statement that waits on it at once (none is ever sent again elsewhere), a silent one is given up, and errors
// have one form. A Connection lives once; after a loss the pool opens another.
import postgres from "postgres";
import { collectAfter } from "../../lib/collect.ts";
import { messageOf } from "../../lib/failure.ts";
import type { Log } from "../../lib/log.ts";
import { peerMessage } from "../../lib/peer-trouble.ts";
import { markedPart } from "../cluster/parts.ts";
import { refusalOf } from "./engines.ts";
import { DatabaseUnavailable, type Param, SqlError } from "./sql.ts";
import { driverTypes, encodeParam } from "./values.ts";

if (!(postgres as { binaryParameters?: boolean }).binaryParameters)
  throw new Error(
    "the package postgres lacks its patch (postgres.patch), without which octets are not stored: run bun install",
  );

export type ResultShape = "rows" | "values" | "script";
export type StatementResult = { command: string; rows: unknown[] };

/** Options of postgres.js that reach the database: a URL, or a socket among `options`. */
export interface ConnectionTarget {
  url?: string;
  options: Record<string, unknown>;
  /** A script that begins each session, if any. */
  setup: string;
  /** A script that begins each transaction, if any: a single statement is then a transaction of its own. */
  eachTransaction: string;
  /** Whether statements stay prepared. */
  prepares: boolean;
  /** A connection on which statements wait and nothing is answered for this long is given up; null: never. */
  silenceMs: number | null;
  /** Whether the host can still be reached: asked where nothing is answered for `watchMs`. Null: not asked. */
  isReachable: (() => Promise<boolean>) | null;
  watchMs: number;
  /** A session that is not open after this long is given up; null: never. */
  setupMs: number | null;
}

export interface ConnectionEvents {
  onNotify: (channel: string, payload: string) => void;
  onLost: (connection: PostgresConnection) => void;
}

/** Distinct statements that stay prepared on one connection; further ones are parsed each time they run. */
const preparedLimit = 500;

type ReservedSession = Awaited<ReturnType<postgres.Sql["reserve"]>>;

/** @throws DatabaseUnavailable with the reason */
export async function openConnection(
  reach: ConnectionTarget,
  events: ConnectionEvents,
  log: Log,
): Promise<PostgresConnection> {
  let connection: PostgresConnection | null = null;
  const options = {
    ...reach.options,
    max: 1,
    prepare: true,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    max_pipeline: 10_000,
    types: driverTypes(),
    onnotice: (notice: { message?: string }) => log.debug(`postgres: ${notice.message}`),
    onnotify: events.onNotify,
    onclose: () => connection?.lose("the connection to the database was lost"),
  } as unknown as postgres.Options<Record<string, postgres.PostgresType>>;
  const sql = reach.url === undefined ? postgres(options) : postgres(reach.url, options);
  try {
    // reserve() alone would ask for a connection twice: the script makes it
    const answer = await inTime(sql.unsafe(reach.setup || "select 1"), reach.setupMs);
    const { state } = (Array.isArray(answer[0]) ? answer[0] : answer) as unknown as {
      state: { pid: number };
    };
    connection = new PostgresConnection(sql, await sql.reserve(), { ...reach, ...events, keyPid: state.pid });
    return connection;
  } catch (error) {
    const refusal =
      error instanceof postgres.PostgresError && !endsConnection(error) && (await askedRefusal(sql));
    void sql.end({ timeout: 0 }).catch(() => {});
    const reason = refusal ? `the database ${refusal}` : `the database cannot be reached: ${reasonOf(error)}`;
    throw new DatabaseUnavailable(reason, { cause: error });
  }
}

/** The driver's own limit ends with the greeting: what is cut off between that and the answer would be waited for until TCP gives up. */
async function inTime<T>(answer: PromiseLike<T>, ms: number | null): Promise<T> {
  if (ms === null) return answer;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer for ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A database of another kind may refuse the settings of a session, and still say what it is. */
async function askedRefusal(sql: postgres.Sql): Promise<string | null> {
  const rows = await sql.unsafe("select version()").catch(() => []);
  return refusalOf(String(rows[0]?.version));
}

export class PostgresConnection {
  readonly #sql: postgres.Sql;
  readonly #session: ReservedSession;
  readonly #silenceMs: number | null;
  readonly #prepares: boolean;
  readonly #isReachable: ConnectionTarget["isReachable"];
  readonly #watchMs: number;
  readonly #onLost: (connection: PostgresConnection) => void;
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #prepared = new Set<string>();
  #lost: DatabaseUnavailable | null = null;
  /** While true, statements may take for ever. */
  patient = false;
  /** True once the host stopped answering. */
  cutOff = false;
  #watch: ReturnType<typeof setInterval> | null = null;
  #silentMs = 0;
  /** Whether the database is spread, so that statements may say in which part they run. */
  isSpread = false;
  /** The part that the session is in; null: unknown. */
  #part: string | null = null;

  /** The process number in the key for cancelling; a pooler makes up its own. PostgreSQL 55.2.8 */
  readonly keyPid: number;
  readonly eachTransaction: string;

  constructor(
    sql: postgres.Sql,
    session: ReservedSession,
    rest: ConnectionTarget & ConnectionEvents & { keyPid: number },
  ) {
    this.#sql = sql;
    this.#session = session;
    this.#silenceMs = rest.silenceMs;
    this.#prepares = rest.prepares;
    this.#isReachable = rest.isReachable;
    this.#watchMs = rest.watchMs;
    this.#onLost = rest.onLost;
    this.keyPid = rest.keyPid;
    this.eachTransaction = rest.eachTransaction;
  }

  get live(): boolean {
    return this.#lost === null;
  }

  /** Statements that wait for their answer. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Runs one statement outside a transaction, or a script. */
  async runAlone(text: string, params: readonly Param[], shape: ResultShape): Promise<StatementResult> {
    if (this.eachTransaction === "" || shape === "script") return this.run(text, params, shape);
    // sent one behind the other: no answer is waited for in between
    const begun = this.run(`begin; ${this.eachTransaction}`, [], "script");
    const result = this.run(text, params, shape);
    const ended = this.run("commit", [], "script");
    const [begin, answer, end] = await Promise.allSettled([begun, result, ended]);
    for (const outcome of [begin, answer, end]) if (outcome.status === "rejected") throw outcome.reason;
    return (answer as PromiseFulfilledResult<StatementResult>).value;
  }

  /** Runs one statement, or a script. It is sent at once, behind those before it. */
  run(text: string, params: readonly Param[], shape: ResultShape): Promise<StatementResult> {
    if (this.#lost) return Promise.reject(this.#lost);
    if (this.isSpread) this.#enterPart(text, shape);
    return new Promise((resolve, reject) => {
      // the driver would notice too late, and mix up the answers of what is under way
      if (params.length > 65_534) throw new RangeError(`too many parameters: ${params.length}`);
      const encoded = params.map(encodeParam);
      // Without a type of its own: the driver would say bytea, and what the octets are is what the statement says.
      const sent = encoded.map((each) => (each instanceof Uint8Array ? this.#session.typed(each, 0) : each));
      const largest = encoded.reduce((most, each) => Math.max(most, each?.length ?? 0), 0);
      const simple = shape === "script";
      const query = this.#session.unsafe(
        text,
        sent as string[],
        {
          prepare: !simple && this.#keeps(text),
          simple,
        } as postgres.UnsafeQueryOptions,
      );
      this.#waiting.add(reject);
      this.#watchSilence();
      const settle = (act: () => void) => {
        this.#silentMs = 0;
        // The text, the driver's buffer for it, and what was sent.
        collectAfter(3 * largest);
        if (this.#waiting.delete(reject)) act();
      };
      (shape === "values" ? query.values() : query).then(
        (result) => settle(() => resolve({ command: result.command, rows: result.slice() })),
        (error) => {
          settle(() =>
            reject(this.#isForgotten(error) ? new DatabaseUnavailable(forgets) : normalise(error)),
          );
          // the socket says that it is closed a moment later: nobody is to be given this connection in between
          if (endsConnection(error)) this.lose("the connection to the database was lost");
        },
      );
    });
  }

  /** Sends ahead which part the next statement runs in, where it says so and it is another one. */
  #enterPart(text: string, shape: ResultShape): void {
    const part = markedPart(text);
    if (part !== null && part !== this.#part) {
      this.run(`set search_path = ${part}, public`, [], "script").catch(() => {});
      this.#part = part;
    }
    // A rollback takes the setting back too.
    if (shape === "script" && /^(commit|rollback)$/.test(text)) this.#part = null;
  }

  /** Marks the connection as gone: what waits on it fails, and so does every later statement. */
  lose(reason: string): void {
    if (this.#lost) return;
    this.#lost = new DatabaseUnavailable(reason);
    if (this.#watch) clearInterval(this.#watch);
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const reject of waiting) reject(this.#lost);
    void this.#sql.end({ timeout: 0 }).catch(() => {});
    this.#onLost(this);
  }

  /** Ends the connection once what waits on it is answered, or after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const hurry = Promise.withResolvers<void>();
    const timer = setTimeout(hurry.resolve, timeoutMs);
    await Promise.race([this.run("select 1", [], "script").catch(() => {}), hurry.promise]);
    clearTimeout(timer);
    this.lose("the database was closed");
    await this.#sql.end({ timeout: 0 });
  }

  /** A pooler that should keep prepared statements has none of this name, or one of another client. PostgreSQL Appendix A */
  #isForgotten(error: unknown): boolean {
    const isOfName = error instanceof postgres.PostgresError && /^(26000|42P05)$/.test(error.code);
    return isOfName && this.#prepares && this.eachTransaction !== "";
  }

  /** Whether the statement is, or becomes, one that stays prepared. */
  #keeps(text: string): boolean {
    if (!this.#prepares) return false;
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= preparedLimit) return false;
    this.#prepared.add(text);
    return true;
  }

  /** Every answer sets the silence back to 0. Runs only while something waits. */
  #watchSilence(): void {
    const limit = this.#silenceMs;
    if (limit === null || this.#watch) return;
    this.#silentMs = 0;
    this.#watch = setInterval(() => {
      this.#silentMs += this.#watchMs;
      if (this.#waiting.size === 0) {
        if (this.#watch) clearInterval(this.#watch);
        this.#watch = null;
      } else if (this.#silentMs > limit && !this.patient) {
        this.lose(`the database did not answer for ${limit / 1000} s`);
      } else {
        void this.#isReachable?.().then((reachable) => {
          if (reachable || this.#silentMs === 0 || this.#lost) return;
          this.cutOff = true;
          this.lose("the database cannot be reached any more");
        });
      }
    }, this.#watchMs);
    this.#watch.unref();
  }
}

const forgets =
  "the pooler keeps no prepared statements: set DATABASE_POOLER_PREPARES=off, or max_prepared_statements in PgBouncer 1.21 or later";

/** The message of an error; of an AggregateError (several addresses were tried) all messages. */
function reasonOf(error: unknown): string {
  const said = error instanceof AggregateError ? error.errors.map(messageOf).join(", ") : messageOf(error);
  return peerMessage(error, said);
}

/** True for an error of the connection, or one after which the server closes it. PostgreSQL 54.8 */
function endsConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError)
    return error.severity === "FATAL" || error.severity === "PANIC" || error.code === becameStandby;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(CONNECTION_|CONNECT_TIMEOUT|E[A-Z]+$)/.test(code);
}

/** read_only_sql_transaction: this program begins none, so the server has become a standby. PostgreSQL Appendix A */
const becameStandby = "25006";

/** PostgreSQL Appendix A: connection exception, operator intervention (not a cancelled query), too many connections */
const unavailable = /^(08...|57P..|53300|25P03)$/;

/**
 * protocol_violation, which ends no connection: PostgreSQL says it of octets that are no value of their type, and names its function.
 * Poolers, which name none, say it of a connection. PostgreSQL 55.8, Appendix A
 */
function isMalformedValue({ code, routine }: postgres.PostgresError): boolean {
  return code === "08P01" && routine !== undefined;
}

/** Errors of Citus without a code of their own: a node was lost, or the coordinator's own server process. */
const nodeLost = /^(?:postmaster was shut down, exiting$|failure on connection marked as essential: )/;

/** The message of Citus about a node, without the role's name and the lines of advice that follow it. */
function ofNode(message: string): string {
  const [, node, why] =
    /^connection to the remote node (?:[^@\s]{0,63}@)?(\S{1,300}) failed with the following error: (.{0,500})/.exec(
      message,
    ) ?? [];
  if (node) return `the node ${node} of the cluster does not answer: ${why?.trim()}`;
  const essential = /^failure on connection marked as essential: (\S{1,300})/.exec(message)?.[1];
  return essential ? `the node ${essential} of the cluster refused, or was lost` : message;
}

/** A cluster names the constraint of a shard: the name with the shard's number. */
function constraintOf({ constraint_name: name }: postgres.PostgresError): string | null {
  return name?.replace(/_\d{6,}$/, "") ?? null;
}

function normalise(error: unknown): unknown {
  if (endsConnection(error)) return new DatabaseUnavailable(messageOf(error), { cause: error });
  if (!(error instanceof postgres.PostgresError)) return error;
  const isUnavailable = unavailable.test(error.code) && !isMalformedValue(error);
  if (isUnavailable || nodeLost.test(error.message))
    return new DatabaseUnavailable(ofNode(error.message), { cause: error });
  return new SqlError(error.message, error.code, constraintOf(error), { cause: error });
}
