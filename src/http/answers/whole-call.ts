// The whole call that a wrong one most likely means: method, path with its ids, query and body. It stands at the end of a refusal, as
// `Right: PATCH /api/v1/drafts/… {"subject": "Hi"}`, where all of it is taken by the call's shapes; else nothing is proposed. Nothing of
// the wrong call is lost, nothing is added, and a read never becomes a change. DECISIONS Errors
import type { TSchema } from "@sinclair/typebox";
import { Failure } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { beforeRight } from "../../lib/right-call.ts";
import { isMoment, type UtcSeconds } from "../../lib/zones.ts";
import { pathOf } from "../auth.ts";
import { type BodyFields, isFields, meantFields } from "../meant-body.ts";
import { type NamedAddresses, ownFields } from "../near-address.ts";
import { type RepairSite, repairOf } from "../repair.ts";

/** Characters of a call that a refusal shows. */
const maxShown = 700;
/** Bytes of a body that is written again. */
const maxRead = 4000;

/** A call as a route has it. */
export interface ShapedRoute {
  method: string;
  /** `/api/v1/threads/:id`. */
  path: string;
  hooks: { query?: unknown; body?: unknown };
}

/** A call that another one is to be: its path may have `{id}` where the wrong one names the thing. */
export interface MeantCall {
  method: string;
  path: string;
  /** Fields that say what the path of the wrong call said. */
  body?: BodyFields;
  /** The address that its path named. */
  owner?: string;
  /** A field of its query that is in the path here. */
  inPath?: string;
  /** The fields of its query are those of the body, or the other way. */
  isTurned?: boolean;
}

/** Passwords within URLs, and keys: who logs a refusal would keep them. */
const secrets = /:\/\/[^/\s@":]{0,300}:[^/\s@"]{0,300}@|\b(?:pr|whsec)_\w{20}/;

/** The failure with the call behind its words; itself where there is none, or it holds a secret. */
export function withRight(failure: Failure, call: string | null): Failure {
  if (call === null || call.length > maxShown || secrets.test(call)) return failure;
  return new Failure(failure.code, `${failure.message}${beforeRight}${call}`, failure.retryAfterSeconds);
}

