// The session as commands see it: the login, what is enabled and what is selected. session-loop.ts runs it.
import type { Log } from "../lib/log.ts";
import type { ImapConnection } from "./connection.ts";
import type { ImapDeps, Login } from "./deps.ts";
import type { TaggedReply } from "./replies.ts";
import type { SavedSearch } from "./search/context.ts";
import type { FolderChanges, IdentityFeed } from "./state/identity-feed.ts";
import type { SessionView } from "./state/session-view.ts";
import type { UpdateForm } from "./state/write-updates.ts";
import type { FetchItem } from "./wire/commands.ts";
import type { ParseMode } from "./wire/limits.ts";
import type { ResponseWriter } from "./wire/writer.ts";

export interface ImapSession {
  readonly deps: ImapDeps;
  readonly connection: ImapConnection;
  readonly mode: ParseMode;
  readonly writer: ResponseWriter;
  readonly enabled: { condstore: boolean; qresync: boolean; uidOnly: boolean };
  /** Null until the client has logged in. */
  readonly login: Login | null;
  readonly feed: IdentityFeed | null;
  selected: Selected | null;
  /** The selected mailbox. @throws where none is selected: commands that need one run in the selected state alone */
  readonly opened: Selected;
  /** The feed of the login. @throws where nobody has logged in: commands that need one run after that alone */
  readonly ownFeed: IdentityFeed;
  failedLogins: number;
  /** In IDLE: changes are reported as they come. */
  listening: boolean;
  /** The notifier of NOTIFY. */
  notifier: SessionNotifier | null;
  /** True once the account's plan is known to have no storage limit. */
  hasNoQuota: boolean;
  /** Set by LOGOUT, and when the session has to end: nothing is read any more. */
  ended: boolean;
  /** Runs once the reply is sent: STARTTLS and COMPRESS change the octets from there on. */
  afterReply: (() => void) | null;
  /** Milliseconds since the epoch when the client last sent something. */
  lastInputMs: number;
  /** A command runs. */
  busy: boolean;
  /** Names the connection in every line. */
  readonly log: Log;
  /** How changes of messages are written. */
  readonly updateForm: UpdateForm;

  /** Sends what has been written; waits while the client is far behind. */
  flush(): Promise<void>;
  /** Flushes once 32 KiB are written. */
  flushSome(): Promise<void>;
  /**
   * Reports what has changed in the selected folder. @param expunge whether EXPUNGE may be sent now. RFC 9051 7.5.1
   * @param added whether new messages may be announced now
   */
  report(expunge: boolean, added?: boolean): Promise<void>;
  /** Notes that the client knows a change that its own command made. See SessionView.acknowledge */
  acknowledge(uid: number, modseq: number, previous: number | null): void;
  /** Starts the session of a login. @returns a refusal, or null */
  authenticated(login: Login): Promise<TaggedReply | null>;
  /** Ends the session with BYE, after the command that runs. */
  end(text: string): void;
  deselect(): void;
  /** The first use of CONDSTORE reports HIGHESTMODSEQ. RFC 7162 3.1 */
  enableCondstore(): void;
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
  contexts: SavedSearch[];
  /** Messages that a search could not read. */
  unread: UnreadMessages;
}

export interface UnreadMessages {
  /** UIDs that no warning to the client has named yet. */
  untold: Set<number>;
  /** UIDs that were logged since the mailbox was selected. */
  logged: Set<number>;
}

/** The changes that a NOTIFY command selects. RFC 5465 */
export interface SessionNotifier {
  /** How changes of the selected mailbox are reported; null: as without NOTIFY. */
  readonly selected: { expunge: boolean; items: readonly FetchItem[] } | null;
  note(changes: FolderChanges): void;
  /** Reports what has been noted of mailboxes that are not selected. */
  report(): Promise<void>;
}

/** How a command ends. */
export interface CommandEnd {
  reply: TaggedReply;
  /** Whether EXPUNGE may be sent before the reply. */
  expunge: boolean;
  /** Whether messages that came meanwhile may be announced before the reply. */
  added: boolean;
}
