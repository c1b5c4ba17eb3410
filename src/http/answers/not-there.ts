// A 404 in words of its request: which kind of thing or field names nothing, and which call lists what there is. It looks at the
// request alone and repeats no id, so two ids that are not there or not the caller's are answered with the same bytes; a word where
// an id belongs is repeated. SPEC Errors 2; DECISIONS Errors
import { Failure, nothingHere } from "../../lib/failure.ts";
import { idWithin, isUuid } from "../../lib/ids.ts";
import { pathOf } from "../auth.ts";

/** Things that ids in paths name, by the word before the id, each with the call that lists them. */
const kinds: Readonly<Record<string, readonly [thing: string, list: string]>> = {
  "api-keys": ["API key", "/api-keys"],
  "app-passwords": ["app password", "/app-passwords?identity_id=…"],
  attachments: ["file", "/messages?has_attachments=true"],
  deliveries: ["delivery", "/deliveries?webhook_id=…"],
  domains: ["domain", "/domains"],
  drafts: ["draft", "/drafts?identity_id=…"],
  identities: ["address", "/identities"],
  labels: ["label", "/labels?identity_id=…"],
  messages: ["message", "/messages?identity_id=…"],
  "oauth-grants": ["grant", "/oauth-grants"],
  pods: ["pod", "/pods"],
  "protection/lists": ["entry", "/protection/lists"],
  queue: ["entry of the queue", "/queue"],
  reviews: ["review", "/reviews"],
  "retention-rules": ["retention rule", "/retention-rules"],
  "routing-rules": ["routing rule", "/routing-rules"],
  suppressions: ["suppression", "/suppressions"],
  templates: ["template", "/templates"],
  threads: ["thread", "/threads"],
  webhooks: ["webhook", "/webhooks"],
};

/** Things below another one, and the call that lists them; `.`: the one that the path begins with; `..`: reading the one above shows them. */
const below: Readonly<Record<string, readonly [thing: string, list: string]>> = {
  attachments: ["file", ".."],
  "calendar-feeds": ["feed", "."],
  events: ["event", "."],
  labels: ["label", "/labels?identity_id=…"],
  lists: ["entry", "."],
  notes: ["note", "."],
  unsubscribes: ["unsubscribe", "."],
};

/** Fields of queries and bodies that hold an id, by what it names. */
const kindOfField: Readonly<Record<string, string>> = {
  attachment_ids: "attachments",
  domain_id: "domains",
  identity_id: "identities",
  identity_ids: "identities",
  in_reply_to: "messages",
  in_reply_to_message_id: "messages",
  label_id: "labels",
  parent_id: "threads",
  pod_id: "pods",
  thread_id: "threads",
  webhook_id: "webhooks",
};

/** Words of paths that stand where others have an id, by their method. */
const noIds: Readonly<Record<string, string>> = {
  "messages/batch": "POST",
  "messages/search": "GET",
  "messages/wait": "POST",
  "queue/drop": "POST",
  "queue/hold": "POST",
  "queue/release": "POST",
  "queue/retry": "POST",
};

/** Characters of a value that a refusal repeats. */
const maxShown = 80;

/**
 * Refuses a word of a path that stands where others have an id, by another method than its own: `GET /messages/wait`.
 * @throws Failure not_found
 */
export function refuseWordAsId(request: Request): void {
  const path = pathOf(request.url);
  const word = path.replace("/api/v1/", "");
  const own = Object.hasOwn(noIds, word) ? noIds[word] : undefined;
  if (own === undefined || [own, "HEAD"].includes(request.method)) return;
  const body = own === "POST" ? " Its fields stand in a JSON body." : "";
  throw new Failure("not_found", `There is no ${request.method} ${path}. Use ${own} ${path}.${body}`);
}

/** The failure in the words of its request; itself where it has its own words. @param body as it was read, where there is one */
export function inWordsOf(failure: Failure, request: Request, body?: unknown): Failure {
  if (failure.code !== "not_found" || failure.message !== nothingHere) return failure;
  const path = pathOf(request.url);
  const [inPath, inFields] = [ofPath(path), ofFields(fieldsOf(request, body))];
  const told = inPath !== null && inFields !== null ? `${inPath} Or: ${inFields}` : (inPath ?? inFields);
  return told === null ? failure : new Failure("not_found", told);
}

function ofPath(path: string): string | null {
  const [, kind = "", id = "", rest = ""] =
    /^\/api\/v1\/(protection\/lists|[a-z-]+)\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!known || Object.hasOwn(noIds, `${kind}/${id}`)) return null;
  const [thing, list] = known;
  const parts = rest.split("/");
  // An action on the inner thing may stand behind its id: `…/events/{eventId}/respond`.
  const place = Object.hasOwn(below, parts.at(-3) ?? "") ? -3 : -2;
  const [inner = "", innerId = ""] = parts.slice(place);
  const nested = parts.length > 1 && Object.hasOwn(below, inner) ? below[inner] : undefined;
  if (!nested)
    return `There is no ${called(thing, id)} that this key can reach.${bareOf(id)} GET /api/v1${list} lists those that are.`;
  const [innerThing, listedAt] = nested;
  const above = `/api/v1/${kind}/{id}`;
  const places = parts.slice(0, place + 1).map(anyId);
  const listed =
    listedAt === "." ? [above, ...places].join("/") : listedAt === ".." ? above : `/api/v1${listedAt}`;
  return `There is no ${called(innerThing, innerId)} at the ${called(thing, id)} that this key can reach.${bareOf(innerId)} GET ${listed.slice(0, 3 * maxShown)} shows what there is${inner === "labels" ? ", and POST /api/v1/labels makes a label" : ""}.`;
}

/** @param part of a path, with escapes */
function called(thing: string, part: string): string {
  const id = unescaped(part);
  return isUuid(id) ? `${thing} of this id` : `${thing} ${shown(id)}`;
}

/** The id in a word that has it in another form, such as `msg_…`. */
function bareOf(part: string): string {
  const bare = idWithin(unescaped(part));
  return bare === null ? "" : ` An id stands alone: did you mean ${bare}?`;
}

function anyId(part: string): string {
  return isUuid(part) ? "{id}" : part;
}

export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fieldsOf(request: Request, body: unknown): [name: string, value: unknown][] {
  const query = [...new URL(request.url).searchParams];
  const inBody =
    typeof body === "object" && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  return [...query, ...inBody].filter(
    ([name, value]) => Object.hasOwn(kindOfField, name) && value !== null && value !== undefined,
  );
}

function ofFields(fields: readonly [name: string, value: unknown][]): string | null {
  if (fields.length === 0) return null;
  const named = fields.map(([name, value]) => {
    const values = [value].flat().map(String);
    return values.every(isUuid) ? `"${name}"` : `"${name}" ${shown(values.join(", "))}`;
  });
  const lists = fields.map(([name]) => `GET /api/v1${kinds[kindOfField[name]!]![1]}`);
  const [one] = named;
  return named.length === 1
    ? `${one} names nothing that this key can reach. ${lists[0]} lists what there is.`
    : `One of ${named.join(", ")} names nothing that this key can reach. ${[...new Set(lists)].join(", ")} list what there is.`;
}

/** @param value as a path or a field has it */
export function shown(value: string): string {
  return JSON.stringify(value.length > maxShown ? `${value.slice(0, maxShown)}…` : value);
}
