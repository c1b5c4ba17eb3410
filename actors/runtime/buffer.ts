// Buffered writes: what turns want written, kept as rows until the committer flushes them as one statement a table.
// A row that is written twice before a flush is merged, so a batch never holds two writes of one row.
import type { Param, Statement } from "../../src/store/database/database.ts";
import { type AnyRow, type Shape, shapeOf, type Table } from "../../src/store/database/table-shape.ts";

type Kind = "insert" | "update" | "remove";

/** How one statement writes rows of one kind that have the same columns. */
interface Plan {
  kind: Kind;
  fields: { property: string; column: string; isBytes: boolean }[];
  /**
   * $1 takes the rows as JSON, $2 the bytes of all of them, which a row names by where they begin and how many they are.
   * Null for an update that changes nothing but its key.
   */
  text: string | null;
}

/** The plans of a table by kind and properties, in the order that they came in; those of equal columns are one. */
const plans = new WeakMap<Shape, Map<string, Plan>>();

interface Write {
  kind: Kind;
  row: AnyRow;
}

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
      for (const [key, write] of writes) this.#write(table, key, write);
    }
    this.#bulk.push(...other.#bulk);
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
      for (const [plan, group] of groupsOf(shapeOf(table), rows.values())) {
        if (plan.text === null) continue;
        const statement = { text: plan.text, params: paramsOf(plan, group) };
        (plan.kind === "remove" ? removals : writes).push(statement);
      }
    }
    const statements = [...removals, ...together(writes), ...this.#bulk];
    this.#tables.clear();
    this.#bulk.length = 0;
    this.#count = 0;
    return statements;
  }

  #write(table: Table, key: string, write: Write): void {
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
function merge(before: Write, kind: Kind, row: AnyRow): Write | null {
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

/** Rows that one statement can write, in its columns. */
function groupsOf(shape: Shape, writes: Iterable<Write>): Map<Plan, AnyRow[]> {
  const groups = new Map<Plan, AnyRow[]>();
  for (const write of writes) {
    const plan = planOf(shape, write);
    const group = groups.get(plan);
    if (group) group.push(write.row);
    else groups.set(plan, [write.row]);
  }
  return groups;
}

function planOf(shape: Shape, { kind, row }: Write): Plan {
  let signature: string = kind;
  for (const property in row) if (row[property] !== undefined) signature += ` ${property}`;
  const known = plansOf(shape);
  let plan = known.get(signature);
  if (plan) return plan;
  const properties = Object.keys(row).filter((property) => row[property] !== undefined);
  const sorted = `${kind} ${properties.sort().join(" ")}`;
  plan = known.get(sorted) ?? newPlan(shape, kind, properties);
  known.set(sorted, plan).set(signature, plan);
  return plan;
}

function plansOf(shape: Shape): Map<string, Plan> {
  let known = plans.get(shape);
  if (!known) {
    known = new Map();
    plans.set(shape, known);
  }
  return known;
}

function newPlan(shape: Shape, kind: Kind, properties: string[]): Plan {
  const columns = properties.map((property) => {
    const known = shape.columns.get(property);
    if (!known) throw new Error(`${shape.name} has no ${property}`);
    return { property, ...known };
  });
  const fields = columns.map(({ property, column, type }) => ({
    property,
    column,
    isBytes: type === "bytea",
  }));
  return { kind, fields, text: writeText(shape, kind, columns) };
}

/** Several writes as one statement: one round trip, one plan. Its parts see the database as it was before it. */
function together(writes: readonly Statement[]): Statement[] {
  if (writes.length < 2) return [...writes];
  const params: Param[] = [];
  const parts = writes.map((write, index) => {
    const before = params.length;
    params.push(...write.params);
    return `w${index} as (${write.text.replace(/\$(\d)/g, (_, n) => `$${before + Number(n)}`)})`;
  });
  return [{ text: `with ${parts.join(", ")} select 1`, params }];
}

/** Bytes travel beside the JSON: inside it, the database would read each of their digits twice more. */
function paramsOf({ fields }: Plan, rows: readonly AnyRow[]): Param[] {
  const bytes: Uint8Array[] = [];
  // Where the same bytes stand in many rows, they travel once.
  const places = new Map<Uint8Array, number>();
  let size = 0;
  const json = rows.map((row) => {
    const out: AnyRow = {};
    for (const { property, column, isBytes } of fields) {
      const value = row[property];
      if (!(isBytes && value instanceof Uint8Array)) {
        out[column] = value;
        continue;
      }
      const place = places.get(value) ?? size;
      out[column] = place + 1;
      out[sizeOf(column)] = value.length;
      if (place < size) continue;
      places.set(value, size);
      bytes.push(value);
      size += value.length;
    }
    return out;
  });
  const rest = fields.some(({ isBytes }) => isBytes) ? [Buffer.concat(bytes, size)] : [];
  return [JSON.stringify(json), ...rest];
}

function sizeOf(column: string): string {
  return `${column}_size`;
}

/** The statement that writes rows; null for an update that changes nothing but its key. */
function writeText(
  { name, key }: Shape,
  kind: Kind,
  columns: readonly { column: string; type: string }[],
): string | null {
  const quoted = columns.map(({ column }) => `"${column}"`).join(", ");
  const source = sourceOf(columns);
  const match = key.map(({ column }) => `t."${column}" = v."${column}"`).join(" and ");
  if (kind === "insert") return `insert into ${name} (${quoted}) select ${quoted} from ${source}`;
  if (kind === "remove") return `delete from ${name} t using ${source} where ${match}`;
  const keys = new Set(key.map(({ column }) => column));
  const sets = columns.flatMap(({ column }) => (keys.has(column) ? [] : `"${column}" = v."${column}"`));
  return sets.length === 0 ? null : `update ${name} t set ${sets.join(", ")} from ${source} where ${match}`;
}

/** The rows of $1 as `v`, with their bytes out of $2. */
function sourceOf(columns: readonly { column: string; type: string }[]): string {
  const isBytes = ({ type }: { type: string }) => type === "bytea";
  const types = columns.map((field) =>
    isBytes(field)
      ? `"${field.column}" int, "${sizeOf(field.column)}" int`
      : `"${field.column}" ${field.type}`,
  );
  const rows = `json_to_recordset($1::text::json) as v(${types.join(", ")})`;
  if (!columns.some(isBytes)) return rows;
  const values = columns.map((field) => {
    const name = `"${field.column}"`;
    return isBytes(field)
      ? `substring($2::bytea from ${name} for "${sizeOf(field.column)}") as ${name}`
      : name;
  });
  return `(select ${values.join(", ")} from ${rows}) v`;
}
