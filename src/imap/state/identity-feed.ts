// A process's copy of the folders that its sessions have open: one reader of the change log an identity, one
// tracker a folder, shared by all sessions. A poke makes the reader read on from its modseq.

import { keepRecentFrom } from "../../../actors/identity/mailbox/imap.ts";
import type { IdentityCommit } from "../../../actors/runtime/change-log.ts";
import type { Actors } from "../../../actors/runtime/registry.ts";
import type { Clock } from "../../lib/clock.ts";
import { messageOf } from "../../lib/failure.ts";
import type { Log } from "../../lib/log.ts";
import type { Database } from "../../store/database/database.ts";
import { flagNames } from "../../store/mailbox/flag-names.ts";
import type { FolderRow } from "../../store/mailbox/folders.ts";
import {
  type ChangeRow,
  changesSince,
  folderNamed,
  folderSnapshot,
  identityModseq,
  type Owner,
} from "../../store/mailbox/imap.ts";
import { FlagState } from "./flag-state.ts";
import { type FolderChange, FolderTracker } from "./folder-tracker.ts";
import type { SessionView } from "./session-view.ts";

/** Limits of folders that no session has open: how many, and the messages in them; the last one is kept whatever its size. */
const maxKept = 20;
const maxMessages = 1_000_000;
const maxNamed = 100;

export interface FeedDeps {
  database: Database;
  clock: Clock;
  actors: Actors;
  log: Log;
}

export interface FolderChanges {
  /** By folder, what kinds of changes there were. */
  kinds: ReadonlyMap<string, ReadonlySet<ChangeRow["kind"]>>;
  /** The list of folders changed. */
  folders: boolean;
}

/** A session that listens to changes. */
export interface FeedListener {
  /** Something is in the change log. */
  changed(changes: FolderChanges): void;
  /** Something about the identity changed that is not in the log, such as its app passwords. */
  touched(): void;
  /** The identity is deleted. */
  gone(): void;
}

/** The fields that do not change while a folder has its name. */
export type NamedFolder = Pick<FolderRow, "id" | "role" | "uidValidity">;

interface OpenFolder {
  tracker: FolderTracker;
  /** A folder without sessions is kept for a while: it is likely to be opened again. */
  sessions: number;
  /** The first recent UID that is stored in the database. */
  recentStored: number;
}

export class IdentityFeed {
  readonly #deps: FeedDeps;
  readonly #folders = new Map<string, OpenFolder>();
  readonly #listeners = new Set<FeedListener>();
  #unsubscribe: (() => void) | null = null;
  /** Changes up to here have been read. */
  #modseq: number;
  /** Folders that were looked up by name; cleared when the list of folders changes. */
  #named = new Map<string, NamedFolder>();
  #dirty = false;
  #reading: Promise<void> | null = null;

  constructor(
    deps: FeedDeps,
    readonly owner: Owner,
    modseq: number,
  ) {
    this.#deps = deps;
    this.#modseq = modseq;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    if (!this.#unsubscribe) {
      this.#unsubscribe = this.#deps.actors.feed.onIdentity(
        this.owner.identityId,
        (_together, _source, commit) => (commit ? this.#committed(commit) : this.poke()),
      );
      // Changes committed while nobody listened came without a poke.
      if (this.#folders.size > 0 || this.#named.size > 0) this.poke();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = null;
    };
  }

