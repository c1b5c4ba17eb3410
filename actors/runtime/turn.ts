// A turn: one serialised piece of work of one actor. It reads (cached state, rows written earlier in the batch, named
// queries) and buffers its writes; nothing it writes is seen before the batch commits. It runs again after a failed
// batch, so it must not keep anything outside the turn; no network, parsing, hashing or waiting for another actor.

import type { Plan, Plans } from "../../src/config/plans.ts";
import { addMs, type Clock, type Instant, instantOf, msOf, nextInstant } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import type { IdentityRow } from "../../src/store/addresses/identities.ts";
import type { DeferredStatement, Param, Parted } from "../../src/store/database/database.ts";
import {
  type AnyRow,
  type NewRow,
  shapeOf,
  type Table,
  type TableRow,
} from "../../src/store/database/table-shape.ts";
import type { FolderRow } from "../../src/store/mailbox/folders.ts";
import type { Owner } from "../../src/store/scope.ts";
import {
  changes,
  deliveries,
  events,
  folders,
  identities,
  type Maker,
  type Origin,
} from "../../src/store/tables/index.ts";
import type { AccountState, ActorRef, IdentityState } from "./actor.ts";
import { keyText, WriteBuffer } from "./buffer.ts";

/** A batch's memory of an actor that takes part in it. */
export interface BatchActor {
  ref: ActorRef;
  identity: IdentityState | null;
  account: AccountState;
  modseq: number;
  lastInstant: Instant;
  /** Latest known rows by table and key, as this batch's turns wrote them; null: removed. */
  overlay: Map<Table, Map<string, AnyRow | null>>;
}

/** Rules for mail that a turn makes. Pure. */
export interface OutgoingRules {
  /** The envelope sender of a message, to which its bounces return. */
  returnPath(messageId: string, domain: string): string;
  /** The queue of a recipient outside. @param from the envelope sender */
  laneOf(mail: { from: string; recipient: string }): string;
}

export interface TurnBatch {
  tx: Parted;
  clock: Clock;
  plans: Plans;
  outgoing: OutgoingRules;
  /** Writes the buffers of the batch's finished turns, so that reads see them. */
  flush(): Promise<void>;
}

/**
 * The topics of workers, poked when a committed turn made work for them; `domains`: the service got a domain
 * to take mail for; `held`: the operator holds what may be claimed.
 */
export type Topic =
  | "domains"
  | "deliveries"
  | "outbound"
  | "held"
  | "drafts"
  | "notices"
  | "reports"
  | "reviews"
  | "bulk"
  | "snoozes";

/** Remembered rows that have all their columns. */
const whole = new WeakSet<AnyRow>();

/** An event as a turn has emitted it. */
export interface EmittedEvent {
  id: string;
  type: string;
  identityId: string | null;
  data: Record<string, unknown>;
}

/** The asker of a turn; an absent level or reach narrows nothing. */
export type TurnAsker = Origin & Partial<Pick<Maker, "level" | "reach">>;

export class Turn implements Parted {
  readonly #batch: TurnBatch;
  readonly #actor: BatchActor;
  readonly buffer = new WriteBuffer();
  readonly afterCommits: (() => void)[] = [];
  /** Events of this turn, for the log. */
  readonly emitted: EmittedEvent[] = [];
  readonly topics = new Set<Topic>();
  /** Accounts whose readers of events are woken after the commit. */
  readonly told = new Set<string>();
  readonly #written = new Map<Table, Map<string, AnyRow | null>>();
  #lastInstant: Instant;
  #ordinal = 0;
  #ended = false;

  /** The turn's asker, as it is stored. */
  readonly origin: Origin;
  /** The turn's asker with level and reach, which the gate checks. */
  readonly maker: Maker;

  /** @param asker who asked for this turn; the service itself when nobody did */
  constructor(
    batch: TurnBatch,
    actor: BatchActor,
    { kind, id, ip, level = null, reach = null }: TurnAsker = { kind: "service", id: null, ip: null },
  ) {
    this.origin = { kind, id, ip };
    this.maker = { kind, id, ip, level, reach };
    this.#batch = batch;
    this.#actor = actor;
    this.#lastInstant = actor.lastInstant;
  }

  get ref(): ActorRef {
    return this.#actor.ref;
  }

