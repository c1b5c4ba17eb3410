// Waits for events. The feed wakes a reader when its account has some; while a committed event is hidden behind an older running transaction, whose
// end is not announced, a timer does.
import type { Feed } from "../../actors/runtime/feed.ts";
import { type Clock, nowInstant, runAfter, steadyMs, systemClock } from "../lib/clock.ts";
import { isUuid } from "../lib/ids.ts";
import { callerStands } from "../store/access/api-keys.ts";
import type { Database } from "../store/database/database.ts";
import {
  type EventBounds,
  type EventPosition,
  type EventRow,
  findEvent,
  hasHeldEvents,
  isBehind,
  listEvents,
} from "../store/events/events.ts";
import type { Scope } from "../store/scope.ts";
import type { Auth } from "./context.ts";
import { invalidCursor, keyCursor } from "./paging.ts";

export interface EventSource {
  database: Database;
  clock: Clock;
  feed: Feed;
  /** Ends all waiting. */
  stopping: AbortSignal;
}

export interface EventFilter {
  types?: readonly string[] | undefined;
  identityId?: string;
  /** The caller's scope, narrowed to the addresses that are in a pod or of a tenant just then. */
  scope: () => Promise<Scope>;
  since: () => string;
}

/** The more readers one commit wakes, the longer each collects events before it reads. */
const gatherMs = 4;
const maxGatherMs = 500;
const heldMs = 100;

export class EventReader {
  readonly #source: EventSource;
  readonly #auth: Auth;
  readonly #filter: EventFilter;
  readonly #stands: () => Promise<boolean>;
  readonly #unsubscribe: () => void;
  #position: EventPosition;
  /** The number of readers poked together; 0: none was. */
  #poked = 0;
  #wake: (() => void) | null = null;
  #ended = false;

  constructor(
    source: EventSource,
    {
      auth,
      filter,
      after,
      stands = () => callerStands(source.database, auth, nowInstant(source.clock)),
    }: {
      auth: Auth;
      filter: EventFilter;
      after: EventPosition;
      /** Whether who reads may still do so; without it the key is asked, with what it reaches. */
      stands?: () => Promise<boolean>;
    },
  ) {
    this.#stands = stands;
    this.#source = source;
    this.#auth = auth;
    this.#filter = filter;
    this.#position = after;
    this.#unsubscribe = source.feed.onAccount(auth.accountId, this.#poke);
    source.stopping.addEventListener("abort", this.end, { once: true });
  }

  /** True after end(), when the service is stopping or when the key was revoked or reaches less. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Ends the waiting. */
  readonly end = (): void => {
    if (this.#ended) return;
    this.#ended = true;
    this.#unsubscribe();
    this.#source.stopping.removeEventListener("abort", this.end);
    this.#wake?.();
  };

  /**
   * The next events, at most `count`; none after `waitMs`, or when it has ended.
   * @param clock the source's where a caller waits so long; a stream's heartbeat goes by the system's
   */
  async next(count: number, waitMs: number, clock: Clock = systemClock): Promise<EventRow[]> {
    const deadline = steadyMs(clock) + waitMs;
    for (;;) {
      if (this.#ended) return [];
      this.#poked = 0;
      if (!(await this.#stands())) {
        this.end();
        return [];
      }
      // Asked before the look: when the transaction that holds events back ends between the two, the look sees them.
      const held = await hasHeldEvents(this.#source.database, this.#auth.accountId);
      const rows = await this.#look(count);
      this.#position = rows.at(-1) ?? this.#position;
      if (rows.length > 0) return rows;
      const left = deadline - steadyMs(clock);
      if (left <= 0) return [];
      await this.#wait(clock, held ? Math.min(left, heldMs) : left);
    }
  }

  async #look(count: number): Promise<EventRow[]> {
    const { types, identityId, scope, since } = this.#filter;
    return listEvents(this.#source.database, await scope(), {
      from: this.#position,
      since: since(),
      types,
      identityId,
      count,
    });
  }

  readonly #poke = (together: number): void => {
    this.#poked = together;
    this.#wake?.();
  };

  async #wait(clock: Clock, ms: number): Promise<void> {
    if (this.#poked === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        const cancel = runAfter(clock, ms, resolve, "awaited");
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
      this.#wake = null;
    }
    if (this.#poked > 0 && !this.#ended) await Bun.sleep(Math.min(this.#poked * gatherMs, maxGatherMs));
  }
}

/**
 * A reader's position: a cursor, the id of the last event it saw, or `now`; null when none was given.
 * @throws Failure invalid_cursor
 */
export async function eventPositionOf(
  { database, auth, bounds }: { database: Database; auth: Auth; bounds: EventBounds },
  cursor: string | undefined,
): Promise<EventPosition | null> {
  if (cursor === "now") return bounds.end;
  if (cursor !== undefined && isUuid(cursor)) {
    const position = await findEvent(database, auth, cursor);
    if (!position) throw invalidCursor();
    return position;
  }
  const key = keyCursor(cursor, [(xid) => /^\d{1,19}$/.test(xid), isUuid]);
  return key && { xid: key[0]!, id: key[1]! };
}

/**
 * Where a stream begins: behind the position that was asked for, else with the next event; never before the oldest that is shown.
 * @throws Failure invalid_cursor
 */
export async function streamStart(
  source: { database: Database; auth: Auth; bounds: EventBounds },
  cursor: string | undefined,
): Promise<EventPosition> {
  const { begin, end } = source.bounds;
  const asked = (await eventPositionOf(source, cursor)) ?? end;
  return isBehind(begin, asked) ? begin : asked;
}
