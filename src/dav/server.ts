// CalDAV: logs clients in with app passwords and answers the methods of WebDAV below /dav/. The HTTP server hands requests
// over before it routes its own. RFC 4918, 4791, 6578, 6638; RFC 6764 5 for /.well-known/caldav.
import type { CalendarOwner } from "../../actors/identity/calendar/calendar-content.ts";
import { counts, secondsSince, times } from "../lib/facts.ts";
import { Failure, messageOf, storageFailure } from "../lib/failure.ts";
import { inNetworks } from "../lib/networks.ts";
import { TokenBuckets } from "../lib/token-bucket.ts";
import { getIdentity } from "../store/accounts/identities.ts";
import { DatabaseUnavailable } from "../store/database/database.ts";
import { deleteCalendar, makeCalendar } from "./calendars.ts";
import { type DavDeps, DavRefusal, type DavRequest, refusalResponse } from "./context.ts";
import { deleteInboxItem } from "./inbox.ts";
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
  const limits = new TokenBuckets(perSecond, burst, deps.clock);
  return (request, { ip }) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/.well-known/caldav")
      return Promise.resolve(new Response(null, { status: 301, headers: { location: "/dav/" } }));
    if (pathname !== "/dav" && !pathname.startsWith("/dav/")) return null;
    const startMs = performance.now();
    return answer(deps, { request, pathname, ip, limits }).then((response) => {
      counts.requests.add([request.method in methods ? request.method : "other", String(response.status)]);
      times.requests.observe(secondsSince(startMs));
      deps.log.debug("a CalDAV request", { method: request.method, status: response.status, ip });
      response.headers.set("dav", features);
      return response;
    });
  };
}

async function answer(
  deps: DavDeps,
  { request, pathname, ip, limits }: { request: Request; pathname: string; ip: string; limits: TokenBuckets },
): Promise<Response> {
  try {
    if (request.method === "OPTIONS") return new Response(null, { headers: { allow: allowed } });
    const owner = await logIn(deps, request, ip);
    const bucket = limits.take(`identity:${owner.identityId}`);
    if (!bucket.allowed)
      throw new Failure(
        "rate_limited",
        "Too many requests. Wait for the seconds in Retry-After.",
        bucket.retryAfter,
      );
    const place = placeOf(pathname);
    const handle = methods[request.method];
    if (!handle) throw new DavRefusal(405, [], "This method is not known here.", { allow: allowed });
    if (!place) throw new DavRefusal(404, [], "There is nothing here.");
    const { method, headers } = request;
    const body = await readBytes(request, deps.config.httpBodySeconds);
    return await handle({ deps, owner, method, headers, place, body });
  } catch (error) {
    return refusalResponse(toRefusal(deps, error, request));
  }
}

/** @throws DavRefusal 401, 429 */
async function logIn(
  { logins, database, config }: DavDeps,
  request: Request,
  ip: string,
): Promise<CalendarOwner> {
  const given = /^basic +([\w+/=-]{1,4000})$/i.exec(request.headers.get("authorization")?.trim() ?? "");
  const [username = "", password = ""] = given ? splitOnce(Buffer.from(given[1]!, "base64").toString()) : [];
  if (username === "") throw unauthorized();
  const trusted = inNetworks(ip, config.trustedNetworks);
  const login = await logins.logIn({ username, password, remoteAddress: ip, protocol: "caldav", trusted });
  if (login === "blocked")
    throw new DavRefusal(429, [], "Too many wrong passwords. Try again later.", { "retry-after": "60" });
  if (login === null) throw unauthorized();
  const { accountId, identityId, email } = login;
  const identity = await getIdentity(database, { accountId, identityIds: [identityId] }, identityId);
  if (!identity) throw unauthorized();
  return { accountId, identityId, email, name: identity.displayName };
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function unauthorized(): DavRefusal {
  return new DavRefusal(401, [], "Log in with an address and one of its app passwords.", {
    "www-authenticate": 'Basic realm="Postroom", charset="UTF-8"',
  });
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

/** What was thrown, in the words of WebDAV. */
function toRefusal(deps: DavDeps, error: unknown, { method }: Request): DavRefusal {
  if (error instanceof DavRefusal) return error;
  const failure = error instanceof Failure ? error : storageFailure(error);
  if (failure) {
    const { code, message, retryAfterSeconds } = failure;
    const headers =
      retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
    return new DavRefusal(statuses[code] ?? 403, [], message, headers);
  }
  if (error instanceof DatabaseUnavailable)
    return new DavRefusal(503, [], "The database does not answer just now. Try again.", {
      "retry-after": "2",
    });
  deps.log.error("a CalDAV request failed", {
    method,
    error: error instanceof Error ? (error.stack ?? error.message) : messageOf(error),
  });
  return new DavRefusal(500, [], "The request failed here. Try again, or tell the operator.");
}
