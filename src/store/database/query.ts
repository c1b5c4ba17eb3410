// The dialect of SQL, and the one place that compiles it. A query is said once, beside its room's other queries, and is a function:
//
//   export const folderNamed = one(($: QueryPlaces<Owner & { name: string }>) =>
//     all(folders).where(same(folders, $, "accountId", "identityId", "name")));
//   const folder = await folderNamed(db, { accountId, identityId, name });
//
// - drizzle's builder says all that it can say; the rest is its `sql`, with typed columns and places, and a word on why.
// - `$` has a place for each value, `$.maybe` for each that a call may leave out (undefined, or null): there is none then, and
//   `and(...)` drops the condition that asks for it. Each set of values that are there is compiled once.
// - Values that do not change between calls stand in the text, so that partial indexes and limits are planned with them.
// - Rows are in camel case: `all` and `select` name each column as its table does, and so does `columnsOf` in `sql`.
// A call costs what text with an array of parameters costs, within the noise of a busy machine (1.2 µs of a stub's round trip each, Bun 1.4.5).
import {
  and,
  Param as Bound,
  type Column,
  eq,
  getTableColumns,
  is,
  lt,
  Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
  Table,
} from "drizzle-orm";
import { type PgColumn, PgDialect, type PgTable } from "drizzle-orm/pg-core";
import type { Instant } from "../../lib/clock.ts";
import { must } from "../../lib/must.ts";
import type { Scope } from "../scope.ts";
import { builder } from "./orm.ts";
import type { DeferredStatement, Param, RowSource } from "./sql.ts";
import { encodeParam } from "./values.ts";

/**
 * The places of a query's values, by name. A value that a call may leave out stands among `maybe`: undefined where this call has
 * none.
 */
export type QueryPlaces<Given> = {
  readonly [Name in keyof Given as Extract<Given[Name], null | undefined> extends never
    ? Name
    : never]: Placeholder;
} & {
  readonly maybe: {
    readonly [Name in keyof Given as Extract<Given[Name], null | undefined> extends never ? never : Name]-?:
      | Placeholder
      | undefined;
  };
};

/** The places of a write's values: null is a value there. */
export type Values<Given> = { readonly [Name in keyof Given]-?: Placeholder };

/** A query as drizzle's builder or its `sql` says it. */
type Said<Row> = SQL<Row> | (SQLWrapper & { readonly _: { readonly result: Row[] } });

/** The values of a compiled text in their order, and how each is written. */
interface CompiledText {
  text: string;
  values: { name: string; encode: ((value: unknown) => unknown) | null }[];
}

const dialect = new PgDialect();

/** A query of which all rows are asked. */
export function query<Given extends object, Row extends object>(say: ($: QueryPlaces<Given>) => Said<Row>) {
  const compile = compiler(say as (places: object) => SQLWrapper, true);
  return (db: RowSource, given: Given): Promise<Row[]> => {
    const { text, params } = compile(given as Record<string, unknown>);
    return db.rows<Row>(text, params);
  };
}

/** A query of which the first row is asked; null: there is none. */
export function one<Given extends object, Row extends object>(say: ($: QueryPlaces<Given>) => Said<Row>) {
  const rows = query(say);
  return async (db: RowSource, given: Given): Promise<Row | null> => (await rows(db, given))[0] ?? null;
}

/** A query of one number, its column `count`. */
export function counted<Given extends object>(say: ($: QueryPlaces<Given>) => SQLWrapper) {
  const rows = query(say as ($: QueryPlaces<Given>) => SQL<{ count: number }>);
  return async (db: RowSource, given: Given): Promise<number> =>
    must((await rows(db, given))[0], "a count is one row").count;
}

/** A statement that a turn runs later. */
export function command<Given extends object>(
  say: ($: Values<Given>) => SQLWrapper,
): (given: Given) => DeferredStatement {
  const compile = compiler(say as (places: object) => SQLWrapper, false);
  return (given) => compile(given as Record<string, unknown>);
}

