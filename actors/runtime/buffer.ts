// Buffered writes: what turns want written, kept as rows until the committer flushes them as one statement, removals as
// one a table.
// A row that is written twice before a flush is merged, so a batch never holds two writes of one row.
import type { DeferredStatement } from "../../src/store/database/database.ts";
import { type AnyRow, shapeOf, type Table, type TableShape } from "../../src/store/database/table-shape.ts";
import {
  areFew,
  planOf,
  statementOfFew,
  statementOfMany,
  type WriteKind,
  type WritePlan,
} from "./write-statement.ts";

interface BufferedWrite {
  kind: WriteKind;
  row: AnyRow;
}

/** Rows by table, each table's by its key. */
type BufferedTables = Map<Table, Map<string, BufferedWrite>>;

export class WriteBuffer {
  readonly #tables: BufferedTables = new Map();
  readonly #bulk: DeferredStatement[] = [];
  #count = 0;

  /** Rows and statements held. */
  get size(): number {
    return this.#count + this.#bulk.length;
  }

  /** True when a statement must touch a certain number of rows. */
  get guarded(): boolean {
    return this.#bulk.some((statement) => statement.expectRows !== undefined);
  }

  /** The row is kept, not copied: it must not change afterwards. @param key its keyText */
  insert(table: Table, row: AnyRow, key = keyText(shapeOf(table), row)): void {
    this.#write(table, key, { kind: "insert", row });
  }

  /** `patch` holds the whole primary key and what changes. @param key its keyText */
  update(table: Table, patch: AnyRow, key = keyText(shapeOf(table), patch)): void {
    this.#write(table, key, { kind: "update", row: patch });
  }

  /** @param row with the primary key @param key its keyText */
  remove(table: Table, row: AnyRow, key = keyText(shapeOf(table), row)): void {
    this.#write(table, key, { kind: "remove", row });
  }

  /** A statement of its own, run after the rows. */
  bulk(statement: DeferredStatement): void {
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
      for (const [key, write] of writes) this.#write(table, key, write);
    }
    this.#bulk.push(...other.#bulk);
  }

  /**
   * The statements that write everything; the buffer is empty afterwards. Removals come first, so that a unique value
   * can be given up and taken in one flush; then all inserts and updates as one statement, its parts by table; then
   * the statements of their own.
   * @param partOf where the database is spread: a statement runs whole in each part that it names, so it has rows of one alone
   */
  drain(partOf?: (accountId: string) => number): DeferredStatement[] {
    const removals: DeferredStatement[] = [];
    const written: DeferredStatement[] = [];
    for (const tables of partOf ? splitByPart(this.#tables, partOf) : [this.#tables]) {
      const groups = [...tables].flatMap(([table, rows]) => [...groupsOf(shapeOf(table), rows.values())]);
      const few = groups.every(([plan, rows]) => areFew(plan, rows));
      const writes: DeferredStatement[] = [];
      for (const [plan, rows] of groups) {
        const statement = few ? statementOfFew(plan, rows) : statementOfMany(plan, rows);
        if (statement) (plan.kind === "remove" ? removals : writes).push(statement);
      }
      written.push(...together(writes));
    }
    const statements = [...removals, ...written, ...this.#bulk];
    this.#tables.clear();
    this.#bulk.length = 0;
    this.#count = 0;
    return statements;
  }

  #write(table: Table, key: string, write: BufferedWrite): void {
    let writes = this.#tables.get(table);
    if (!writes) {
      writes = new Map();
      this.#tables.set(table, writes);
    }
    const before = writes.get(key);
    const merged = before ? merge(before, write.kind, write.row) : write;
    if (!before) this.#count++;
    if (merged) writes.set(key, merged);
    else {
      writes.delete(key);
      this.#count--;
    }
  }
}

/** Two writes of one row as one; null when they cancel out. */
function merge(before: BufferedWrite, kind: WriteKind, row: AnyRow): BufferedWrite | null {
  if (kind === "remove") return before.kind === "insert" ? null : { kind, row };
  if (before.kind === "remove") throw new Error("a removed row is written again in one batch");
  if (kind === "insert") throw new Error("one row is inserted twice in one batch");
  return { kind: before.kind, row: { ...before.row, ...row } };
}

export function keyText(shape: TableShape, row: AnyRow): string {
  let text = "";
  for (const { property } of shape.key) {
    const value = row[property];
    if (value === undefined || value === null)
      throw new Error(`${shape.name}: ${property} is missing from a key`);
    text += value instanceof Uint8Array ? `${Buffer.from(value).toString("hex")}|` : `${String(value)}|`;
  }
  return text;
}

/** A turn may write rows of two accounts: a sign-up makes one, and is noted in that of the operator. */
function splitByPart(all: BufferedTables, partOf: (accountId: string) => number): Iterable<BufferedTables> {
  const parts = new Map<number, BufferedTables>();
  for (const [table, writes] of all)
    for (const [key, write] of writes) {
      const { accountId } = write.row;
      const part = typeof accountId === "string" ? partOf(accountId) : -1;
      const tables = parts.get(part) ?? new Map();
      parts.set(part, tables);
      const rows = tables.get(table) ?? new Map();
      tables.set(table, rows.set(key, write));
    }
  return parts.values();
}

/** Rows that one statement can write, in its columns. */
function groupsOf(shape: TableShape, writes: Iterable<BufferedWrite>): Map<WritePlan, AnyRow[]> {
  const groups = new Map<WritePlan, AnyRow[]>();
  for (const write of writes) {
    const plan = planOf(shape, write.kind, write.row);
    const group = groups.get(plan);
    if (group) group.push(write.row);
    else groups.set(plan, [write.row]);
  }
  return groups;
}

/** The texts of several writes as one, by the writes' numbers: numbering their parameters anew costs more than the rest. */
const combined = new Map<string, string>();
const numbers = new Map<string, number>();
const maxCombined = 2000;

/** Several writes as one statement: one round trip, one plan. Its parts see the database as it was before it. */
function together(writes: readonly DeferredStatement[]): DeferredStatement[] {
  if (writes.length < 2) return [...writes];
  const key = writes.map(({ text }) => numberOf(text)).join(" ");
  let text = combined.get(key);
  if (text === undefined) {
    text = combinedText(writes);
    if (combined.size >= maxCombined) combined.clear();
    combined.set(key, text);
  }
  return [{ text, params: writes.flatMap(({ params }) => params) }];
}

function numberOf(text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

function combinedText(writes: readonly DeferredStatement[]): string {
  let before = 0;
  const parts = writes.map(({ text, params }, index) => {
    const numbered = text.replace(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`);
    before += params.length;
    return `w${index} as (${numbered})`;
  });
  return `with ${parts.join(", ")} select 1`;
}
