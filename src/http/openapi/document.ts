// The OpenAPI 3.1 document, made from the routes and their TypeBox schemas: what validates is what is documented.
import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { AnyElysia } from "elysia";
import { version } from "../../../package.json" with { type: "json" };
import { webhookObjects } from "./events.ts";
import { exampleOf } from "./examples.ts";
import { chapters, type Operation, operations } from "./operations.ts";
import { refusalsOf, SharedResponses } from "./refusals.ts";
import { plainSchema, type SharedSchemas, sharedSchemas, tidy } from "./schemas.ts";
import {
  type Document,
  type JsonSchema,
  type MediaType,
  type Method,
  methods,
  type OperationObject,
  type Parameter,
  type PathItem,
  type Reference,
  type ResponseObject,
} from "./types.ts";

/** Calls that need no key. DECISIONS Authentication and keys */
const keyless = /^\/api\/v1\/agent\//;

/** What the plugin makes of a route. */
interface Drafted {
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  responses?: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Shared {
  schemas: SharedSchemas;
  responses: SharedResponses;
}

interface Route {
  method: string;
  path: string;
  hooks: { body?: unknown };
}

/** @param app with all of its routes */
export function buildDocument(app: AnyElysia, baseUrl: string): Document {
  const shared = { schemas: sharedSchemas(), responses: new SharedResponses() };
  const drafted = toOpenAPISchema(app, undefined, undefined, undefined, "3.1.1").paths as unknown as Record<
    string,
    Partial<Record<Method, Drafted>>
  >;
  const bodies = new Map(
    (app.routes as unknown as Route[]).map(({ method, path, hooks }) => [
      `${method} ${openPath(path)}`,
      hooks.body,
    ]),
  );
  const paths: Record<string, PathItem> = {};
  for (const [path, item] of Object.entries(drafted).sort(byChapter)) {
    if (!path.startsWith("/api/")) continue;
    const out: PathItem = {};
    for (const method of methods) {
      const draft = item[method];
      if (!draft) continue;
      const call = {
        path,
        method: method.toUpperCase(),
        body: bodies.get(`${method.toUpperCase()} ${path}`),
      };
      out[method] = operationObject(call, draft, shared);
    }
    paths[path] = out;
  }
  const used = new Set(Object.keys(paths).map(tagOf));
  return {
    openapi: "3.1.1",
    info: {
      title: "Postroom",
      version: "1.0.0",
      summary: "The email service that software agents live in",
      description: `Addresses, threads, messages, drafts, labels, routing rules, webhooks and calendar events. Served by Postroom ${version}. Answers have one of three envelopes: \`{ data }\`, \`{ data, has_more, next_cursor }\`, \`{ error: { code, message } }\`.`,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: chapters.flatMap(({ tag, description }) => (used.has(tag) ? [{ name: tag, description }] : [])),
    paths,
    webhooks: webhookObjects(shared.schemas),
    components: {
      schemas: shared.schemas.named,
      parameters,
      responses: shared.responses.named,
      headers,
      securitySchemes,
    },
  };
}

const securitySchemes: Document["components"]["securitySchemes"] = {
  key: {
    type: "http",
    scheme: "bearer",
    description:
      "An API key, `pr_…`: from the first start, `postroom keys create`, the console or POST /api/v1/api-keys. For servers only, never valid in a browser.",
  },
};

const parameters: Document["components"]["parameters"] = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Kept for 24 hours: the same key with the same body gives the first answer again and does nothing; with another body it is refused.",
    schema: { type: "string", minLength: 1, maxLength: 256, examples: ["order-4711-confirmation"] },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The ETag as it was read: refused with 412 when it has changed since.",
    schema: { type: "string" },
  },
};

const headers: Document["components"]["headers"] = {
  "X-Request-Id": {
    description: "Names this request in the log",
    schema: { type: "string", examples: ["019a2f4e-8b1c-7def-8a90-1234567890ab"] },
  },
  "X-RateLimit-Limit": { description: "Requests at once", schema: { type: "integer", examples: [200] } },
  "X-RateLimit-Remaining": { description: "Requests left now", schema: { type: "integer", examples: [199] } },
  "X-RateLimit-Reset": {
    description: "When all of them are there again, UTC epoch seconds",
    schema: { type: "integer", examples: [1767323046] },
  },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", examples: [1] } },
  "Idempotency-Replayed": {
    description: "`true` where this is the answer to an earlier request",
    schema: { type: "string", enum: ["true"] },
  },
  ETag: { description: "For If-Match", schema: { type: "string" } },
};

