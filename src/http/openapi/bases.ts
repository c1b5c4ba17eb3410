// Schemas that the served document builds on one another. Generators of clients make a file for each object and for each `enum`:
// a schema that has the fields of another one is written as that one, with what it adds or requires; lists of words are constants;
// maps of texts are one schema; a webhook's own schemas stand in the webhook. What a value may be stays the same.
import type { Document, JsonSchema } from "./types.ts";

const prefix = "#/components/schemas/";

/** A schema, and the one that it is built on: its fields are that one's, or are optional there. */
const bases: Readonly<Record<string, string>> = {
  PodCreate: "PodPatch",
  TemplateCreate: "TemplatePatch",
  DraftCreate: "DraftPatch",
  LabelCreate: "LabelPatch",
  IdentityCreate: "IdentityPatch",
  WebhookCreate: "WebhookPatch",
  Template: "TemplatePatch",
  Label: "LabelPatch",
  RetentionRule: "RetentionRuleCreate",
  Suppression: "SuppressionCreate",
  Calendar: "CalendarPatch",
  Protection: "ProtectionInput",
  EventAttendee: "AttendeeInput",
  CalendarEventCreate: "CalendarEventPatch",
  ReviewReturn: "ReviewTakeOver",
  MessageForward: "MessageReply",
  EventRecurrence: "RecurrenceInput",
  MailboxRef: "NamedAddress",
  ApiKeyCreated: "ApiKey",
  AppPasswordCreated: "AppPassword",
  CalendarFeedCreated: "CalendarFeed",
  WebhookCreated: "Webhook",
  WebhookCreatedResponse: "WebhookResponse",
  ReviewDetail: "Review",
  ReviewDetailResponse: "ReviewResponse",
  ReviewMail: "ReviewOriginal",
};

/** The same of objects that stand in another one. */
const innerBases: Readonly<Record<string, readonly [property: string, base: string][]>> = {
  Authentication: [
    ["own_domain", "AuthenticationResult"],
    ["dkim", "AuthenticationResult"],
    ["dmarc", "DmarcReading"],
  ],
  Failure: [["error", "Refused"]],
};

/** A list of more words stays an `enum`: as constants it would fill the pages of a generated client. */
const maxConstants = 12;

const textMap = "TextMap";
const anyTexts: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

/** @returns the document, for generators of clients: with few schemas */
export function withBases(document: Document): Document {
  const schemas = new Map(Object.entries(document.components.schemas));
  const derive = (given: JsonSchema, base: string): JsonSchema => {
    const schema = lifted(given, base, schemas);
    const known = schemas.get(base);
    if (!known) throw new Error(`${base} is no schema of the document: see src/http/openapi/bases.ts`);
    schemas.set(base, widened(known, schema));
    return derived(schema, known, base);
  };
  for (const [name, base] of Object.entries(bases)) schemas.set(name, derive(schemas.get(name)!, base));
  for (const [name, inner] of Object.entries(innerBases)) {
    const schema = schemas.get(name)!;
    const changed = inner.map(([property, base]): [string, JsonSchema] => {
      const part = schema.properties![property]!;
      return [property, inUnion(part, (object) => derive(object, base))];
    });
    schemas.set(name, { ...schema, properties: { ...schema.properties, ...Object.fromEntries(changed) } });
  }
  for (const [name, { oneOf }] of [...schemas]) if (oneOf) shareFields(name, oneOf, { schemas, derive });
  const reached = namesIn(document.paths, { ...document.components, schemas: Object.fromEntries(schemas) });
  const named = Object.fromEntries([...schemas].filter(([name]) => reached.has(name)));
  const own = Object.fromEntries([...schemas].filter(([name]) => !reached.has(name)));
  const { webhooks, paths, components } = document;
  return {
    ...document,
    paths: simplified(paths),
    webhooks: simplified(standing(webhooks, own)),
    components: {
      ...components,
      responses: simplified(components.responses),
      schemas: { ...simplified(named), [textMap]: anyTexts },
    },
  };
}

