// The wire schemas of src/schema under their names: what several calls share is written once and referred to.
import { unwrapSchema } from "@elysiajs/openapi/openapi";
import * as agentSignup from "../../schema/agent-signup.ts";
import * as apiKeys from "../../schema/api-keys.ts";
import * as appPasswords from "../../schema/app-passwords.ts";
import * as calendarEvents from "../../schema/calendar-events.ts";
import { Deleted, MailboxRef } from "../../schema/common.ts";
import * as deliveries from "../../schema/deliveries.ts";
import * as domains from "../../schema/domains.ts";
import * as drafts from "../../schema/drafts.ts";
import { FailureBody } from "../../schema/envelope.ts";
import * as events from "../../schema/events.ts";
import * as mailboxes from "../../schema/folders.ts";
import * as identities from "../../schema/identities.ts";
import * as labels from "../../schema/labels.ts";
import * as messages from "../../schema/messages.ts";
import * as pods from "../../schema/pods.ts";
import * as routingRules from "../../schema/routing-rules.ts";
import * as sendLists from "../../schema/send-lists.ts";
import * as suppressions from "../../schema/suppressions.ts";
import * as threads from "../../schema/threads.ts";
import * as webhooks from "../../schema/webhooks.ts";
import type { JsonSchema } from "./types.ts";

/** What unwrapSchema takes for OpenAPI 3.1. */
const version = "3.1.1";

const modules: readonly Record<string, unknown>[] = [
  agentSignup,
  apiKeys,
  appPasswords,
  calendarEvents,
  { Deleted, FailureBody, MailboxRef },
  deliveries,
  domains,
  drafts,
  events,
  identities,
  labels,
  { Folder: mailboxes.Folder, ConversationRow: mailboxes.Row },
  messages,
  pods,
  routingRules,
  sendLists,
  suppressions,
  threads,
  webhooks,
];

/** A TypeBox schema as OpenAPI writes it. */
export function plainSchema(schema: unknown): JsonSchema {
  return tidy(unwrapSchema(schema as never, undefined, "input", version) as JsonSchema);
}

/** What a plugin made of a schema, mended: no symbols, no `undefined`; null stays allowed where words are listed. */
export function tidy(schema: JsonSchema): JsonSchema {
  return mend(JSON.parse(JSON.stringify(schema)) as JsonSchema);
}

function mend(schema: JsonSchema): JsonSchema {
  const out: JsonSchema = eachPart(schema, mend);
  // A nullable list of words becomes `type: [string, null]`: its enum has to name null too.
  if (Array.isArray(out.type) && out.type.includes("null") && out.enum && !out.enum.includes(null)) {
    out.enum = [...out.enum, null];
  }
  const anyName = out.patternProperties?.["^(.*)$"];
  if (anyName) {
    delete out.patternProperties;
    out.additionalProperties = Object.keys(anyName).length === 0 ? true : anyName;
  }
  return out;
}

/** A copy whose direct sub-schemas went through `change`. */
function eachPart(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const out: JsonSchema = { ...schema };
  const map = (parts: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));
  if (out.properties) out.properties = map(out.properties);
  if (out.patternProperties) out.patternProperties = map(out.patternProperties);
  if (out.items) out.items = change(out.items);
  if (out.anyOf) out.anyOf = out.anyOf.map(change);
  if (typeof out.additionalProperties === "object")
    out.additionalProperties = change(out.additionalProperties);
  return out;
}

export interface SharedSchemas {
  /** For `components.schemas`. */
  readonly named: Record<string, JsonSchema>;
  /** The schema with references in place of what has a name. */
  refer(schema: JsonSchema): JsonSchema;
}

/** Names come from the modules of src/schema: every object that is exported, but for query and path parameters. */
export function sharedSchemas(): SharedSchemas {
  const byText = new Map<string, string>();
  const plain = new Map<string, JsonSchema>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!isObjectSchema(value) || /(Query|Params)$/.test(name)) continue;
    const schema = plainSchema(value);
    const text = JSON.stringify(schema);
    if (byText.has(text)) continue;
    byText.set(text, name);
    plain.set(name, schema);
  }
  const inner = (schema: JsonSchema): JsonSchema => eachPart(schema, refer);
  const refer = (schema: JsonSchema): JsonSchema => {
    const name = byText.get(JSON.stringify(schema));
    if (name) return ref(name);
    if (Array.isArray(schema.type) && schema.type.join() === "object,null") {
      const filled = byText.get(JSON.stringify({ ...schema, type: "object" }));
      if (filled) return { anyOf: [ref(filled), { type: "null" }] };
    }
    return inner(schema);
  };
  const named = Object.fromEntries([...plain].map(([name, schema]) => [name, inner(schema)]));
  return { named, refer };
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function isObjectSchema(value: unknown): boolean {
  const schema = value as { type?: unknown; properties?: object } | null;
  return (
    typeof schema === "object" && schema?.type === "object" && Object.keys(schema.properties ?? {}).length > 0
  );
}
