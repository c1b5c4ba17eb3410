// Values of a call that are of another type, form or unit: the one that is most likely meant. A refusal shows it; nothing is done by it.
// DECISIONS Errors
import type { TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";
import { isUuid } from "../lib/ids.ts";
import { isWrittenMoment, spokenTime } from "../lib/spoken-time.ts";
import type { UtcSeconds } from "../lib/zones.ts";
import { addresseesProblem, isSender } from "../schema/message/addressees.ts";
import { type BodyFields, type FieldRepair, isFields } from "./meant-body.ts";
import { likelyValue } from "./meant-values.ts";
import { deepest, meantWord, namesOf, propertiesAt, takenWithin } from "./validation.ts";

/** Characters of a name. */
const maxName = 320;

/** Facts of a call's fields beside their shapes. */
export interface RepairSite {
  /** Times in words are heard by it. */
  now: UtcSeconds;
  /** Names of fields whose names and times the call has heard already: what is left in them names nothing. */
  heard: readonly string[];
  /** Something new is made: a field that is null says nothing. */
  isNew: boolean;
}

/** How fields are mended. */
export function repairOf(schema: TSchema, site: RepairSite): FieldRepair {
  return {
    worst: (root, value) => deepest(root, value, (error) => isHeard(error, site)),
    likely: (error) => likelyOf(error, site),
    mayDropNull: site.isNew,
    knownAt: (path) => propertiesAt(schema, path),
  };
}

/** Whether a call hears what its shapes do not take: a name where an id is meant, a time in words. */
function isHeard({ schema, value, path }: ValueError, { now, heard }: RepairSite): boolean {
  const [field = "", ...rest] = path.slice(1).split("/");
  if (typeof value !== "string" || value.length > maxName) return false;
  if (namesOf(path.slice(1), schema) !== null && rest.every((step) => /^\d+$/.test(step)))
    return value.trim() !== "" && !heard.includes(field);
  if (rest.length > 0) return false;
  if (isSender(schema) && isUuid(value)) return !heard.includes(field);
  const isMoment = (schema.anyOf ?? [schema]).some(({ format }: TSchema) => format === "date-time");
  return (
    isMoment &&
    !isWrittenMoment(value) &&
    spokenTime(value, { zone: "UTC", now, daysAlone: ["after", "before"].includes(field) }) !== null
  );
}

/** The value that one that is wrong most likely means; undefined: none is. */
function likelyOf(error: ValueError, site: RepairSite): unknown {
  const { schema, value, path } = error;
  if (schema.type === "array" && value !== null && !Array.isArray(value) && Value.Check(schema, [value]))
    return [value];
  const field = path.slice(1);
  // An address by its email, where a list of them is taken.
  const isNamed = schema.type === "array" && namesOf(`${field}/0`, schema.items) !== null;
  if (isNamed && typeof value === "string" && value.trim() !== "" && !value.includes(",")) return [value];
  const within = saysMore(value) ? senderWithin(schema, value) : takenWithin(field, schema, value);
  const likely = likelyValue(field, schema, value) ?? meantWord(schema, value) ?? within;
  const right = likely ?? retyped(error) ?? pairsWithin(error);
  const isTaken = Value.Check(schema, right) || isHeard({ ...error, value: right }, site);
  return right === null || !isTaken ? undefined : right;
}

/** Metadata as a list of pairs, `[{"key": "order", "value": "7"}]`, as one object; null: it is no such. */
function pairsWithin({ schema, value }: ValueError): BodyFields | null {
  if (schema.type !== "object" || !Array.isArray(value) || value.length === 0) return null;
  const pairs = value.map((one: unknown) => {
    const { key, name = key, value: said, ...more } = Object(one) as Record<string, unknown>;
    const isPair = typeof name === "string" && (key ?? name) === name && said !== undefined;
    return isPair && Object.keys(more).length === 0 ? ([name, said] as const) : null;
  });
  if (pairs.includes(null)) return null;
  const fields = Object.fromEntries(pairs as (readonly [string, unknown])[]);
  // An object keeps the last of two values of one name.
  return Object.keys(fields).length === pairs.length ? fields : null;
}

const asBoolean: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["off", false],
  ["0", false],
]);

/** A value of another type that says the same, the words of a text where a list is meant, and a page of the most that there is. */
function retyped({ schema, value, path }: ValueError): unknown {
  const forms: TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const takes = (type: string) => forms.some((one) => one.type === type);
  if (typeof value === "number" && path === "/limit" && value > schema.maximum) return schema.maximum;
  if (typeof value === "number" && takes("boolean")) return asBoolean.get(String(value)) ?? null;
  if (typeof value === "number" || typeof value === "boolean") return takes("string") ? String(value) : null;
  if (typeof value !== "string" || value.length > 1000) return null;
  const text = value.trim();
  if (takes("boolean")) return asBoolean.get(text.toLowerCase()) ?? null;
  if (takes("integer") || takes("number")) {
    const number = /^[-+]?\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : null;
    return number !== null && path === "/limit" && number > schema.maximum ? schema.maximum : number;
  }
  if (schema.type !== "array" || addresseesProblem(schema, undefined) !== null) return null;
  return text.split(",").map((one) => meantWord(schema.items, one.trim()) ?? one.trim());
}

/** Whether an object says more than the one text of it that a field takes, such as a date and a time. */
function saysMore(value: unknown): value is BodyFields {
  return isFields(value) && Object.keys(value).filter((name) => name !== "timeZone").length > 1;
}

/** A sender with a name as one text; null: it is none such. */
function senderWithin(schema: TSchema, { name, email, address = email, ...more }: BodyFields): string | null {
  if (!isSender(schema) || typeof address !== "string" || typeof name !== "string") return null;
  return Object.keys(more).length > 0 || /["\\\p{C}]/u.test(name) ? null : `"${name}" <${address}>`;
}