  get accountId(): string {
    return this.#actor.ref.accountId;
  }

  /** The identity, as queries ask for it. */
  get owner(): Owner {
    const { accountId, id } = this.#actor.ref;
    return { accountId, identityId: id };
  }

  get account(): AccountState {
    return this.#actor.account;
  }

  /** The plan of the account. */
  get plan(): Plan {
    return this.#batch.plans[this.#actor.account.row.plan];
  }

  get outgoing(): OutgoingRules {
    return this.#batch.outgoing;
  }

  /** The modseq of everything that this turn changes: one more than the last committed turn's. */
  get modseq(): number {
    return this.#actor.modseq + 1;
  }

  get lastInstant(): Instant {
    return this.#lastInstant;
  }

  /** The identity's row, with what this batch wrote of it. Throws in an account's turn. */
  identity(): IdentityRow {
    const { row } = this.#identityState();
    return this.latest(identities, row) as IdentityRow;
  }

  /** The identity's folders, with what this batch wrote of them. */
  folders(): FolderRow[] {
    const cached = [...this.#identityState().folders.values()];
    const ids = new Set(cached.map((folder) => folder.id));
    const added = this.written(folders).filter((folder) => !ids.has(folder.id));
    return [...cached, ...added].flatMap((folder) => this.latest(folders, folder) ?? []);
  }

  #identityState(): IdentityState {
    if (!this.#actor.identity) throw new Error("an account's turn has no identity");
    return this.#actor.identity;
  }

  /** The time now, unique and rising within the actor, across processes and clock steps. DECISIONS Conventions */
  instant(): Instant {
    const now = instantOf(this.#batch.clock.now());
    this.#lastInstant = now > this.#lastInstant ? now : nextInstant(this.#lastInstant);
    return this.#lastInstant;
  }

  /** The clock's time, for what is due at once: `instant` may lie ahead of it where the clock was set back. */
  now(): Instant {
    return instantOf(this.#batch.clock.now());
  }

  newId(): string {
    return newId();
  }

  insert<T extends Table>(table: T, row: NewRow<T>): void {
    this.#open();
    const key = keyText(shapeOf(table), row as AnyRow);
    this.buffer.insert(table, row as AnyRow, key);
    whole.add(row as AnyRow);
    this.#remember(table, key, row as AnyRow);
  }

  /** `patch` holds the primary key and what changes; `base` is the row as it was read, for later turns of the batch. */
  update<T extends Table>(table: T, patch: Partial<TableRow<T>>, base?: TableRow<T>): void {
    this.#open();
    const key = keyText(shapeOf(table), patch as AnyRow);
    this.buffer.update(table, patch as AnyRow, key);
    const before = this.#known(table, key) ?? (base as AnyRow | undefined);
    const after = { ...before, ...(patch as AnyRow) };
    if (before && (before === base || whole.has(before))) whole.add(after);
    this.#remember(table, key, after);
  }

  remove<T extends Table>(table: T, row: Partial<TableRow<T>>): void {
    this.#open();
    const key = keyText(shapeOf(table), row as AnyRow);
    this.buffer.remove(table, row as AnyRow, key);
    this.#remember(table, key, null);
  }

  /** Buffers a statement of the store, run after this turn's rows: for rows that the turn does not read. */
  bulk(statement: DeferredStatement): void {
    this.#open();
    this.buffer.bulk(statement);
  }

  /** The row with what this batch wrote of it; null when it was removed. */
  latest<T extends Table>(table: T, row: TableRow<T>): TableRow<T> | null {
    const known = this.#known(table, keyText(shapeOf(table), row as AnyRow));
    if (known === undefined || known === null) return known === null ? null : row;
    return (known === row || whole.has(known) ? known : { ...row, ...known }) as TableRow<T>;
  }

  /** Rows of a table that this actor's turns inserted or updated in this batch, this turn included. */
  written<T extends Table>(table: T): TableRow<T>[] {
    const rows = new Map(this.#actor.overlay.get(table));
    for (const [key, row] of this.#written.get(table) ?? []) rows.set(key, row);
    return [...rows.values()].filter((row) => row !== null) as TableRow<T>[];
  }

  get parts() {
    return this.#batch.tx.parts;
  }

  partOf(accountId: string): number {
    return this.#batch.tx.partOf?.(accountId) ?? 0;
  }

  /** Reads inside the batch's transaction: sees what earlier turns of the batch wrote, not this turn's own writes. */
  rows<T extends object = Record<string, unknown>>(
    text: string,
    params: readonly Param[] = [],
  ): Promise<T[]> {
    return this.#afterFlush(() => this.#batch.tx.rows<T>(text, params));
  }

  /** The same; rows as arrays, in column order. */
  values(text: string, params: readonly Param[] = []): Promise<unknown[][]> {
    return this.#afterFlush(() => this.#batch.tx.values(text, params));
  }

  /** The reading travels right behind what is flushed. */
  async #afterFlush<R>(read: () => Promise<R>): Promise<R> {
    const flushed = this.#batch.flush();
    const reading = read();
    // Where the flush has failed, that is what went wrong.
    reading.catch(() => undefined);
    await flushed;
    return reading;
  }

  /** Writes a row of the identity's change log. */
  change(change: {
    kind: "placed" | "flags" | "expunged" | "folder";
    folderId?: string;
    uid?: number;
    messageId?: string;
  }): void {
    this.insert(changes, {
      accountId: this.accountId,
      identityId: this.ref.id,
      modseq: this.modseq,
      ordinal: this.#ordinal++,
      kind: change.kind,
      folderId: change.folderId ?? null,
      uid: change.uid ?? null,
      messageId: change.messageId ?? null,
      createdAt: this.#lastInstant,
    });
  }

  /**
   * Writes an event and one delivery for each webhook that wants it.
   * @param identityId whom it concerns; null for the account
   * @param only the one webhook that gets it, whatever its event types
   */
  emit(
    event: { type: string; identityId: string | null; data: Record<string, unknown> },
    only?: string,
  ): void {
    const { accountId } = this;
    const createdAt = this.instant();
    // Lists find a moment among the events by their ids.
    const id = newId(msOf(createdAt));
    this.insert(events, {
      accountId,
      id,
      identityId: event.identityId,
      type: event.type,
      data: event.data,
      createdAt,
    });
    this.told.add(accountId);
    this.emitted.push({ id, type: event.type, identityId: event.identityId, data: event.data });
    for (const webhook of this.account.webhooks) {
      const wanted = only
        ? webhook.id === only
        : (webhook.identityId === null || webhook.identityId === event.identityId) &&
          (webhook.eventTypes.length === 0 || webhook.eventTypes.includes(event.type));
      if (!wanted) continue;
      this.insert(deliveries, {
        accountId,
        id: newId(),
        webhookId: webhook.id,
        eventId: id,
        eventType: event.type,
        status: "queued",
        attemptCount: 0,
        responseStatus: null,
        responseBody: null,
        error: null,
        nextAttemptAt: this.now(),
        lastAttemptAt: null,
        deliveredAt: null,
        createdAt,
      });
      this.topics.add("deliveries");
    }
  }

  /** Wakes the workers of this topic once the turn is committed. */
  poke(topic: Topic): void {
    this.topics.add(topic);
  }

  /** Wakes those who read events of an account, once the turn is committed: they look for new ones, and whether they still may. */
  wakeReaders(accountId: string = this.accountId): void {
    this.told.add(accountId);
  }

  /** Runs once, after the commit. */
  afterCommit(action: () => void): void {
    this.afterCommits.push(action);
  }

  /** `instant` moved by milliseconds: for due times. */
  later(instant: Instant, ms: number): Instant {
    return addMs(instant, ms);
  }

  /** Ends the turn; the committer takes over what it wrote. */
  end(): Map<Table, Map<string, AnyRow | null>> {
    this.#ended = true;
    return this.#written;
  }

  #open(): void {
    if (this.#ended) throw new Error("a turn wrote after it ended: await everything inside it");
  }

  #known(table: Table, key: string): AnyRow | null | undefined {
    const own = this.#written.get(table);
    return own?.has(key) ? own.get(key) : this.#actor.overlay.get(table)?.get(key);
  }

  #remember(table: Table, key: string, row: AnyRow | null): void {
    let rows = this.#written.get(table);
    if (!rows) {
      rows = new Map();
      this.#written.set(table, rows);
    }
    rows.set(key, row);
  }
}
