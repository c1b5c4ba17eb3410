// Idempotency lives in the turn: looked up when its batch begins, written in the same transaction as the work.
// DECISIONS Authentication and keys.
import { addMs, type Clock, nowInstant } from "../../src/lib/clock.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { Executor } from "../../src/store/database/database.ts";
import { idempotency as table } from "../../src/store/tables/index.ts";
import type { Turn } from "./turn.ts";

/** The Idempotency-Key of a request, as its turn checks it. */
export interface Idempotency {
  /** Hash of API key, method, path and Idempotency-Key. */
  scopeHash: Uint8Array;
  bodyHash: Uint8Array;
  /** The answer to store, from what the turn returned or refused; null: not stored. */
  encode(outcome: { result: unknown } | { failure: Failure }): StoredAnswer | null;
}

export interface StoredAnswer {
  status: number;
  body: Uint8Array | null;
  /** Encrypted under a key made from the Idempotency-Key, as it carries a secret. */
  sealed: boolean;
}

/** Returned in place of a turn's result: the work was done before, this was its answer. */
export class Replay {
  constructor(readonly answer: StoredAnswer) {}
}

const keptMs = 24 * 3600 * 1000;

interface Stored extends StoredAnswer {
  bodyHash: Uint8Array;
  expired: boolean;
}

/** The records of one batch: those read at its start and those its turns add. */
export class IdempotencyBatch {
  readonly #asked: { accountId: string; request: Idempotency }[];
  readonly #known = new Map<string, Stored>();

  constructor(jobs: readonly (readonly [accountId: string, request: Idempotency | null])[]) {
    this.#asked = jobs.flatMap(([accountId, request]) => (request ? [{ accountId, request }] : []));
  }

  async load(tx: Executor, clock: Clock): Promise<void> {
    if (this.#asked.length === 0) return;
    const rows = await tx.rows<{
      scope_hash: Uint8Array;
      body_hash: Uint8Array;
      status: number;
      body: Uint8Array | null;
      sealed: boolean;
      created_at: string;
    }>(
      `select i.* from unnest($1::uuid[], $2::text[]) as k(account_id, scope_hash)
       join idempotency i on i.account_id = k.account_id and i.scope_hash = decode(k.scope_hash, 'hex')`,
      [this.#asked.map((a) => a.accountId), this.#asked.map((a) => hex(a.request.scopeHash))],
    );
    const oldest = addMs(nowInstant(clock), -keptMs);
    for (const row of rows) {
      const { status, body, sealed } = row;
      this.#known.set(hex(row.scope_hash), {
        status,
        body,
        sealed,
        bodyHash: row.body_hash,
        expired: row.created_at < oldest,
      });
    }
  }

  /**
   * The answer given before to the same request, if any.
   * @throws Failure idempotency_key_reuse when the body was another one
   */
  find(request: Idempotency | null): Replay | null {
    const stored = request && this.#known.get(hex(request.scopeHash));
    if (!stored || stored.expired) return null;
    if (hex(stored.bodyHash) !== hex(request.bodyHash)) {
      throw new Failure(
        "idempotency_key_reuse",
        "This Idempotency-Key was used before with a different body. Use a new key for a new request.",
      );
    }
    return new Replay(stored);
  }

  /** Writes the answer in the turn; false when there is nothing to store. */
  record(
    request: Idempotency | null,
    outcome: { turn: Turn } & ({ result: unknown } | { failure: Failure }),
  ): boolean {
    if (
      !request ||
      (this.#known.has(hex(request.scopeHash)) && !this.#known.get(hex(request.scopeHash))?.expired)
    )
      return false;
    const answer = request.encode(outcome);
    if (!answer) return false;
    const { turn } = outcome;
    const row = {
      accountId: turn.accountId,
      scopeHash: request.scopeHash,
      bodyHash: request.bodyHash,
      ...answer,
      createdAt: turn.instant(),
    };
    if (this.#known.has(hex(request.scopeHash))) turn.update(table, row);
    else turn.insert(table, row);
    this.#known.set(hex(request.scopeHash), { ...answer, bodyHash: request.bodyHash, expired: false });
    return true;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
