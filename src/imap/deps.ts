// What sessions are given, and what they hold of a login and of a selected folder.

import type { Actors } from "../../actors/runtime/registry.ts";
import type { Plans } from "../config/plans.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Screening } from "../screening/setup.ts";
import type { BlobStore } from "../store/blobs/blobs.ts";
import type { Database } from "../store/database/database.ts";
import type { Owner } from "../store/mail/imap.ts";
import type { Certificates } from "../tls/certificates.ts";
import type { SearchContext } from "./search/contexts.ts";
import type { Session } from "./session.ts";
import type { Feeds } from "./state/feeds.ts";
import type { SessionView } from "./state/session-view.ts";

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
  admit(login: Login, session: Session): boolean;
  plans: Plans;
  mailHostname: string;
  mailDomain: string;
  allowPlaintextAuth: "never" | "loopback";
  certificates: Certificates;
}

export interface Selected {
  folderId: string;
  uidValidity: number;
  /** When it was opened. */
  uidNext: number;
  readOnly: boolean;
  view: SessionView;
  /** Keywords that FLAGS has named, by their lower case. */
  keywords: Map<string, string>;
  /** Searches that are kept up to date. */
  contexts: SearchContext[];
}
