// Actors on a fresh database, without the edges: what tests of the runtime use. A Wire stands between the actors and the
// database, so that a test can count transactions, hold a COMMIT back, refuse it or lose its answer.
import { createIdentity } from "../../../actors/account/identities.ts";
import { initialise, type Operator } from "../../../actors/account/operator.ts";
import { Actors } from "../../../actors/runtime/registry.ts";
import { migrations } from "../../../migrations/index.ts";
import { unlimitedPlans } from "../../../src/config/plans.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import type { Database, Transaction } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";

export interface World extends Operator {
  database: Database;
  /** Another set of actors on the same database, with a memory of its own: another process, as far as actors can tell. */
  process(clock?: Clock): Process;
  /** A new identity's id. */
  identity(fields?: { type?: "agent" | "application" }): Promise<string>;
}

export interface Process {
  actors: Actors;
  wire: Wire;
}

export async function makeWorld(database: Database): Promise<World> {
  await migrate(database, migrations);
  const process = (clock: Clock = systemClock) => {
    const wire = new Wire(database);
    return { wire, actors: new Actors({ database: wire, clock, log: silentLog, plans: unlimitedPlans }) };
  };
  const { actors } = process();
  const operator = await initialise({ database, actors, clock: systemClock }, "agents.example");
  let count = 0;
  return {
    ...operator,
    database,
    process,
    async identity({ type = "agent" } = {}) {
      const row = await actors.account(operator.accountId).run((turn) =>
        createIdentity(turn, {
          id: newId(),
          domainId: operator.domainId,
          localPart: `w${++count}`,
          displayName: null,
          type,
          mode: "automated",
          sendPolicy: "open",
          expiresAt: null,
          tenantId: null,
          podId: null,
        }),
      );
      return row.id;
    },
  };
}

/** The database as one process's actors reach it. */
export class Wire implements Database {
  /** Transactions that began. */
  transactions = 0;
  /** Called when a transaction's work is done, just before its COMMIT; what it throws rolls back. */
  beforeCommit: () => Promise<void> | void = () => {};
  /** Called after the COMMIT; what it throws takes the place of the answer. */
  afterCommit: () => Promise<void> | void = () => {};

  constructor(private readonly inner: Database) {}

  get kind() {
    return this.inner.kind;
  }
  rows: Database["rows"] = (text, params) => this.inner.rows(text, params);
  values: Database["values"] = (text, params) => this.inner.values(text, params);
  listen: Database["listen"] = (...rest) => this.inner.listen(...rest);
  exec: Database["exec"] = (script) => this.inner.exec(script);
  get load(): Database["load"] {
    return this.inner.load;
  }
  upkeep: Database["upkeep"] = () => this.inner.upkeep();
  close: Database["close"] = async () => {};

  async transaction<T>(work: (tx: Transaction) => Promise<T>, options?: { long?: boolean }): Promise<T> {
    this.transactions++;
    const result = await this.inner.transaction(async (tx) => {
      const done = await work(tx);
      await this.beforeCommit();
      return done;
    }, options);
    await this.afterCommit();
    return result;
  }
}

/** A gate that is shut until it is opened. */
export function gate(): { passed: () => Promise<void>; open: () => void; reached: Promise<void> } {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  return {
    passed: () => {
      reached.resolve();
      return opened.promise;
    },
    open: () => opened.resolve(),
    reached: reached.promise,
  };
}

/** Whether a promise has settled by now, after everything that is due in this process has run. */
export async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const note = () => {
    done = true;
  };
  promise.then(note, note);
  for (let turns = 0; turns < 20; turns++) await new Promise<void>((resolve) => setImmediate(resolve));
  return done;
}
