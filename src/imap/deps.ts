// The dependencies of sessions, and the login.

import type { Actors } from "../../actors/runtime/registry.ts";
import type { Plans } from "../config/plans.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Screening } from "../screening/setup.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Database } from "../store/database/database.ts";
import type { Owner } from "../store/mailbox/imap.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { KeptItems } from "./fetch/kept-items.ts";
import type { Feeds } from "./state/feeds.ts";

export interface Credentials {
  username: string;
  password: string;
  remoteAddress: string;
  /** For the log. */
  connectionId: string;
}

/** The identity that has logged in. */
export interface Login extends Owner {
  email: string;
  appPasswordId: string;
}

export interface ImapDeps {
  database: Database;
  blobs: BlobStore;
  actors: Actors;
  clock: Clock;
  log: Log;
  feeds: Feeds;
  kept: KeptItems;
  screening: Pick<Screening, "spamTrainer">;
  /** null: unknown name or wrong password; "blocked": not checked, because of too many failures before. */
  authenticate(credentials: Credentials): Promise<Login | null | "blocked">;
  /** Whether an app password is still valid. */
  isValid(login: Login): Promise<boolean>;
  /** Counts a session of an identity. @returns false when it has too many */
  admit(login: Login): boolean;
  plans: Plans;
  mailHostname: string;
  mailDomain: string;
  allowPlaintextAuth: "never" | "loopback";
  certificates: Certificates;
}
