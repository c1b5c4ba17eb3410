// Logging in with an address and one of its app passwords: IMAP, submission and CalDAV come in by this door. An imported
// password is slow to verify, so successes are remembered for a short time; the database says each time whether the
// password still exists. The last use of each password is noted in memory and written once a minute.

import { isAppPassword } from "../../../src/lib/app-password.ts";
import { type Clock, nowInstant } from "../../../src/lib/clock.ts";
import { counts, facts } from "../../../src/lib/facts.ts";
import { messageOf } from "../../../src/lib/failure.ts";
import type { Log } from "../../../src/lib/log.ts";
import { LoginGuard } from "../../../src/lib/login-guard.ts";
import { dropOldest } from "../../../src/lib/oldest.ts";
import { sha256 } from "../../../src/lib/secrets.ts";
import type { SharedLimits } from "../../../src/lib/shared-limits.ts";
import { parseAddress } from "../../../src/mail/address.ts";
import {
  type AppPasswordRow,
  type AppPasswordUse,
  getAppPassword,
  noteAppPasswordUses,
  passwordsOf,
} from "../../../src/store/access/app-passwords.ts";
import type { Database } from "../../../src/store/database/database.ts";

export type LoginProtocol = "imap" | "smtp" | "caldav";

export interface Attempt {
  /** The address; a bare local part is at MAIL_DOMAIN. */
  username: string;
  password: string;
  remoteAddress: string;
  protocol: LoginProtocol;
  /** From a network that is trusted: no limit for its address. */
  trusted: boolean;
  /** For the log. */
  connectionId?: string;
}

export interface AppLogin {
  accountId: string;
  identityId: string;
  email: string;
  appPasswordId: string;
}

export interface AppLogins {
  /**
   * @returns null, late, for an unknown address and a wrong password alike; "blocked" after too many of them, whatever
   *   the password is
   */
  logIn(attempt: Attempt): Promise<AppLogin | null | "blocked">;
  /** Whether the password that opened this still exists. */
  isValid(login: AppLogin): Promise<boolean>;
  stop(): Promise<void>;
}

export interface AppLoginDeps {
  database: Database;
  clock: Clock;
  sharedLimits: SharedLimits;
  log: Log;
  mailDomain: string;
}

const writeEveryMs = 60_000;
const rememberedMs = 5 * 60_000;
const maxRemembered = 10_000;

export function createAppLogins(deps: AppLoginDeps): AppLogins {
  const { database, clock, log, mailDomain } = deps;
  const guard = new LoginGuard(clock, deps.sharedLimits);
  const remembered = new Map<string, number>();
  let uses = new Map<string, AppPasswordUse>();

  async function matches(password: string, row: AppPasswordRow): Promise<boolean> {
    if (row.scheme === "sha256") return isAppPassword(password, row);
    const key = sha256(`${row.id}\n${row.secret}\n${password}`).toString("base64");
    if ((remembered.get(key) ?? 0) > clock.now()) return true;
    if (!(await isAppPassword(password, row))) return false;
    remembered.delete(key);
    remembered.set(key, clock.now() + rememberedMs);
    dropOldest(remembered, maxRemembered);
    return true;
  }

  const addressOf = (username: string) =>
    parseAddress((username.includes("@") ? username : `${username}@${mailDomain}`).toLowerCase());

  async function find(
    address: ReturnType<typeof addressOf>,
    password: string,
  ): Promise<{ row: AppPasswordRow; email: string } | null> {
    if (!address || password === "" || password.length > 1000) return null;
    const rows = await passwordsOf(database, address);
    // The quick ones first: most logins never come to the slow ones.
    const ordered = [...rows].sort((a, b) => Number(b.scheme === "sha256") - Number(a.scheme === "sha256"));
    for (const row of ordered)
      if (await matches(password, row)) return { row, email: `${address.localPart}@${address.domain}` };
    return null;
  }

  async function write(): Promise<void> {
    if (uses.size === 0) return;
    const noted = uses;
    uses = new Map();
    try {
      await noteAppPasswordUses(database, [...noted.values()]);
    } catch (error) {
      log.warn("the last use of app passwords could not be written", { error: messageOf(error) });
    }
  }

  const timer = setInterval(write, writeEveryMs);
  return {
    async logIn({ username, password, remoteAddress, protocol, trusted, connectionId }) {
      // As the other metrics and log lines name it.
      const listener = protocol === "smtp" ? "submission" : protocol;
      const address = addressOf(username);
      const name = address ? `${address.localPart}@${address.domain}` : username.slice(0, 320);
      const found = await guard.attempt({ ip: remoteAddress, name, trusted }, () => find(address, password));
      if (found === null || found === "blocked") {
        const why = found === null ? "the address or the password is wrong" : "too many wrong passwords";
        const fields = {
          protocol: listener,
          username: username.slice(0, 200),
          ip: remoteAddress,
          reason: why,
        };
        facts.loginRefused.note(log, { ...fields, connection_id: connectionId });
        return found;
      }
      const { row, email } = found;
      counts.logins.add([listener]);
      log.debug("a login", {
        protocol: listener,
        connection_id: connectionId,
        identity_id: row.identityId,
        app_password_id: row.id,
      });
      uses.set(row.id, { account_id: row.accountId, id: row.id, at: nowInstant(clock), protocol });
      return { accountId: row.accountId, identityId: row.identityId, email, appPasswordId: row.id };
    },
    async isValid({ accountId, identityId, appPasswordId }) {
      return (
        (await getAppPassword(database, { accountId, identityIds: [identityId] }, appPasswordId)) !== null
      );
    },
    async stop() {
      clearInterval(timer);
      await write();
    },
  };
}
