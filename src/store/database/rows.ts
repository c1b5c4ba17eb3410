// From a row as the database names it (snake case) to a row as the tables name it (camel case).
import { getTableColumns, type Table } from "drizzle-orm";
import { instantFromPostgres } from "../../lib/clock.ts";

const properties = new WeakMap<Table, [property: string, column: string][]>();
const instants = new WeakMap<Table, string[]>();

/** The result of `to_json` over a row of a table without bytes. */
export type JsonRow = Record<string, unknown>;

/** `row` holds at least this table's columns; others are left out. */
export function toRow<Row>(table: Table, row: Record<string, unknown>): Row {
  let pairs = properties.get(table);
  if (!pairs) {
    pairs = Object.entries(getTableColumns(table)).map(([property, column]) => [property, column.name]);
    properties.set(table, pairs);
  }
  const out: Record<string, unknown> = {};
  for (const [property, column] of pairs) out[property] = row[column];
  return out as Row;
}

/** As toRow, of a row that came as JSON: there an instant is text as Postgres prints it. */
export function fromJson<Row>(table: Table, row: JsonRow): Row {
  let names = instants.get(table);
  if (!names) {
    names = Object.entries(getTableColumns(table)).flatMap(([property, column]) =>
      column.getSQLType() === "timestamptz" ? [property] : [],
    );
    instants.set(table, names);
  }
  const out = toRow<Record<string, unknown>>(table, row);
  for (const name of names) if (out[name] !== null) out[name] = instantFromPostgres(String(out[name]));
  return out as Row;
}
