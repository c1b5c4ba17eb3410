// Shapes that several resources share. DECISIONS Conventions.

import {
  FormatRegistry,
  Kind,
  type Static,
  type StringOptions,
  type TSchema,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { parseUrl } from "../lib/urls.ts";

export const closed = { additionalProperties: false } as const;

/** An id in a path or an answer; in a path, one that is not a UUID is not found. */
export const Id = Type.String({
  description: "UUIDv7, lower case",
  examples: ["019a2f4e-8b1c-7def-8a90-1234567890ab"],
});

/** An id in a body or query, where its form is checked. */
export const Uuid = Type.String({
  format: "uuid",
  pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
  examples: ["019a2f4e-8b1c-7def-8a90-1234567890ab"],
});

/** The one that stands for this name by default is an expression that takes long for many dots. */
FormatRegistry.Set("uri", (text) => parseUrl(text) !== null);

/** RFC 3339 5.6 in form; whether there is such a moment is for the code that reads it. */
FormatRegistry.Set("date-time", (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text),
);

export const Timestamp = Type.String({
  format: "date-time",
  description: "ISO 8601, UTC, microseconds",
  examples: ["2026-01-02T03:04:05.678901Z"],
});

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Fields of an object that go together; a value has the fields of exactly one group. */
export interface FieldGroup {
  needs: readonly string[];
  /** Fields that go with this group alone. */
  takes?: readonly string[];
}

/**
 * Options of an object schema whose values have exactly one of these groups. The handler checks that, in better words; the
 * OpenAPI document writes it as `oneOf`.
 */
export function alternatives(...groups: readonly FieldGroup[]) {
  return { "x-alternatives": groups };
}

/** Kind of a string enum: OpenAPI `enum`, which a union of literals does not become. */
const StringEnumKind = "StringEnum";
TypeRegistry.Set<{ enum: readonly string[] }>(StringEnumKind, (schema, value) =>
  schema.enum.includes(value as string),
);

interface ValueTexts<Value extends string> {
  /** The meaning of each value. */
  meanings?: Readonly<Record<Value, string>>;
  description?: string;
  /** The value that a request has where it leaves the field out. */
  absent?: Value;
}

/** One of these values; their meanings and the default become the description. */
export function oneOf<const T extends readonly string[]>(values: T, texts: ValueTexts<T[number]> = {}) {
  const { meanings, description, absent } = texts;
  const each = meanings && values.map((value: T[number]) => `${value}: ${meanings[value]}`).join("; ");
  const said = [description, each, absent && `${absent} without it`].filter(Boolean).join("; ");
  const about = said === "" ? {} : { description: said };
  return Type.Unsafe<T[number]>({ [Kind]: StringEnumKind, type: "string", enum: [...values], ...about });
}

/**
 * Letters that nobody sees, and those that turn others round: an address with them is another one than a person reads. Joiners and
 * selectors stay, as scripts and pictures need them. Unicode 16, Default_Ignorable_Code_Point
 */
const unseen =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e00ff}]/u;

/**
 * Something on both sides of an `@`, in any script. Loose, as JSON Schema means it: whether there can be such an address
 * (RFC 5321 4.1.2, RFC 6531 3.3) is for the code that writes to it.
 */
