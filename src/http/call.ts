// A call of the API as a value: its method and path, its shapes, its one description and its handler. Each room of
// resources exports its calls; resources/index.ts lists the rooms, and this mounts them.
import type { Static, TSchema } from "@sinclair/typebox";
import { type AnyElysia, type Context, Elysia } from "elysia";
import type { Clock } from "../lib/clock.ts";
import { type Auth, authOf, type HttpDeps } from "./context.ts";
import type { OperationDetail } from "./openapi/operation.ts";
import { type Listener, listener } from "./spoken.ts";
import { checkLargeBody } from "./validation.ts";

type CallMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path below /api/v1: `GET /labels/{id}`. */
export type CallRoute = `${CallMethod} /${string}`;

/** The shapes of a call, and the document's entry on it. */
export interface CallShapes {
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The shape of a 200; a shape for each status where there are others. Without it the handler makes its own answer, or none. */
  answer?: TSchema | Readonly<Record<number, TSchema>>;
  /** Callers need a key, where nothing is said. */
  access?: "anyone";
  /** A function of the clock where an example names a time to come. */
  doc: OperationDetail | ((clock: Clock) => OperationDetail);
}

type Shaped<Shape> = Shape extends TSchema ? Static<Shape> : undefined;

/** A request as its handler gets it: what has a shape fits that shape. */
export interface Asked<Shapes extends CallShapes = CallShapes> {
  auth: Shapes["access"] extends "anyone" ? undefined : Auth;
  request: Request;
  params: Shaped<Shapes["params"]>;
  query: Shaped<Shapes["query"]>;
  body: Shaped<Shapes["body"]>;
  /** Status and header fields of the answer. */
  set: Context["set"];
  server: Context["server"];
}

type AnswerOf<Answer> = Answer extends TSchema
  ? Static<Answer> | Response
  : Answer extends Readonly<Record<number, infer Shape extends TSchema>>
    ? Static<Shape> | Response
    : unknown;

/** Answers a request. */
export type CallHandler<Shapes extends CallShapes> = (
  deps: HttpDeps,
  asked: Asked<Shapes>,
) => AnswerOf<Shapes["answer"]> | Promise<AnswerOf<Shapes["answer"]>>;

export interface Call extends CallShapes {
  method: CallMethod;
  /** Below /api/v1: `/labels/{id}`. */
  path: string;
  handler: (deps: HttpDeps, asked: never) => unknown;
}

export function call<const Shapes extends CallShapes>(
  route: CallRoute,
  shapes: Shapes,
  handler: CallHandler<Shapes>,
): Call {
  const [method, path] = route.split(" ") as [CallMethod, string];
  return { method, path, ...shapes, handler };
}

/** A room of calls, as the document shows it. */
export interface CallRoom {
  /** Tag of its calls. */
  tag: string;
  description: string;
  /** Modules of src/schema: the document takes the names of shared shapes from their exports. */
  schemas: readonly object[];
  calls: readonly Call[];
}

/** The routes of calls. */
export function routesOf(calls: readonly Call[], deps: HttpDeps): AnyElysia {
  const app = new Elysia({ prefix: "/api/v1", normalize: false });
  for (const each of calls) {
    const { method, path, params, query, body, answer, doc } = each;
    const response = answer && ("type" in answer || "anyOf" in answer ? { 200: answer } : answer);
    const shapes = { params, query, body, response };
    const given = Object.fromEntries(Object.entries(shapes).filter(([, shape]) => shape !== undefined));
    const detail = typeof doc === "function" ? doc(deps.clock) : doc;
    const listens = listener(deps, each);
    const transform = [
      ...(detail.optionalBody ? [fillBody] : []),
      ...(listens ? [transformOf(each, listens)] : []),
      ...(body ? [async (asked: Context) => checkLargeBody(body, asked.body, asked.request)] : []),
    ];
    const hooks = { ...given, ...(transform.length > 0 && { transform }), detail };
    app.route(method, path.replace(/\{(\w+)\}/g, ":$1"), routeOf(each, deps), hooks as object);
  }
  return app;
}

/** Puts an empty body in the place of none; null is a body. */
async function fillBody(asked: Context): Promise<void> {
  if (asked.body === undefined) asked.body = {};
}

/** Elysia awaits what is an async function, and reads from its text which parts of a request it has to make. */
function transformOf({ query, body }: Call, listens: Listener) {
  if (query && body)
    return async ({ request, params, query, body }: Context) => listens({ request, params, query, body });
  if (query) return async ({ request, params, query }: Context) => listens({ request, params, query });
  if (body) return async ({ request, params, body }: Context) => listens({ request, params, body });
  return async ({ request, params }: Context) => listens({ request, params });
}

/** A call's handler as Elysia takes it: it reads from the text of a function which parts of a request it has to make. */
function routeOf({ query, body, access, handler }: Call, deps: HttpDeps) {
  const handle = handler as (deps: HttpDeps, asked: object) => unknown;
  const keyOf = access === "anyone" ? () => undefined : authOf;
  if (query && body)
    return ({ request, params, query, body, set, server }: Context) =>
      handle(deps, { auth: keyOf(request), request, params, query, body, set, server });
  if (query)
    return ({ request, params, query, set, server }: Context) =>
      handle(deps, { auth: keyOf(request), request, params, query, set, server });
  if (body)
    return ({ request, params, body, set, server }: Context) =>
      handle(deps, { auth: keyOf(request), request, params, body, set, server });
  return ({ request, params, set, server }: Context) =>
    handle(deps, { auth: keyOf(request), request, params, set, server });
}
