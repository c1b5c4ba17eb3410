// Values for the fields of requests, made from their schemas: such as fit, and such as nearly fit or are meant to hurt.
import type { Document, JsonSchema } from "../../src/http/openapi/types.ts";
import { newId } from "../../src/lib/ids.ts";
import { pick, type Random } from "../support/app/random.ts";
import { kindOf, resolve } from "./api-calls.ts";
import type { Pool } from "./api-pool.ts";

export interface ValueSource {
  document: Document;
  random: Random;
  /** What the caller has seen. */
  pool: Pool;
  /** What others have: ids that this caller must not reach. */
  others: readonly Pool[];
  /** Where webhooks may be received. */
  hookUrl: string;
}

type Make = (source: ValueSource, template: string) => string;

/** Strings that break what reads strings. */
const hostileTexts: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00\ud800",
  "\ufeff",
  "\u2028",
  "\u202e",
  "e\u0301",
  "👩‍👩‍👧‍👦",
  "ß",
  "İ",
  "null",
  "undefined",
  "true",
  "-1",
  "1e999",
  "NaN",
  "[]",
  "{}",
  "*",
  "%",
  "%00",
  "%zz",
  "_%\\",
  "\\",
  "'",
  '"',
  "' or 1=1 --",
  "$1",
  "{{7*7}}",
  "../../../etc/passwd",
  "a/b",
  "a?b#c",
  "<script>alert(1)</script>",
  "x\r\nBcc: y@remote.example",
  "\x1b[2J",
  "infinity",
  "epoch",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-7FFF-BFFF-FFFFFFFFFFFF",
  "__proto__",
  "constructor",
  "a".repeat(300),
  "語".repeat(1100),
  "a b ".repeat(20_000),
  "(".repeat(2000),
];

const instants: readonly string[] = [
  "2026-01-02T03:04:05.678901Z",
  "2026-01-02T03:04:05+14:00",
  "2026-02-30T00:00:00Z",
  "2026-06-30T23:59:60Z",
  "2026-13-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999Z",
  "9999-12-31T23:59:59-14:00",
  "+010000-01-01T00:00:00Z",
  "2026-01-02",
  "2026-01-02T03:04:05",
  "2026-01-02 03:04:05Z",
  "2026-01-02T03:04:05.1234567890Z",
];

const localTimes: readonly string[] = [
  "2026-12-01T09:00:00",
  "2026-12-01T10:00:00",
  "2027-03-28T02:30:00",
  "2027-01-31T23:59:59",
  "2026-12-01",
  "2026-12-02",
  "2028-02-29",
  "0001-01-01T00:00:00",
  "9999-12-31T23:59:59",
  "2026-12-01T09:00",
  "2026-12-01T09:00:00Z",
  "2026-12-01T24:00:00",
];

const beginnings: readonly string[] = ["2026-12-01T09:00:00", "2026-12-01T10:00:00", "2026-12-01"];
const ends: readonly string[] = ["2027-06-01T10:00:00", "2027-06-02T11:30:00", "2027-06-03"];

const zones: readonly string[] = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Mars/Olympus"];

const rules: readonly string[] = [
  "FREQ=WEEKLY;COUNT=5",
  "FREQ=DAILY;UNTIL=20270101T000000Z",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=SECONDLY",
  "FREQ=DAILY;INTERVAL=2147483647",
  "FREQ=DAILY;COUNT=0",
  "RRULE:FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-1;COUNT=1000000",
];

const searches: readonly string[] = [
  "hello",
  '"hello there"',
  "-hello",
  "a or b",
  '"',
  "or or",
  "& | ! :*",
  "ñandú",
];

const recipients: readonly ((source: ValueSource) => string)[] = [
  ({ pool }) => pool.pick("emails") ?? "nobody@remote.example",
  ({ pool }) => pool.pick("emails") ?? "nobody@remote.example",
  ({ pool, random }) => (pool.pick("emails") ?? "a@b.example").replace("@", `+tag${random(9)}@`),
  ({ random }) => `someone${random(50)}@remote.example`,
  () => "grüße@bücher.example",
  () => '"quoted local"@remote.example',
  () => `${"l".repeat(64)}@${"d".repeat(60)}.example`,
];

