// The actors of this process, found by id; joins the committer to the feed.
import type { Plans } from "../../src/config/plans.ts";
import type { Clock } from "../../src/lib/clock.ts";
import type { Log, LogFields } from "../../src/lib/log.ts";
import type { Database } from "../../src/store/database/database.ts";
import type { ActorRef } from "./actor.ts";
import { ActorCache } from "./cache.ts";
import { Committer, type Preload } from "./committer.ts";
import { Feed } from "./feed.ts";
import { type Idempotency, Replay } from "./idempotency.ts";
import type { OutgoingRules, Turn, TurnAsker } from "./turn.ts";

export type TurnWork<T, Loaded = undefined> = (turn: Turn, loaded: Loaded) => T | Promise<T>;

/** Work with what its batch reads for it. Made by `preloaded`. */
export interface PreloadedWork<T> {
  readonly preload: Preload<never, unknown>;
  readonly input: unknown;
  readonly work: TurnWork<T, never>;
}

/** Work over what `preload` reads for this input together with the batch's other turns of its kind. */
export function preloaded<T, Input, Loaded>(
  preload: Preload<Input, Loaded>,
  input: Input,
  work: TurnWork<T, Loaded>,
): PreloadedWork<T> {
  return { preload: preload as Preload<never, unknown>, input, work };
}

export interface RunOptions {
  /** Identities of the same account that an account's turn fences and changes too. */
  also?: readonly string[];
  /** The turn changes nothing that caches hold (an outcome, a count): the actor's modseq stays. */
  quiet?: boolean;
  /** Fields of the log lines of the turn's events, such as request_id: they join what caused the turn with what follows. */
  logFields?: LogFields;
  /** The asker, for the audit trail; absent: the service itself. */
  origin?: TurnAsker;
}

/** One identity's or account's actor: turns go in, results come out after their commit. */
export interface Actor {
  readonly ref: ActorRef;
  /** @throws Failure as the turn refuses; rate_limited when its queue is full; unavailable when the database is away */
  run<T>(work: TurnWork<T> | PreloadedWork<T>, options?: RunOptions): Promise<T>;
  /** As run, with what `preload` read for this input together with the batch's other turns of its kind. */
  runWith<T, Input, Loaded>(
    preload: Preload<Input, Loaded>,
    input: Input,
    work: TurnWork<T, Loaded>,
  ): Promise<T>;
  /** As run; a Replay in place of the result when the same request was answered before. */
  runOnce<T>(
    idempotency: Idempotency | null,
    work: TurnWork<T> | PreloadedWork<T>,
    options?: RunOptions,
  ): Promise<T | Replay>;
}

export class Actors {
  readonly feed: Feed;
  readonly cache = new ActorCache();
  readonly #committer: Committer;

  constructor(deps: { database: Database; clock: Clock; log: Log; plans: Plans; outgoing: OutgoingRules }) {
    this.feed = new Feed(deps.log);
    const { feed, cache } = this;
    this.#committer = new Committer({
      ...deps,
      cache,
      isAlone: () => feed.isAlone,
      onCommit: (committed) => feed.committed(committed),
    });
  }

  identity(accountId: string, id: string): Actor {
    return this.#actor({ kind: "identity", accountId, id });
  }

  account(accountId: string): Actor {
    return this.#actor({ kind: "account", accountId, id: accountId });
  }

  /** Turns that were run since the start, committed or not. */
  get turnsRun(): number {
    return this.#committer.turnsRun;
  }

  /** Turns that wait for a batch. */
  get turnsWaiting(): number {
    return this.#committer.queued;
  }

  /** Since when the last commit failed for want of room, by `performance.now`; null: it did not. */
  get fullMs(): number | null {
    return this.#committer.fullMs;
  }

  /** Resolves when no turn waits or runs. */
  idle(): Promise<void> {
    return this.#committer.idle();
  }

  #actor(ref: ActorRef): Actor {
    const submit = <T>(
      given: TurnWork<T> | PreloadedWork<T>,
      rest: { options?: RunOptions; idempotency?: Idempotency | null },
    ) => {
      const task = typeof given === "function" ? { preload: null, input: undefined, work: given } : given;
      return new Promise<T>((resolve, reject) => {
        this.#committer.submit({
          ref,
          also: (rest.options?.also ?? []).map((id) => ({ kind: "identity", accountId: ref.accountId, id })),
          quiet: rest.options?.quiet ?? false,
          work: task.work as (turn: Turn, loaded: unknown) => unknown,
          preload: task.preload as Preload<unknown, unknown> | null,
          input: task.input,
          idempotency: rest.idempotency ?? null,
          logFields: rest.options?.logFields ?? null,
          askedMs: performance.now(),
          origin: rest.options?.origin,
          resolve: resolve as (result: unknown) => void,
          reject,
        });
      });
    };
    return {
      ref,
      run: (work, options) => submit(work, { options }),
      runWith: (preload, input, work) => submit(preloaded(preload, input, work), {}),
      runOnce: (idempotency, work, options) => submit(work, { idempotency, options }),
    };
  }
}

export { Replay };
