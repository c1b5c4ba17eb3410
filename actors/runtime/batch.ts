// One try at one batch: the fence, the turns, their writes. What it did counts only once the transaction that it ran in
// is committed.

import type { Plans } from "../../src/config/plans.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { counts, facts } from "../../src/lib/facts.ts";
import { Failure, messageOf, notFound } from "../../src/lib/failure.ts";
import type { Log, LogFields } from "../../src/lib/log.ts";
import { must } from "../../src/lib/must.ts";
import { isTracing } from "../../src/lib/spans.ts";
import {
  type Database,
  type DatabaseTransaction,
  DatabaseUnavailable,
  type Executor,
  type Parted,
  SqlError,
} from "../../src/store/database/database.ts";
import { accounts, identities } from "../../src/store/tables/index.ts";
import type { ActorRef } from "./actor.ts";
import { WriteBuffer } from "./buffer.ts";
import type { ActorCache } from "./cache.ts";
import { type IdentityCommit, loggedChanges } from "./change-log.ts";
import { noteEventSpans } from "./event-spans.ts";
import { lockActors, provenActors, rememberedActors, verifyActors } from "./fence.ts";
import { type Idempotency, IdempotencyBatch, type Replay } from "./idempotency.ts";
import { checkTurn } from "./invariants.ts";
import {
  type BatchActor,
  type EmittedEvent,
  type OutgoingRules,
  type Topic,
  Turn,
  type TurnAsker,
  type TurnBatch,
} from "./turn.ts";

/** One statement that reads for all the turns of its kind in a batch what each would have asked alone. */
export interface Preload<Input, Loaded> {
  name: string;
  /** @returns one result an item, in order */
  load(tx: Executor, items: readonly { ref: ActorRef; input: Input }[]): Promise<Loaded[]>;
  /** For turns that need not wait for what is read, since most find the same. */
  expected?: {
    /** The most likely result of `load`; null: unknown. */
    guess(input: Input): Loaded | null;
    /** Fails, and the transaction with it, where `load` would find something else. */
    verify(tx: Executor, items: readonly { ref: ActorRef; input: Input }[]): Promise<void>;
  };
}

export interface TurnJob {
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
  /** A moment of `performance.now()`. */
  askedMs: number;
  /** The turn's asker; absent: the service itself. */
  origin?: TurnAsker;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export type TurnOutcome = { job: TurnJob; result: unknown } | { job: TurnJob; error: unknown };

export interface Committed {
  identities: IdentityCommit[];
  /** Accounts whose event readers wake after the commit. */
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
  /** Whether no other process commits to the database, as far as this one hears. */
  isAlone(): boolean;
  /** Called after each commit, before results are released. */
  onCommit(committed: Committed): void;
}

/** The actors and reads that the turns of a batch rely on, as memory has them. */
interface Expectations {
  actors: ReadonlyMap<string, BatchActor>;
  /** For each turn what would be read. */
  guesses: unknown[];
}

/** One try at one batch. */
export class BatchRun {
  readonly outcomes: TurnOutcome[] = [];
  readonly #deps: CommitterDeps;
  readonly #jobs: readonly TurnJob[];
  #actors: ReadonlyMap<string, BatchActor> = new Map();
  readonly #touched = new Set<BatchActor>();
  readonly #buffer = new WriteBuffer();
  readonly #topics = new Set<Topic>();
  readonly #told = new Set<string>();
  readonly #afterCommits: (() => void)[] = [];
  readonly #emitted: LoggedEvent[] = [];
  /** Null: actors and what the turns stand on are read. */
  #expected: Expectations | null = null;
  #wasWrong = false;
  /** A write of this batch must touch a certain number of rows. */
  #guarded = false;

  constructor(deps: CommitterDeps, jobs: readonly TurnJob[]) {
    this.#deps = deps;
    this.#jobs = jobs;
  }

  /** Whether an actor was read that another process has changed, which was not to be expected. */
  get wasWrong(): boolean {
    return this.#wasWrong;
  }

