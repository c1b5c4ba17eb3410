// Paths and methods that are none: the call of ours that one of another API, or a misspelt one, means. A path is proposed where each of
// its words is near, or where it stands whole at the end of one path alone; else nothing is. DECISIONS Errors
import { Failure, nothingHere } from "../../lib/failure.ts";
import { isUuid } from "../../lib/ids.ts";
import { nearest } from "../../lib/nearest.ts";
import { pathOf } from "../auth.ts";
import type { BodyFields } from "../meant-body.ts";
import { shown, unescaped } from "./not-there.ts";
import { filledPath, type MeantCall } from "./whole-call.ts";

/** A refusal of a path or a method, and the call that is meant, where that is plain. */
export interface WrongPath {
  failure: Failure;
  meant: MeantCall | null;
}

const reads = (method: string) => method === "GET" || method === "HEAD";

/** The one method that a path has for a call that means to change something, or to read; null: there are several, or it is none such. */
function otherMethod(method: string, methods: readonly string[]): string | null {
  const like = methods.filter((one) => one !== "OPTIONS" && one !== "DELETE" && reads(one) === reads(method));
  if (method === "DELETE" || like.length === 0) return null;
  if (reads(method)) return "GET";
  // A POST makes something new, which a change does not mean.
  if (method !== "POST" && like.every((one) => one === "POST")) return null;
  return like.length === 1 ? like[0]! : like.includes("PATCH") && method !== "PATCH" ? "PATCH" : null;
}

/** @param methods that the path has */
export function wrongMethod(request: Request, methods: readonly string[]): WrongPath {
  const named = new URL(request.url).searchParams.get("id");
  if (named !== null && isUuid(named.toLowerCase()) && ["DELETE", "PATCH"].includes(request.method)) {
    const path = `${pathOf(request.url).replace(/\/$/, "")}/${named}`;
    return { failure: noSuchMethod(request, methods), meant: { method: request.method, path, inPath: "id" } };
  }
  const path = pathOf(request.url).replace(/\/$/, "");
  const looks = lookedFor(request.method, path);
  const other = looks ?? otherMethod(request.method, methods);
  const meant = other === null ? null : { method: other, path, isTurned: looks !== null };
  return { failure: noSuchMethod(request, methods), meant };
}

/** The method of a path that only looks: a search by any but DELETE, and what waits, which a GET asks POST for; null: it is none such. */
function lookedFor(method: string, path: string): string | null {
  if (method !== "DELETE" && path.endsWith("/search")) return "GET";
  return reads(method) && path.endsWith("/next") ? "POST" : null;
}

function noSuchMethod({ method }: Request, methods: readonly string[]): Failure {
  const use =
    method === "PUT" && methods.includes("PATCH")
      ? "PATCH, which changes the fields that it names"
      : methods.join(" or ");
  return new Failure("method_not_allowed", `${method} does not exist here. Use ${use}.`);
}

/** Words of paths of other APIs, by the word that is meant. */
const otherWords: Readonly<Record<string, string>> = {
  email: "messages",
  emails: "messages",
  mail: "messages",
  mails: "messages",
  inboxes: "identities",
  identity: "identities",
  address: "identities",
  addresses: "identities",
  email_addresses: "identities",
  conversation: "threads",
  conversations: "threads",
  hooks: "webhooks",
  keys: "api-keys",
  folders: "mailboxes",
  account: "me",
  whoami: "me",
  user: "me",
};

