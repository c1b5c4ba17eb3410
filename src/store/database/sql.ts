// The one interface to SQL, whichever database is behind it: Postgres by DATABASE_URL, or the embedded one (PGlite in a
// worker). Both are spoken to by the same driver in the same wire protocol, so values and errors are the same.
// Rules: every error of the database is a SqlError; a database that cannot be reached is DatabaseUnavailable; a commit
// whose outcome nobody knows is CommitUnknown and is never run again by this program.

/**
 * A statement's parameter. Postgres infers their types, so a statement says each (`$1::bytea`). Arrays become Postgres arrays (of any
 * element type), JSON is a string that the caller made. All travel as text, but octets: these are a value in its binary form, of
 * bytea the bytes themselves. They are read a moment later, so they must not change.
 */
export type Param =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null)[];

/** A statement that is to be run later. */
export interface DeferredStatement {
  text: string;
  params: Param[];
  /** Rows that the statement must touch; another number is an error. */
  expectRows?: number;
}

/**
 * Values come back so: timestamptz as an Instant (microseconds), date and numeric and xid8 and uuid as strings, int2,
 * int4, int8, float4, float8 and oid as numbers, bool as boolean, bytea as a Uint8Array of its own, json and jsonb
 * parsed, arrays of these as JavaScript arrays; anything else as Postgres prints it.
 */
export interface Executor {
  /** Runs one statement. Rows as objects keyed by column name. */
  rows<T extends object = Record<string, unknown>>(text: string, params?: readonly Param[]): Promise<T[]>;
  /** Runs one statement. Rows as arrays, in column order. */
  values(text: string, params?: readonly Param[]): Promise<unknown[][]>;
}

/** An executor that may be of a database which is spread. */
export interface Parted extends Executor {
  /** Where the database is spread: the same in each of its parts, for what is asked a part at a time. Else absent. */
  readonly parts?: readonly Executor[];
  /** The part that an account's rows are in. Absent: there is one. */
  partOf?(accountId: string): number;
}

/** An executor that is asked for rows alone. */
export type RowSource = Pick<Executor, "rows">;

/**
 * Statements may be issued without awaiting each other: they are pipelined in order. One whose promise is dropped may
 * fail unseen here; the commit then fails with its error.
 */
export interface DatabaseTransaction extends Parted {
  /** Runs a script of several statements without parameters. */
  exec(script: string): Promise<void>;
  /** Resolves when what was issued is on its way, and the database can work on it. */
  sent(): Promise<void>;
}

/** How busy the connections are at this moment. */
export interface DatabaseLoad {
  /** Open connections, the one that hears notifications left out. */
  connections: number;
  /** Connections in use by a transaction or a statement. */
  busy: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

/** Hears what is notified on a channel; `onReconnect` says that something may have been lost. */
export interface ChannelSubscriber {
  onPayload: (payload: string) => void;
  onReconnect: () => void;
}

export interface Database extends Parted {
  readonly kind: "embedded" | "postgres";
  readonly parts?: readonly Database[];
  readonly load: DatabaseLoad;
  /**
   * Runs `work` in a transaction (read committed): BEGIN goes out with its first statement, COMMIT as soon as it
   * resolves, ROLLBACK when it throws. Not to be nested: on the embedded database, which has one session, a statement
   * on the Database from inside waits for the transaction's end, and fails after 30 s.
   * It may take 60 s, a statement 30 s (on Postgres); with `long` neither is limited.
   * @throws what `work` throws; SqlError; DatabaseUnavailable; CommitUnknown
   */
  transaction<T>(work: (tx: DatabaseTransaction) => Promise<T>, options?: { long?: boolean }): Promise<T>;
  /**
   * Runs `work` in a session of its own, outside of a transaction, its statements without a limit of time: for what builds while
   * others read and write.
   * @returns null on the embedded database, which has one session
   */
  alone<T>(work: (session: Executor) => Promise<T>): Promise<T> | null;
  /**
   * For reads that are many or long, and write nothing: from the standby of DATABASE_READ_URL where that has everything that
   * was committed before, else as `rows` and `values` do.
   */
  readonly replica: Executor;
  /** How the standby of DATABASE_READ_URL stands to the primary; absent: the setting names none. @throws where it does not answer */
  readonly standby?: () => Promise<"current" | "late" | "foreign">;
  /**
   * Statements here wait for nobody's work: they run on the connection that hears notifications. For few and short ones. The
   * embedded database has one connection for all.
   */
  readonly aside: Executor;
  /**
   * Hears NOTIFY on a channel (a plain lower-case name). `onReconnect` is called after every loss of the connection, once the
   * channel is heard again: what was sent in between is lost. Resolves to the function that ends it.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<() => Promise<void>>;
  /** Runs a script of several statements without parameters, in one implicit transaction. */
  exec(script: string): Promise<void>;
  /**
   * One small step of what the embedded database does not do by itself, vacuum and statistics; on a Postgres server only
   * statistics of tables that have grown much. Resolves to the number of tables that it dealt with, the most needy ones.
   */
  upkeep(): Promise<number>;
  /** Waits for running statements (at most 10 s) and closes. Later calls fail. */
  close(): Promise<void>;
}

/** An error that the database answered. */
export class SqlError extends Error {
  override readonly name: string = "SqlError";

  constructor(
    message: string,
    /** SQLSTATE, five characters. PostgreSQL Appendix A */
    readonly sqlState: string,
    /** The constraint that was violated, where the error names one. */
    readonly constraint: string | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The database cannot be reached, ended the connection, or is too busy: a retry may help. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";
}

/** The connection was lost while COMMIT was under way: the work is stored, or it is not. */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = "CommitUnknown";
}
