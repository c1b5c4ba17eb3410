// Group commit: the turns that wait, of one actor or of many, become one transaction. One statement locks and proves
// the actors (the fence), the turns run, their buffers are flushed as one statement a table, then the commit; only then
// are results released. While one batch commits, the next gathers: no timers.
import type { Clock } from "../../src/lib/clock.ts";
import { Failure, messageOf, notFound } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import {
  CommitUnknown,
  type Database,
  DatabaseUnavailable,
  type Executor,
  SqlError,
} from "../../src/store/database.ts";
import { accounts, identities } from "../../src/store/tables/index.ts";
import { type ActorRef, loadAccounts, loadFolders, lockAccounts, lockIdentities } from "./actor.ts";
import { WriteBuffer } from "./buffer.ts";
import type { ActorCache } from "./cache.ts";
import { constraintFailure } from "./constraints.ts";
import { type Idempotency, IdempotencyBatch, type Replay } from "./idempotency.ts";
import { type Batch, type BatchActor, type Topic, Turn } from "./turn.ts";

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
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { job: Job; result: unknown } | { job: Job; error: unknown };

export interface Committed {
  identities: { id: string; modseq: number }[];
  topics: Set<Topic>;
}

export interface CommitterDeps {
  database: Database;
  cache: ActorCache;
  clock: Clock;
  log: Log;
  /** Called after each commit, before results are released. */
  onCommit(committed: Committed): void;
}

const maxTurns = 64;
const maxQueued = 5000;
const maxTries = 4;
/** Two batches of different actors: one gathers and reads while the other is committed. */
const parallelBatches = 2;

export class Committer {
  readonly #deps: CommitterDeps;
  #queue: Job[] = [];
  /** Rows of batches, one after the other each. */
  readonly #rows = new Set<Promise<void>>();
  #running = 0;
  /** Actors that are in a batch that runs. */
  readonly #busy = new Set<string>();
  #queuedByActor = new Map<string, number>();

  constructor(deps: CommitterDeps) {
    this.#deps = deps;
  }

  /** Turns that wait. */
  get queued(): number {
    return this.#queue.length;
  }

  /** @throws Failure rate_limited when too many turns wait, in all or for this actor */
  submit(job: Job): void {
    const ofActor = this.#queuedByActor.get(job.ref.id) ?? 0;
    if (this.#queue.length >= maxQueued || ofActor >= maxQueued / 5) {
      throw new Failure(
        "rate_limited",
        "Too much work is waiting for this address. Try again in a moment.",
        1,
      );
    }
    this.#queue.push(job);
    this.#queuedByActor.set(job.ref.id, ofActor + 1);
    this.#start();
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    while (this.#rows.size > 0) await Promise.all(this.#rows);
  }

  /** Starts a further row of batches, where another one may run. */
  #start(): void {
    const most = this.#deps.database.kind === "postgres" ? parallelBatches : 1;
    if (this.#queue.length === 0 || this.#running >= most) return;
    this.#running++;
    const row = this.#runRow().finally(() => this.#rows.delete(row));
    this.#rows.add(row);
  }

  /** Runs batches until nothing waits that could run now; turns of an actor in another batch are left to that row. */
  async #runRow(): Promise<void> {
    // One turn of the event loop lets turns that arrive together share a batch.
    await Promise.resolve();
    for (let jobs = this.#take(); jobs.length > 0; jobs = this.#take()) {
      const actors = jobs.flatMap((job) => [job.ref.id, ...job.also.map((ref) => ref.id)]);
      for (const id of actors) this.#busy.add(id);
      await this.#runBatch(jobs);
      for (const id of actors) this.#busy.delete(id);
    }
    // In the same step as the empty look: a turn that comes now starts a row of its own.
    this.#running--;
  }

  /** The next batch: waiting turns in their order, without those whose actor is in a batch that runs. */
  #take(): Job[] {
    const taken: Job[] = [];
    const left: Job[] = [];
    const passed = new Set<string>();
    for (const job of this.#queue) {
      const ids = [job.ref.id, ...job.also.map((ref) => ref.id)];
      const alone = job.also.length > 0;
      const fits = alone ? taken.length === 0 : taken.length < maxTurns && !taken[0]?.also.length;
      if (fits && !ids.some((id) => this.#busy.has(id) || passed.has(id))) taken.push(job);
      else {
        left.push(job);
        for (const id of ids) passed.add(id);
      }
    }
    this.#queue = left;
    for (const { ref } of taken) {
      const waiting = (this.#queuedByActor.get(ref.id) ?? 1) - 1;
      if (waiting === 0) this.#queuedByActor.delete(ref.id);
      else this.#queuedByActor.set(ref.id, waiting);
    }
    return taken;
  }

  async #runBatch(jobs: Job[]): Promise<void> {
    const error = await this.#tryBatch(jobs);
    if (error === null) return;
    if (error instanceof DatabaseUnavailable) {
      for (const job of jobs) job.reject(this.#refusal(error));
      return;
    }
    if (jobs.length > 1) {
      this.#deps.log.debug("a batch failed; its turns run alone", {
        turns: jobs.length,
        error: messageOf(error),
      });
    }
    for (const job of jobs) await this.#runAlone(job);
  }

