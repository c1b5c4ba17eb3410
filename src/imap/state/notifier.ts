// NOTIFY: the events that a session reports of mailboxes that it has not selected, and when it reports those of the
// selected one. RFC 5465. When several groups name a mailbox, the first one applies.
import type { FolderRow } from "../../store/mailbox/folders.ts";
import { ownFolders } from "../../store/mailbox/imap.ts";
import { loginOf } from "../commands/handler.ts";
import { specialUseOf } from "../commands/mailboxes.ts";
import { statusOf } from "../commands/status.ts";
import type { ImapSession, SessionNotifier } from "../session.ts";
import type { FetchItem, NotifyEvent, NotifyFilter, NotifyGroup, StatusItem } from "../wire/commands.ts";
import { writeList, writeStatus } from "../wire/encode.ts";
import type { FolderChanges } from "./identity-feed.ts";

type EventName = NotifyEvent["event"];

const eventOf: Record<string, EventName> = {
  placed: "MessageNew",
  expunged: "MessageExpunge",
  flags: "FlagChange",
};

export class Notifier implements SessionNotifier {
  readonly #session: ImapSession;
  readonly #groups: readonly NotifyGroup[];
  /** Folders by id, as the client knows them. */
  #known: ReadonlyMap<string, FolderRow> = new Map();
  #changes = new Map<string, Set<EventName>>();
  #foldersChanged = false;

  constructor(session: ImapSession, groups: readonly NotifyGroup[]) {
    this.#session = session;
    this.#groups = groups;
  }

  /** Reads the list of mailboxes; with `status` sends the STATUS of each. RFC 5465 3.1 */
  async begin(status: boolean): Promise<void> {
    this.#known = byId(await this.#folders());
    if (!status) return;
    for (const folder of this.#known.values()) {
      const events = this.#eventsOf(folder);
      if (folder.id !== this.#session.selected?.folderId && events.has("MessageNew"))
        await this.#reportStatus(folder);
    }
  }

  /** How changes of the selected mailbox are reported; null: as without NOTIFY. */
  get selected(): { expunge: boolean; items: readonly FetchItem[] } | null {
    const group = this.#groups.find(
      ({ filter }) => filter.kind === "selected" || filter.kind === "selected-delayed",
    );
    if (!group) return null;
    const added = group.events.find((event) => event.event === "MessageNew");
    return {
      expunge: group.filter.kind === "selected",
      items: added?.event === "MessageNew" ? added.items : [],
    };
  }

  note({ kinds, folders }: FolderChanges): void {
    this.#foldersChanged ||= folders;
    for (const [id, ofFolder] of kinds) {
      const noted = this.#changes.get(id) ?? new Set();
      for (const kind of ofFolder) if (eventOf[kind]) noted.add(eventOf[kind]);
      this.#changes.set(id, noted);
    }
  }

  /** Reports the noted events of mailboxes that are not selected. */
  async report(): Promise<void> {
    const changes = this.#changes;
    this.#changes = new Map();
    if (changes.size === 0 && !this.#foldersChanged) return;
    const now = byId(await this.#folders());
    if (this.#foldersChanged) this.#reportFolders(now);
    this.#foldersChanged = false;
    this.#known = now;
    for (const [id, events] of changes) {
      const folder = now.get(id);
      if (!folder || id === this.#session.selected?.folderId) continue;
      const wanted = this.#eventsOf(folder);
      if ([...events].some((event) => wanted.has(event))) await this.#reportStatus(folder);
    }
  }

  #folders(): Promise<FolderRow[]> {
    return ownFolders(this.#session.deps.database, loginOf(this.#session));
  }

  #eventsOf(folder: FolderRow): Set<EventName> {
    const group = this.#groups.find(({ filter }) => names(filter, folder));
    return new Set(group?.events.map(({ event }) => event));
  }

  async #reportStatus(folder: FolderRow): Promise<void> {
    // RFC 5465 4: with CONDSTORE the STATUS response includes HIGHESTMODSEQ.
    const items: StatusItem[] = ["MESSAGES", "UIDNEXT", "UIDVALIDITY", "UNSEEN", "HIGHESTMODSEQ"];
    const values = await statusOf(this.#session, folder, items);
    writeStatus(this.#session.writer, { mailbox: folder.name, values });
  }

  /** RFC 5465 5.4, 5.5 */
  #reportFolders(now: ReadonlyMap<string, FolderRow>): void {
    const { writer } = this.#session;
    for (const [id, before] of this.#known) {
      if (now.has(id) || !this.#eventsOf(before).has("MailboxName")) continue;
      writeList(writer, { name: before.name, attributes: ["\\NonExistent"] });
    }
    for (const [id, folder] of now) {
      const before = this.#known.get(id);
      const events = this.#eventsOf(folder);
      const named = before?.name !== folder.name && events.has("MailboxName");
      const subscribed = before?.subscribed !== folder.subscribed && events.has("SubscriptionChange");
      if (!named && !subscribed) continue;
      const use = specialUseOf(folder.role);
      const attributes = [
        ...(folder.subscribed && subscribed ? ["\\Subscribed"] : []),
        ...(use ? [use] : []),
      ];
      const oldName = named && before ? { oldName: before.name } : {};
      writeList(writer, { name: folder.name, attributes, ...oldName });
    }
  }
}

function byId(folders: readonly FolderRow[]): Map<string, FolderRow> {
  return new Map(folders.map((folder) => [folder.id, folder]));
}

/** RFC 5465 6 */
function names(filter: NotifyFilter, { name, role, subscribed }: FolderRow): boolean {
  switch (filter.kind) {
    case "selected":
    case "selected-delayed":
      return false;
    case "inboxes":
      // The folder that mail is delivered to.
      return role === "inbox" || role === "spam";
    case "personal":
      return true;
    case "subscribed":
      return subscribed;
    case "subtree":
      return filter.names.some((each) => name === each || name.startsWith(`${each}/`));
    case "mailboxes":
      return filter.names.includes(name);
  }
}