const lists = "messages|threads|drafts|labels|mailboxes|app-passwords|webhooks";
const changed = "PATCH /api/v1/messages/{id} with";
/** A read that means to change something, and a DELETE that means to take it back, are told nothing that does it. */
const changing = ["POST", "PUT", "PATCH"];
/** Calls that other APIs have at other places: `methods` limits an entry to requests by one of them. */
const elsewhere: readonly { at: RegExp; call: string; methods?: readonly string[] }[] = [
  { at: /^\/(?:messages\/|mail\/)?send(?:[-_]?(?:mail|email|message))?$/i, call: "POST /api/v1/messages" },
  { at: /^\/identities\/[^/]+\/(?:messages\/)?send$/, call: "POST /api/v1/messages" },
  { at: /^\/identities\/[^/]+\/(?:messages|threads)$/, call: "POST /api/v1/messages", methods: ["POST"] },
  { at: /^\/threads$/, call: "POST /api/v1/messages", methods: ["POST"] },
  {
    at: /^\/threads\/[^/]+\/messages$/,
    call: "POST /api/v1/messages/{id}/reply, with the id of a message of the thread",
    methods: ["POST"],
  },
  {
    at: /^\/drafts\/[^/]+\/(?:unsend|unschedule|cancel)$/,
    call: "DELETE /api/v1/drafts/{id}/schedule",
  },
  {
    at: /^\/messages\/[^/]+\/(?:withdraw|cancel|unsend|recall|undo)$/,
    call: "DELETE /api/v1/drafts/{id}/schedule for what is scheduled, which stays a draft, and DELETE /api/v1/drafts/{id} for what waits for a person; what has left cannot be taken back",
    methods: changing,
  },
  {
    at: /^\/reviews\/[^/]+\/(?:disapprove|unapprove|deny|decline|refuse)$/,
    call: "POST /api/v1/reviews/{id}/reject",
    methods: changing,
  },
  {
    at: /^\/identities\/[^/]+\/(drafts|labels|app-passwords|webhooks)$/,
    call: "POST /api/v1/$1",
    methods: ["POST"],
  },
  {
    at: new RegExp(`^/identities/[^/]+/(${lists})$`),
    call: "GET /api/v1/$1?identity_id=…",
    methods: ["GET"],
  },
  { at: /^\/(inbox|sent|scheduled|spam|trash)$/, call: "GET /api/v1/mailboxes/$1?identity_id=…" },
  { at: /^\/threads\/[^/]+\/(?:messages|attachments|files)$/, call: "GET /api/v1/messages?thread_id=…" },
  { at: /^\/messages\/[^/]+\/thread$/, call: "GET /api/v1/threads/{id}, by the message's thread_id" },
  { at: /^\/messages\/[^/]+\/attachments$/, call: "GET /api/v1/messages/{id}, which lists its attachments" },
  { at: /^\/messages\/[^/]+\/attachments\/[^/]+$/, call: "GET /api/v1/attachments/{id}" },
  { at: /^\/attachments\/[^/]+\/download$/, call: "GET /api/v1/attachments/{id}" },
  {
    at: /^\/threads\/([^/]+)\/(reply|reply-all|forward)$/,
    call: "POST /api/v1/messages/{id}/$2, with the id of a message, which GET /api/v1/messages?thread_id=$1&order=desc lists",
  },
  {
    at: /^\/(?:messages|threads)\/[^/]+\/(?:read|mark[-_]read)$/,
    call: `${changed} {"is_read": true}`,
    methods: changing,
  },
  {
    at: /^\/(?:messages|threads)\/[^/]+\/(?:unread|mark[-_]unread)$/,
    call: `${changed} {"is_read": false}`,
    methods: changing,
  },
  { at: /^\/messages\/[^/]+\/(archive|trash)$/, call: `${changed} {"folder": "$1"}`, methods: changing },
  { at: /^\/messages\/[^/]+\/(?:junk|spam)$/, call: `${changed} {"is_spam": true}`, methods: ["POST"] },
  {
    at: /^\/threads\/[^/]+\/(?:close|resolve)$/,
    call: 'PATCH /api/v1/threads/{id} with {"status": "resolved"}',
    methods: changing,
  },
  {
    at: /^\/threads\/[^/]+\/snooze$/,
    call: 'PATCH /api/v1/threads/{id} with "snoozed_until"',
    methods: changing,
  },
  {
    at: /^\/messages$/,
    call: 'PATCH /api/v1/messages with "ids" and {"folder": "trash"}, or DELETE /api/v1/messages/{id}',
    methods: ["DELETE"],
  },
  {
    at: /^\/messages\/([^/]+)\/labels\/([^/]+)$/,
    call: 'PATCH /api/v1/messages with {"ids": ["$1"], "remove_label_ids": ["$2"]}',
    methods: ["DELETE"],
  },
  {
    at: /^\/messages\/([^/]+)\/labels\/([^/]+)$/,
    call: 'PATCH /api/v1/messages with {"ids": ["$1"], "add_label_ids": ["$2"]}',
    methods: changing,
  },
  {
    at: /^\/(threads|messages)\/[^/]+\/labels$/,
    call: "PUT /api/v1/threads/{id}/labels/{labelId}, by the label's name too",
    methods: changing,
  },
  {
    at: /^\/(threads|messages)\/[^/]+\/labels$/,
    call: "DELETE /api/v1/threads/{id}/labels/{labelId}, by the label's name too",
    methods: ["DELETE"],
  },
  {
    at: /^\/drafts\/[^/]+\/(approve|reject)$/,
    call: "POST /api/v1/reviews/{id}/$1, with the review_id that answered the send",
    methods: ["POST"],
  },
  {
    at: /^\/identities\/[^/]+\/calendar\/events\/[^/]+\/cancel$/,
    call: 'PATCH /api/v1/identities/{id}/calendar/events/{eventId} with {"status": "cancelled"}',
    methods: ["POST"],
  },
  {
    at: /^\/identities\/[^/]+\/calendar\/events\/[^/]+\/(?:accept|decline|rsvp)$/,
    call: "POST /api/v1/identities/{id}/calendar/events/{eventId}/respond",
    methods: ["POST"],
  },
  { at: /^\/threads\/[^/]+\/comments$/, call: "POST /api/v1/threads/{id}/notes", methods: ["POST"] },
  { at: /^\/threads\/[^/]+\/comments$/, call: "GET /api/v1/threads/{id}/notes" },
  {
    at: /^\/reviews\/[^/]+\/(?:decide|decision)$/,
    call: "POST /api/v1/reviews/{id}/approve or /reject",
    methods: ["POST"],
  },
  { at: /^\/unsubscribes?$/, call: "POST /api/v1/suppressions", methods: ["POST"] },
  { at: /^\/search$/, call: "GET /api/v1/messages/search?q=…" },
  {
    at: /^\/(messages|threads|drafts|identities|labels|webhooks)\/[^/]+\/(?:modify|update|edit|move|patch|change)$/,
    call: "PATCH /api/v1/$1/{id}, with what changes",
    methods: changing,
  },
  {
    at: /^\/(messages|threads|drafts|identities|labels|webhooks)\/[^/]+\/(?:delete|remove|destroy)$/,
    call: "DELETE /api/v1/$1/{id}",
    methods: ["POST", "DELETE"],
  },
  {
    at: /^\/messages\/(?:batch[-_]?(?:modify|update|delete|trash|move|read)|bulk)$/i,
    call: 'PATCH /api/v1/messages with "ids" and what changes, such as {"folder": "trash"}',
    methods: changing,
  },
];

