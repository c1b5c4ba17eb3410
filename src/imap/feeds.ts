// What a process knows of the mailboxes that its sessions have open: one reader of the change log an identity, one tracker
// a folder, shared by all sessions. A poke of the feed makes the reader read on from where it stands.
import type { Actors } from "../../actors/runtime/registry.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import type { Database } from "../store/database.ts";
import {
  type ChangeRow,
  changesSince,
  type FolderRow,
  folderSnapshot,
  identityModseq,
  type Owner,
} from "../store/imap.ts";
import { flagWords } from "./flag-words.ts";
import { type FolderChange, FolderTracker } from "./folder-tracker.ts";
import type { SessionView } from "./session-view.ts";

export interface FeedDeps {
  database: Database;
  actors: Actors;
  log: Log;
}

export interface FolderChanges {
  /** By folder, what kinds of changes there were. */
  kinds: ReadonlyMap<string, ReadonlySet<ChangeRow["kind"]>>;
  /** The list of folders changed. */
  folders: boolean;
}

/** Whoever has to hear of changes. */
export interface Listener {
  /** Something is in the change log. */
  changed(changes: FolderChanges): void;
  /** Something about the identity changed that is not in the log, such as its app passwords. */
  touched(): void;
  /** The identity is gone. */
  gone(): void;
}

interface OpenFolder {
  tracker: FolderTracker;
  sessions: number;
  /** What the database has as the first recent uid. */
  recentStored: number;
}

export class IdentityFeed {
  readonly #deps: FeedDeps;
  readonly #folders = new Map<string, OpenFolder>();
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribe: () => void;
  /** Changes up to here have been read. */
  #modseq: number;
  #dirty = false;
  #reading: Promise<void> | null = null;

  constructor(
    deps: FeedDeps,
    readonly owner: Owner,
    modseq: number,
  ) {
    this.#deps = deps;
    this.#modseq = modseq;
    this.#unsubscribe = deps.actors.feed.onIdentity(owner.identityId, () => this.poke());
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unsubscribe();
  }

  poke(): void {
    this.#dirty = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
  }

  /** Resolves when everything that was committed before the call has been read. */
  async sync(): Promise<void> {
    while (this.#reading) await this.#reading;
  }

  /** Opens a folder; null when it is gone. The view's `close` gives it back. */
  async open(folderId: string, readOnly: boolean): Promise<{ folder: FolderRow; view: SessionView } | null> {
    const { database } = this.#deps;
    await this.sync();
    const snapshot = await folderSnapshot(database, this.owner, folderId);
    if (!snapshot) return null;
    let open = this.#folders.get(folderId);
    if (!open) {
      const tracker = new FolderTracker(snapshot);
      open = { tracker, sessions: 0, recentStored: snapshot.recentFrom };
      this.#folders.set(folderId, open);
      // What came between the last reading and the snapshot is read again: trackers pass over what they have.
      if (snapshot.modseq < this.#modseq) this.#modseq = snapshot.modseq;
      this.poke();
      await this.sync();
    }
    open.sessions++;
    return { folder: snapshot.folder, view: open.tracker.open(readOnly) };
  }

  /** Gives back a view that `open` gave. */
  release(folderId: string, view: SessionView): void {
    view.close();
    const open = this.#folders.get(folderId);
    if (!open) return;
    this.keepRecent(folderId);
    if (--open.sessions === 0) this.#folders.delete(folderId);
  }

  /** The first uid that no session was told of as \\Recent, where the folder is open here. */
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
      .run(
        (turn) =>
          turn.bulk({
            text: `insert into folder_recent (account_id, folder_id, recent_from)
                   select f.account_id, f.id, $3::int8 from folders f where f.account_id = $1::uuid and f.id = $2::uuid
                   on conflict (account_id, folder_id) do update set recent_from = greatest(folder_recent.recent_from, excluded.recent_from)`,
            params: [accountId, folderId, recentFrom],
          }),
        { quiet: true },
      )
      .catch((error) => this.#deps.log.debug("recent messages were not kept", { error: messageOf(error) }));
  }

  async #read(): Promise<void> {
    while (this.#dirty) {
      this.#dirty = false;
      try {
        const read = await changesSince(this.#deps.database, this.owner, this.#modseq);
        if (!read) {
          for (const listener of [...this.#listeners]) listener.gone();
          return;
        }
        const isNew = read.upTo > this.#modseq;
        this.#modseq = Math.max(this.#modseq, read.upTo);
        this.#dirty ||= read.more;
        this.#apply(read.changes, read.upTo);
        if (isNew && read.changes.length === 0)
          for (const listener of [...this.#listeners]) listener.touched();
      } catch (error) {
        // The next poke, or the tick, reads on from here.
        this.#deps.log.warn("changes could not be read", { error: messageOf(error) });
        return;
      }
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
    for (const listener of [...this.#listeners]) listener.changed({ kinds, folders });
  }
}

function folderChange({ kind, modseq, uid, flags, keywords }: ChangeRow): FolderChange[] {
  if (uid === null || kind === "folder") return [];
  if (kind !== "flags") return [{ kind, modseq, uid }];
  return flags === null ? [] : [{ kind, modseq, uid, flags: flagWords(flags, keywords ?? []) }];
}

/** The readers of all identities that have sessions here. */
export class Feeds {
  readonly #deps: FeedDeps;
  readonly #feeds = new Map<string, IdentityFeed>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  /** @returns null when the identity is gone */
  async of(owner: Owner): Promise<IdentityFeed | null> {
    const known = this.#feeds.get(owner.identityId);
    if (known) return known;
    const modseq = await identityModseq(this.#deps.database, owner);
    if (modseq === null) return null;
    const raced = this.#feeds.get(owner.identityId);
    if (raced) return raced;
    const feed = new IdentityFeed(this.#deps, owner, modseq);
    this.#feeds.set(owner.identityId, feed);
    return feed;
  }

  /** To be called when a session stopped listening. */
  release(feed: IdentityFeed): void {
    if (feed.listeners > 0) return;
    feed.close();
    this.#feeds.delete(feed.owner.identityId);
  }
}
