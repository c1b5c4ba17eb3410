// Writes what became of attempts, in turns of the senders' identities. What a server has taken must not be sent again, so
// that an outcome is kept until it can be written. One that comes alone is written at once; those that follow each other
// closely are written together.
import { randomShare } from "../../../src/lib/chance.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { facts } from "../../../src/lib/facts.ts";
import { Failure } from "../../../src/lib/failure.ts";
import type { Log } from "../../../src/lib/log.ts";
import type { RecipientResult } from "../../../src/outbound/outcome.ts";
import type { OutboundRow } from "../../../src/store/sending/outbound.ts";
import type { Actors } from "../../runtime/registry.ts";
import { type OutcomeStatus, recordAttempt, sentPreload } from "./outcomes.ts";

/** Outcomes that come within this after others were written are written together at its end. */
const togetherMs = 20;
/** Between two tries to write an outcome, and how long it is kept: as long as its claim holds without the database. */
const maxWaitMs = 5000;
const keptMs = 15 * 60_000;

export class Outcomes {
  readonly #deps: { actors: Actors; clock: Clock; log: Log };
  readonly #stopping: AbortSignal;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #next: Promise<void> | null = null;

  /** @param stopping ends waiting for the database */
  constructor(deps: { actors: Actors; clock: Clock; log: Log }, stopping: AbortSignal) {
    this.#deps = deps;
    this.#stopping = stopping;
  }

  /** @param group recipients of one message, of one attempt */
  async record(group: readonly OutboundRow[], results: readonly RecipientResult[]): Promise<void> {
    const { accountId, identityId, messageId } = group[0]!;
    const attempted = { messageId, rows: group, results, random: randomShare() };
    const actor = this.#deps.actors.identity(accountId, identityId);
    await this.#together();
    const recorded = await this.untilStored(() =>
      actor.runWith(sentPreload, attempted, (turn, sent) => recordAttempt(turn, attempted, sent)),
    );
    for (const [n, row] of group.entries()) this.#note(row, results[n]!, recorded?.get(row.id));
  }

  /** @returns what was stored; null: the sender was deleted, so nobody is told */
  async untilStored<T>(store: () => Promise<T>): Promise<T | null> {
    const startMs = performance.now();
    for (let wait = 250; ; wait = Math.min(wait * 2, maxWaitMs)) {
      try {
        return await store();
      } catch (error) {
        if (error instanceof Failure && error.code === "not_found") return null;
        if (performance.now() - startMs > keptMs || this.#stopping.aborted) throw error;
        await Bun.sleep(wait);
      }
    }
  }

  async #together(): Promise<void> {
    // Where time passes by leaps, none follows closely.
    if (this.#deps.clock.leaps) return;
    const waitMs = this.#writtenMs + togetherMs - performance.now();
    if (waitMs > 0) {
      this.#next ??= Bun.sleep(waitMs);
      await this.#next;
    }
    this.#next = null;
    this.#writtenMs = performance.now();
  }

  #note(row: OutboundRow, { mx, response, tls }: RecipientResult, status: OutcomeStatus | undefined): void {
    if (status === undefined) return;
    const fact = { delivered: facts.mailSent, deferred: facts.mailDeferred, bounced: facts.mailBounced }[
      status
    ];
    fact.note(this.#deps.log, {
      message_id: row.messageId,
      outbound_id: row.id,
      identity_id: row.identityId,
      to: row.recipient,
      host: mx ?? undefined,
      tls: tls?.protocol,
      dane: tls?.dane || undefined,
      attempt: row.attempts,
      response,
    });
  }
}