function operationObject(
  { path, method, body }: { path: string; method: string; body: unknown },
  draft: Drafted,
  shared: Shared,
): OperationObject {
  const described: Operation | undefined = operations[`${method} ${elysiaPath(path)}`];
  const query = (draft.parameters ?? []).filter((parameter) => parameter.in === "query");
  const common = headersOf(method, described);
  const refusals = refusalsOf(
    {
      method,
      hasBody: body !== undefined,
      isPaged: query.some(({ name }) => name === "cursor"),
    },
    described ?? null,
  );
  return {
    operationId:
      described?.id ??
      `${method.toLowerCase()}${path.replace(/[^a-z]+([a-z])/gi, (_, c: string) => c.toUpperCase())}`,
    summary: described?.summary ?? `${method} ${path}`,
    ...(described?.description ? { description: described.description } : {}),
    tags: [tagOf(path)],
    ...(keyless.test(path) ? { security: [] } : {}),
    parameters: parametersOf(method, draft, described),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, described, shared.schemas) }),
    responses: {
      ...successes(draft, { described, shared: shared.schemas, common }),
      ...shared.responses.refer(refusals, common),
    },
  };
}

/** Headers that every response of a call may carry. */
function headersOf(method: string, described: Operation | undefined): Record<string, Reference> {
  const names = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
  if (method === "POST") names.push("Idempotency-Replayed");
  if (described?.etag) names.push("ETag");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function parametersOf(
  method: string,
  draft: Drafted,
  described: Operation | undefined,
): (Parameter | Reference)[] {
  const own = (draft.parameters ?? []).map(({ name, in: place, required, schema }): Parameter => {
    const { description, ...rest } = tidy(schema);
    const said = description ?? (place === "path" ? "as the list shows it" : undefined);
    return {
      name,
      in: place as Parameter["in"],
      required,
      ...(said ? { description: said } : {}),
      schema: place === "path" ? { ...rest, examples: rest.examples ?? [pathExample(name)] } : rest,
    };
  });
  const shared = [
    ...(method === "POST" ? ["Idempotency-Key"] : []),
    ...(described?.etag && method !== "GET" && method !== "POST" ? ["If-Match"] : []),
  ];
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

function pathExample(name: string): string {
  return name === "folder" ? "inbox" : "019a2f4e-8b1c-7def-8a90-1234567890ab";
}

function bodyOf(
  body: unknown,
  described: Operation | undefined,
  shared: SharedSchemas,
): OperationObject["requestBody"] {
  const plain = plainSchema(body);
  const schema = shared.refer(plain);
  const optional = Object.keys(plain.properties ?? {}).length === 0;
  const example = described?.example ?? exampleOf(plain, shared.named);
  const content: Record<string, MediaType> = { "application/json": { schema, example } };
  for (const type of described?.accepts ?? []) content[type] = { schema };
  return { required: !optional, content };
}

function successes(
  draft: Drafted,
  about: {
    described: Operation | undefined;
    shared: SharedSchemas;
    common: Record<string, Reference>;
  },
): Record<string, ResponseObject> {
  const { described, shared, common } = about;
  const given = Object.entries(draft.responses ?? {}).map(
    ([status, { content }]): [string, ResponseObject] => {
      const schema = content?.["application/json"]?.schema;
      if (!schema) return [status, { description: meaningOf(status), headers: common }];
      const plain = tidy(schema);
      const example = exampleOf(plain, shared.named);
      return [
        status,
        {
          description: meaningOf(status),
          headers: common,
          content: { "application/json": { schema: shared.refer(plain), example } },
        },
      ];
    },
  );
  if (given.length > 0) return Object.fromEntries(given);
  if (!described?.produces) return { "204": { description: meaningOf("204"), headers: common } };
  const schema: JsonSchema = described.produces.startsWith("text/") ? { type: "string" } : {};
  return {
    "200": { description: meaningOf("200"), headers: common, content: { [described.produces]: { schema } } },
  };
}

function meaningOf(status: string): string {
  const meanings: Record<string, string> = {
    200: "Done",
    201: "Created",
    202: "Accepted",
    204: "Done; no body",
  };
  return meanings[status] ?? "Done";
}

function tagOf(path: string): string {
  const part = path.includes("/calendar") ? "calendar" : path.split("/")[3];
  return chapters.find((chapter) => chapter.path === part)?.tag ?? "Other";
}

function byChapter([a]: [string, unknown], [b]: [string, unknown]): number {
  const rank = (path: string) => chapters.findIndex(({ tag }) => tag === tagOf(path));
  return rank(a) - rank(b);
}

function openPath(path: string): string {
  return path.replace(/:([^/]+)/g, "{$1}");
}

function elysiaPath(path: string): string {
  return path.replace(/\{([^}]+)\}/g, ":$1");
}
