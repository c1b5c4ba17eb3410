// One try at one batch: the fence, the turns, their writes. What it did counts only once the transaction that it ran in
// is committed.
import type { Plans } from "../../src/config/plans.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { counts, facts } from "../../src/lib/facts.ts";
import { Failure, messageOf, notFound } from "../../src/lib/failure.ts";
import type { Log, LogFields } from "../../src/lib/log.ts";
import {
  type Database,
  DatabaseUnavailable,
  type Executor,
  SqlError,
} from "../../src/store/database/database.ts";
import { accounts, identities, type Origin } from "../../src/store/tables/index.ts";
import {
  type AccountState,
  type ActorRef,
  type IdentityState,
  loadAccounts,
  loadIdentities,
  lockAccounts,
  lockIdentities,
} from "./actor.ts";
import { WriteBuffer } from "./buffer.ts";
import type { ActorCache } from "./cache.ts";
import { type IdentityCommit, loggedChanges } from "./change-log.ts";
import { type Idempotency, IdempotencyBatch, type Replay } from "./idempotency.ts";
import {
  type Batch,
  type BatchActor,
  type EmittedEvent,
  type OutgoingRules,
  type Topic,
  Turn,
} from "./turn.ts";

/** One statement that reads for all the turns of its kind in a batch what each would have asked alone. */
export interface Preload<Input, Loaded> {
  name: string;
  /** @returns one result an item, in order */
  load(tx: Executor, items: readonly { ref: ActorRef; input: Input }[]): Promise<Loaded[]>;
}

export interface Job {
  ref: ActorRef;
  /** Identities that an account's turn fences too; such a turn runs in a batch of its own. */
  also: readonly ActorRef[];
  /** Changes nothing that caches hold: the actor's modseq stays. */
  quiet: boolean;
  work: (turn: Turn, loaded: unknown) => unknown;
  preload: Preload<unknown, unknown> | null;
  input: unknown;
  idempotency: Idempotency | null;
  /** Fields of the log lines of its events: request_id, connection_id. */
  logFields: LogFields | null;
  /** Who asked for the turn; left out: the service itself. */
  origin?: Origin;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export type Outcome = { job: Job; result: unknown } | { job: Job; error: unknown };

export interface Committed {
  identities: IdentityCommit[];
  /** Whose readers of events are woken. */
  accounts: Set<string>;
  topics: Set<Topic>;
}

export interface CommitterDeps {
  database: Database;
  cache: ActorCache;
  clock: Clock;
  log: Log;
  plans: Plans;
  outgoing: OutgoingRules;
  /** Called after each commit, before results are released. */
  onCommit(committed: Committed): void;
}

/** One try at one batch. */
export class BatchRun {
  readonly outcomes: Outcome[] = [];
  readonly #deps: CommitterDeps;
  readonly #jobs: readonly Job[];
  readonly #actors = new Map<string, BatchActor>();
  readonly #touched = new Set<BatchActor>();
  readonly #buffer = new WriteBuffer();
  readonly #topics = new Set<Topic>();
  readonly #told = new Set<string>();
  readonly #afterCommits: (() => void)[] = [];
  readonly #emitted: LoggedEvent[] = [];
  /** A write of this batch must touch a certain number of rows. */
  #guarded = false;

  constructor(deps: CommitterDeps, jobs: readonly Job[]) {
    this.#deps = deps;
    this.#jobs = jobs;
  }

