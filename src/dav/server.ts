// CalDAV: logs clients in and answers the methods of WebDAV below /dav/. The HTTP server hands requests
// over before it routes its own. RFC 4918, 4791, 6578, 6638; RFC 6764 5 for /.well-known/caldav.
import { counts, secondsSince, times } from "../lib/facts.ts";
import { Failure, messageOf, storageFailure } from "../lib/failure.ts";
import { SharedBuckets } from "../lib/shared-limits.ts";
import { outageFailure } from "../store/outage.ts";
import { deleteCalendar, makeCalendar } from "./calendars.ts";
import { type DavDeps, DavRefusal, type DavRequest, refusalResponse } from "./context.ts";
import { deleteInboxItem } from "./inbox.ts";
import { createLogin } from "./login.ts";
import { deleteResource, getResource, moveResource, putResource } from "./objects.ts";
import { postOutbox } from "./outbox.ts";
import { placeOf } from "./paths.ts";
import { propfind, proppatch } from "./propfind.ts";
import { report } from "./reports/index.ts";
import { readBytes } from "./request.ts";

/** RFC 4791 5.1, RFC 3744 7.2, RFC 6638 2, RFC 5689 3.1 */
const features = "1, 3, access-control, calendar-access, calendar-auto-schedule, extended-mkcol";

const methods: Record<string, (request: DavRequest) => Promise<Response>> = {
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  REPORT: report,
  MKCALENDAR: makeCalendar,
  MKCOL: makeCalendar,
  GET: getResource,
  HEAD: getResource,
  PUT: putResource,
  MOVE: moveResource,
  POST: postOutbox,
  DELETE: (request) => {
    if (request.place.kind === "inbox") return deleteInboxItem(request);
    return request.place.kind === "calendar" ? deleteCalendar(request) : deleteResource(request);
  },
};
const allowed = ["OPTIONS", ...Object.keys(methods)].join(", ");

export type DavHandler = (request: Request, client: { ip: string }) => Promise<Response> | null;

/** @returns a handler; it answers null for paths that are not CalDAV's */
export function createDav(deps: DavDeps): DavHandler {
  const { perSecond, burst } = deps.config.rateLimit;
  const { clock } = deps;
  const limits = new SharedBuckets("calendar requests", {
    rate: perSecond,
    burst,
    clock,
    limits: deps.sharedLimits,
  });
  const logIn = createLogin(deps);
  return (request, { ip }) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/.well-known/caldav")
      return Promise.resolve(new Response(null, { status: 301, headers: { location: "/dav/" } }));
    if (pathname !== "/dav" && !pathname.startsWith("/dav/")) return null;
    const startMs = performance.now();
    return answer(deps, { request, pathname, ip, limits, logIn }).then((response) => {
      counts.requests.add([request.method in methods ? request.method : "other", String(response.status)]);
      times.requests.observe(secondsSince(startMs));
      deps.log.debug("a CalDAV request", { method: request.method, status: response.status, ip });
      response.headers.set("dav", features);
      response.headers.set("x-content-type-options", "nosniff");
      return response;
    });
  };
}

async function answer(
  deps: DavDeps,
  {
    request,
    pathname,
    ip,
    limits,
    logIn,
  }: {
    request: Request;
    pathname: string;
    ip: string;
    limits: SharedBuckets;
    logIn: ReturnType<typeof createLogin>;
  },
): Promise<Response> {
  try {
    if (request.method === "OPTIONS") return new Response(null, { headers: { allow: allowed } });
    const place = placeOf(pathname);
    const { bucket: name, ...caller } = await logIn({ request, ip, place });
    const bucket = await limits.take(name);
    if (!bucket.allowed)
      throw new Failure(
        "rate_limited",
        "Too many requests. Wait for the seconds in Retry-After.",
        bucket.retryAfter,
      );
    const handle = methods[request.method];
    if (!handle) throw new DavRefusal(405, [], "This method is not known here.", { allow: allowed });
    if (!place) throw new DavRefusal(404, [], "There is nothing here.");
    const { method, headers } = request;
    const body = await readBytes(request, deps.config.httpBodySeconds);
    return await handle({ deps, ...caller, method, headers, place, body });
  } catch (error) {
    return refusalResponse(toRefusal(deps, error, request));
  }
}

const statuses: Partial<Record<Failure["code"], number>> = {
  validation_error: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  rate_limited: 429,
  daily_limit: 429,
  unavailable: 503,
  storage_full: 507,
  internal_error: 500,
};

/** Return the WebDAV refusal for an error. */
function toRefusal(deps: DavDeps, error: unknown, { method }: Request): DavRefusal {
  if (error instanceof DavRefusal) return error;
  const failure = error instanceof Failure ? error : (storageFailure(error) ?? outageFailure(error));
  if (failure) {
    const { code, message, retryAfterSeconds } = failure;
    const headers =
      retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
    return new DavRefusal(statuses[code] ?? 403, [], message, headers);
  }
  deps.log.error("a CalDAV request failed", {
    method,
    error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
  });
  return new DavRefusal(500, [], "The request failed here. Try again, or tell the operator.");
}