/** Compiles what is said once for each set of values that are there. */
function compiler(say: (places: object) => SQLWrapper, leavesOutNull: boolean) {
  const names: string[] = [];
  const compiled = new Map<number, CompiledText>();
  let asksReach = false;
  const isThere = (value: unknown) => value !== undefined && !(leavesOutNull && value === null);
  const those = (given: Record<string, unknown>) => {
    let bits = 0;
    for (let i = 0; i < names.length; i++) if (isThere(given[names[i] as string])) bits |= 1 << i;
    return bits;
  };
  const take = (name: string, given: Record<string, unknown>) => {
    if (!names.includes(name) && names.push(name) > 30) throw new Error("a query has at most 30 values");
    if (name === "identityIds") asksReach = true;
    return isThere(given[name]) ? sql.placeholder(name) : undefined;
  };
  const placesOf = (given: Record<string, unknown>) => {
    const maybe = new Proxy({}, { get: (_, name: string) => take(name, given) });
    return new Proxy(
      {},
      {
        get: (_, name: string) =>
          name === "maybe" ? maybe : must(take(name, given), `${name} is given at each call`),
      },
    );
  };
  return (given: Record<string, unknown>): DeferredStatement => {
    let found = compiled.get(those(given));
    if (!found) {
      found = compile(say(placesOf(given)).getSQL());
      compiled.set(those(given), found);
    }
    // null is every address of the account: nobody gets that by forgetting to say so.
    if (asksReach && given.identityIds === undefined) throw new TypeError("identityIds is null or an array");
    const { text, values } = found;
    const params = new Array<Param>(values.length);
    for (let i = 0; i < values.length; i++) {
      const { name, encode } = values[i] as CompiledText["values"][number];
      const value = given[name];
      params[i] = (encode === null || value === null ? value : encode(value)) as Param;
    }
    return { text, params };
  };
}

/** A value that is used twice is one parameter; what is no place becomes part of the text. */
function compile(said: SQL): CompiledText {
  const { sql: text, params } = dialect.sqlToQuery(said);
  const values: CompiledText["values"] = [];
  const written = params.map((param) => {
    const place = is(param, Bound) ? param.value : param;
    if (!is(place, Placeholder)) return literal(param as Param);
    let at = values.findIndex(({ name }) => name === place.name);
    if (at < 0) {
      const encode = is(param, Bound) ? encoderOf(param) : null;
      at = values.push({ name: place.name, encode }) - 1;
    }
    return `$${at + 1}`;
  });
  return { text: text.replace(/\$(\d+)/g, (_, number) => written[Number(number) - 1] as string), values };
}

/** The encoder of a column that is written otherwise than it is given: JSON. */
function encoderOf({ encoder }: Bound): ((value: unknown) => unknown) | null {
  return "getSQLType" in encoder && (encoder as Column).getSQLType() === "jsonb"
    ? (value) => encoder.mapToDriverValue(value)
    : null;
}

function literal(value: Param): string {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return `'${encodeParam(value)?.replaceAll("'", "''")}'`;
}

/** Names each column as the record does. */
export function named<Fields extends Record<string, SQLWrapper>>(fields: Fields): Fields {
  const aliased = Object.entries(fields).map(([name, field]) => [name, sql`${field}`.as(name)]);
  return Object.fromEntries(aliased) as Fields;
}

/** Begins a query of these columns. */
export function select<Fields extends Record<string, PgColumn | SQL>>(fields: Fields) {
  return builder.select(named(fields));
}

/** Begins a query of whole rows of a table. */
export function all<T extends PgTable>(table: T) {
  return builder.select(named(getTableColumns(table)) as T["_"]["columns"]).from(table as PgTable);
}

/** Columns in `sql`, named as the record names them; of a table, all of it. */
export function columnsOf(fields: Record<string, SQLWrapper> | Table): SQL {
  const columns = Object.entries(is(fields, Table) ? getTableColumns(fields) : fields);
  return sql.join(
    columns.map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  );
}

/** These columns are the values of the same names; those without a value are not asked about. */
export function same<T extends Table, Name extends keyof T["_"]["columns"] & string>(
  table: T,
  $: { readonly [K in Name]: Placeholder | undefined },
  ...names: Name[]
): SQL | undefined {
  const columns = getTableColumns(table) as Record<string, Column>;
  return and(
    ...names.map((name) => ($[name] === undefined ? undefined : eq(columns[name] as Column, $[name]))),
  );
}

/** The column is one of an array's values; without the array it is not asked about. */
export function among(column: SQLWrapper, values: Placeholder | undefined): SQL | undefined {
  return values && sql`${column} = any(${values})`;
}

/** Rows that the scope reaches. @param identity the column that holds the identity's id */
export function inReach(
  $: QueryPlaces<Scope>,
  table: { accountId: Column; identityId: Column },
  identity: Column = table.identityId,
): SQL | undefined {
  return and(eq(table.accountId, $.accountId), among(identity, $.maybe.identityIds));
}

/**
 * As inReach, of identities that are there: nothing of one that is deleted, which the janitor has yet to purge. The look-up stays
 * one by primary key for each row, whatever the planner thinks of the tables' sizes.
 */
export function held(
  $: QueryPlaces<Scope>,
  table: { accountId: Column; identityId: Column },
): SQL | undefined {
  const there = sql`(select i.deleted_at from identities i where i.account_id = ${table.accountId} and i.id = ${table.identityId}) is null`;
  return and(inReach($, table), there);
}

/** The part of a list that is asked for: `count` past the cursor. */
export interface CursorPart {
  cursor: Instant | null;
  count: number;
}

/** Past the cursor of a list whose newest row comes first. */
export function before(createdAt: Column, cursor: Placeholder | undefined): SQL | undefined {
  return cursor && lt(createdAt, cursor);
}