function recipient(source: ValueSource): string {
  return pick(recipients, source.random)(source);
}

/** What fields of this name take. @param template of the call's path */
const named: Readonly<Record<string, Make>> = {
  from: ({ pool, others, random }) =>
    (random(20) ? pool : pick(others, random)).pick("emails") ?? "nobody@agents.example",
  to: recipient,
  cc: recipient,
  bcc: recipient,
  reply_to: recipient,
  email: (source, template) =>
    (template.endsWith("/suppressions") && source.random(2) ? source.pool.pick("suppressed") : null) ??
    recipient(source),
  forward_to: recipient,
  human_email: recipient,
  entries: (source) => (source.random(8) ? recipient(source) : "remote.example"),
  url: ({ hookUrl, random }) =>
    pick([hookUrl, hookUrl, `${hookUrl}?${random(99)}`, "https://example.com/hook"], random),
  domain: ({ random }) => `d${random(1e6)}.example`,
  local_part: ({ random }) => `${pick(["box", "sales", "a.b", "x-y"], random)}${random(5000)}`,
  username: ({ random }) => `agent${random(5000)}`,
  code: ({ random }) => String(random(1_000_000)).padStart(6, "0"),
  colour: ({ random }) => `#${random(0x1000000).toString(16).padStart(6, "0")}`,
  start: ({ random }) => pick(random(5) ? beginnings : localTimes, random),
  end: ({ random }) => pick(random(5) ? ends : localTimes, random),
  exdates: ({ random }) => pick(localTimes, random),
  rdates: ({ random }) => pick(localTimes, random),
  timezone: ({ random }) => pick(zones, random),
  rule: ({ random }) => pick(rules, random),
  q: ({ random }) => pick(searches, random),
  folder: ({ pool, random }) =>
    (random(2) ? pool.pick("Folder") : null) ??
    pick(["inbox", "sent", "drafts", "spam", "trash", "archive"], random),
  content: ({ random }) => Buffer.from("x".repeat(random(2000))).toString("base64"),
  content_id: ({ random }) => `part${random(3)}`,
  content_base64: ({ random }) => Buffer.from("x".repeat(random(2000))).toString("base64"),
  content_type: ({ random }) =>
    pick(["text/plain", "image/png", "application/x-ünknown", "text/html; charset=x"], random),
  identity_id: ({ pool }) => pool.pick("Identity") ?? newId(),
};

/** An id for this place: mostly one of the caller's own, now and then somebody else's, or nobody's. */
function idFor(source: ValueSource, kind: string): string {
  const { random, pool, others } = source;
  const luck = random(100);
  if (luck < 86) return pool.pick(kind) ?? newId();
  if (luck < 96) return pick(others, random).pick(kind) ?? newId();
  return luck < 98 ? newId() : newId().toUpperCase();
}

/** A value that fits the schema, or means to. @param template of the call's path */
export function valid(
  source: ValueSource,
  given: JsonSchema,
  at: { template: string; name: string },
): unknown {
  const { document, random } = source;
  const schema = resolve(document, given);
  const { template } = at;
  if (schema.enum) return pick(schema.enum, random);
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return valid(source, pick(schema.anyOf, random), at);
  if (at.name === "wait") return random(2);
  const types = [schema.type ?? "string"].flat();
  switch (pick(types, random)) {
    case "null":
      return null;
    case "boolean":
      return random(2) === 0;
    case "integer":
    case "number":
      return (
        Number(schema.minimum ?? 0) +
        random(Math.min(Number(schema.maximum ?? 200) - Number(schema.minimum ?? 0) + 1, 1000))
      );
    case "array": {
      const count = Math.max(Number(schema.minItems ?? 0), pick([0, 1, 1, 2, 3], random));
      return Array.from({ length: count }, () => valid(source, schema.items ?? {}, at));
    }
    case "object":
      return validObject(source, schema, template);
    default:
      return validText(source, schema, at);
  }
}

