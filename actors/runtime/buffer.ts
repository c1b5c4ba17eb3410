// Buffered writes: what turns want written, kept as rows until the committer flushes them as one statement a table.
// A row that is written twice before a flush is merged, so a batch never holds two writes of one row.
import {
  getTableColumns,
  getTableName,
  type InferInsertModel,
  type InferSelectModel,
  type Table,
} from "drizzle-orm";
import type { Param } from "../../src/store/database.ts";

export type { Table } from "drizzle-orm";
export type Row<T extends Table> = InferSelectModel<T>;
export type NewRow<T extends Table> = InferInsertModel<T>;
export type AnyRow = Record<string, unknown>;

export interface Statement {
  text: string;
  params: Param[];
  /** Rows that the statement must touch; another number is an error. */
  expectRows?: number;
}

interface Shape {
  name: string;
  /** Property and column names of the primary key. */
  key: { property: string; column: string }[];
  columns: Map<string, { column: string; isBytes: boolean }>;
}

const shapes = new WeakMap<Table, Shape>();

/** Property, column and key names of a table, read once. */
export function shapeOf(table: Table): Shape {
  const known = shapes.get(table);
  if (known) return known;
  const columns = new Map<string, { column: string; isBytes: boolean }>();
  for (const [property, column] of Object.entries(getTableColumns(table))) {
    columns.set(property, { column: column.name, isBytes: column.getSQLType() === "bytea" });
  }
  const shape = { name: getTableName(table), key: keyOf(table, columns), columns };
  shapes.set(table, shape);
  return shape;
}

function keyOf(table: Table, columns: Map<string, { column: string }>): Shape["key"] {
  const single = Object.entries(getTableColumns(table)).filter(([, column]) => column.primary);
  const given = Object.values(getTableColumns(table)).filter((column) => column.hasDefault);
  // What the database fills in is not known when a row is written; the rest of the key names the row.
  const names = (single.length > 0 ? single.map(([, column]) => column.name) : compositeKey(table)).filter(
    (name) => !given.some((column) => column.name === name),
  );
  return names.map((column) => {
    const property = [...columns].find(([, c]) => c.column === column)?.[0];
    if (property === undefined) throw new Error(`${getTableName(table)} has no column ${column}`);
    return { property, column };
  });
}

interface KeyBuilder {
  columns?: { name: string }[];
}

function compositeKey(table: Table): string[] {
  // drizzle keeps a table's extra configuration behind a symbol; getTableConfig would build all of it.
  const build = (table as unknown as Record<symbol, unknown>)[Symbol.for("drizzle:ExtraConfigBuilder")];
  if (typeof build !== "function") return [];
  const parts = Object.values(build(getTableColumns(table)) as KeyBuilder[]);
  return (parts.find((part) => part.columns !== undefined)?.columns ?? []).map((column) => column.name);
}

type Write = { kind: "insert" | "update" | "remove"; row: AnyRow };

export class WriteBuffer {
  readonly #tables = new Map<Table, Map<string, Write>>();
  readonly #bulk: Statement[] = [];
  #count = 0;

  /** Rows and statements held. */
  get size(): number {
    return this.#count + this.#bulk.length;
  }

  /** True when a statement must touch a certain number of rows. */
  get guarded(): boolean {
    return this.#bulk.some((statement) => statement.expectRows !== undefined);
  }

  /** The row is kept, not copied: it must not change afterwards. */
  insert(table: Table, row: AnyRow): void {
    this.#write(table, "insert", row);
  }

  /** `patch` holds the whole primary key and what changes. */
  update(table: Table, patch: AnyRow): void {
    this.#write(table, "update", patch);
  }

  remove(table: Table, key: AnyRow): void {
    this.#write(table, "remove", key);
  }

  /** A statement of its own, run after the rows. */
  bulk(statement: Statement): void {
    this.#bulk.push(statement);
  }

  /** True when a row here cannot be merged with what `other` writes of it: it is removed here, or inserted in both. */
  clashes(other: WriteBuffer): boolean {
    for (const [table, writes] of other.#tables) {
      const mine = this.#tables.get(table);
      if (!mine) continue;
      for (const [key, { kind }] of writes) {
        const before = mine.get(key);
        if (before && (before.kind === "remove" ? kind !== "remove" : kind === "insert")) return true;
      }
    }
    return false;
  }

  /** Takes over everything of `other`, as if it had been written here. The two must not clash. */
  absorb(other: WriteBuffer): void {
    for (const [table, writes] of other.#tables) {
      for (const write of writes.values()) this.#write(table, write.kind, write.row);
    }
    this.#bulk.push(...other.#bulk);
  }

  /** What is written of this row and not flushed, if anything. */
  pending(table: Table, key: AnyRow): Write | undefined {
    return this.#tables.get(table)?.get(keyText(shapeOf(table), key));
  }

