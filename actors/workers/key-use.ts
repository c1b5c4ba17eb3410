// Records when API keys were last used: in memory at each request, in the database a second after the first use and then
// every ten seconds while keys are used. A start prints another first key while none was used: the first use ends the others.
import { type Clock, during, nowInstant, runAfter, steadyMs } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { type KeyUse, noteKeyUses, unusedFirstKeys } from "../../src/store/access/api-keys.ts";
import type { Database } from "../../src/store/database/database.ts";
import { revokeKey } from "../account/access/minted.ts";
import type { Actors } from "../runtime/registry.ts";

const soonMs = 1_000;
const everyMs = 10_000;

/** @returns `used` records a use; `stop` waits for the write under way and writes what is left */
export function startKeyUse({
  database,
  actors,
  clock,
  log,
}: {
  database: Database;
  actors: Actors;
  clock: Clock;
  log: Log;
}) {
  let uses = new Map<string, KeyUse>();
  let cancel: (() => void) | null = null;
  let writtenMs = Number.NEGATIVE_INFINITY;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    cancel = null;
    writing = writing.then(writeUses);
    return writing;
  }

  async function writeUses(): Promise<void> {
    if (uses.size === 0) return;
    writtenMs = steadyMs(clock);
    const noted = uses;
    uses = new Map();
    try {
      for (const accountId of await noteKeyUses(database, [...noted.values()])) await endUnused(accountId);
    } catch (error) {
      log.warn("the last use of keys could not be written", { error: messageOf(error) });
    }
  }

  async function endUnused(accountId: string): Promise<void> {
    for (const id of await unusedFirstKeys(database, accountId)) {
      await revokeKey(actors.account(accountId), { id, callerId: null, origin: null });
      log.info("a first key that nobody used has ended, as another one is in use", { key: id });
    }
  }

  return {
    used(accountId: string, keyId: string): void {
      uses.set(keyId, { account_id: accountId, id: keyId, at: nowInstant(clock) });
      const waitMs = Math.max(soonMs, writtenMs + everyMs - steadyMs(clock));
      cancel ??= runAfter(clock, waitMs, () => void during(clock, write()), "housekeeping");
    },
    async stop(): Promise<void> {
      cancel?.();
      await write();
    },
  };
}
