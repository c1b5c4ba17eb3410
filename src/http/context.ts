// The dependencies of routes, and the state of a request: its id, client and key.
import type { Reviewer } from "../../actors/account/reviews/protection.ts";
import type { Actors } from "../../actors/runtime/registry.ts";
import type { Config } from "../config/config.ts";
import type { Clock } from "../lib/clock.ts";
import { Failure, notFound } from "../lib/failure.ts";
import type { Level } from "../lib/levels.ts";
import type { Log } from "../lib/log.ts";
import type { SharedLimits } from "../lib/shared-limits.ts";
import type { SpanContext } from "../lib/spans.ts";
import type { SpillSet } from "../lib/spill.ts";
import type { MailService } from "../mail/client-settings.ts";
import type { Routing } from "../routing/resolve.ts";
import type { Screening } from "../screening/setup.ts";
import type { Senders } from "../store/addresses/senders.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Database } from "../store/database/database.ts";
import type { Scope } from "../store/scope.ts";
import type { Maker } from "../store/tables/index.ts";
import type { GetOptions } from "../webhooks/get.ts";

export interface HttpDeps {
  config: Config;
  database: Database;
  blobs: BlobStore;
  actors: Actors;
  routing: Routing;
  screening: Pick<Screening, "spamTrainer">;
  senders: Senders;
  sharedLimits: SharedLimits;
  clock: Clock;
  /** Null or absent: no sandbox. */
  world?: object | null;
  log: Log;
  mailHostname: string;
  bounceSecret: Uint8Array;
  /** Keys the hashes of reviewers' links. */
  reviewSecret: Uint8Array;
  /** Signs the client ids that dynamic registration gives out. */
  oauthSecret: Uint8Array;
  /** Signs short-lived links to files. */
  linkSecret: Uint8Array;
  /** Proves the challenges of passkeys, and makes their user handles. */
  passkeySecret: Uint8Array;
  spills: SpillSet;
  /** Links in mails and pages begin with this. */
  baseUrl: () => string;
  /** Aborted when the service is about to stop: balancers are to send nothing new. */
  draining: AbortSignal;
  /** Aborted when the service stops; ends long polls and streams. */
  stopping: AbortSignal;
  /** Address of the HTTPS client behind a peer of the HTTP listener; null when the peer did not come through HTTPS. */
  httpsClient(peer: { address: string; port: number }): string | null;
  /** Return the hosts and ports at which mail programs find the service. */
  mailService(): MailService;
  /** Return the metrics in Prometheus's text format. */
  metrics(): Promise<string>;
  /** Answers requests of another protocol that shares the port: CalDAV; null: the request is not one. */
  handOver(request: Request, client: { ip: string }): Promise<Response> | null;
  /** How documents that clients publish are fetched. */
  clientDocuments: Pick<GetOptions, "resolve" | "ca">;
  /** How remote pictures of mails are fetched. The sender names the URL, so private networks stay closed. */
  remotePictures: GetOptions;
  /** Return a browser's page for a request that was refused before its own page ran. */
  failurePage(request: Request, failure: Failure): Promise<Response>;
  /** Whether a browser's request belongs to a session of the page. */
  isSignedIn(request: Request): Promise<boolean>;
  /** Notes that a key was used; written later, many at once. */
  keyUsed(accountId: string, keyId: string): void;
}

/** The key that a request came with. */
export interface Auth extends Scope {
  keyId: string;
  /** SHA-256 of the token. */
  tokenHash: Uint8Array;
  /** The level of a program's access by OAuth; null: a key, which no level narrows. */
  level: Level | null;
  plan: "operator" | "signup";
}

export interface RequestState {
  requestId: string;
  /** A moment of `performance.now()`. */
  startMs: number;
  ip: string;
  /** Came to the HTTPS listener. */
  secure: boolean;
  auth: Auth | null;
  /** The span of the request; absent: nobody takes spans. */
  span?: RequestSpan | null;
  /** Somebody is signed in to the page: their forms may carry files. */
  isSignedIn?: boolean;
}