  async execute(tx: Executor): Promise<void> {
    const refs = unique(this.#jobs.flatMap((job) => [job.ref, ...job.also]));
    const accountRefs = refs.filter((ref) => ref.kind === "account");
    const identityRefs = refs.filter((ref) => ref.kind === "identity");
    const idempotency = new IdempotencyBatch(this.#jobs.map((job) => [job.ref.accountId, job.idempotency]));
    // Issued together, they travel together; each still sees the database as it is after the locks before it.
    const [lockedAccounts, lockedIdentities, preloaded] = await Promise.all([
      accountRefs.length > 0 ? lockAccounts(tx, accountRefs.map((ref) => ref.id).sort()) : new Map(),
      identityRefs.length > 0 ? lockIdentities(tx, identityRefs) : new Map(),
      this.#preload(tx),
      idempotency.load(tx, this.#deps.clock),
    ]);
    await this.#prepare(tx, { accountRefs, identityRefs, lockedAccounts, lockedIdentities });
    const { clock, plans, outgoing } = this.#deps;
    const batch: Batch = { tx, clock, plans, outgoing, flush: () => this.#flush(tx) };
    for (const [index, job] of this.#jobs.entries()) {
      this.outcomes.push(await this.#runJob(batch, { job, loaded: preloaded[index], idempotency }));
    }
    for (const actor of this.#touched) this.#stampActor(actor);
    await this.#flush(tx, { last: true });
  }

  /** After the commit: caches take over what was written. */
  settle(): Committed {
    const { cache } = this.#deps;
    for (const actor of this.#touched) cache.commit(actor);
    for (const job of this.#jobs) for (const ref of job.also) cache.drop(ref.id);
    for (const action of this.#afterCommits) this.attempt(action);
    for (const event of this.#emitted) noteEvent(this.#deps.log, event);
    return { identities: this.#touchedIdentities(), accounts: this.#told, topics: this.#topics };
  }

  /** What runs after a commit cannot undo it: its error is logged. */
  attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#deps.log.error("an action after a commit failed", { error: messageOf(error) });
    }
  }

  async #preload(tx: Executor): Promise<unknown[]> {
    const results: unknown[] = new Array(this.#jobs.length);
    const groups = new Map<Preload<unknown, unknown>, number[]>();
    for (const [index, { preload }] of this.#jobs.entries()) {
      if (preload) groups.set(preload, [...(groups.get(preload) ?? []), index]);
    }
    const loads = [...groups].map(async ([preload, indexes]) => {
      const items = indexes.map((index) => ({
        ref: this.#jobs[index]!.ref,
        input: this.#jobs[index]!.input,
      }));
      const loaded = await preload.load(tx, items);
      for (const [position, index] of indexes.entries()) results[index] = loaded[position];
    });
    await Promise.all(loads);
    return results;
  }

  async #prepare(
    tx: Executor,
    found: {
      accountRefs: ActorRef[];
      identityRefs: ActorRef[];
      lockedAccounts: Awaited<ReturnType<typeof lockAccounts>>;
      lockedIdentities: Awaited<ReturnType<typeof lockIdentities>>;
    },
  ): Promise<void> {
    const { cache } = this.#deps;
    // What the cache holds is taken now: while this batch loads the rest, another one may make it forget.
    const accountStates = new Map<string, AccountState>();
    const staleAccounts = new Set<string>();
    const proveAccount = (id: string, modseq: number) => {
      const known = cache.accountAt(id, modseq);
      if (known) accountStates.set(id, known);
      else staleAccounts.add(id);
    };
    for (const [id, row] of found.lockedAccounts) proveAccount(id, row.modseq);
    const identityStates = new Map<string, IdentityState>();
    for (const [id, { accountId, modseq, accountModseq }] of found.lockedIdentities) {
      proveAccount(accountId, accountModseq);
      const known = cache.identityAt(id, modseq);
      if (known) identityStates.set(id, known);
    }
    const staleIdentities = found.identityRefs.filter(
      ({ id }) => found.lockedIdentities.has(id) && !identityStates.has(id),
    );
    countStates("account", { all: staleAccounts.size + accountStates.size, cold: staleAccounts.size });
    countStates("identity", { all: found.lockedIdentities.size, cold: staleIdentities.length });
    const [loadedAccounts, loadedIdentities] = await Promise.all([
      staleAccounts.size > 0 ? loadAccounts(tx, [...staleAccounts]) : new Map(),
      staleIdentities.length > 0 ? loadIdentities(tx, staleIdentities) : new Map(),
    ]);
    for (const [id, state] of loadedAccounts) {
      accountStates.set(id, state);
      cache.putAccount(id, state);
    }
    for (const [id, state] of loadedIdentities) {
      identityStates.set(id, state);
      cache.putIdentity(id, state);
    }
    for (const ref of [...found.accountRefs, ...found.identityRefs]) {
      const locked = (ref.kind === "identity" ? found.lockedIdentities : found.lockedAccounts).get(ref.id);
      const account = accountStates.get(ref.accountId);
      if (!locked || !account) continue;
      const { modseq, lastInstant } = locked;
      const identity = identityStates.get(ref.id) ?? null;
      this.#actors.set(ref.id, { ref, identity, account, modseq, lastInstant, overlay: new Map() });
    }
  }

  async #runJob(
    batch: Batch,
    { job, loaded, idempotency }: { job: Job; loaded: unknown; idempotency: IdempotencyBatch },
  ): Promise<Outcome> {
    const actor = this.#actors.get(job.ref.id);
    if (!actor || job.also.some((ref) => !this.#actors.has(ref.id))) return { job, error: notFound() };
    const turn = new Turn(batch, actor, job.origin);
    try {
      const replay: Replay | null = idempotency.find(job.idempotency);
      if (replay) return { job, result: replay };
      const result = await job.work(turn, loaded);
      idempotency.record(job.idempotency, { turn, result });
      // One row written twice in a way that no single statement does: the database sees both, in order.
      if (this.#buffer.clashes(turn.buffer)) await batch.flush();
      this.#accept(turn, actor, job);
      return { job, result };
    } catch (error) {
      // A database error has ended the transaction: the whole batch fails and its turns run alone.
      if (error instanceof SqlError || error instanceof DatabaseUnavailable) throw error;
      turn.end();
      if (error instanceof Failure && job.idempotency) {
        const refusal = new Turn(batch, actor, job.origin);
        if (idempotency.record(job.idempotency, { turn: refusal, failure: error }))
          this.#accept(refusal, actor, job);
      }
      return { job, error };
    }
  }

  #accept(turn: Turn, actor: BatchActor, job: Job): void {
    const written = turn.end();
    actor.lastInstant = turn.lastInstant;
    if (turn.buffer.size > 0 && !job.quiet) {
      actor.modseq++;
      this.#touched.add(actor);
      for (const ref of job.also) {
        const other = this.#actors.get(ref.id)!;
        other.modseq++;
        this.#touched.add(other);
      }
    }
    this.#guarded ||= turn.buffer.guarded;
    this.#buffer.absorb(turn.buffer);
    for (const [table, rows] of written) {
      const known = actor.overlay.get(table) ?? new Map();
      for (const [key, row] of rows) known.set(key, row);
      actor.overlay.set(table, known);
    }
    for (const topic of turn.topics) this.#topics.add(topic);
    for (const accountId of turn.told) this.#told.add(accountId);
    this.#afterCommits.push(...turn.afterCommits);
    const { accountId } = actor.ref;
    for (const event of turn.emitted) this.#emitted.push({ ...event, accountId, logFields: job.logFields });
  }

  #stampActor({ ref, modseq, lastInstant }: BatchActor): void {
    const { accountId, id } = ref;
    if (ref.kind === "account") this.#buffer.update(accounts, { accountId, modseq, lastInstant });
    else this.#buffer.update(identities, { accountId, id, modseq, lastInstant });
  }

  /** The last flush is not waited for: COMMIT travels behind it, and fails with its error. */
  async #flush(tx: Executor, { last } = { last: false }): Promise<void> {
    const running = this.#buffer.drain().map(async ({ text, params, expectRows }) => {
      const rows = await tx.values(text, params);
      if (expectRows !== undefined && rows.length !== expectRows) {
        throw new SqlError(`a guarded write touched ${rows.length} rows, not ${expectRows}`, "40001", null);
      }
      return expectRows;
    });
    if (last && !this.#guarded) for (const statement of running) statement.catch(() => undefined);
    else await Promise.all(running);
  }

  #touchedIdentities(): Committed["identities"] {
    return [...this.#touched].flatMap((actor) => {
      const { ref, identity, modseq } = actor;
      if (!identity) return [];
      return { id: ref.id, before: identity.row.modseq, modseq, changes: () => loggedChanges(actor) };
    });
  }
}

interface LoggedEvent extends EmittedEvent {
  accountId: string;
  logFields: LogFields | null;
}

/** Counts a committed event. A message accepted for sending gets a line at level info. */
function noteEvent(log: Log, { id, type, identityId, accountId, data, logFields }: LoggedEvent): void {
  counts.events.add([type]);
  const isQueued = type === "message.sent";
  if (!isQueued && !log.isOn("debug")) return;
  const about = { event_id: id, account_id: accountId, identity_id: identityId, ...logFields };
  const { message_id, thread_id, to } = data as Record<string, string | undefined>;
  if (isQueued) facts.messageQueued.note(log, { message_id, thread_id, ...about, recipients: to?.length });
  else log.debug("an event was committed", { type, message_id, thread_id, ...about });
}

/** How often memory served. By actor and batch: what a batch reads once, its turns share. */
function countStates(actor: ActorRef["kind"], { all, cold }: { all: number; cold: number }): void {
  counts.actorStates.add([actor, "warm"], all - cold);
  counts.actorStates.add([actor, "cold"], cold);
}

function unique(refs: readonly ActorRef[]): ActorRef[] {
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()];
}
