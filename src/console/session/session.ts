// Sessions of the console: an HttpOnly cookie, and a CSRF token derived from it in every form. Before sign-in the cookie is
// random and has no session.
import { sessionMs } from "../../../actors/account/access/console.ts";
import { type HttpDeps, stateOf } from "../../http/context.ts";
import type { FormEntry } from "../../http/multipart.ts";
import { addMs, type Instant, nowInstant } from "../../lib/clock.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { constantTimeEqual, hmacSha256, randomBase62, sha256 } from "../../lib/secrets.ts";
import { zoneName } from "../../lib/zones.ts";
import type { OpenIdStart } from "../../openid/issuer.ts";
import type { UploadedFile } from "../../schema/drafts.ts";
import { findSession, type SessionRow, touchSession } from "../../store/access/console.ts";
import { phrases } from "../phrases.ts";

const sessionCookie = "postroom_session";
const formCookie = "postroom_form";
/** A program's request for access that waits until the person has signed in. */
const waitingCookie = "postroom_waiting";
/** A sign-in by OIDC_ISSUER between its start and its end. */
const startedCookie = "postroom_openid";
const tokenPattern = /^[0-9A-Za-z]{43}$/;

const themeCookie = "postroom_theme";
const densityCookie = "postroom_density";
const accountCookie = "postroom_account";
const recentCookie = "postroom_recent";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];
/** Heights of a line in a list beside the usual one. */
export const densities = ["compact", "comfortable"] as const;
export type Density = (typeof densities)[number];

/** A browser's request: its session, if there is one, and the CSRF token of its forms. */
export interface Visit {
  session: SessionRow | null;
  /** null: as the device has it. */
  theme: Theme | null;
  /** null: as usual. */
  density: Density | null;
  /** The account that was looked at last. */
  accountId: string | null;
  /** For the hidden field `csrf`. */
  csrf: string;
  /** Set-Cookie headers that the answer needs. */
  cookies: string[];
}

type SessionDeps = Pick<HttpDeps, "database" | "clock" | "baseUrl">;

export async function visitOf(deps: SessionDeps, request: Request): Promise<Visit> {
  const cookies = cookiesOf(request);
  const token = sessionIn(deps, cookies);
  const theme = themes.find((one) => one === cookies.get(themeCookie)) ?? null;
  const density = densities.find((one) => one === cookies.get(densityCookie)) ?? null;
  const account = cookies.get(accountCookie) ?? "";
  const chosen = { theme, density, accountId: isUuid(account) ? account : null };
  const now = nowInstant(deps.clock);
  const session = token ? await findSession(deps.database, sha256(token), now) : null;
  if (session && isStale(session, now)) await touchSession(deps.database, session.tokenHash, now);
  if (session && token) return { ...chosen, session, csrf: csrfOf(token), cookies: [] };
  const known = tokenIn(cookies, nameOf(deps, formCookie));
  const form = known ?? randomBase62(43);
  return {
    ...chosen,
    session: null,
    csrf: csrfOf(form),
    cookies: known ? [] : [setCookie(deps, request, { name: formCookie, value: form, seconds: 3600 })],
  };
}

/** So often it is written that a session is used. */
const touchedMs = 5 * 60_000;

function isStale({ createdAt, lastUsedAt }: SessionRow, now: Instant): boolean {
  return addMs(lastUsedAt ?? createdAt, touchedMs) < now;
}

/** Whether the request has the cookie of a session that stands. */
export async function isSignedIn(deps: SessionDeps, request: Request): Promise<boolean> {
  const { database, clock } = deps;
  const token = sessionIn(deps, cookiesOf(request));
  return token !== undefined && (await findSession(database, sha256(token), nowInstant(clock))) !== null;
}

/** The cookie of a new session. */
export function sessionCookieOf(deps: SessionDeps, request: Request, token: string): string {
  return setCookie(deps, request, { name: sessionCookie, value: token, seconds: sessionMs / 1000 });
}

