// Writing calls: a turn's result becomes the answer, and a POST with an Idempotency-Key is done once.
// DECISIONS Authentication and keys: Idempotency.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Idempotency, StoredAnswer } from "../../actors/runtime/idempotency.ts";
import {
  type Actor,
  type Actors,
  type PreloadedWork,
  Replay,
  type RunOptions,
  type TurnWork,
} from "../../actors/runtime/registry.ts";
import type { Turn } from "../../actors/runtime/turn.ts";
import { canonicalHash, jsonPieces } from "../lib/canonical-json.ts";
import { Failure, invalid } from "../lib/failure.ts";
import { must } from "../lib/must.ts";
import { sha256 } from "../lib/secrets.ts";
import type { Sent } from "../schema/message/messages.ts";
import { streamOf } from "./answers/bytes.ts";
import { inWordsOf } from "./answers/not-there.ts";
import { pathOf } from "./auth.ts";
import { type Auth, asSaid, authOf, type HttpDeps, originOf, stateOf } from "./context.ts";
import { failureBody, failures } from "./errors.ts";
import { requestFields } from "./trace.ts";

export interface WriteAnswer {
  status: number;
  body: unknown;
  /** The body carries a secret: it is stored sealed. */
  secret?: boolean;
}

/** Answers with `{ data }`. */
export function answer<T>(status: number, toWire: (result: T) => unknown): (result: T) => WriteAnswer {
  return (result) => ({ status, body: { data: toWire(result) } });
}

/** Answers a send: 202 where it waits for a person, else `status`. DECISIONS Protection and reviews */
export function sentAnswer(status: number): (sent: Sent) => WriteAnswer {
  return (sent) => ({ status: sent.status === "pending_review" ? 202 : status, body: { data: sent } });
}

export interface WriteCall {
  request: Request;
  body: unknown;
  /** The key of one part of a request that asks for several; that of the request without it. */
  idempotencyKey?: string | null;
  /** The part's place in the list of the body. */
  part?: number;
}

/**
 * Runs a turn once for an Idempotency-Key (or plainly without one) and answers.
 * @param toAnswer makes the answer of the turn's result; called more than once for one result, so it must be pure
 */
export async function writeOnce<T>(
  call: WriteCall,
  target: { actor: Actor; work: TurnWork<T> | PreloadedWork<T>; options?: RunOptions },
  toAnswer: (result: T) => WriteAnswer,
): Promise<Response> {
  const key = keyOfCall(call);
  const idempotency = key === null ? null : await idempotencyOf(call, key, (result) => toAnswer(result as T));
  const logFields = requestFields(call.request);
  const options = { origin: originOf(call.request), ...target.options, logFields };
  const running = target.actor.runOnce(idempotency, target.work, options);
  const result = idempotency === null ? await running : await inTime(running, idempotency.scopeHash);
  if (result instanceof Replay)
    return replayed(result.answer, must(key, "only a call with a key is answered from before"));
  const { status, body } = toAnswer(result);
  return jsonAnswer(body, status);
}

/** A large one is neither gathered for an ETag nor compressed, and each of its pieces has a turn of its own. */
async function jsonAnswer(body: unknown, status: number): Promise<Response> {
  const pieces = await jsonPieces(body);
  if (pieces === null) return Response.json(body, { status });
  const headers = { "content-type": "application/json", "cache-control": "private, no-store" };
  return new Response(await streamOf(each(pieces)), { status, headers });
}

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The answer that was given under the Idempotency-Key of a call; null: none, or no key. @throws Failure idempotency_key_reuse */
export async function answeredBefore(call: WriteCall, actor: Actor): Promise<Response | null> {
  const key = keyOfCall(call);
  if (key === null) return null;
  const look = { ...(await idempotencyOf(call, key, () => ({ status: 200, body: {} }))), encode: () => null };
  const result = await actor.runOnce(look, () => null);
  return result instanceof Replay ? replayed(result.answer, key) : null;
}

/**
 * As writeOnce, for a turn whose preparation may be refused. That refusal is given in a turn too: for a repeat, what the
 * first request did (it sent the draft, deleted the message) must not hide its answer.
 */
export async function writePrepared<T>(
  call: WriteCall,
  {
    actors,
    prepare,
  }: { actors: Actors; prepare: () => Promise<{ actor: Actor; work: TurnWork<T> | PreloadedWork<T> }> },
  toAnswer: (result: T) => WriteAnswer,
): Promise<Response> {
  const target = await prepare().catch((error: unknown) => {
    if (!(error instanceof Failure) || keyOfCall(call) === null) throw error;
    const work = (): T => {
      throw error;
    };
    return { actor: actors.account(authOf(call.request).accountId), work };
  });
  return writeOnce(call, target, toAnswer);
}

