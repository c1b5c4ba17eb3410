// From a row as the database names it (snake case) to a row as the tables name it (camel case).
import { getTableColumns, type Table } from "drizzle-orm";

const properties = new WeakMap<Table, [property: string, column: string][]>();

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