/** Remembers a program's request for access over the sign-in. @param query of the page that asks */
export function waitingCookieOf(deps: SessionDeps, request: Request, query: string): string {
  const value = Buffer.from(query).toString("base64url");
  return setCookie(deps, request, { name: waitingCookie, value, seconds: query === "" ? 0 : 3600 });
}

/** Remembers a sign-in by OIDC_ISSUER that has begun. @param value null: it is over */
export function startedCookieOf(deps: SessionDeps, request: Request, start: OpenIdStart | null): string {
  const value = start === null ? "" : [start.state, start.nonce, start.verifier].join(".");
  return setCookie(deps, request, { name: startedCookie, value, seconds: start === null ? 0 : 600 });
}

/** The sign-in by OIDC_ISSUER that this browser has begun; null: none. */
export function startedIn(deps: SessionDeps, request: Request): OpenIdStart | null {
  const value = cookiesOf(request).get(nameOf(deps, startedCookie)) ?? "";
  const [, state, nonce, verifier] = /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})$/.exec(value) ?? [];
  return state === undefined ? null : { state, nonce: nonce!, verifier: verifier! };
}

/** The query of the request that waits; null: none does. */
export function waitingQuery(request: Request): string | null {
  const found = /(?:^|;\s*)postroom_waiting=([\w-]{1,4000})(?:;|$)/.exec(request.headers.get("cookie") ?? "");
  return found ? Buffer.from(found[1]!, "base64url").toString() : null;
}

/** Cookies that end the session, also one of the old name: without the other it would be read. */
export function endedCookies(deps: SessionDeps, request: Request): string[] {
  const ended = setCookie(deps, request, { name: sessionCookie, value: "", seconds: 0 });
  const forgotten = recentCookieOf(deps, request, null);
  const isRenamed = nameOf(deps, sessionCookie) !== sessionCookie;
  if (!isRenamed || !cookiesOf(request).has(sessionCookie)) return [ended, forgotten];
  return [ended, forgotten, `${sessionCookie}=; Path=/console; Max-Age=0; HttpOnly; SameSite=Lax; Secure`];
}

const yearSeconds = 365 * 24 * 3600;

/** The cookie that keeps a person's choice of colours. @param theme null: as the device has it */
export function themeCookieOf(deps: SessionDeps, request: Request, theme: Theme | null): string {
  return setCookie(deps, request, {
    name: themeCookie,
    value: theme ?? "",
    seconds: theme === null ? 0 : yearSeconds,
  });
}

/** The cookie that keeps how high the lines of lists are. @param density null: as usual */
export function densityCookieOf(deps: SessionDeps, request: Request, density: Density | null): string {
  return setCookie(deps, request, {
    name: densityCookie,
    value: density ?? "",
    seconds: density === null ? 0 : yearSeconds,
  });
}

/** The time zone that the browser is in, as its script wrote it; null: it has not said. */
export function zoneIn(request: Request): string | null {
  const found = /(?:^|;\s*)postroom_zone=([\w+/-]{1,64})(?:;|$)/.exec(request.headers.get("cookie") ?? "");
  return found ? zoneName(found[1]!) : null;
}

/** The cookie that keeps which account a person looks at. */
export function accountCookieOf(deps: SessionDeps, request: Request, accountId: string): string {
  return setCookie(deps, request, { name: accountCookie, value: accountId, seconds: yearSeconds });
}

/** The cookie that keeps the address that a person wrote from last. */
export function senderCookieOf(deps: SessionDeps, request: Request, identityId: string): string {
  return setCookie(deps, request, { name: "postroom_from", value: identityId, seconds: yearSeconds });
}

export interface RecentSearches {
  /** Mark of the person and the account. */
  owner: string;
  searches: string[];
}

