// Records when API keys were last used: in memory at each request, in the database once a minute.
import { type Clock, nowInstant } from "../../src/lib/clock.ts";
import { messageOf } from "../../src/lib/failure.ts";
import type { Log } from "../../src/lib/log.ts";
import { type KeyUse, noteKeyUses } from "../../src/store/accounts/api-keys.ts";
import type { Database } from "../../src/store/database/database.ts";

const everyMs = 60_000;

/** @returns `used` records a use; `stop` writes what is left */
export function startKeyUse({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let uses = new Map<string, KeyUse>();

  async function write(): Promise<void> {
    if (uses.size === 0) return;
    const noted = uses;
    uses = new Map();
    try {
      await noteKeyUses(database, [...noted.values()]);
    } catch (error) {
      log.warn("the last use of keys could not be written", { error: messageOf(error) });
    }
  }

  const timer = setInterval(write, everyMs);
  return {
    used(accountId: string, keyId: string): void {
      uses.set(keyId, { account_id: accountId, id: keyId, at: nowInstant(clock) });
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}