/** Steps of a handler that writes: it finds, turns and answers. */
interface WriteSteps<Given, Found, Result> {
  /** Return what the turn takes. Refusals are given anew to each repeat, unless `keepsRefusals`. */
  find: (deps: HttpDeps, asked: Given) => Found | Promise<Found>;
  /** The actor of the turn; the caller's account where this is left out. */
  actor?: (actors: Actors, found: Found) => Actor;
  turn: (turn: Turn, found: Found, auth: Auth) => Result | Promise<Result>;
  /** Called more than once for one result, so it must be pure. */
  answer: (result: Result, found: Found) => WriteAnswer;
  /** Repeats get the refusal of the first request: what it did must not hide its answer. */
  keepsRefusals?: boolean;
}

/** A call's handler that runs a turn once for an Idempotency-Key (or plainly without one) and answers. */
export function write<Given extends { auth: Auth; request: Request; body: unknown }, Found, Result>({
  find,
  actor,
  turn: work,
  answer,
  keepsRefusals = false,
}: WriteSteps<Given, Found, Result>): (deps: HttpDeps, asked: Given) => Promise<Response> {
  return async (deps, asked) => {
    const { actors } = deps;
    const { auth, request, body } = asked;
    const prepare = async () => {
      const found = await find(deps, asked);
      return {
        actor: actor ? actor(actors, found) : actors.account(auth.accountId),
        work: async (turn: Turn) => ({ result: await work(turn, found, auth), found }),
      };
    };
    const toAnswer = ({ result, found }: { result: Result; found: Found }) => answer(result, found);
    return keepsRefusals
      ? writePrepared({ request, body }, { actors, prepare }, toAnswer)
      : writeOnce({ request, body: body ?? {} }, await prepare(), toAnswer);
  };
}

/** Scopes of keys whose first request runs in this process, in hexadecimal. */
const firsts = new Set<string>();

/** A repeat waits for the first request; after 10 s it is told that the first still runs, and the first that its work goes on. */
async function inTime<T>(running: Promise<T>, scopeHash: Uint8Array): Promise<T> {
  const key = scopeHash.toHex();
  const isFirst = !firsts.has(key);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(isFirst ? goesOn() : inFlight()), 10_000);
  if (isFirst) {
    firsts.add(key);
    const end = () => void firsts.delete(key);
    void running.then(end, end);
  }
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

function inFlight(): Failure {
  return new Failure(
    "idempotency_in_flight",
    "The first request with this Idempotency-Key still runs. Try again in a moment.",
  );
}

function goesOn(): Failure {
  return new Failure(
    "unavailable",
    "The database takes long, and the request goes on. Send it again with the same Idempotency-Key: it is done once.",
    2,
  );
}

/** @throws Failure validation_error */
export function keyOfCall({
  request,
  idempotencyKey,
}: Pick<WriteCall, "request" | "idempotencyKey">): string | null {
  if (idempotencyKey !== undefined) return idempotencyKey;
  const key = request.headers.get("idempotency-key");
  if (key === null || request.method !== "POST") return null;
  if (key.length < 1 || key.length > 256) throw invalid("Idempotency-Key must be 1 to 256 characters long.");
  return key;
}

async function idempotencyOf(
  { request, body, part }: WriteCall,
  key: string,
  toAnswer: (result: unknown) => WriteAnswer,
): Promise<Idempotency> {
  const { auth, ip } = stateOf(request);
  const path = pathOf(request.url);
  return {
    scopeHash: sha256(JSON.stringify([auth?.keyId ?? ip, request.method, path, key])),
    bodyHash: await canonicalHash(asSaid(request, body, part)),
    encode(outcome) {
      if ("failure" in outcome) {
        const failure = inWordsOf(outcome.failure, request, body);
        const { status } = failures[failure.code];
        // Do not store a failure that a repeat may mend.
        if (status >= 500 || [400, 401, 413, 415, 429].includes(status) || isOfArguments(key)) return null;
        return stored({ status, body: failureBody(failure) }, key);
      }
      return stored(toAnswer(outcome.result), key);
    },
  };
}

/**
 * A key that a tool has made of its arguments: an agent that repeats them asks whether it goes now, as its cause may be gone.
 * src/mcp/tool.ts
 */
function isOfArguments(key: string): boolean {
  return /^mcp-[0-9a-f]{64}$/.test(key);
}

function stored({ status, body, secret }: WriteAnswer, key: string): StoredAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status, body: secret ? seal(bytes, key) : bytes, sealed: secret === true };
}

function replayed({ status, body, sealed }: StoredAnswer, key: string): Response {
  const bytes = body && sealed ? open(body, key) : body;
  return new Response(bytes as Uint8Array<ArrayBuffer> | null, {
    status,
    headers: { "content-type": "application/json;charset=utf-8", "idempotency-replayed": "true" },
  });
}

function sealKey(key: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", "postroom idempotency", 32));
}

function seal(plain: Uint8Array, key: string): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey(key), nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(sealed: Uint8Array, key: string): Uint8Array {
  const bytes = Buffer.from(sealed);
  const cipher = createDecipheriv("aes-256-gcm", sealKey(key), bytes.subarray(0, 12));
  cipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]);
}