export function looksLikeEmail(text: string): boolean {
  if (unseen.test(text)) return false;
  return /^(?:"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"|[^\s\p{Cc}"(),:;<>@[\\\]]+)@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u.test(
    text,
  );
}
FormatRegistry.Set("idn-email", looksLikeEmail);

/** Characters of an email address. */
export const maxEmail = 320;

/** An email address as it is sent to us: SMTPUTF8 and internationalized domains included. */
export function email(options: StringOptions = {}) {
  return Type.String({ format: "idn-email", maxLength: maxEmail, examples: ["ada@example.com"], ...options });
}

export const MailboxRef = Type.Object(
  { email: Type.String(), name: nullable(Type.String({ description: "display name when one was given" })) },
  closed,
);
export type MailboxRef = Static<typeof MailboxRef>;

/** A whole number in a query, where it comes as text: Elysia would read a number out of it, but no integer. */
const QueryIntegerKind = "QueryInteger";
TypeRegistry.Set<{ minimum: number; maximum: number }>(QueryIntegerKind, ({ minimum, maximum }, value) => {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= minimum && (number as number) <= maximum;
});

/** A route receives it as text. */
export function queryInteger(options: { minimum: number; maximum: number; description: string }) {
  return Type.Unsafe<number | string>({ [Kind]: QueryIntegerKind, type: "integer", ...options });
}

/** A route receives it as text; `limitOf` in http/paging.ts converts it. */
export const Limit = Type.Optional(
  Type.Unsafe<number | string>({
    [Kind]: QueryIntegerKind,
    type: "integer",
    minimum: 1,
    maximum: 200,
    default: 50,
    description: "rows in a page",
  }),
);
export const Cursor = Type.Optional(Type.String({ description: "the next_cursor of the page before" }));

export const PageQuery = { limit: Limit, cursor: Cursor };

/**
 * A query parameter that may stand several times. A route's own check sees the last one: http/params.ts reads all.
 * @param most how often
 */
export function repeatable<T extends TSchema>(schema: T, most: number): T {
  return { ...schema, repeats: most };
}

/** Filters of lists of messages, threads and folders. */
export const MailFilters = {
  is_read: Type.Optional(Type.Boolean()),
  from: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: "the sender's address, or its domain" }),
  ),
  after: Type.Optional(Type.String({ format: "date-time", description: "at or after" })),
  before: Type.Optional(Type.String({ format: "date-time", description: "before" })),
  has_attachments: Type.Optional(Type.Boolean()),
  label_id: Type.Optional(Uuid),
};

/** Filters of lists by the owner of their addresses. */
export const OwnerFilters = {
  pod_id: Type.Optional({ ...Uuid, description: "of the addresses in this pod" }),
  tenant_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "of the addresses of this tenant" }),
  ),
};

/** The path of one resource. */
export const IdParams = Type.Object({ id: Type.String() });

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Counts of what ended with a key, or with a program's access. */
const Revoked = Type.Object(
  {
    api_keys: count("keys that came from it"),
    app_passwords: count("issued by these keys; their sessions end"),
    webhooks: count("created by these keys"),
    routing_rules: count("that led to these webhooks"),
  },
  closed,
);

export const Deleted = Type.Object(
  {
    id: Id,
    deleted: Type.Literal(true),
    revoked: Type.Optional({
      ...Revoked,
      description:
        "how much ended with a key, or with the access of a program; left out when nothing did, and of all else",
    }),
  },
  closed,
);

export type Deleted = Static<typeof Deleted>;

/** The body of a call that takes no fields: absent, or an empty object. */
export const NoBody = Type.Optional(Type.Object({}, closed));

/** A name in metadata. */
const metadataName = "[A-Za-z0-9_.-]{1,40}";

const wholeMetadataName = new RegExp(`^${metadataName}$`);

export function isMetadataName(text: string): boolean {
  return wholeMetadataName.test(text);
}

export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  description:
    "your own names and values, never parsed: at most 50 names of 1 to 40 letters, digits, `_`, `.` or `-`, with values of at most 500 characters",
  examples: [{ customer: "4711", plan: "gold" }],
});

/** Metadata in a patch. */
export const addedMetadata = Type.Optional({
  ...Metadata,
  description: 'added to what is there; the value `""` takes its name away',
});

/** Metadata in an answer. */
export const shownMetadata = Type.Optional({
  ...Metadata,
  description: "your own names and values; only where there are some",
});

const metadataPair = `^${metadataName}:[\\s\\S]{1,500}$`;

const wholeMetadataPair = new RegExp(metadataPair);

export function isMetadataPair(text: string): boolean {
  return wholeMetadataPair.test(text);
}

/** How many pairs a list is narrowed by at most. */
export const maxMetadataPairs = 10;

export const MetadataPair = repeatable(
  Type.String({
    pattern: metadataPair,
    description:
      "a name and its value in the metadata, with a colon between: `plan:gold`; of several, all hold",
    examples: ["plan:gold"],
  }),
  maxMetadataPairs,
);
