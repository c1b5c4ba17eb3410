// The HTTP server: admits requests, reads bodies, turns what is thrown into the failure envelope. Routes are in a file
// a resource.

import type { TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { createBatchLoader } from "../lib/batch-loader.ts";
import { nowInstant } from "../lib/clock.ts";
import { counts, msSince, secondsSince, times } from "../lib/facts.ts";
import { Failure, invalid, messageOf, storageFailure } from "../lib/failure.ts";
import { isUuid } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import { findKeyOwners } from "../store/access/api-keys.ts";
import { DatabaseUnavailable } from "../store/database/sql.ts";
import { outageFailure } from "../store/outage.ts";
import { negotiated } from "./answers/compression.ts";
import { inWordsOf, refuseWordAsId } from "./answers/not-there.ts";
import { otherCall } from "./answers/other-calls.ts";
import { movedCall, noSuchPath, type WrongPath, wrongMethod } from "./answers/other-paths.ts";
import {
  callOf,
  callWith,
  isOfPattern,
  type MeantCall,
  meantBody,
  type ShapedRoute,
  withAddresses,
  withIds,
  withRight,
} from "./answers/whole-call.ts";
import { noteBegin, worldTime } from "./answers/world-time.ts";
import { admission, admit, isPagePath, type KeyOwners, pathOf } from "./auth.ts";
import { RequestBodies, refuseLarge } from "./body.ts";
import { calendarFeedPages } from "./calendar-feed.ts";
import { routesOf } from "./call.ts";
import { asSaid, type HttpDeps, outerState, stateOf } from "./context.ts";
import { docsRoutes } from "./docs.ts";
import { failureBody, failures, internalError } from "./errors.ts";
import { socketSettings } from "./event-socket.ts";
import { healthRoutes } from "./health.ts";
import { LooseBody } from "./json-body.ts";
import { mcpRoutes } from "./mcp.ts";
import { answeredCall, namedAddresses, nearAddress } from "./near-address.ts";
import { requireLevel, unauthorizedChallenge } from "./oauth/challenge.ts";
import { oauthEndpoints } from "./oauth/endpoints.ts";
import { metadataRoutes } from "./oauth/metadata.ts";
import { buildDocument } from "./openapi/document.ts";
import type { Document } from "./openapi/types.ts";
import { OtherId, OtherThing, ofOtherKind } from "./other-kind.ts";
import { unsubscribePages } from "./pages/unsubscribe.ts";
import { clientOf } from "./proxies.ts";
import { rooms } from "./resources/index.ts";
import { linkedFiles } from "./resources/message/attachment-link.ts";
import { sdkRoutes } from "./sdk/downloads.ts";
import { noteRequestSpan, requestFields } from "./trace.ts";
import { ShapeFailure, validationFailure } from "./validation.ts";
import { wellKnownRoutes } from "./well-known.ts";

/** Seconds: longer than any turn or statement may take. */
const idleTimeout = 90;

export function createHttp(deps: HttpDeps) {
  const owners: KeyOwners = createBatchLoader(
    (hashes) => findKeyOwners(deps.database, hashes, nowInstant(deps.clock)),
    {
      most: 100,
      parallel: 4,
      // A node that is down fails the keys of its accounts, and no others.
      isOfSome: (error) => deps.database.parts !== undefined && error instanceof DatabaseUnavailable,
    },
  );
  const limits = admission(deps, owners);
  const bodies = new RequestBodies(deps.spills.clients, deps.config.httpBodySeconds);
  let queries: Queries | null = null;
  /** The failure with the call that a refused one means, where that is plain. */
  const withCall = async ({ thrown, told, meant, body, query }: RefusedRequest): Promise<Failure> => {
    const { request } = thrown;
    const site = {
      routes: app.routes,
      now: Math.floor(deps.clock.now() / 1000),
      mailDomain: deps.config.signupDomain ? null : deps.config.mailDomain,
    };
    const own = { method: request.method, path: pathOf(request.url) };
    const toldWith = (call: MeantCall, given: unknown) =>
      withRight(told, callOf(request, call, { ...site, body: given }));
    const withOwnAddresses = async () => {
      const named = await namedAddresses(deps, told, request).catch(() => null);
      return named === null ? told : withAddresses(named, request, { ...site, body });
    };
    if (meant !== null) return toldWith(meant, await bodies.small(request));
    if (thrown.code === "NOT_FOUND") {
      const other = otherCall(own, await bodies.small(request));
      if (other !== null) return toldWith(other.call, other.body);
    }
    if (told instanceof LooseBody) return toldWith(own, told.body);
    const answered = await answeredCall(deps, told, { request, body }).catch(() => null);
    if (answered !== null) return toldWith({ method: "POST", path: answered.path }, answered.body);
    if (isOfShapes(thrown)) {
      const right = callOf(request, own, { ...site, body, query, isHeard: true });
      if (right !== null) return withRight(told, right);
      const other = otherCall(own, body);
      return other === null ? withOwnAddresses() : toldWith(other.call, other.body);
    }
    const isOneRead = request.method === "GET" && /^\/api\/v1\/[a-z]+\/[^/]+$/.test(own.path);
    if (told instanceof OtherThing) return withRight(told, isOneRead ? `GET ${told.shownAt}` : null);
    if (told instanceof OtherId) return withRight(told, callWith(request, told, asSaid(request, body)));
    const near = await nearAddress(deps, told, { request, body }).catch(() => null);
    if (near === null) {
      const whole = meantBody(told, body);
      return whole === null ? withOwnAddresses() : toldWith(own, whole);
    }
    const asked = new Failure(
      told.code,
      `${told.message} Did you mean ${JSON.stringify(near.meant)}, not ${JSON.stringify(near.given)}?`,
    );
    return withRight(asked, callWith(request, near, asSaid(request, body)));
  };
  const app = new Elysia({
    normalize: false,
    // Bodies are bounded in body.ts, which answers; the runtime would only say 413.
    websocket: socketSettings,
    serve: { maxRequestBodySize: 2 ** 40, idleTimeout, development: false },
  })
    .onRequest(async ({ request, server, set }) => {
      // HTTP/1.0 needs no Host field. RFC 9112 3.2
      if (request.url.startsWith("/")) throw invalid("The request has no Host field. Send one.");
      // RFC 9112 3.2
      if (!URL.canParse(request.url))
        throw invalid("The Host field of the request names no host. Send the server's.");
      // Several fields are one list here. RFC 9112 3.2
      if (request.headers.get("host")?.includes(","))
        throw invalid("The request has more than one Host field. Send one.");
      const peer = server?.requestIP(request) ?? { address: "127.0.0.1", port: 0 };
      const client = clientOf(deps, request, peer);
      if (deps.clock.leaps) await deps.clock.leaps.settled();
      noteBegin(deps.clock, request);
      const handed = deps.handOver(request, client);
      // Much may happen until a world has moved on.
      if (handed && deps.world) server?.timeout(request, 0);
      if (handed) return handed;
      await admit(deps, limits, { request, client, headers: set.headers as Record<string, string> });
      refuseLarge(request);
      if (/^[^?]*\?.*%00/s.test(request.url)) throw invalid("The query has a NUL character. Remove it.");
    })
    .onTransform(({ request, route, set, body, query }): void => {
      refuseWordAsId(request);
      lowerIds(body);
      lowerIds(query);
      requireLevel(deps, request, { route, headers: set.headers as Record<string, string> });
      queries ??= queriesOf(app.routes);
      refuseStray(request, queries, route);
    })
    .onParse(({ request, contentType }) => bodies.read(request, contentType))
    // Elysia's error handler takes undefined for the answer.
    .mapResponse(({ request, responseValue, set }) => {
      Object.assign(set.headers, worldTime(deps.clock, request));
      return negotiated(request, responseValue, set) ?? (responseValue as Response);
    })
    .onAfterResponse(({ request, route, set, response }) => {
      bodies.release(request);
      noteRequest(deps.log, { request, route, status: statusOf(set.status, response) });
    })
    .onError(async ({ code, error, request, set, body, query }) => {
      const thrown = { code, error, request, routes: () => app.routes };
      const { failure: first, meant } = wrongPathOf(thrown) ?? {
        failure: toFailure(deps, thrown),
        meant: null,
      };
      const refused = await ofOtherKind(deps, { request, body }, first).catch((lost: unknown) =>
        toFailure(deps, { ...thrown, code: "UNKNOWN", error: lost }),
      );
      const told = withIds(inWordsOf(refused, request, body), request);
      // A tool has calls of its own.
      const failure = outerState(request) ? told : await withCall({ thrown, told, meant, body, query });
      set.status = failures[failure.code].status;
      if (failure.retryAfterSeconds !== undefined) {
        set.headers["retry-after"] = String(failure.retryAfterSeconds);
        // A clock that stands moves on to when the caller may come again.
        deps.clock.leaps?.after(failure.retryAfterSeconds * 1000, () => undefined, "awaited");
      }
      // The rest of the body is not read. RFC 9110 15.5.9
      if (failure.code === "request_timeout") set.headers.connection = "close";
      // RFC 9110 15.5.2, 15.5.6
      if (failure.code === "unauthorized")
        set.headers["www-authenticate"] = unauthorizedChallenge(deps, request);
      if (failure.code === "method_not_allowed")
        set.headers.allow = methodsAt(app.routes, request).join(", ");
      // A form that is too large, for instance.
      if (isPagePath(pathOf(request.url))) return deps.failurePage(request, failure);
      return failureBody(failure);
    })
    .use(healthRoutes(deps))
    .use(wellKnownRoutes(deps))
    .use(metadataRoutes(deps))
    .use(oauthEndpoints(deps))
    .use(calendarFeedPages(deps))
    .use(unsubscribePages(deps))
    .use(linkedFiles(deps))
    .use(docsRoutes(() => document(), deps.clock))
    .use(sdkRoutes())
    .use(mcpRoutes(deps, (request): Promise<Response> => app.handle(request)));
  const mounted = rooms.map((room) => ({ ...room, routes: routesOf(room.calls, deps) }));
  for (const { routes } of mounted) app.use(routes);
  let made: Document | null = null;
  const document = (): Document => {
    made ??= buildDocument(mounted, deps.baseUrl());
    return made;
  };
  return app;
}

/**
 * Refuses a query on a call that takes none, and a field that stands twice in one, where it would be ignored. DECISIONS Conventions
 * @throws Failure validation_error
 */
function refuseStray(request: Request, queries: Queries, pattern: string): void {
  const at = request.url.indexOf("?");
  if (at === -1 || !pathOf(request.url).startsWith("/api/")) return;
  const names = [...new URLSearchParams(request.url.slice(at)).keys()];
  const fields = queries.get(`${request.method} ${pattern}`);
  for (const [name, { length }] of Map.groupBy(names, (each) => each)) {
    const most = fields?.[name]?.repeats ?? 1;
    if (length <= most) continue;
    if (most === 1) throw invalid(`Field "${name}" stands twice in the query. Send it once.`);
    throw invalid(`Field "${name}" stands ${length} times in the query. Send it at most ${most} times.`);
  }
  const [name] = names;
  if (name === undefined || fields !== null) return;
  throw invalid(`Unknown field "${name}" in the query. This call takes none: leave it out.`);
}

/** An answer made by hand has its own status. */
function statusOf(set: unknown, response: unknown): number {
  if (response instanceof Response) return response.status;
  return typeof set === "number" ? set : 200;
}

function noteRequest(
  log: Log,
  { request, route, status }: { request: Request; route: string | undefined; status: number },
): void {
  const { startMs, ip, auth } = stateOf(request);
  const method = methods.has(request.method) ? request.method : "other";
  counts.requests.add([method, String(status)]);
  noteRequestSpan(request, { route, method: method === "other" ? "_OTHER" : method, status });
  times.requests.observe(secondsSince(startMs));
  if (!log.isOn("debug")) return;
  log.debug("a request", {
    ...requestFields(request),
    method: request.method,
    path: loggedPath(request) ?? route,
    status,
    ms: msSince(startMs),
    ip,
    account_id: auth?.accountId,
    key_id: auth?.keyId,
  });
}

/** A path may hold a one-time secret, or be one: those of the API hold ids only. */
function loggedPath({ url }: Request): string | undefined {
  const path = pathOf(url);
  return path.startsWith("/api/") ? path : undefined;
}

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

interface Thrown {
  code: unknown;
  error: unknown;
  request: Request;
  routes(): Routes;
}

/** A refused request, and what is known of the call that it means. */
interface RefusedRequest {
  thrown: Thrown;
  told: Failure;
  meant: WrongPath["meant"];
  body: unknown;
  query: Record<string, unknown>;
}

/** Null: there is such a call. */
function wrongPathOf({ code, request, routes }: Thrown): WrongPath | null {
  if (code !== "NOT_FOUND") return null;
  const methods = methodsAt(routes(), request);
  const isNone = methods.length > 0 && !methods.includes(request.method);
  return (
    movedCall(request, methods) ??
    (isNone ? wrongMethod(request, methods) : noSuchPath(request, pathsOf(routes())))
  );
}

/** Whether the shapes of a call refuse it, and not what it is about. */
function isOfShapes({ code, error }: Thrown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return code === "VALIDATION" || [error, cause].some((one) => one instanceof ShapeFailure);
}

function toFailure(deps: HttpDeps, thrown: Thrown): Failure {
  const { error, code, request } = thrown;
  if (error instanceof Failure) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Failure) return cause;
  if (code === "VALIDATION") {
    const { type, validator, value } = error as {
      type: string;
      validator: { schema: TSchema };
      value: unknown;
    };
    if (type !== "response")
      return validationFailure(validator.schema, value, type === "params" ? "path" : type);
  }
  const full = storageFailure(error);
  if (full) {
    deps.log.error("a disk is full", { ...requestFields(request), error: messageOf(error) });
    return full;
  }
  if (code === "PARSE") return invalid("The body could not be read. Send well-formed JSON.");
  const away = outageFailure(error);
  if (away) {
    deps.log.error("the store did not answer", {
      ...requestFields(request),
      path: loggedPath(request),
      error: messageOf(error),
    });
    return away;
  }
  const { requestId } = stateOf(request);
  deps.log.error("a request failed", {
    ...requestFields(request),
    method: request.method,
    path: loggedPath(request),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return internalError(requestId);
}

/** Texts of the caller's own that end like ids. */
const ownIds = new Set(["client_id", "tenant_id", "content_id"]);

/** Puts ids of a body or a query in lower case, as ids of paths are. RFC 9562 4 */
function lowerIds(given: unknown): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return;
  const fields = given as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (!/(?:^|_)ids?$|^in_reply_to$/.test(name) || ownIds.has(name)) continue;
    if (Array.isArray(value)) fields[name] = value.map(lowerId);
    else fields[name] = lowerId(value);
  }
}