  async #runAlone(job: Job): Promise<void> {
    for (let tries = 1; ; tries++) {
      const error = await this.#tryBatch([job]);
      if (error === null) return;
      if (tries < maxTries && error instanceof SqlError && isTransient(error)) continue;
      job.reject(this.#refusal(error));
      return;
    }
  }

  /** @returns null when the batch is committed and its results are released, else what went wrong */
  async #tryBatch(jobs: readonly Job[]): Promise<unknown> {
    const { database, cache, onCommit } = this.#deps;
    const run = new BatchRun(this.#deps, jobs);
    try {
      await database.transaction((tx) => run.execute(tx));
    } catch (error) {
      for (const { ref, also } of jobs) for (const { id } of [ref, ...also]) cache.drop(id);
      return error;
    }
    run.attempt(() => onCommit(run.settle()));
    for (const outcome of run.outcomes) {
      if ("error" in outcome) outcome.job.reject(outcome.error);
      else outcome.job.resolve(outcome.result);
    }
    return null;
  }

  #refusal(error: unknown): unknown {
    if (error instanceof SqlError) return constraintFailure(error) ?? error;
    if (error instanceof CommitUnknown || error instanceof DatabaseUnavailable) {
      this.#deps.log.error("the database did not answer", { error: messageOf(error) });
      return new Failure("unavailable", "The database does not answer just now. Try again in a moment.", 2);
    }
    return error;
  }
}

/** Serialisation failure, deadlock, and two equal idempotent requests in two processes. */
function isTransient(error: SqlError): boolean {
  return ["40001", "40P01"].includes(error.sqlState) || error.constraint === "idempotency_pkey";
}

/** One try at one batch. */
class BatchRun {
  readonly outcomes: Outcome[] = [];
  readonly #deps: CommitterDeps;
  readonly #jobs: readonly Job[];
  readonly #actors = new Map<string, BatchActor>();
  readonly #touched = new Set<BatchActor>();
  readonly #buffer = new WriteBuffer();
  readonly #topics = new Set<Topic>();
  readonly #afterCommits: (() => void)[] = [];
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
    const batch: Batch = { tx, clock: this.#deps.clock, flush: () => this.#flush(tx) };
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
    return { identities: this.#touchedIdentities(), topics: this.#topics };
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
    const staleAccounts = new Set<string>();
    for (const [id, row] of found.lockedAccounts) if (!cache.accountAt(id, row.modseq)) staleAccounts.add(id);
    for (const [id, { row, accountModseq }] of found.lockedIdentities) {
      if (!cache.accountAt(row.accountId, accountModseq)) staleAccounts.add(row.accountId);
      if (!cache.identityAt(id, row.modseq)) cache.drop(id);
    }
    const staleIdentities = found.identityRefs.filter(
      (ref) => found.lockedIdentities.has(ref.id) && !cache.identity(ref.id),
    );
    const [loadedAccounts, loadedFolders] = await Promise.all([
      staleAccounts.size > 0 ? loadAccounts(tx, [...staleAccounts]) : new Map(),
      staleIdentities.length > 0 ? loadFolders(tx, staleIdentities) : new Map(),
    ]);
    for (const [id, state] of loadedAccounts) cache.putAccount(id, state);
    for (const [id, folders] of loadedFolders) {
      cache.putIdentity(id, { row: found.lockedIdentities.get(id)!.row, folders });
    }
    for (const ref of [...found.accountRefs, ...found.identityRefs]) {
      const identity = ref.kind === "identity" ? cache.identity(ref.id) : null;
      const row =
        ref.kind === "identity" ? found.lockedIdentities.get(ref.id)?.row : found.lockedAccounts.get(ref.id);
      const account = cache.account(ref.accountId);
      if (!row || !account) continue;
      const { modseq, lastInstant } = row;
      this.#actors.set(ref.id, {
        ref,
        identity: identity ?? null,
        account,
        modseq,
        lastInstant,
        overlay: new Map(),
      });
    }
  }

  async #runJob(
    batch: Batch,
    { job, loaded, idempotency }: { job: Job; loaded: unknown; idempotency: IdempotencyBatch },
  ): Promise<Outcome> {
    const actor = this.#actors.get(job.ref.id);
    if (!actor || job.also.some((ref) => !this.#actors.has(ref.id))) return { job, error: notFound() };
    const turn = new Turn(batch, actor);
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
        const refusal = new Turn(batch, actor);
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
    this.#afterCommits.push(...turn.afterCommits);
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
    return [...this.#touched]
      .filter((actor) => actor.ref.kind === "identity")
      .map((actor) => ({ id: actor.ref.id, modseq: actor.modseq }));
  }
}

function unique(refs: readonly ActorRef[]): ActorRef[] {
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()];
}
