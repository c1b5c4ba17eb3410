// The facts of a table that a turn's buffer needs to write rows: name, columns and key, read once from
// drizzle's tables.

import {
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type Table,
} from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { must } from "../../lib/must.ts";

export type { Table } from "drizzle-orm";
export type TableRow<T extends Table> = InferSelectModel<T>;
export type NewRow<T extends Table> = InferInsertModel<T>;
export type AnyRow = Record<string, unknown>;

export interface TableShape {
  name: string;
  /** Property and column names of the primary key, without what the database fills in. */
  key: { property: string; column: string }[];
  /** By property. */
  columns: Map<string, { column: string; type: string }>;
}

const shapes = new WeakMap<Table, TableShape>();

export function shapeOf(table: Table): TableShape {
  const known = shapes.get(table);
  if (known) return known;
  const shape = readShape(table);
  shapes.set(table, shape);
  return shape;
}

function readShape(table: Table): TableShape {
  const entries = Object.entries(getTableColumns(table));
  const [composite] = getTableConfig(table as PgTable).primaryKeys;
  const keyColumns =
    composite?.columns ?? entries.map(([, column]) => column).filter(({ primary }) => primary);
  return {
    name: getTableName(table),
    // A value that the database fills in is not known when a row is written; the rest of the key names the row.
    key: keyColumns
      .filter(({ hasDefault }) => !hasDefault)
      .map(({ name }) => ({
        property: must(
          entries.find(([, column]) => column.name === name),
          "the name is of a column",
        )[0],
        column: name,
      })),
    columns: new Map(
      entries.map(([property, column]) => [property, { column: column.name, type: column.getSQLType() }]),
    ),
  };
}
