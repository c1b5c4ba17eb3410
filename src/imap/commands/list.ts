// LIST and LSUB. RFC 9051 6.3.9; RFC 5258 (LIST-EXTENDED); RFC 5819 (LIST-STATUS); RFC 6154 (SPECIAL-USE); RFC 3501 6.3.9
import { must } from "../../lib/must.ts";
import type { FolderRow } from "../../store/mailbox/folders.ts";
import { orphanSubscriptions, ownFolders } from "../../store/mailbox/imap.ts";
import { ok } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import type { ListCommand } from "../wire/commands.ts";
import { type ListEntry, writeList, writeStatus } from "../wire/encode.ts";
import { anyMatcher, patternWithReference } from "../wire/list-pattern.ts";
import { type CommandHandler, loginOf } from "./handler.ts";
import { specialUseOf } from "./mailboxes.ts";
import { statusOf } from "./status.ts";

/** A name of the hierarchy: a folder, or a name that only has folders below it or a subscription. */
interface Name {
  name: string;
  folder: FolderRow | null;
  subscribed: boolean;
  hasChildren: boolean;
}

export const list: CommandHandler<"LIST"> = {
  when: "authenticated",
  async run(session, command) {
    const { reference, patterns, extended, returns } = command;
    // RFC 9051 6.3.9: an empty pattern asks for the separator.
    if (!extended && patterns[0] === "") {
      writeList(session.writer, { name: "", attributes: ["\\Noselect"] });
      return ok("Done");
    }
    const names = await namesOf(session);
    const matches = anyMatcher(
      patterns.filter((pattern) => pattern !== "").map((pattern) => patternWithReference(reference, pattern)),
    );
    for (const each of names) {
      const entry = matches(each.name) ? entryOf(each, { command, names, session }) : null;
      if (!entry) continue;
      writeList(session.writer, entry);
      if (returns.status && each.folder) {
        const values = await statusOf(session, each.folder, returns.status);
        writeStatus(session.writer, { mailbox: each.name, values });
      }
      await session.flushSome();
    }
    return ok("Done");
  },
};

export const lsub: CommandHandler<"LSUB"> = {
  when: "authenticated",
  async run(session, { reference, pattern }) {
    if (pattern === "") {
      writeList(session.writer, { name: "", attributes: ["\\Noselect"] }, "LSUB");
      return ok("Done");
    }
    const full = patternWithReference(reference, pattern);
    const matches = anyMatcher([full]);
    const names = (await namesOf(session)).filter(({ subscribed }) => subscribed).map(({ name }) => name);
    const listed = new Map<string, string[]>();
    for (const name of names) {
      if (matches(name)) listed.set(name, []);
      else if (full.endsWith("%")) {
        // An unsubscribed parent is listed with \Noselect for the subscriptions below it. RFC 3501 6.3.9
        for (const parent of parentsOf(name))
          if (matches(parent) && !listed.has(parent) && !names.includes(parent))
            listed.set(parent, ["\\Noselect"]);
      }
    }
    for (const [name, attributes] of listed) writeList(session.writer, { name, attributes }, "LSUB");
    return ok("Done");
  },
};

/** All names in order, INBOX first. */
async function namesOf(session: ImapSession): Promise<Name[]> {
  const { database } = session.deps;
  const login = loginOf(session);
  const [folders, orphans] = await Promise.all([
    ownFolders(database, login),
    orphanSubscriptions(database, login),
  ]);
  const names = new Map<string, Name>();
  const add = (name: string, folder: FolderRow | null, subscribed: boolean) => {
    const known = names.get(name);
    if (known) {
      known.folder ??= folder;
      known.subscribed ||= subscribed;
    } else names.set(name, { name, folder, subscribed, hasChildren: false });
  };
  for (const folder of folders) add(folder.name, folder, folder.subscribed);
  for (const folder of folders) {
    for (const parent of parentsOf(folder.name)) {
      add(parent, null, false);
      must(names.get(parent), "the parents of a name are listed before it").hasChildren = true;
    }
  }
  for (const name of orphans) add(name, null, true);
  return [...names.values()].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function rank({ name }: Name): number {
  return name === "INBOX" ? 0 : 1;
}

/** `a/b/c`: `a`, `a/b`. */
function parentsOf(name: string): string[] {
  const parents: string[] = [];
  for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1))
    if (at > 0) parents.push(name.slice(0, at));
  return parents;
}

/** The attributes of a name that matches the pattern; null when the selection options leave it out. */
function entryOf(
  each: Name,
  { command, names, session }: { command: ListCommand; names: readonly Name[]; session: ImapSession },
): ListEntry | null {
  const { selection, returns, extended } = command;
  const use = specialUseOf(each.folder?.role ?? null);
  const wanted = (!selection.subscribed || each.subscribed) && (!selection.specialUse || use !== null);
  const childInfo = selection.recursiveMatch && !wanted ? childInfoOf(each, { command, names }) : [];
  if (!wanted && childInfo.length === 0) return null;
  // A name without a folder has folders below it, or is a subscription.
  if (!each.folder && !each.hasChildren && !selection.subscribed) return null;
  const isModern = extended || session.mode.rev2;
  const attributes: string[] = [];
  if (!each.folder) attributes.push(isModern ? "\\NonExistent" : "\\Noselect");
  if ((selection.subscribed || returns.subscribed) && each.subscribed) attributes.push("\\Subscribed");
  attributes.push(each.hasChildren ? "\\HasChildren" : "\\HasNoChildren");
  if (use !== null) attributes.push(use);
  return { name: each.name, attributes, childInfo };
}

/** The selection options that names below this one match, for CHILDINFO. RFC 5258 3.5; DECISIONS IMAP */
function childInfoOf(
  each: Name,
  { command, names }: { command: ListCommand; names: readonly Name[] },
): ("SUBSCRIBED" | "SPECIAL-USE")[] {
  const { selection } = command;
  const below = names.filter(({ name }) => name.startsWith(`${each.name}/`));
  const info: ("SUBSCRIBED" | "SPECIAL-USE")[] = [];
  if (selection.subscribed && below.some(({ subscribed }) => subscribed)) info.push("SUBSCRIBED");
  if (selection.specialUse && below.some(({ folder }) => specialUseOf(folder?.role ?? null) !== null))
    info.push("SPECIAL-USE");
  return info;
}