/** Fields that are alternatives to each other, or go together, in objects that have them all. */
const alternatives: readonly (readonly (readonly string[])[])[] = [
  [["identity_id"], ["webhook_id"]],
  [["email"], ["domain_id", "local_part"]],
  [["html"], ["markdown"], []],
  [["content"], ["url"]],
  [["filename", "content_type", "content_base64"]],
];

function validObject(source: ValueSource, schema: JsonSchema, template: string): Record<string, unknown> {
  const { random } = source;
  const object: Record<string, unknown> = {};
  const properties = Object.entries(schema.properties ?? {}).filter(([, { format }]) => format !== "binary");
  const share = pick([1, 4, 4, 10], random);
  for (const [name, part] of properties) {
    // without it a call waits for a minute
    if (schema.required?.includes(name) || name === "wait" || random(10) < share)
      object[name] = valid(source, part, { template, name });
  }
  // Mostly one of what excludes each other, and as much as there must be.
  for (const ways of alternatives) {
    const names = ways.flat();
    if (!names.every((name) => schema.properties?.[name]) || random(8) === 0) continue;
    const way: readonly string[] = pick(ways, random);
    for (const name of names)
      if (!way.includes(name)) delete object[name];
      else object[name] ??= valid(source, schema.properties![name]!, { template, name });
  }
  while (Object.keys(object).length < Math.min(Number(schema.minProperties ?? 0), properties.length)) {
    const [name, part] = pick(properties, random);
    object[name] = valid(source, part, { template, name });
  }
  if (!schema.properties && schema.additionalProperties !== false) {
    const part =
      typeof schema.additionalProperties === "object" ? schema.additionalProperties : { type: "string" };
    for (let n = random(4); n > 0; n--)
      object[`X-Field-${random(9)}`] = valid(source, part, { template, name: "" });
  }
  return object;
}

function validText(
  source: ValueSource,
  schema: JsonSchema,
  { template, name }: { template: string; name: string },
): string {
  const { random, document } = source;
  const kind = kindOf(document, template, name);
  if (name === "cursor") return source.pool.pick(`cursors of ${template}`) ?? pick(instants, random);
  if (schema.format === "uuid" && kind) return idFor(source, kind);
  if (schema.format === "date-time") {
    const days = pick([-1, 0.01, 1, 5, 29, 31], random);
    return random(4) ? new Date(Date.now() + days * 864e5).toISOString() : pick(instants, random);
  }
  const make = named[name];
  if (make) return make(source, template);
  const text = random(9)
    ? pick(["hello", "hello there", "Ωmega <b>&amp;</b>", "x".repeat(90)], random)
    : "line\nline\n\n> quoted\n";
  return text.slice(0, Number(schema.maxLength ?? 1000));
}

/** A value that the schema does not mean. */
export function hostile(
  source: ValueSource,
  given: JsonSchema,
  at: { template: string; name: string },
): unknown {
  const { random, document } = source;
  const schema = resolve(document, given);
  const { maxLength, maxItems, minLength } = schema as {
    maxLength?: number;
    maxItems?: number;
    minLength?: number;
  };
  const bounds: unknown[] = [
    ...(maxLength ? ["m".repeat(maxLength), "m".repeat(maxLength + 1), "語".repeat(maxLength)] : []),
    ...(minLength ? ["m".repeat(Math.max(0, minLength - 1))] : []),
    ...(maxItems ? [Array.from({ length: maxItems + 1 }, () => valid(source, schema.items ?? {}, at))] : []),
  ];
  const kind = kindOf(document, at.template, at.name);
  switch (random(8)) {
    case 0:
      return pick([null, true, false, {}, [], [[]], { a: 1 }, [null]], random);
    case 1:
      return pick([0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 5e-324], random);
    case 2:
      return bounds.length > 0 ? pick(bounds, random) : pick(hostileTexts, random);
    case 3:
      return kind ? idFor(source, kind) : pick(instants, random);
    case 4:
      return Array.from({ length: 3 }, () => pick(hostileTexts, random));
    case 5:
      return pick([...instants, ...localTimes], random);
    default:
      return pick(hostileTexts, random);
  }
}

export function hostileText(random: Random): string {
  return pick(random(5) ? hostileTexts : instants, random);
}