  /** Takes what this process has committed, where nothing else lies between that and what was read. */
  #committed({ before, modseq, changes }: IdentityCommit): void {
    const written = this.#reading === null && before === this.#modseq ? changes() : null;
    if (!written) {
      this.poke();
      return;
    }
    this.#modseq = modseq;
    this.#apply(written, modseq);
  }

  poke(): void {
    this.#dirty = true;
    this.#reading ??= this.#read();
  }

  /** Resolves when everything that was committed before the call has been read. */
  async sync(): Promise<void> {
    while (this.#reading) await this.#reading;
  }

  /** As sync, and reads what other processes have committed too, where there are any. */
  async refresh(): Promise<void> {
    await this.sync();
    const { database, actors } = this.#deps;
    if (actors.feed.isAlone) return;
    const now = await identityModseq(database, this.owner);
    if (now === null || now <= this.#modseq) return;
    this.poke();
    await this.sync();
  }

  /** Null when there is no such folder. */
  async folderNamed(name: string): Promise<NamedFolder | null> {
    await this.sync();
    const known = this.#named.get(name);
    if (known) return known;
    const named = this.#named;
    const folder = await folderNamed(this.#deps.database, this.owner, name);
    if (folder && named.size < maxNamed) named.set(name, folder);
    return folder;
  }

  /** Opens a view of a folder; null when the folder was deleted meanwhile. End it with `release`. */
  async open(folderId: string, readOnly: boolean): Promise<SessionView | null> {
    const open = this.#folders.get(folderId) ?? (await this.#load(folderId));
    if (!open) return null;
    open.sessions++;
    // The folder opened last is dropped last.
    this.#folders.delete(folderId);
    this.#folders.set(folderId, open);
    return open.tracker.open(readOnly);
  }

  async #load(folderId: string): Promise<OpenFolder | null> {
    const snapshot = await folderSnapshot(this.#deps.database, this.owner, folderId);
    if (!snapshot) return null;
    const raced = this.#folders.get(folderId);
    if (raced) return raced;
    const { uidNext } = snapshot.folder;
    const tracker = new FolderTracker({ ...snapshot, uidNext, states: FlagState.of(snapshot) });
    const open = { tracker, sessions: 0, recentStored: snapshot.recentFrom };
    this.#folders.set(folderId, open);
    // Changes between the last reading and the snapshot are read again; trackers skip those that they have.
    if (snapshot.modseq < this.#modseq) this.#modseq = snapshot.modseq;
    this.poke();
    await this.sync();
    return open;
  }

  /** Closes a view of `open`. */
  release(folderId: string, view: SessionView): void {
    view.close();
    const open = this.#folders.get(folderId);
    if (!open) return;
    this.keepRecent(folderId);
    open.sessions--;
    this.#forget();
  }

  /** Drops folders that no session has open, those opened first before the others. A large one takes longest to read again. */
  #forget(): void {
    let messages = 0;
    let kept = 0;
    for (const [id, { tracker, sessions }] of [...this.#folders].reverse()) {
      if (sessions > 0) continue;
      messages += tracker.map.size;
      if (++kept > maxKept || (kept > 1 && messages > maxMessages)) this.#folders.delete(id);
    }
  }

  /** How many messages all kept folders have. */
  get messages(): number {
    let messages = 0;
    for (const { tracker } of this.#folders.values()) messages += tracker.map.size;
    return messages;
  }

  /** The first UID that is not \\Recent in any session yet; undefined when the folder is not open here. */
  recentFrom(folderId: string): number | null {
    return this.#folders.get(folderId)?.tracker.recentFrom ?? null;
  }

  /** Stores which messages have been \Recent somewhere. RFC 3501 2.3.2 */
  keepRecent(folderId: string): void {
    const open = this.#folders.get(folderId);
    if (!open || open.tracker.recentFrom <= open.recentStored) return;
    const { recentFrom } = open.tracker;
    open.recentStored = recentFrom;
    const { accountId, identityId } = this.owner;
    this.#deps.actors
      .identity(accountId, identityId)
      .run((turn) => keepRecentFrom(turn, folderId, recentFrom), { quiet: true })
      .catch((error) => this.#deps.log.debug("recent messages were not kept", { error: messageOf(error) }));
  }

  /** Clear `#reading` in the same tick as the last check of `#dirty`, so that no poke is lost. */
  async #read(): Promise<void> {
    try {
      while (this.#dirty && (await this.#readOnce()));
    } finally {
      this.#reading = null;
    }
  }

  /** @returns false when reading has to stop */
  async #readOnce(): Promise<boolean> {
    this.#dirty = false;
    const after = this.#modseq;
    try {
      const read = await changesSince(this.#deps.database, this.owner, after);
      if (!read) {
        for (const listener of [...this.#listeners]) listener.gone();
        return false;
      }
      // A folder was loaded meanwhile at a modseq below the start of this reading, whose changes in between it lacks.
      if (this.#modseq < after) {
        this.#dirty = true;
        return true;
      }
      const isNew = read.upTo > this.#modseq;
      this.#modseq = Math.max(this.#modseq, read.upTo);
      this.#dirty ||= read.more;
      this.#apply(read.changes, read.upTo);
      if (isNew && read.changes.length === 0) for (const listener of [...this.#listeners]) listener.touched();
      return true;
    } catch (error) {
      // The next poke or tick reads on from this modseq.
      this.#deps.log.warn("changes could not be read", { error: messageOf(error) });
      return false;
    }
  }

  #apply(changes: readonly ChangeRow[], upTo: number): void {
    const byFolder = Map.groupBy(changes, (change) => change.folder_id);
    for (const [id, { tracker }] of this.#folders) {
      const own = byFolder.get(id) ?? [];
      tracker.apply(own.flatMap(folderChange), upTo);
    }
    if (changes.length === 0) return;
    const kinds = new Map<string, Set<ChangeRow["kind"]>>();
    for (const [id, own] of byFolder)
      if (id !== null) kinds.set(id, new Set(own.map((change) => change.kind)));
    const folders = changes.some((change) => change.kind === "folder");
    if (folders) this.#named = new Map();
    for (const listener of [...this.#listeners]) listener.changed({ kinds, folders });
  }
}

function folderChange({ kind, modseq, uid, flags, keywords }: ChangeRow): FolderChange[] {
  if (uid === null || kind === "folder") return [];
  const words = flags === null ? null : flagNames(flags, keywords ?? []);
  if (kind === "expunged") return [{ kind, modseq, uid }];
  if (kind === "placed") return [{ kind, modseq, uid, flags: words }];
  return words === null ? [] : [{ kind, modseq, uid, flags: words }];
}