/** Characters of a path that are looked at. */
const maxPath = 300;

/** The path below the API that a path of another form means: without `/api/v1`, with it twice, with another API's words. */
function plainPath(path: string): string {
  const below = elsewherePath(
    path
      .slice(0, maxPath)
      .replace(/^(?:\/api)?(?:\/v1)?(?:\/api\/v1)?(?=\/)/i, "")
      .replace(/\/$/, ""),
  );
  const [, first = "", ...rest] = below.split("/");
  const word = first === "inbox" && rest.length > 0 ? "inboxes" : first;
  return ["", Object.hasOwn(otherWords, word) ? otherWords[word] : word, ...rest].join("/");
}

/** Beginnings of paths of other services, by what stands there here; a person of theirs is an address of ours. */
const beginnings: readonly (readonly [begins: RegExp, here: string])[] = [
  [/^\/gmail\/v1\/users\/me(?=\/)/, ""],
  [/^\/gmail\/v1\/users\/([^/]+)(?=\/)/, "/identities/$1"],
  [/^\/v\d{1,2}\/grants\/([^/]+)(?=\/)/, "/identities/$1"],
  [/^(?:\/v1\.0)?\/me(?=\/)/, ""],
  [/^\/v1\.0\/users\/([^/]+)(?=\/)/, "/identities/$1"],
  [/^\/v\d{1,2}(?:\.\d)?(?=\/)/, ""],
];
/** Behind them, by whole words. */
const behind: readonly (readonly [word: RegExp, here: string])[] = [
  [/^\/mailFolders\/([^/]+)\/messages$/i, "/mailboxes/$1"],
  [/^\/mailFolders\b/i, "/mailboxes"],
  [/^\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\/messages$/i, "/messages/send"],
  [/^\/(identities\/[^/]+)\/events\b/, "/$1/calendar/events"],
  // The id of a mail needs no address before it.
  [
    /^\/(?:identities|inboxes)\/[^/]+\/((?:messages|threads|drafts|attachments)\/[0-9a-f-]{36}(?:\/.*)?)$/i,
    "/$1",
  ],
];

/** A path of another service in the words of ours. */
function elsewherePath(path: string): string {
  const [begins, here] = beginnings.find(([one]) => one.test(path)) ?? [];
  let plain = begins === undefined ? path : path.replace(begins, here!);
  for (const [word, ours] of behind) plain = plain.replace(word, ours);
  return plain;
}

