// The statements that write rows of one table. Few rows are values of the statement; many are one JSON text, which costs
// the database more to begin with and less a row.
import type { DeferredStatement, Param } from "../../src/store/database/database.ts";
import type { AnyRow, TableShape } from "../../src/store/database/table-shape.ts";

export type WriteKind = "insert" | "update" | "remove";

interface WrittenColumn {
  property: string;
  column: string;
  type: string;
}

/** The way in which rows of one kind with the same columns are written. */
export interface WritePlan {
  kind: WriteKind;
  shape: TableShape;
  fields: readonly WrittenColumn[];
  /**
   * $1 takes the rows as JSON, $2 the bytes of all of them, which a row names by where they begin and how many they are.
   * Null for an update that changes nothing but its key.
   */
  text: string | null;
  /** The same with the values of one row, two rows and so on as parameters. */
  fewTexts: Map<number, string>;
}

/** The plans of a table. */
interface TableWritePlans {
  /** By kind and properties, in the order that they came in; those of equal columns are one. */
  bySignature: Map<string, WritePlan>;
  /** For each kind of row the last plan and its properties: rows of one kind are mostly alike. */
  last: Map<WriteKind, { properties: readonly string[]; plan: WritePlan }>;
}

const plans = new WeakMap<TableShape, TableWritePlans>();

/** `row` has the properties that are written; those that are undefined are not. A removal takes its key alone. */
export function planOf(shape: TableShape, kind: WriteKind, row: AnyRow): WritePlan {
  const known = plansOf(shape);
  const last = known.last.get(kind);
  if (last && hasProperties(row, last.properties)) return last.plan;
  const properties = Object.keys(row).filter((property) => row[property] !== undefined);
  const plan = findPlan(shape, kind, properties);
  known.last.set(kind, { properties, plan });
  return plan;
}

/** Whether these, in their order, are the row's properties that are not undefined. */
function hasProperties(row: AnyRow, properties: readonly string[]): boolean {
  let count = 0;
  for (const property in row) {
    if (row[property] === undefined) continue;
    if (properties[count++] !== property) return false;
  }
  return count === properties.length;
}

function findPlan(shape: TableShape, kind: WriteKind, given: readonly string[]): WritePlan {
  const { bySignature: known } = plansOf(shape);
  const signature = `${kind} ${given.join(" ")}`;
  const before = known.get(signature);
  if (before) return before;
  const properties = kind === "remove" ? shape.key.map(({ property }) => property) : [...given];
  const sorted = `${kind} ${properties.sort().join(" ")}`;
  const plan = known.get(sorted) ?? newPlan(shape, kind, properties);
  known.set(sorted, plan).set(signature, plan);
  return plan;
}

function plansOf(shape: TableShape): TableWritePlans {
  let known = plans.get(shape);
  if (!known) {
    known = { bySignature: new Map(), last: new Map() };
    plans.set(shape, known);
  }
  return known;
}

function newPlan(shape: TableShape, kind: WriteKind, properties: string[]): WritePlan {
  const fields = properties.map((property) => {
    const known = shape.columns.get(property);
    if (!known) throw new Error(`${shape.name} has no ${property}`);
    return { property, ...known };
  });
  return { kind, shape, fields, text: writeText(shape, kind, fields), fewTexts: new Map() };
}

/** Rows that one turn writes of a table: it emits two events. */
const fewInserts = 2;

/** Whether `statementOfFew` takes these rows. Each number of rows is a statement of its own to the database. */
export function areFew({ kind }: WritePlan, rows: readonly AnyRow[]): boolean {
  return rows.length <= (kind === "insert" ? fewInserts : 1);
}

/** @returns null for an update that changes nothing but its key */
export function statementOfFew(plan: WritePlan, rows: readonly AnyRow[]): DeferredStatement | null {
  if (plan.text === null) return null;
  let text = plan.fewTexts.get(rows.length);
  if (text === undefined) {
    text = fewText(plan, rows.length);
    plan.fewTexts.set(rows.length, text);
  }
  const params: Param[] = [];
  for (const row of rows)
    for (const { property, type } of plan.fields) params.push(paramOf(row[property], type));
  return { text, params };
}

function paramOf(value: unknown, type: string): Param {
  if (value === null || value === undefined) return null;
  return type === "jsonb" ? JSON.stringify(value) : (value as Param);
}

function fewText({ kind, shape, fields }: WritePlan, count: number): string {
  const { name } = shape;
  const value = (n: number) => `$${n + 1}::${fields[n % fields.length]!.type}`;
  if (kind === "insert") {
    const columns = fields.map(({ column }) => `"${column}"`).join(", ");
    const rows = Array.from(
      { length: count },
      (_, row) => `(${fields.map((_, n) => value(row * fields.length + n)).join(", ")})`,
    );
    return `insert into ${name} (${columns}) values ${rows.join(", ")}`;
  }
  const keys = new Set(shape.key.map(({ column }) => column));
  const each = fields.map(({ column }, n) => ({
    isKey: keys.has(column),
    text: `"${column}" = ${value(n)}`,
  }));
  const match = each.flatMap(({ isKey, text }) => (isKey ? [text] : [])).join(" and ");
  const sets = each.flatMap(({ isKey, text }) => (isKey ? [] : [text])).join(", ");
  return kind === "remove"
    ? `delete from ${name} where ${match}`
    : `update ${name} set ${sets} where ${match}`;
}

/** @returns null for an update that changes nothing but its key */
export function statementOfMany(plan: WritePlan, rows: readonly AnyRow[]): DeferredStatement | null {
  return plan.text === null ? null : { text: plan.text, params: paramsOf(plan, rows) };
}

/**
 * Bytes travel beside the JSON: inside it, the database would read each of their digits twice more. What is null is left out: a
 * column without a value is null, and its name would be read for nothing.
 */
function paramsOf({ fields }: WritePlan, rows: readonly AnyRow[]): Param[] {
  const bytes: Uint8Array[] = [];
  // Where the same bytes stand in many rows, they travel once.
  const places = new Map<Uint8Array, number>();
  let size = 0;
  const json = rows.map((row) => {
    const out: AnyRow = {};
    for (const { property, column, type } of fields) {
      const value = row[property];
      if (value === null) continue;
      if (!(type === "bytea" && value instanceof Uint8Array)) {
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
  const rest = fields.some(({ type }) => type === "bytea") ? [Buffer.concat(bytes, size)] : [];
  return [JSON.stringify(json), ...rest];
}

function sizeOf(column: string): string {
  return `${column}_size`;
}

/** The statement that writes rows; null for an update that changes nothing but its key. */
function writeText(
  { name, key }: TableShape,
  kind: WriteKind,
  columns: readonly WrittenColumn[],
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
function sourceOf(columns: readonly WrittenColumn[]): string {
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