export interface RequestSpan {
  context: SpanContext;
  /** The span that made the request; null: it begins a trace. */
  parentId: string | null;
}

/** Values as they were said, before names and times were understood: of a body, by null, and of the parts in its list. */
const said = new WeakMap<Request, Map<number | null, Readonly<Record<string, unknown>>>>();

export function setSaid(
  request: Request,
  values: Readonly<Record<string, unknown>>,
  part: number | null = null,
): void {
  const all = said.get(request) ?? new Map();
  said.set(request, all.set(part, values));
}

/** A body, or a part in its list, as it was sent: a repeat under one Idempotency-Key says `in 2 hours` again. */
export function asSaid(request: Request, body: unknown, part: number | null = null): unknown {
  const values = said.get(request)?.get(part);
  return values ? { ...(body as object), ...values } : body;
}

const states = new WeakMap<Request, RequestState>();

/** Requests of the service to itself, with the state of the request that they are made for. */
const inner = new WeakMap<Request, RequestState>();

/**
 * A request to the API in the name of another one's caller: it passes the same limits and needs no key of its own.
 * @param cause the span of what makes it
 */
export function innerRequest(
  outer: Request,
  { url, init, cause }: { url: string; init: RequestInit; cause: SpanContext | null },
): Request {
  const request = new Request(url, init);
  const state = stateOf(outer);
  inner.set(request, cause ? { ...state, span: { context: cause, parentId: null } } : state);
  return request;
}

/** The state of the request that this one was made for; null: it came from outside. */
export function outerState(request: Request): RequestState | null {
  return inner.get(request) ?? null;
}

export function setState(request: Request, state: RequestState): void {
  states.set(request, state);
}

export function stateOf(request: Request): RequestState {
  return (
    states.get(request) ?? {
      requestId: "none",
      startMs: performance.now(),
      ip: "",
      secure: false,
      auth: null,
    }
  );
}

/** Return the maker of an API request, for the audit trail and the gate. */
export function originOf(request: Request): Maker {
  const { auth, ip } = stateOf(request);
  const may = { level: auth?.level ?? null, reach: auth?.identityIds ?? null };
  return { kind: "key", id: auth?.keyId ?? null, ip: ip === "" ? null : ip, ...may };
}

/** The caller as one who may decide what waits for a person. */
export function reviewerOf({ identityIds, level }: Auth): Reviewer {
  return { kind: "key", identityIds, level };
}

/** The key of a request to a call that needs one. */
export function authOf(request: Request): Auth {
  const { auth } = stateOf(request);
  if (!auth) throw unauthorized();
  return auth;
}

/** @param given about the form in which a key came, if it had another one */
export function unauthorized(given = ""): Failure {
  return new Failure(
    "unauthorized",
    `This call needs a valid API key. ${given === "" ? "" : `${given} `}Send it as: Authorization: Bearer pr_… Keys come from the first start, postroom keys create or the console; an agent that has none begins with POST /api/v1/agent/signup (/llms.txt says how).`,
  );
}

/**
 * Refuses a key that does not reach everything. DECISIONS Authentication and keys
 * @param remedy how the caller comes to what it wants
 */
export function requireUnrestricted(auth: Auth, what: string, remedy = ""): void {
  if (auth.identityIds !== null) {
    const refusal = `${what} takes an unrestricted key; this one is limited to some addresses.`;
    throw new Failure("forbidden", remedy === "" ? refusal : `${refusal} ${remedy}`);
  }
}

/**
 * Refuses to let a restricted key change what it may only read; what it cannot read is not found.
 * @param sees whether the key sees the thing; asked of restricted keys only
 * @throws Failure forbidden, not_found
 */
export async function requireOwner(auth: Auth, what: string, sees: () => Promise<unknown>): Promise<void> {
  if (auth.identityIds === null) return;
  if (!(await sees())) throw notFound();
  requireUnrestricted(auth, what);
}
