// How a value differs from the shape that the contract gives it.
import { type ShapeName, shapes } from "./shapes.ts";

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  timestamp: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value),
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
};

/** What of a value is not as its shape says; empty: nothing. */
export function misfits(name: ShapeName, value: unknown, at: string = name): string[] {
  if (!primitives.object!(value)) return [`${at} is no object`];
  const shape: Readonly<Record<string, string>> = shapes[name];
  const given = value as Record<string, unknown>;
  return [
    ...Object.keys(shape)
      .filter((field) => !(field in given))
      .map((field) => `${at}.${field} is missing`),
    ...Object.keys(given)
      .filter((field) => !(field in shape))
      .map((field) => `${at}.${field} is not listed`),
    ...Object.entries(shape).flatMap(([field, type]) =>
      field in given ? mistyped(type, given[field], `${at}.${field}`) : [],
    ),
  ];
}

function mistyped(type: string, value: unknown, at: string): string[] {
  if (type.endsWith("?")) return value === null ? [] : mistyped(type.slice(0, -1), value, at);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => mistyped(type.slice(0, -2), item, `${at}[${index}]`));
  }
  if (type in shapes) return misfits(type as ShapeName, value, at);
  const fits = type.includes("|") ? type.split("|").includes(value as string) : primitives[type]!(value);
  return fits ? [] : [`${at} is ${JSON.stringify(value)}, not ${type}`];
}
