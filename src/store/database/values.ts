// How values cross the wire: as text in both directions, but octets of a parameter as they are. The driver's own conversions are
// replaced, for they differ from ours (dates lose microseconds, JSON strings are encoded twice, arrays need the types looked up).
import { instantFromPostgres } from "../../lib/clock.ts";
import type { Param } from "./sql.ts";

/** A parameter as Postgres reads it: octets in binary form, all else in text form. Throws a TypeError on what is no Param: a bug of the caller. */
export function encodeParam(value: Param): string | Uint8Array | null {
  if (value === null || typeof value === "string" || value instanceof Uint8Array) return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if (Array.isArray(value)) return `{${value.map(encodeElement).join(",")}}`;
  throw new TypeError(`not a statement parameter: ${Object.prototype.toString.call(value)}`);
}

function encodeElement(value: string | number | boolean | null): string {
  if (value === null) return "NULL";
  if (typeof value === "string") {
    const isPlain = !value.includes('"') && !value.includes("\\");
    return isPlain ? `"${value}"` : `"${value.replace(/["\\]/g, "\\$&")}"`;
  }
  const encoded = encodeParam(value);
  if (typeof encoded === "string") return encoded;
  throw new TypeError("octets in an array of texts: see binaryArray");
}

/** Types whose arrays are written in binary form. PostgreSQL pg_type.dat */
const typeNumbers = { tsvector: 3614 };

/** An array parameter of values in their binary form. PostgreSQL's array_recv */
export function binaryArray(type: keyof typeof typeNumbers, values: readonly Uint8Array[]): Uint8Array {
  const size = values.reduce((sum, { length }) => sum + 4 + length, 20);
  const out = Buffer.allocUnsafeSlow(size);
  // One dimension, no null, then the type of its elements, how many, and the number of the first.
  for (const [n, field] of [1, 0, typeNumbers[type], values.length, 1].entries())
    out.writeInt32BE(field, 4 * n);
  let at = 20;
  for (const value of values) {
    at = out.writeInt32BE(value.length, at);
    out.set(value, at);
    at += value.length;
  }
  return out;
}

type Parse = (text: string) => unknown;

const bytes: Parse = (text) => Uint8Array.fromHex(text.slice(2));
const scalar: Record<number, Parse> = {
  16: (text) => text === "t", // bool
  17: bytes, // bytea
  20: Number, // int8
  21: Number, // int2
  23: Number, // int4
  26: Number, // oid
  114: JSON.parse, // json
  700: Number, // float4
  701: Number, // float8
  1184: instantFromPostgres, // timestamptz
  3802: JSON.parse, // jsonb
};

/** Array type to element type. PostgreSQL pg_type.dat, where both are fixed. */
const elementOf: Record<number, number> = {
  199: 114,
  271: 5069,
  1000: 16,
  1001: 17,
  1003: 19,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1028: 26,
  1182: 1082,
  1185: 1184,
  1231: 1700,
  2951: 2950,
  3807: 3802,
};

/** Reads the text form of an array. PostgreSQL 8.15.6 */
function parseArray(text: string, element: Parse = (item) => item): unknown[] {
  let at = text.indexOf("{");
  return list();

  function list(): unknown[] {
    const items: unknown[] = [];
    at++;
    while (text[at] !== "}") {
      items.push(text[at] === "{" ? list() : text[at] === '"' ? element(quoted()) : bare());
      if (text[at] === ",") at++;
      else if (at >= text.length) throw new Error("unfinished array");
    }
    at++;
    return items;
  }

  function quoted(): string {
    let item = "";
    let from = ++at;
    for (; text[at] !== '"'; at++) {
      if (at >= text.length) throw new Error("unfinished array");
      if (text[at] === "\\") {
        item += text.slice(from, at);
        from = ++at;
      }
    }
    return item + text.slice(from, at++);
  }

  function bare(): unknown {
    const from = at;
    while (at < text.length && text[at] !== "," && text[at] !== "}") at++;
    const item = text.slice(from, at);
    return item === "NULL" ? null : element(item);
  }
}

type DriverType = { to: number; from: number[]; serialize: (value: unknown) => unknown; parse: Parse };

/** For the driver's option `types`: a reader for each type above, and no writers, for parameters arrive encoded. */
export function driverTypes(): Record<string, DriverType> {
  const types: Record<string, DriverType> = {};
  const add = (oid: number, parse: Parse) => {
    types[`oid${oid}`] = { to: oid, from: [oid], serialize: (value) => value, parse };
  };
  // what the driver would convert and we take as printed: text, date, timestamp
  for (const oid of [0, 25, 1082, 1114]) add(oid, (text) => text);
  for (const [oid, parse] of Object.entries(scalar)) add(Number(oid), parse);
  for (const [oid, element] of Object.entries(elementOf)) {
    const parse = scalar[element];
    add(Number(oid), (text) => parseArray(text, parse));
  }
  return types;
}