function lowerId(value: unknown): unknown {
  return typeof value === "string" && isUuid(value.toLowerCase()) ? value.toLowerCase() : value;
}

/** Fields of the query of each call, `GET /path/:id`; null: it takes none. */
type Queries = ReadonlyMap<string, Readonly<Record<string, { repeats?: number }>> | null>;

function queriesOf(routes: Routes): Queries {
  return new Map(
    routes.map(({ method, path, hooks: { query } }) => {
      const { properties = {} } = (query ?? {}) as { properties?: Record<string, { repeats?: number }> };
      return [`${method} ${path}`, query === undefined ? null : properties];
    }),
  );
}

type Routes = readonly ShapedRoute[];

function pathsOf(routes: Routes): string[] {
  return routes.map(({ path }) => path).filter((path) => path.startsWith("/api/"));
}

/** Methods that exist at this path, as its own words have it: `/messages/wait` is no id of a message. */
function methodsAt(routes: Routes, request: Request): string[] {
  const given = pathOf(request.url).split("/");
  const matching = routes.filter((route) => isOfPattern(route.path, given));
  const open = ({ path }: Routes[number]) => path.split(":").length;
  const least = Math.min(...matching.map(open));
  return [...new Set(matching.filter((route) => open(route) === least).map(({ method }) => method))];
}
