// What sessions are given, and who has logged in.

import type { Actors } from "../../actors/runtime/registry.ts";
import type { Plans } from "../config/plans.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Screening } from "../screening/setup.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Database } from "../store/database/database.ts";
import type { Owner } from "../store/mail/imap.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { Feeds } from "./state/feeds.ts";

export interface Credentials {
  username: string;
  password: string;
  remoteAddress: string;
  /** For the log. */
  connectionId: string;
}

/** Who has logged in. */
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
  screening: Pick<Screening, "spamTrainer">;
  /** null: unknown, or the wrong password; "unheard": too many of them came before. */
  authenticate(credentials: Credentials): Promise<Login | null | "unheard">;
  /** Whether an app password still holds. */
  isValid(login: Login): Promise<boolean>;
  /** Counts a session of an identity. False: it has too many. */
  admit(login: Login): boolean;
  plans: Plans;
  mailHostname: string;
  mailDomain: string;
  allowPlaintextAuth: "never" | "loopback";
  certificates: Certificates;
}