/** Searches that the browser keeps, of any person. */
export function recentIn(request: Request): RecentSearches {
  const value = cookiesOf(request).get(recentCookie) ?? "";
  try {
    const [owner, ...searches] = JSON.parse(Buffer.from(value, "base64url").toString()) as unknown[];
    const texts = searches.filter((one) => typeof one === "string" && one !== "" && !one.includes("\0"));
    return { owner: String(owner), searches: texts as string[] };
  } catch {
    return { owner: "", searches: [] };
  }
}

/** The cookie that keeps a person's recent searches. @param kept null: none */
export function recentCookieOf(deps: SessionDeps, request: Request, kept: RecentSearches | null): string {
  const value =
    kept === null ? "" : Buffer.from(JSON.stringify([kept.owner, ...kept.searches])).toString("base64url");
  return setCookie(deps, request, {
    name: recentCookie,
    value,
    seconds: kept === null ? 0 : sessionMs / 1000,
  });
}

/** Cookies that prove something: over https no other host of the domain can set them. RFC 6265bis 4.1.3.2 */
const guarded = new Set([sessionCookie, formCookie, startedCookie]);
/** Sessions from before these names had the prefix live seven days: until then the old name is read. */
const oldNameUntil = Date.parse("2026-12-25T00:00:00Z");

function nameOf({ baseUrl }: Pick<SessionDeps, "baseUrl">, name: string): string {
  return guarded.has(name) && baseUrl().startsWith("https:") ? `__Host-${name}` : name;
}

function sessionIn(deps: SessionDeps, cookies: ReadonlyMap<string, string>): string | undefined {
  const token = tokenIn(cookies, nameOf(deps, sessionCookie));
  return token ?? (deps.clock.now() < oldNameUntil ? tokenIn(cookies, sessionCookie) : undefined);
}

function setCookie(
  deps: SessionDeps,
  request: Request,
  { name: bare, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const name = nameOf(deps, bare);
  const secure = deps.baseUrl().startsWith("https:") || stateOf(request).secure;
  const path = name.startsWith("__Host-") ? "/" : "/console";
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function cookiesOf(request: Request): Map<string, string> {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("=", 2));
  return new Map(pairs.flatMap(([name, value]) => (name && value ? [[name, value]] : [])));
}

function tokenIn(cookies: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = cookies.get(name);
  return value !== undefined && tokenPattern.test(value) ? value : undefined;
}

function csrfOf(cookie: string): string {
  return hmacSha256(cookie, "postroom console form").toString("base64url");
}

/** A request to a page: the body is the form as text, or the entries of one with files. */
export interface PageCall {
  request: Request;
  body: unknown;
  visit: Visit;
}

const maxFormBytes = 64 * 1024;

/**
 * The fields of a form that this visit rendered.
 * @throws Failure forbidden, validation_error, payload_too_large
 */
export function readForm(call: PageCall): URLSearchParams {
  return readEntries(call).form;
}

/** The fields of a form, and its files. @throws Failure as readForm */
export function readEntries({ request, body, visit: { csrf } }: PageCall): {
  form: URLSearchParams;
  files: UploadedFile[];
} {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreignForm();
  const text = typeof body === "string" ? body : "";
  if (text.length > maxFormBytes) throw new Failure("payload_too_large", phrases.failure.formTooLong);
  const entries = Array.isArray(body) ? (body as FormEntry[]) : [];
  const form = new URLSearchParams(text);
  const files: UploadedFile[] = [];
  for (const [name, value] of entries) {
    if (typeof value === "string") form.append(name, value);
    // A field for files that was left empty is sent all the same.
    else if (value.filename !== "" || value.bytes.length > 0) files.push(value);
  }
  if (!constantTimeEqual(form.get("csrf") ?? "", csrf)) throw foreignForm();
  for (const value of form.values()) {
    if (value.includes("\0")) throw invalid(phrases.failure.formHasNul);
  }
  return { form, files };
}

function foreignForm(): Failure {
  return new Failure("forbidden", phrases.session.foreignForm);
}
