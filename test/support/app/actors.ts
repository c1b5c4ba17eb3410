// Fixtures for tests of the runtime: actors on a fresh database, without the protocol edges. A Wire between the actors and
// the database lets a test count transactions, delay a COMMIT, refuse it or lose its answer.

import type { Operator } from "../../../actors/account/access/signup-domain.ts";
import { initialise } from "../../../actors/account/accounts/operator.ts";
import { createIdentity } from "../../../actors/account/addresses/identities.ts";
import { Actors } from "../../../actors/runtime/registry.ts";
import type { OutgoingRules, Turn } from "../../../actors/runtime/turn.ts";
import { migrations } from "../../../migrations/index.ts";
import { unlimitedPlans } from "../../../src/config/plans.ts";
import { type Clock, systemClock } from "../../../src/lib/clock.ts";
import { newId } from "../../../src/lib/ids.ts";
import { silentLog } from "../../../src/lib/log.ts";
import type { Database, DatabaseTransaction } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { pods } from "../../../src/store/tables/index.ts";

/** How mail leaves in tests that send none. */
export const noOutgoing: OutgoingRules = {
  returnPath: (messageId, domain) => `bounces+${messageId}@${domain}`,
  laneOf: ({ recipient }) => `mx ${recipient}`,
};

export interface ActorsFixture extends Operator {
  database: Database;
  /** Another set of actors on the same database with its own cache, which behaves like another process. */
  process(clock?: Clock): Process;
  /** Creates an identity. @returns its id */
  identity(fields?: { type?: "agent" | "application" }): Promise<string>;
}

export interface Process {
  actors: Actors;
  wire: Wire;
}

export async function createActorsFixture(database: Database): Promise<ActorsFixture> {
  await migrate(database, migrations);
  const process = (clock: Clock = systemClock) => {
    const wire = new Wire(database);
    return {
      wire,
      actors: new Actors({
        database: wire,
        clock,
        log: silentLog,
        plans: unlimitedPlans,
        outgoing: noOutgoing,
      }),
    };
  };
  const { actors } = process();
  const operator = await initialise({
    database,
    actors,
    clock: systemClock,
    config: { mailDomain: "agents.example", signupDomain: null },
  });
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

/** The database of one process's actors, with hooks around COMMIT. */
export class Wire implements Database {
  /** Transactions that began. */
  transactions = 0;
  /** Statements of transactions, each with how many had been answered when it was sent. */
  sent: { text: string; answered: number }[] = [];
  #answered = 0;
  /** Called just before COMMIT; an error that it throws rolls the transaction back. */
  beforeCommit: () => Promise<void> | void = () => {};
  /** Called after COMMIT; an error that it throws replaces the result. */
  afterCommit: () => Promise<void> | void = () => {};

  constructor(private readonly inner: Database) {}

  get kind() {
    return this.inner.kind;
  }
  rows: Database["rows"] = (text, params) => this.inner.rows(text, params);
  values: Database["values"] = (text, params) => this.inner.values(text, params);
  alone: Database["alone"] = (work) => this.inner.alone(work);
  get replica(): Database["replica"] {
    return this.inner.replica;
  }
  get aside(): Database["aside"] {
    return this.inner.aside;
  }
  listen: Database["listen"] = (...rest) => this.inner.listen(...rest);
  exec: Database["exec"] = (script) => this.inner.exec(script);
  get load(): Database["load"] {
    return this.inner.load;
  }
  upkeep: Database["upkeep"] = () => this.inner.upkeep();
  close: Database["close"] = async () => {};

  async transaction<T>(
    work: (tx: DatabaseTransaction) => Promise<T>,
    options?: { long?: boolean },
  ): Promise<T> {
    this.transactions++;
    const result = await this.inner.transaction(async (tx) => {
      const done = await work(this.#noting(tx));
      await this.beforeCommit();
      return done;
    }, options);
    await this.afterCommit();
    return result;
  }

  #noting(tx: DatabaseTransaction): DatabaseTransaction {
    const note = <T>(text: string, answer: Promise<T>): Promise<T> => {
      this.sent.push({ text, answered: this.#answered });
      const end = () => void this.#answered++;
      answer.then(end, end);
      return answer;
    };
    return {
      rows: (text, params) => note(text, tx.rows(text, params)),
      values: (text, params) => note(text, tx.values(text, params)),
      exec: (script) => note(script, tx.exec(script)),
      sent: () => tx.sent(),
    };
  }
}

/** A gate: `passed` waits until `open` is called; `reached` resolves when someone waits. */
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

/** Whether a promise is settled after 20 rounds of the event loop. */
export async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  const note = () => {
    done = true;
  };
  promise.then(note, note);
  for (let turns = 0; turns < 20; turns++) await new Promise<void>((resolve) => setImmediate(resolve));
  return done;
}

/** A visible write of any turn: a pod of the account, named. @returns its id */
export function writePod(turn: Turn, name: string, id: string = newId()): string {
  turn.insert(pods, {
    accountId: turn.accountId,
    id,
    name,
    clientId: null,
    isDefault: false,
    createdAt: turn.instant(),
  });
  return id;
}

/** Which of these names `writePod` has written, as committed. */
export async function podsWritten(database: Database, names: readonly string[]): Promise<string[]> {
  const rows = await database.values("select name from pods where name = any($1::text[]) order by name", [
    names,
  ]);
  return rows.map(([name]) => name as string);
}
