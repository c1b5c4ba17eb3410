// Group commit: the turns that wait, of one actor or of many, become one transaction. One statement locks and proves
// the actors (the fence), the turns run, their buffers are flushed (batch.ts), then the commit; only then
// are results released. While one batch commits, the next gathers.
import { counts, secondsSince, times } from "../../src/lib/facts.ts";
import { Failure, messageOf, storageFailure } from "../../src/lib/failure.ts";
import { DatabaseUnavailable, SqlError } from "../../src/store/database/database.ts";
import { outageFailure } from "../../src/store/outage.ts";
import { BatchRun, type CommitterDeps, type TurnJob } from "./batch.ts";
import { constraintFailure } from "./constraints.ts";

export type { Committed, CommitterDeps, Preload, TurnJob } from "./batch.ts";

const maxTurns = 64;
const maxQueued = 5000;
const maxTries = 4;
/** A batch that takes long, as when it waits for another process, does not hold up the turns of other actors. */
const parallelBatches = 2;
const longMs = 25;
/** For how many batches memory must be right, at first and after it was wrong, before turns run on what it holds. */
const doubtedBatches = 20;

export class Committer {
  readonly #deps: CommitterDeps;
  #queue: TurnJob[] = [];
  /** Sequences that run: each runs one batch after the other. */
  readonly #sequences = new Set<Promise<void>>();
  #running = 0;
  /** Runs while turns wait for the batch that runs. */
  #patience: ReturnType<typeof setTimeout> | null = null;
  #turnsRun = 0;
  #fullMs: number | null = null;
  /** For how many batches more memory must be right. */
  #doubts = doubtedBatches;
  /** Actors that are in a batch that runs. */
  readonly #busy = new Set<string>();
  #queuedByActor = new Map<string, number>();

  constructor(deps: CommitterDeps) {
    this.#deps = deps;
  }

  /** Turns that were run since the start, committed or not. */
  get turnsRun(): number {
    return this.#turnsRun;
  }

  /** Since when the last commit failed for want of room, by `performance.now`; null: it did not. */
  get fullMs(): number | null {
    return this.#fullMs;
  }

  /** Turns that wait. */
  get queued(): number {
    return this.#queue.length;
  }

  /** @throws Failure rate_limited when too many turns wait, in all or for this actor */
  submit(job: TurnJob): void {
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
    while (this.#sequences.size > 0) await Promise.all(this.#sequences);
  }

  /** Starts a sequence of batches; a further one only once turns have waited long: large batches cost less a turn. */
  #start(): void {
    const most = this.#deps.database.kind === "postgres" ? parallelBatches : 1;
    if (this.#queue.length === 0 || this.#running >= most) return;
    if (this.#running === 0) this.#startRow();
    else {
      this.#patience ??= setTimeout(() => {
        this.#patience = null;
        if (this.#queue.length > 0 && this.#running < most) this.#startRow();
      }, longMs);
    }
  }

  #startRow(): void {
    this.#running++;
    const sequence = this.#runSequence().finally(() => this.#sequences.delete(sequence));
    this.#sequences.add(sequence);
  }

  /** Runs batches until nothing waits that could run now; turns of an actor in another batch are left to that sequence. */
  async #runSequence(): Promise<void> {
    // One turn of the event loop lets turns that arrive together share a batch.
    await Promise.resolve();
    for (let jobs = this.#take(); jobs.length > 0; jobs = this.#take()) {
      const actors = jobs.flatMap((job) => [job.ref.id, ...job.also.map((ref) => ref.id)]);
      for (const id of actors) this.#busy.add(id);
      this.#restartPatience();
      await this.#runBatch(jobs);
      for (const id of actors) this.#busy.delete(id);
    }
    // In the same step as the look that found nothing: a turn that comes now starts a sequence of its own.
    this.#running--;
  }

  /** The batch that turns waited for has begun. */
  #restartPatience(): void {
    if (this.#patience === null) return;
    clearTimeout(this.#patience);
    this.#patience = null;
    this.#start();
  }

  /** The next batch: waiting turns in their order, of one part of the database, without those whose actor is in a batch that runs. */
  #take(): TurnJob[] {
    const taken: TurnJob[] = [];
    const left: TurnJob[] = [];
    const passed = new Set<string>();
    const { database } = this.#deps;
    const partOf = (job: TurnJob) => database.partOf?.(job.ref.accountId) ?? 0;
    for (const job of this.#queue) {
      const ids = [job.ref.id, ...job.also.map((ref) => ref.id)];
      const alone = job.also.length > 0;
      const [first] = taken;
      const fits = first
        ? !alone && taken.length < maxTurns && !first.also.length && partOf(job) === partOf(first)
        : true;
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

  async #runBatch(jobs: TurnJob[]): Promise<void> {
    try {
      await this.#runAll(jobs);
    } finally {
      // Raised after the commit: a reader whose number is still the same has missed no write of a finished turn.
      this.#turnsRun += jobs.length;
    }
  }

  async #runAll(jobs: TurnJob[]): Promise<void> {
    const run = new BatchRun(this.#deps, jobs);
    const remembered = run.remembered();
    const isGuess = remembered !== null && this.#doubts === 0;
    if (isGuess) run.expect(remembered);
    let error = await this.#tryBatch(jobs, run);
    const isWrong = run.wasWrong || (isGuess && error instanceof SqlError);
    // Where a balancer leads an address to one process, memory is right beside other processes too.
    if (isWrong) this.#doubts = doubtedBatches;
    else if (remembered && this.#doubts > 0) this.#doubts--;
    if (isGuess && isWrong) {
      this.#deps.log.debug("a batch did not find what it expected and runs again", {
        error: messageOf(error),
      });
      error = await this.#tryBatch(jobs);
    }
    if (error === null) return;
    if (error instanceof DatabaseUnavailable) {
      for (const job of jobs) job.reject(this.#refusal(error));
      return;
    }
    if (jobs.length > 1) {
      counts.batchesRerun.add();
      this.#deps.log.debug("a batch failed; its turns run alone", {
        turns: jobs.length,
        error: messageOf(error),
      });
    }
    for (const job of jobs) await this.#runAlone(job);
  }

  async #runAlone(job: TurnJob): Promise<void> {
    for (let tries = 1; ; tries++) {
      const error = await this.#tryBatch([job]);
      if (error === null) return;
      if (tries < maxTries && error instanceof SqlError && isTransient(error)) continue;
      job.reject(this.#refusal(error));
      return;
    }
  }

  /** @returns null when the batch is committed and its results are released, else what went wrong */
  async #tryBatch(jobs: readonly TurnJob[], run = new BatchRun(this.#deps, jobs)): Promise<unknown> {
    const { database, cache, onCommit } = this.#deps;
    const startMs = performance.now();
    try {
      await database.transaction((tx) => run.execute(tx));
      this.#fullMs = null;
      times.commits.observe(secondsSince(startMs));
      times.batches.observe(jobs.length);
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
    const full = storageFailure(error);
    if (full) {
      this.#fullMs = performance.now();
      this.#deps.log.error("the database's disk is full", { error: messageOf(error) });
      return full;
    }
    if (error instanceof SqlError) return constraintFailure(error) ?? error;
    const away = outageFailure(error);
    if (away) {
      counts.databaseAway.add();
      this.#deps.log.error("the database did not answer", { error: messageOf(error) });
      return away;
    }
    return error;
  }
}

/** Serialisation failure, deadlock, and two equal idempotent requests in two processes. */
function isTransient(error: SqlError): boolean {
  return ["40001", "40P01"].includes(error.sqlState) || error.constraint === "idempotency_pkey";
}