/** @param fields of a query as text or as JSON has them; those of several values stand so often */
function shownCall(
  method: string,
  path: string,
  { query, body }: Record<"query" | "body", BodyFields>,
): string {
  const asked = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .map(
        (one) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(String(one)).replaceAll("%3A", ":").replaceAll("%40", "@").replaceAll("%2C", ",")}`,
      ),
  );
  const url = asked.length === 0 ? path : `${path}?${asked.join("&")}`;
  return Object.keys(body).length === 0 ? `${method} ${url}` : `${method} ${url} ${JSON.stringify(body)}`;
}

/** Calls by POST that read: a field that is null there is a filter that was lost. */
const looks = /\/(?:next|wait)$/;

interface CallSite {
  routes: readonly ShapedRoute[];
  now: UtcSeconds;
  /** The default domain; null: sign-ups have another one. */
  mailDomain: string | null;
  /** As they were read; undefined: none. */
  body: unknown;
  query?: BodyFields;
  /** True: names and times in them were heard. */
  isHeard?: boolean;
}

/** The call of a request, mended for the route that is meant; null: not all of it can be. */
export function callOf(
  request: Pick<Request, "url" | "method">,
  meant: MeantCall,
  site: CallSite,
): string | null {
  const of = atOwner(request, meant, site.body);
  return (
    mendedCall(request, of.meant, { ...site, body: of.body }) ??
    searchOf(request, of.meant, { ...site, body: of.body })
  );
}

/** Fields that say whose a thing is, where its path does. */
const owners = ["address", "identity_id", "identity", "inbox_id"];

/** A call below an address that its path does not name, and one field does. */
function atOwner(
  { url }: Pick<Request, "url">,
  meant: MeantCall,
  body: unknown,
): { meant: MeantCall; body: unknown } {
  const at = (owner: string) =>
    meant.path.replace("/identities/{id}", `/identities/${encodeURIComponent(owner)}`);
  const params = new URL(url).searchParams;
  const fields = isFields(body) ? body : {};
  const named = owners.filter((name) => params.has(name) || typeof fields[name] === "string");
  const [name, another] = named;
  if (!meant.path.includes("/identities/{id}") || name === undefined || another !== undefined)
    return { meant, body };
  const inQuery = params.get(name);
  if (inQuery !== null) return { meant: { ...meant, path: at(inQuery), inPath: name }, body };
  const { [name]: owner, ...rest } = fields;
  return { meant: { ...meant, path: at(String(owner)) }, body: rest };
}

function mendedCall(
  { url, method: asked }: Pick<Request, "url" | "method">,
  { method, path, body: added, owner, inPath, isTurned = false }: MeantCall,
  { routes, now, body, query, isHeard = false, mailDomain }: CallSite,
): string | null {
  const [plain = "", own = ""] = path.split("?");
  if (/[{…]/.test(path)) return null;
  const changes = method === "PUT" ? routeAt(routes, "PATCH", plain) : null;
  const route = routeAt(routes, method, plain) ?? changes;
  if (route === null) return null;
  // A field that a PUT does not name gets its default.
  if (route.method === "PUT" && asked !== "PUT" && !takesNothing(route.hooks.body)) return null;
  const params = new URL(url).searchParams;
  if (inPath !== undefined) params.delete(inPath);
  const named = Object.fromEntries(params);
  if (Object.keys(named).length !== [...params.keys()].length) return null;
  // Without values that the server has put there for fields that were left out.
  const inQuery = Object.fromEntries(
    Object.entries(query ?? named).filter(([name]) => Object.hasOwn(named, name)),
  );
  const takes = (name: string) =>
    Object.hasOwn((route.hooks.body as TSchema | undefined)?.properties ?? {}, name);
  const list = Array.isArray(body) && takes("messages") ? { messages: body } : body;
  const given = isFields(list) && added ? { ...added, ...list } : (list ?? added);
  const sent = owner === undefined ? given : ownedBy(owner, given ?? {}, takes);
  // The address would be lost.
  if (sent === null) return null;
  const heardIn = (fields: unknown) => ({
    now,
    heard: isHeard && isFields(fields) ? Object.keys(fields) : [],
    isNew: method === "POST" && !looks.test(plain),
  });
  const fields = { ...Object.fromEntries(new URLSearchParams(own)), ...inQuery };
  if (isTurned && (sent ?? null) !== null && !isFields(sent)) return null;
  const both = isTurned ? { ...fields, ...(sent as BodyFields | undefined) } : null;
  const [asQuery, asBody] =
    both === null ? [fields, sent] : route.hooks.body === undefined ? [both, undefined] : [{}, both];
  const mended = mendedFields(route.hooks.query, asQuery, heardIn(inQuery));
  const right = mendedFields(route.hooks.body, asBody, heardIn(sent));
  const whole =
    right === null || plain !== identities || method !== "POST" ? right : wholeName(right, mailDomain);
  return mended === null || whole === null || isBeyond(whole.send_at, now)
    ? null
    : shownCall(route.method, plain, { query: mended, body: whole });
}

const identities = "/api/v1/identities";

/** Fields of a new address whose name alone is said: on the default domain; null: they name a domain alone. */
function wholeName(
  { local_part: local, ...fields }: BodyFields,
  mailDomain: string | null,
): BodyFields | null {
  const isOf = (name: string) => fields[name] !== undefined;
  if (local !== undefined && (isOf("domain_id") || isOf("email"))) return { local_part: local, ...fields };
  if (local !== undefined)
    return mailDomain !== null && /^[\w.+-]{1,64}$/.test(String(local))
      ? { email: `${local}@${mailDomain}`, ...fields }
      : null;
  return isOf("domain_id") ? null : fields;
}

/** Days and seconds within which a mail can leave later. DECISIONS Drafts */
const [mostDays, leastSeconds] = [30, 60];

/** Whether a time, where it is one and not words, is none at which a mail can leave. */
function isBeyond(sendAt: unknown, now: UtcSeconds): boolean {
  const at = typeof sendAt === "string" && isMoment(sendAt) ? Date.parse(sendAt) / 1000 : Number.NaN;
  return at < now + leastSeconds || at > now + mostDays * 86_400;
}

/** Fields with the address that the path named, where the call takes it; null: it is another one than they name. */
function ownedBy(owner: string, fields: unknown, takes: (name: string) => boolean): unknown {
  const field = ["identity_id", "from"].find(takes);
  if (field === undefined || !isFields(fields)) return fields;
  if (field === "from" && !owner.includes("@") && !isUuid(owner.toLowerCase())) return null;
  const named = fields[field] ?? owner;
  return named === owner ? { [field]: owner, ...fields } : null;
}

/** Words in the query of a list of messages: its search. */
function searchOf(
  request: Pick<Request, "url" | "method">,
  { method, path }: MeantCall,
  site: CallSite,
): string | null {
  const words = ["q", "query", "search"].filter((name) => new URL(request.url).searchParams.has(name));
  if (method !== "GET" || path !== "/api/v1/messages" || words.length !== 1) return null;
  return mendedCall(request, { method, path: "/api/v1/messages/search" }, site);
}

function takesNothing(schema: unknown): boolean {
  return Object.keys((schema as TSchema | undefined)?.properties ?? {}).length === 0;
}

/** Null: they cannot be. */
function mendedFields(schema: unknown, given: unknown, site: RepairSite): BodyFields | null {
  const fields = given ?? {};
  const isEmpty = isFields(fields) && Object.keys(fields).length === 0;
  if (takesNothing(schema)) return isEmpty ? {} : null;
  return meantFields({ ...repairOf(schema as TSchema, site), schema: schema as TSchema, fields });
}

/** Whether a path, by its words, is one of a pattern such as `/api/v1/threads/:id`. */
export function isOfPattern(pattern: string, words: readonly string[]): boolean {
  const parts = pattern.split("/");
  return (
    parts.length === words.length && parts.every((part, at) => part.startsWith(":") || part === words[at])
  );
}

function routeAt(routes: readonly ShapedRoute[], method: string, path: string): ShapedRoute | null {
  const words = path.split("/");
  const like = routes.filter((route) => route.method === method && isOfPattern(route.path, words));
  // A word of the path goes before an id.
  return like.toSorted((a, b) => a.path.split(":").length - b.path.split(":").length)[0] ?? null;
}

/**
 * The path of a template, `/api/v1/messages/{id}` or `…?identity_id=…`, with the ids that a path of another form names: each behind its
 * word. What names nothing stays.
 */
export function filledPath(template: string, plain: string): string {
  const words = plain.split("/");
  const behind = (word: string) => {
    const at = words.indexOf(word);
    const name = at === -1 ? undefined : words[at + 1];
    return name === undefined || name === "" ? null : name;
  };
  return template
    .replaceAll(/\/([a-z-]+)\/\{\w+\}/g, (whole, word: string) => {
      const name = behind(word);
      return name === null ? whole : `/${word}/${name}`;
    })
    .replaceAll(/(identity|thread)_id=…/g, (whole, kind: string) => {
      const name = behind(kind === "identity" ? "identities" : "threads");
      return name === null ? whole : `${kind}_id=${name}`;
    });
}

/** Fields that name a thread: a message lies in a single one. */
const ofThreads = ["thread_id", "parent_id"];

/** The call of a refused request with another address in the place of a misspelt one, or a thread in that of its message; null: it would take something away, or is long. */
export function callWith(
  request: Pick<Request, "url" | "method" | "headers">,
  { given, meant }: { given: string; meant: string },
  body: unknown,
): string | null {
  const { method, headers } = request;
  if (method === "DELETE" || Number(headers.get("content-length") ?? 0) > maxRead) return null;
  const [plain, coded] = [meant, encodeURIComponent(meant)];
  const path = pathOf(request.url)
    .replace(encodeURIComponent(given), () => coded)
    .replace(given, () => plain)
    .replace(given.toUpperCase(), () => plain);
  const put = (fields: BodyFields, names: readonly string[]) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        names.includes(name) && String(value).toLowerCase() === given.toLowerCase() ? meant : value,
      ]),
    );
  return shownCall(method, path, {
    query: put(Object.fromEntries(new URL(request.url).searchParams), [...ownFields.query, ...ofThreads]),
    body: isFields(body) ? put(body, [...ownFields.body, ...ofThreads]) : {},
  });
}

/** The refusal with the addresses that its caller has; where there is one alone, with the call that has it. */
export function withAddresses(
  { failure, field, sole }: NamedAddresses,
  request: Pick<Request, "url" | "method">,
  site: CallSite,
): Failure {
  if (sole === null) return failure;
  const { method } = request;
  const path = pathOf(request.url);
  const meant =
    method === "GET"
      ? { method, path: `${path}?${field}=${encodeURIComponent(sole)}` }
      : { method, path, body: { [field]: sole } };
  return withRight(failure, callOf(request, meant, site));
}

/** The body of a refused call that is right once it is made whole: with the folder that a misspelt one is, or of a new address that names no domain; null: it is none such. */
export function meantBody({ message }: Failure, body: unknown): BodyFields | null {
  if (!isFields(body)) return null;
  if (message.startsWith('Field "domain_id" is missing') && body.email === undefined) return body;
  const [, folder] = /^"folder" names no folder of this address\. Did you mean "(\w+)"\?/.exec(message) ?? [];
  return folder === undefined ? null : { ...body, folder };
}

/** A refusal's words with the ids of its request in the place of `{id}`: they name what the caller has named. */
export function withIds(failure: Failure, request: Request): Failure {
  if (failure.code === "not_found" || !failure.message.includes("{id}")) return failure;
  const words = pathOf(request.url)
    .replace(/^\/api\/v1/, "")
    .split("/");
  const message = failure.message.replaceAll(/\/api\/v1\/([a-z-]+)\/\{id\}/g, (whole, word: string) => {
    const [, first = "", id = ""] = words;
    return first === word && isUuid(id.toLowerCase()) ? `/api/v1/${word}/${id}` : whole;
  });
  return message === failure.message
    ? failure
    : new Failure(failure.code, message, failure.retryAfterSeconds);
}
