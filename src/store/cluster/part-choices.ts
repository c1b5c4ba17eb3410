// How a statement that names no account runs where the database is spread: in which parts, and what becomes of their rows.
import type { Executor, Param } from "../database/sql.ts";

/** Where a statement is asked for. */
interface CrossingQuestion {
  /** For questions to tables that every node has. */
  db: Executor;
  params: readonly Param[];
  /** All parts. */
  all: readonly number[];
  partOf(accountId: string): number;
  /** Parts of the accounts that the statement names beside others. */
  named: readonly number[];
}

/** Chooses the parts that run a statement. */
type PartChoice = (asked: CrossingQuestion) => readonly number[] | Promise<readonly number[]>;

/** Every part, one behind the other; rows follow each other as the parts do. */
export const eachPart: PartChoice = ({ all }) => all;

/** The same, without those whose node is away. */
export const eachPartThere = { parts: eachPart, goesOn: true } as const;

/** Parts of the accounts that are named, and of the operator's, whose domains all accounts use. */
export const namedAndSharers: PartChoice = async ({ db, named, partOf }) => {
  const rows = await db.values("select distinct account_id from domain_names where shared_as is not null");
  return [...new Set([...named, ...rows.map(([id]) => partOf(id as string))])];
};

/** The caller goes from part to part itself (`partsOf`): unbound, it is a mistake. */
export const inCode: PartChoice = () => {
  throw new Error("this is asked of each part by itself: partsOf");
};

/** Not spread yet: the database that a cluster is made of, or that a backup is restored into. */
export const unspread: PartChoice = () => {
  throw new Error("this runs on one PostgreSQL, before it is spread");
};

/** Finds the owners in a table that every node has, then the parts of these accounts: none without an owner. @param of numbers of the statement's parameters that `text` takes */
export function owners(text: string, ...of: number[]): PartChoice {
  return async ({ db, params, partOf }) => {
    const rows = await db.values(
      text,
      of.map((n) => params[n - 1] ?? null),
    );
    return [...new Set(rows.map(([id]) => partOf(id as string)))];
  };
}

export interface Crossing {
  what: string;
  /** `file#function` */
  where: readonly string[];
  parts: PartChoice;
  /** Whether the first part that has rows ends it: a claim is bounded by its limit then. Which part begins goes round. */
  isOneOf?: boolean;
  /** Whether a part whose node is away is left out, as long as another answers: its work waits, and that of the others goes on. */
  goesOn?: boolean;
  /** Puts the rows of several parts together; absent: they follow each other. */
  merge?: (rows: readonly unknown[]) => unknown[];
  /** Patterns of the statements that cross, matched with whitespace collapsed to single blanks. */
  statements: readonly RegExp[];
}

/** The first of all rows, by their first column. */
export function firstRows(most: number): (rows: readonly unknown[]) => unknown[] {
  return (rows) => byFirst(rows).slice(0, most);
}

/** One row, each value from a part that has it. */
export function oneRow(rows: readonly unknown[]): unknown[] {
  const [first, ...others] = rows as Record<string, unknown>[];
  if (!first) return [];
  for (const row of others) for (const key of Object.keys(row)) if (row[key]) first[key] = row[key];
  return [first];
}

/** Rows in the order of their first column, without a value last. */
function byFirst(rows: readonly unknown[]): unknown[] {
  const first = (row: unknown) => Object.values(row as object)[0] as string | null;
  return rows.toSorted((a, b) => {
    const [x, y] = [first(a), first(b)];
    return x === y ? 0 : x === null ? 1 : y === null ? -1 : x < y ? -1 : 1;
  });
}
