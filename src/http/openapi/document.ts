// The OpenAPI 3.1 document, made from the routes and their TypeBox schemas: what validates is what is documented.
import { toOpenAPISchema } from "@elysiajs/openapi/openapi";
import type { AnyElysia } from "elysia";
import { version } from "../../../package.json" with { type: "json" };
import { NoBody } from "../../schema/common.ts";
import { isOpen } from "../auth.ts";
import type { CallRoom } from "../call.ts";
import { levelOfCall } from "../oauth/challenge.ts";
import { webhookObjects } from "./events.ts";
import { exampleOf } from "./examples.ts";
import { describeFields } from "./glossary.ts";
import type { OperationDetail } from "./operation.ts";
import { failuresOf, SharedResponses } from "./responses.ts";
import { plainSchema, type SharedSchemas, sharedSchemas, tidy } from "./schemas.ts";
import type {
  Document,
  HttpMethod,
  JsonSchema,
  MediaType,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
} from "./types.ts";
import { withWordLists } from "./word-lists.ts";

/** A room whose routes were made. */
export interface MountedRoom extends CallRoom {
  routes: AnyElysia;
}

/** The plugin's draft of a route. */
interface Drafted {
  parameters?: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  responses?: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Shared {
  schemas: SharedSchemas;
  responses: SharedResponses;
}

/** A route as it was registered. */
interface RegisteredRoute {
  method: string;
  path: string;
  hooks: { body?: unknown; detail?: OperationDetail };
}

interface DocumentedRoute {
  tag: string;
  method: string;
  /** Pattern of the path, as the server knows it. */
  route: string;
  path: string;
  body: unknown;
  detail: OperationDetail;
}

/** @throws Error when a route does not describe itself */
export function buildDocument(rooms: readonly MountedRoom[], baseUrl: string): Document {
  const shared: Shared = {
    schemas: sharedSchemas(rooms.flatMap(({ schemas }) => schemas)),
    responses: new SharedResponses(),
  };
  const paths: Record<string, PathItem> = {};
  for (const { tag, routes } of rooms) {
    const drafted = toOpenAPISchema(routes, undefined, undefined, undefined, "3.1.1")
      .paths as unknown as Record<string, Partial<Record<HttpMethod, Drafted>>>;
    for (const route of routes.routes as unknown as RegisteredRoute[]) {
      const path = openPath(route.path);
      const method = route.method.toLowerCase() as HttpMethod;
      const { body, detail } = route.hooks;
      if (!detail?.operationId) throw new Error(`${route.method} ${path} has no doc: operation(…)`);
      paths[path] ??= {};
      const call = { tag, method: route.method, route: route.path, path, body, detail };
      paths[path][method] = operationObject(call, drafted[path]![method]!, shared);
    }
  }
  const document = describeFields({
    openapi: "3.1.1",
    info: {
      title: "Postroom",
      version: "1.0.0",
      summary: "The email service that software agents live in",
      description: `Addresses, threads, messages, drafts, labels, routing rules, webhooks and calendar events. Served by Postroom ${version}. Answers have one of three envelopes: \`{ data }\`, \`{ data, has_more, next_cursor }\`, \`{ error: { code, message } }\`. Lists of words that answers alone hold (\`x-extensible-enum\`) may grow.`,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: rooms.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    webhooks: webhookObjects(shared.schemas),
    components: {
      schemas: shared.schemas.named,
      parameters,
      responses: shared.responses.named,
      headers,
      securitySchemes,
    },
  });
  return withWordLists(document);
}

const securitySchemes: Document["components"]["securitySchemes"] = {
  key: {
    type: "http",
    scheme: "bearer",
    description:
      "An API key, `pr_…`: from the first start, `postroom keys create`, the console or POST /api/v1/api-keys; or an access token, `pa_…`, that a person granted by OAuth (/.well-known/oauth-authorization-server). For servers only, never valid in a browser.",
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
  Range: {
    name: "Range",
    in: "header",
    required: false,
    description: "One part of the bytes: 206. Others are answered whole.",
    schema: { type: "string", examples: ["bytes=0-1023"] },
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
  ETag: {
    description: "For If-None-Match, and for If-Match where a call takes it; on answers of 1 kB or more",
    schema: { type: "string" },
  },
  "Content-Range": {
    description: "Which bytes these are, of how many",
    schema: { type: "string", examples: ["bytes 0-1023/5120"] },
  },
};

function operationObject(call: DocumentedRoute, draft: Drafted, shared: Shared): OperationObject {
  const { tag, method, route, path, body, detail } = call;
  const query = (draft.parameters ?? []).filter((parameter) => parameter.in === "query");
  const common = headersOf(method, detail);
  const form = {
    method,
    hasBody: body !== undefined,
    isPaged: query.some(({ name }) => name === "cursor"),
    level: levelOfCall(method, route),
  };
  return {
    operationId: detail.operationId,
    summary: detail.summary,
    ...(detail.description ? { description: detail.description } : {}),
    tags: [tag],
    ...(isOpen(path) ? { security: [] } : {}),
    parameters: parametersOf(method, draft, { detail, shared: shared.schemas }),
    ...(body === undefined || body === NoBody ? {} : { requestBody: bodyOf(body, detail, shared.schemas) }),
    responses: {
      ...successes(draft, {
        detail,
        shared: shared.schemas,
        common: { ...common, ...tagged(method, detail) },
      }),
      ...unchanged(method, { detail, common }),
      ...shared.responses.refer(failuresOf(form, detail), common),
    },
  };
}

/** Headers that every response of a call may carry. */
function headersOf(method: string, detail: OperationDetail): Record<string, Reference> {
  const names = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
  if (method === "POST") names.push("Idempotency-Replayed");
  if (detail.etag) names.push("ETag");
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const etagHeader = { ETag: { $ref: "#/components/headers/ETag" } };

/** Return the ETag header for reads, except streams. */
function tagged(method: string, { items }: OperationDetail): Record<string, Reference> {
  return method === "GET" && !items ? etagHeader : {};
}

/** 304 for what the client has, and 206 for a part of a download. */
function unchanged(
  method: string,
  { detail, common }: { detail: OperationDetail; common: Record<string, Reference> },
): Record<string, ResponseObject> {
  if (method !== "GET" || detail.items) return {};
  const headers = { ...common, ...etagHeader };
  const same = { 304: { description: meaningOf("304"), headers } };
  if (!detail.ranges) return same;
  const content = Object.fromEntries(
    (detail.produces ?? []).map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  );
  const range = { "Content-Range": { $ref: "#/components/headers/Content-Range" } };
  return { 206: { description: meaningOf("206"), headers: { ...headers, ...range }, content }, ...same };
}

function parametersOf(
  method: string,
  draft: Drafted,
  { detail, shared }: { detail: OperationDetail; shared: SharedSchemas },
): (Parameter | Reference)[] {
  const own = (draft.parameters ?? []).map(({ name, in: place, required, schema }): Parameter => {
    const { description, ...rest } = listed(shared.refer(tidy(schema)));
    const text = description ?? (place === "path" ? "as the list shows it" : undefined);
    const example = place === "query" ? detail.query?.[name] : undefined;
    return {
      name,
      in: place as Parameter["in"],
      required,
      ...(text ? { description: text } : {}),
      ...(example === undefined ? {} : { example }),
      schema: place === "path" ? { ...rest, examples: rest.examples ?? [pathExample(name)] } : rest,
    };
  });
  const common = [
    ...(method === "POST" ? ["Idempotency-Key"] : []),
    ...(detail.etag && method !== "GET" && method !== "POST" ? ["If-Match"] : []),
    ...(detail.ranges ? ["Range"] : []),
  ];
  return [...own, ...common.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** Turn a parameter that may repeat into a list: `form` with `explode`, the default of query parameters. */
function listed({ repeats, ...schema }: JsonSchema): JsonSchema {
  if (repeats === undefined) return schema;
  const { description, ...items } = schema;
  return { type: "array", items, maxItems: repeats, ...(description ? { description } : {}) };
}

function pathExample(name: string): string {
  return name === "folder" ? "inbox" : "019a2f4e-8b1c-7def-8a90-1234567890ab";
}

function bodyOf(
  body: unknown,
  detail: OperationDetail,
  shared: SharedSchemas,
): OperationObject["requestBody"] {
  const plain = plainSchema(body);
  const schema = shared.refer(plain);
  const example = detail.example ?? exampleOf(plain, shared.named);
  const content: Record<string, MediaType> = { "application/json": { schema, example } };
  for (const type of detail.accepts ?? []) content[type] = { schema };
  return { required: detail.optionalBody !== true, content };
}

function successes(
  draft: Drafted,
  about: {
    detail: OperationDetail;
    shared: SharedSchemas;
    common: Record<string, Reference>;
  },
): Record<string, ResponseObject> {
  const { detail, shared, common } = about;
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
  if (!detail.produces) return { "204": { description: meaningOf("204"), headers: common } };
  const content = Object.fromEntries(
    detail.produces.map((type) => [type, { schema: contentSchema(type, detail, shared) }]),
  );
  return { "200": { description: meaningOf("200"), headers: common, content } };
}

/**
 * Return the schema of a body that is not JSON; a stream has the schema of its items, as OpenAPI 3.1 and its
 * generators expect.
 */
function contentSchema(type: string, { items }: OperationDetail, shared: SharedSchemas): JsonSchema {
  if (items) return shared.refer(plainSchema(items));
  return type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}

function meaningOf(status: string): string {
  const meanings: Record<string, string> = {
    200: "Done",
    201: "Created",
    202: "Accepted",
    204: "Done; no body",
    206: "The bytes that Range names",
    304: "What If-None-Match names is still so",
  };
  return meanings[status] ?? "Done";
}

/** OpenAPI's form of a path: `{id}` for `:id`. */
function openPath(path: string): string {
  return path.replace(/:([^/]+)/g, "{$1}");
}