  /** Every written row, for laying over what was read before. */
  *written(): Iterable<[Table, string, Write]> {
    for (const [table, writes] of this.#tables) for (const [key, write] of writes) yield [table, key, write];
  }

  /**
   * The statements that write everything; the buffer is empty afterwards. Removals come first, so that a unique value
   * can be given up and taken in one flush; then all inserts and updates as one statement, its parts by table; then
   * the statements of their own.
   */
  drain(): Statement[] {
    const removals: Statement[] = [];
    const writes: Statement[] = [];
    for (const [table, rows] of this.#tables) {
      for (const group of groupsOf(shapeOf(table), rows.values())) {
        const statement = statementOf(shapeOf(table), group);
        if (statement) (group.kind === "remove" ? removals : writes).push(statement);
      }
    }
    const statements = [...removals, ...together(writes), ...this.#bulk];
    this.#tables.clear();
    this.#bulk.length = 0;
    this.#count = 0;
    return statements;
  }

  #write(table: Table, kind: Write["kind"], row: AnyRow): void {
    let writes = this.#tables.get(table);
    if (!writes) {
      writes = new Map();
      this.#tables.set(table, writes);
    }
    const key = keyText(shapeOf(table), row);
    const before = writes.get(key);
    const merged = before ? merge(before, kind, row) : { kind, row };
    if (!before) this.#count++;
    if (merged) writes.set(key, merged);
    else {
      writes.delete(key);
      this.#count--;
    }
  }
}

/** Two writes of one row as one; null when they cancel out. */
function merge(before: Write, kind: Write["kind"], row: AnyRow): Write | null {
  if (kind === "remove") return before.kind === "insert" ? null : { kind, row };
  if (before.kind === "remove") throw new Error("a removed row is written again in one batch");
  if (kind === "insert") throw new Error("one row is inserted twice in one batch");
  return { kind: before.kind, row: { ...before.row, ...row } };
}

export function keyText(shape: Shape, row: AnyRow): string {
  let text = "";
  for (const { property } of shape.key) {
    const value = row[property];
    if (value === undefined || value === null)
      throw new Error(`${shape.name}: ${property} is missing from a key`);
    text += value instanceof Uint8Array ? `${Buffer.from(value).toString("hex")}|` : `${String(value)}|`;
  }
  return text;
}

interface Group {
  kind: Write["kind"];
  columns: string[];
  rows: AnyRow[];
}

/** Rows that one statement can write: of one kind, with the same columns. */
function groupsOf(shape: Shape, writes: Iterable<Write>): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { kind, row } of writes) {
    const properties = Object.keys(row).filter((property) => row[property] !== undefined);
    const columns = properties.map((property) => columnOf(shape, property)).sort();
    const signature = `${kind} ${columns.join()}`;
    let group = groups.get(signature);
    if (!group) {
      group = { kind, columns, rows: [] };
      groups.set(signature, group);
    }
    group.rows.push(toJsonRow(shape, row, properties));
  }
  return groups.values();
}

/** Several writes as one statement: one round trip, one plan. Its parts see the database as it was before it. */
function together(writes: readonly Statement[]): Statement[] {
  if (writes.length < 2) return [...writes];
  const parts = writes.map(({ text }, index) => `w${index} as (${text.replaceAll("$1", `$${index + 1}`)})`);
  return [{ text: `with ${parts.join(", ")} select 1`, params: writes.flatMap(({ params }) => params) }];
}

function columnOf(shape: Shape, property: string): string {
  const column = shape.columns.get(property);
  if (!column) throw new Error(`${shape.name} has no ${property}`);
  return column.column;
}

function toJsonRow(shape: Shape, row: AnyRow, properties: string[]): AnyRow {
  const out: AnyRow = {};
  for (const property of properties) {
    const { column, isBytes } = shape.columns.get(property)!;
    const value = row[property];
    out[column] = isBytes && value instanceof Uint8Array ? hexBytes(value) : value;
  }
  return out;
}

function hexBytes(value: Uint8Array): string {
  return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`;
}

/** @returns null for an update that changes nothing but its key */
function statementOf(shape: Shape, group: Group): Statement | null {
  const { name } = shape;
  const quoted = group.columns.map((column) => `"${column}"`);
  const source = `json_populate_recordset(null::${name}, $1::text::json)`;
  const match = shape.key.map(({ column }) => `t."${column}" = v."${column}"`).join(" and ");
  const params = [JSON.stringify(group.rows)];
  if (group.kind === "insert") {
    return { text: `insert into ${name} (${quoted}) select ${quoted} from ${source}`, params };
  }
  if (group.kind === "remove")
    return { text: `delete from ${name} t using ${source} v where ${match}`, params };
  const keys = new Set(shape.key.map(({ column }) => column));
  const sets = group.columns
    .filter((column) => !keys.has(column))
    .map((column) => `"${column}" = v."${column}"`);
  if (sets.length === 0) return null;
  return { text: `update ${name} t set ${sets.join(", ")} from ${source} v where ${match}`, params };
}
