// Examples made from schemas: `examples`, `default` and the first word of a list come first, then what the field's name
// calls for, then what its type allows.
import type { JsonSchema } from "./types.ts";
import { wordsOf } from "./word-lists.ts";

const byName: Readonly<Record<string, unknown>> = {
  email: "ada@example.com",
  address: "support@agents.example.com",
  from: "ada@example.com",
  username: "support@agents.example.com",
  recipient: "ada@example.com",
  name: "Support",
  display_name: "Support",
  local_part: "support",
  domain: "agents.example.com",
  subject: "Your order",
  preview: "It is on its way.",
  text: "It is on its way.",
  html: "<p>It is on its way.</p>",
  reply_html: "<p>It is on its way.</p>",
  reply_text: "It is on its way.",
  url: "https://example.com/hooks/mail",
  filename: "order.pdf",
  content_type: "application/pdf",
  colour: "#cc3333",
  delivered_to: "support@agents.example.com",
  reason: "suppressed",
  status: "accepted",
  size: 48213,
  total: 12,
  unread: 2,
  message_count: 3,
  attempt_count: 1,
  response_status: 200,
  value: "v=spf1 mx -all",
  folder: "inbox",
  role: "inbox",
  token: "pr_4fT9xKq2Lw8Zb3Nc6Rv1Ys5Td7Gh0Jm9Pk2Qa4Xe8u1b2C3d",
  message: 'Field "name" is missing in the body. Add it.',
};

/** @param refs `components.schemas` */
export function exampleOf(
  schema: JsonSchema,
  refs: Readonly<Record<string, JsonSchema>>,
  name = "",
): unknown {
  if (schema.$ref)
    return exampleOf(refs[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {}, refs, name);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const [word] = wordsOf(schema);
  if (word !== undefined) return word;
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], refs, name);
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object") return objectExample(schema, refs);
  if (type === "array") return [exampleOf(schema.items ?? {}, refs, singular(name))];
  if (type !== undefined && jsonType(byName[name]) === type) return byName[name];
  if (type === "string") return stringExample(schema);
  return type === "boolean"
    ? false
    : type === "integer" || type === "number"
      ? Number(schema.minimum ?? 0)
      : null;
}

function objectExample(schema: JsonSchema, refs: Readonly<Record<string, JsonSchema>>): unknown {
  const known = Object.entries(schema.properties ?? {}).map(([key, part]) => [
    key,
    exampleOf(part, refs, key),
  ]);
  return Object.fromEntries(known);
}

function stringExample({ format }: JsonSchema): string {
  const formats: Record<string, string> = {
    email: "ada@example.com",
    uri: "https://example.com/hooks/mail",
    uuid: "019a2f4e-8b1c-7def-8a90-1234567890ab",
    "date-time": "2026-01-02T03:04:05.678901Z",
  };
  return formats[format ?? ""] ?? "text";
}

function jsonType(value: unknown): string {
  return Number.isInteger(value) ? "integer" : typeof value;
}

function singular(name: string): string {
  return ["to", "cc", "bcc", "entries"].includes(name) ? "email" : name.replace(/s$/, "");
}