  /** Return the actors and reads that the turns rely on, from memory; null if memory lacks one. */
  remembered(): Expectations | null {
    const guesses: unknown[] = [];
    for (const { also, idempotency, preload, input } of this.#jobs) {
      if (also.length > 0 || idempotency) return null;
      const guess = preload ? (preload.expected?.guess(input) ?? null) : undefined;
      if (guess === null) return null;
      guesses.push(guess);
    }
    const actors = rememberedActors(this.#deps, this.#refs());
    return actors && { actors, guesses };
  }

  /** Lets the turns run on what memory holds, which the database then verifies while they run. */
  expect(expected: Expectations): void {
    this.#expected = expected;
  }

  async execute(tx: DatabaseTransaction): Promise<void> {
    const { clock, plans, outgoing } = this.#deps;
    const idempotency = new IdempotencyBatch(this.#jobs.map((job) => [job.ref.accountId, job.idempotency]));
    const loaded = this.#expected
      ? await this.#verify(tx, this.#expected)
      : await this.#read(tx, idempotency);
    const batch: TurnBatch = { tx, clock, plans, outgoing, flush: () => this.#flush(tx) };
    for (const [index, job] of this.#jobs.entries()) {
      this.outcomes.push(await this.#runJob(batch, { job, loaded: loaded[index], idempotency }));
    }
    for (const actor of this.#touched) this.#stampActor(actor);
    await this.#flush(tx, { last: true });
  }

  /** Locks and reads the actors. @returns what was read for each turn */
  async #read(tx: Executor, idempotency: IdempotencyBatch): Promise<unknown[]> {
    // Issued together, they travel together; each still sees the database as it is after the locks before it.
    const [locked, preloaded] = await Promise.all([
      lockActors(tx, this.#deps, this.#refs()),
      this.#preload(tx),
      idempotency.load(tx, this.#deps.clock),
    ]);
    const { actors, wasWrong } = await provenActors(tx, this.#deps.cache, locked);
    this.#actors = actors;
    this.#wasWrong = wasWrong;
    return preloaded;
  }

  /** Has the actors locked, and all verified that the turns expect: a failure is COMMIT's. @returns what is expected for each turn */
  async #verify(tx: DatabaseTransaction, { actors, guesses }: Expectations): Promise<unknown[]> {
    this.#actors = actors;
    const verified = [verifyActors(tx, [...actors.values()])];
    for (const [preload, indexes] of this.#groups())
      if (preload.expected) verified.push(preload.expected.verify(tx, this.#items(indexes)));
    for (const each of verified) each.catch(() => undefined);
    await tx.sent();
    return guesses;
  }

  /** After the commit: caches take over what was written. */
  settle(): Committed {
    const { cache } = this.#deps;
    for (const actor of this.#touched) cache.commit(actor);
    for (const id of this.#expected?.actors.keys() ?? []) cache.confirm(id, true);
    for (const job of this.#jobs) for (const ref of job.also) cache.drop(ref.id);
    for (const action of this.#afterCommits) this.attempt(action);
    for (const event of this.#emitted) noteEvent(this.#deps.log, event);
    return { identities: this.#touchedIdentities(), accounts: this.#told, topics: this.#topics };
  }

  /** Run an action after the commit, which it cannot undo: log its error. */
  attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#deps.log.error("an action after a commit failed", { error: messageOf(error) });
    }
  }

  #refs(): ActorRef[] {
    return unique(this.#jobs.flatMap((job) => [job.ref, ...job.also]));
  }

  async #preload(tx: Executor): Promise<unknown[]> {
    const results: unknown[] = new Array(this.#jobs.length);
    const loads = [...this.#groups()].map(async ([preload, indexes]) => {
      const loaded = await preload.load(tx, this.#items(indexes));
      for (const [position, index] of indexes.entries()) results[index] = loaded[position];
    });
    await Promise.all(loads);
    return results;
  }

  /** The indexes of the jobs of each kind that something is read for. */
  #groups(): Map<Preload<unknown, unknown>, number[]> {
    const groups = new Map<Preload<unknown, unknown>, number[]>();
    for (const [index, { preload }] of this.#jobs.entries()) {
      if (preload) groups.set(preload, [...(groups.get(preload) ?? []), index]);
    }
    return groups;
  }

  #items(indexes: readonly number[]): { ref: ActorRef; input: unknown }[] {
    return indexes.map((index) => ({ ref: this.#jobs[index]!.ref, input: this.#jobs[index]!.input }));
  }

  async #runJob(
    batch: TurnBatch,
    { job, loaded, idempotency }: { job: TurnJob; loaded: unknown; idempotency: IdempotencyBatch },
  ): Promise<TurnOutcome> {
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

  #accept(turn: Turn, actor: BatchActor, job: TurnJob): void {
    const written = turn.end();
    checkTurn(actor, written, { isQuiet: job.quiet });
    actor.lastInstant = turn.lastInstant;
    if (turn.buffer.size > 0 && !job.quiet) {
      actor.modseq++;
      this.#touched.add(actor);
      for (const ref of job.also) {
        const other = must(this.#actors.get(ref.id), "a turn names the actors of its batch alone");
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
    const { logFields, askedMs } = job;
    for (const event of turn.emitted) this.#emitted.push({ ...event, accountId, logFields, askedMs });
  }

  #stampActor({ ref, modseq, lastInstant }: BatchActor): void {
    const { accountId, id } = ref;
    if (ref.kind === "account") this.#buffer.update(accounts, { accountId, modseq, lastInstant });
    else this.#buffer.update(identities, { accountId, id, modseq, lastInstant });
  }

  /** The last flush is not waited for: COMMIT travels behind it, and fails with its error. */
  async #flush(tx: Parted, { last } = { last: false }): Promise<void> {
    const running = this.#buffer.drain(tx.partOf).map(async ({ text, params, expectRows }) => {
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
  /** When its turn was asked for. */
  askedMs: number;
}

/** Counts a committed event. A message accepted for sending gets a line at level info. */
function noteEvent(log: Log, event: LoggedEvent): void {
  const { id, type, identityId, accountId, data, logFields } = event;
  counts.events.add([type]);
  if (isTracing()) noteEventSpans(event);
  const isQueued = type === "message.sent";
  if (!isQueued && !log.isOn("debug")) return;
  const about = { event_id: id, account_id: accountId, identity_id: identityId, ...logFields };
  const { message_id, thread_id, to } = data as Record<string, string | undefined>;
  if (isQueued) facts.messageQueued.note(log, { message_id, thread_id, ...about, recipients: to?.length });
  else log.debug("an event was committed", { type, message_id, thread_id, ...about });
}

function unique(refs: readonly ActorRef[]): ActorRef[] {
  return [...new Map(refs.map((ref) => [ref.id, ref])).values()];
}