/** The schema with references to the objects that stand in it, which get names: two schemas will have them. */
function lifted(schema: JsonSchema, base: string, schemas: Map<string, JsonSchema>): JsonSchema {
  const lift = (part: JsonSchema, name: string): JsonSchema => {
    if (part.anyOf) return { ...part, anyOf: part.anyOf.map((one) => lift(one, name)) };
    if (part.items) return { ...part, items: lift(part.items, name) };
    if (!part.properties) return part;
    return inUnion(part, ({ description, ...object }) => {
      schemas.set(name, object);
      return { $ref: prefix + name, ...(description === undefined ? {} : { description }) };
    });
  };
  const properties = Object.entries(schema.properties ?? {}).map(([key, part]) => [
    key,
    lift(part, base + key.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Write alternatives as a base with all their fields, none of which all need, and what each says of them. */
function shareFields(
  name: string,
  oneOf: readonly JsonSchema[],
  {
    schemas,
    derive,
  }: { schemas: Map<string, JsonSchema>; derive: (schema: JsonSchema, base: string) => JsonSchema },
): void {
  const names = oneOf.map(({ $ref = "" }) => $ref.slice(prefix.length));
  const parts = names.map((one) => schemas.get(one)!);
  const all = unitedFields(parts);
  const base = `${name}Fields`;
  schemas.set(base, all);
  for (const [index, part] of parts.entries()) {
    const without = Object.keys(all.properties!)
      .filter((key) => !part.properties![key])
      .map((key) => [key, { type: "null", description: "not beside the others" }]);
    const properties = { ...part.properties, ...Object.fromEntries(without) };
    schemas.set(names[index]!, derive({ ...part, properties }, base));
  }
}

/** One object with the fields of all: it requires what all require, and a field that one leaves to null may be null. */
function unitedFields(parts: readonly JsonSchema[]): JsonSchema {
  const [first, ...others] = parts;
  const required = (first!.required ?? []).filter((name) =>
    others.every((other) => other.required?.includes(name)),
  );
  const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  const properties = Object.fromEntries(
    [...Map.groupBy(fields, ([name]) => name)].map(([name, found]) => {
      const told = found.map(([, field]) => field);
      const filled = told.find((field) => field.type !== "null") ?? told[0]!;
      return [name, told.some(({ type }) => type === "null") ? orNull(filled) : filled];
    }),
  );
  return { ...first!, properties, required };
}

function orNull({ description, ...schema }: JsonSchema): JsonSchema {
  const told = description === undefined ? {} : { description };
  return typeof schema.type === "string"
    ? { ...schema, ...told, type: [schema.type, "null"] }
    : { ...told, anyOf: [schema, { type: "null" }] };
}

/** The base with the fields that it lacks, which it does not require; `x-own-fields` names those that it has by itself. */
function widened(base: JsonSchema, { properties = {} }: JsonSchema): JsonSchema {
  const all = { ...properties, ...base.properties };
  const own = base["x-own-fields"] ?? Object.keys(base.properties ?? {});
  const isWidened = Object.keys(all).length > own.length;
  return { ...base, properties: all, ...(isWidened ? { "x-own-fields": own } : {}) };
}

/** A schema as its base, and what it says otherwise or requires besides. */
function derived({ description, ...schema }: JsonSchema, base: JsonSchema, name: string): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const isSaid = (key: string) =>
    (base.required ?? []).includes(key) === required.includes(key) &&
    Bun.deepEquals(base.properties?.[key], properties[key]);
  const own = Object.entries(properties).filter(([key]) => !isSaid(key));
  const needed = own.map(([key]) => key).filter((key) => required.includes(key));
  return {
    ...(description === undefined ? {} : { description }),
    type: "object",
    allOf: [{ $ref: prefix + name }],
    ...(own.length > 0 ? { properties: Object.fromEntries(own) } : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

/** The schema with its object changed, which may stand in a list, or in a union with null. */
function inUnion(schema: JsonSchema, change: (object: JsonSchema) => JsonSchema): JsonSchema {
  if (schema.items) return { ...schema, items: inUnion(schema.items, change) };
  if (schema.properties) {
    const { type } = schema;
    if (typeof type === "string") return change(schema);
    const { description, ...object } = schema;
    const told = description === undefined ? {} : { description };
    return { ...told, anyOf: [change({ ...object, type: "object" }), { type: "null" }] };
  }
  return { ...schema, anyOf: schema.anyOf!.map((part) => (part.properties ? change(part) : part)) };
}

/** Names of schemas that a part of the document leads to. */
function namesIn(given: unknown, components: Document["components"]): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "object" && value !== null) {
      Object.values(value).forEach(visit);
      return;
    }
    if (typeof value !== "string" || !value.startsWith("#/components/") || found.has(value)) return;
    found.add(value);
    const [, , kind, name] = value.split("/");
    visit((components as unknown as Record<string, Record<string, unknown>>)[kind!]?.[name!]);
  };
  visit(given);
  return new Set([...found].map((reference) => reference.slice(prefix.length)));
}

/** The webhooks with these schemas in place of references to them, each under its name as a title. */
function standing<T>(value: T, own: Readonly<Record<string, JsonSchema>>): T {
  if (Array.isArray(value)) return value.map((item) => standing(item, own)) as T;
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as JsonSchema;
  const name = $ref?.slice(prefix.length) ?? "";
  if (own[name]) {
    const { $ref: _, ...beside } = value as JsonSchema;
    return standing({ title: name, ...own[name], ...beside }, own) as T;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, standing(part, own)])) as T;
}

/** A copy whose closed lists of words are constants, and whose maps of texts are one schema. */
function simplified<T>(value: T): T {
  if (Array.isArray(value)) return value.map(simplified) as T;
  if (typeof value !== "object" || value === null) return value;
  const schema = value as JsonSchema;
  if (Array.isArray(schema.enum) && schema.type === "string" && schema.enum.length <= maxConstants) {
    const { type, enum: words, ...rest } = schema;
    return { ...rest, anyOf: words.map((word) => ({ type, const: word })) } as T;
  }
  const { additionalProperties: texts } = schema;
  if (schema.type === "object" && !schema.properties && isText(texts)) {
    const { type, additionalProperties, ...rest } = schema;
    const isBounded = Object.keys(texts).length > 1;
    const bounds = isBounded ? { type, additionalProperties } : {};
    return { allOf: [{ $ref: prefix + textMap }], ...rest, ...bounds } as T;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "example" || key === "examples" ? part : simplified(part),
    ]),
  ) as T;
}

function isText(schema: JsonSchema | boolean | undefined): schema is JsonSchema {
  return typeof schema === "object" && schema.type === "string";
}