/** A call that stands elsewhere here; null: it is none. @param known methods that its path has, as others with an id in that place */
export function movedCall(request: Request, known: readonly string[]): WrongPath | null {
  if (known.includes(request.method)) return null;
  const path = pathOf(request.url);
  const plain = plainPath(path);
  // A thing named in the query: the path has it.
  if (known.length > 0 && isUuid(new URL(request.url).searchParams.get("id")?.toLowerCase() ?? ""))
    return null;
  for (const { at, call, methods = [request.method] } of elsewhere) {
    const found = methods.includes(request.method) ? at.exec(plain) : null;
    if (found === null) continue;
    const there = plain === path.replace(/^\/api\/v1/, "") && known.length > 0;
    const parts = found.map((part: string | undefined) => unescaped(part ?? ""));
    const use = call.replaceAll(/\$([12])/g, (_, at: string) => shownPart(parts[Number(at)] ?? ""));
    // A name that is not shown as it is would be another one.
    const isWhole = parts.slice(1).every((part) => shownPart(part) === part);
    const failure = new Failure(
      known.length === 0 ? "not_found" : "method_not_allowed",
      `There is no ${there ? `${request.method} ${path}` : `path ${shown(path)}`}. Use ${use}. GET /openapi.json has all calls, /docs shows them.`,
    );
    return { failure, meant: isWhole ? meantCall(request, use, plain) : null };
  }
  return null;
}

/** A part of a path that is put into a call: without what would end a text there. */
function shownPart(part: string): string {
  return part.replaceAll(/["\\{}\p{C}]/gu, "").slice(0, 80);
}

/** A query with the words of a search. */
const asksWords = /[?&](?:q|query|search|term|text|words)=[^&]/;

/** A call in words, `PATCH /api/v1/messages/{id} with {"is_read": true}`, for what the path of the wrong one names; null: it is no one call, or it changes what is to be read. */
function meantCall({ method: asked, url }: Request, use: string, plain: string): MeantCall | null {
  const query = new URL(url).search;
  const [, method = "", path = "", json] =
    /^([A-Z]{3,6}) (\/api\/v1\/[^\s,]+)(?: with (\{[^{}]*\})|, with what changes|, which lists its attachments)?$/.exec(
      use,
    ) ?? [];
  if (method === "" || reads(asked) !== reads(method)) return null;
  const [, owner] = /^\/identities\/([^/]+)/.exec(plain) ?? [];
  const named = filledPath(asksWords.test(query) ? path.replace(/\?q=…$/, "") : path, plain);
  const call = { method, path: named, ...(owner !== undefined && { owner }) };
  return json === undefined ? call : { ...call, body: JSON.parse(json) as BodyFields };
}

/** A path that is none, with the nearest that is. @param patterns of paths, `/api/v1/threads/:id` */
export function noSuchPath(request: Request, patterns: readonly string[]): WrongPath {
  const path = pathOf(request.url);
  const isName = (part: string) => isUuid(part.toLowerCase()) || part.includes("@");
  const general = plainPath(path)
    .split("/")
    .map((part) => (isName(part) ? "{id}" : part))
    .join("/");
  const known = [...new Set(patterns.map((one) => one.replace(/:\w+/g, "{id}")))];
  const whole = `/api/v1${general}`;
  const isKnown = known.includes(whole);
  const isElsewhere = beginnings.some(([begins]) => begins.test(path));
  if (!path.startsWith("/api/") && !isKnown && !isElsewhere)
    return { failure: new Failure("not_found", nothingHere), meant: null };
  const near = isKnown ? whole : likePath(whole, known);
  const meant = near === null ? "" : ` Did you mean ${near}?`;
  const failure = new Failure(
    "not_found",
    `There is no path ${shown(path)}.${meant} GET /openapi.json has all calls, /docs shows them.`,
  );
  return {
    failure,
    meant: near === null ? null : { method: request.method, path: inPlace(near, plainPath(path)) },
  };
}

/** A pattern of a path with the ids of a path of as many words. */
function inPlace(pattern: string, plain: string): string {
  const words = `/api/v1${plain}`.split("/");
  const parts = pattern.split("/");
  if (words.length !== parts.length) return pattern;
  // An id that is empty stays open.
  return parts.map((part, at) => (part.startsWith("{") ? words[at] || part : part)).join("/");
}

/** The one path that the given one ends; or one that is as long and has a near word, or an id, in each place. */
function likePath(given: string, known: readonly string[]): string | null {
  const words = given.split("/");
  const end = given.slice("/api/v1".length);
  const longer = known.filter((path) => path.endsWith(`/{id}${end}`));
  if (longer.length === 1) return longer[0]!;
  let like = known.map((path) => path.split("/")).filter((parts) => parts.length === words.length);
  for (const [at, word] of words.entries()) {
    const there = new Set(like.map((parts) => parts[at]!));
    const meant = there.has(word)
      ? word
      : nearest(
          word,
          [...there].filter((one) => one !== "{id}"),
        );
    // A word may be a name, which an id has the place of; not the first one, and not beside a near word.
    like = like.filter((parts) => parts[at] === (meant ?? (at > 3 ? "{id}" : undefined)));
  }
  return like.length > 0 ? like[0]!.join("/") : null;
}
