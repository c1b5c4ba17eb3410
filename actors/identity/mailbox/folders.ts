// Turns over folders: create, rename, subscribe, empty, delete. Folders with a role are fixed, since REST names them by it.
// RFC 9051 6.3.4 to 6.3.8
import { Failure, notFound } from "../../../src/lib/failure.ts";
import type { IdentityRow } from "../../../src/store/addresses/identities.ts";
import {
  deleteRecent,
  type FolderRow,
  isSubscribed,
  keepSubscription,
} from "../../../src/store/mailbox/folders.ts";
import { firstPlacements } from "../../../src/store/mailbox/placements.ts";
import { folders, subscriptions } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { deletePlacements, movePlacements, turnPlacements } from "./placements.ts";

/** Folders of one identity. */
const maxFolders = 2000;

/** IMAP name and role. */
const standardFolders = [
  ["INBOX", "inbox"],
  ["Sent", "sent"],
  ["Drafts", "drafts"],
  ["Scheduled", "scheduled"],
  ["Archive", "archive"],
  ["Junk", "spam"],
  ["Trash", "trash"],
] as const;

export type FolderRole = (typeof standardFolders)[number][1];

/** The folder of this name; null when there is none. */
export function folderNamed(turn: Turn, name: string): FolderRow | null {
  return turn.folders().find((folder) => folder.name === name) ?? null;
}

/** The folder of this role; undefined for an identity without folders. */
export function folderOfRole(turn: Turn, role: FolderRole): FolderRow | undefined {
  return turn.folders().find((folder) => folder.role === role);
}

/** @throws Failure not_found */
export function folderById(turn: Turn, id: string): FolderRow {
  const folder = turn.folders().find((each) => each.id === id);
  if (!folder) throw notFound();
  return folder;
}

/** The folders that every inbox begins with. DECISIONS Threads, messages, folders, labels */
export function addStandardFolders(turn: Turn, identity: IdentityRow): void {
  // RFC 9051 2.3.1.1: a folder made later under the same name has a larger UIDVALIDITY.
  const uidValidity = Math.floor(Date.parse(identity.createdAt) / 1000);
  for (const [name, role] of standardFolders) {
    turn.insert(folders, {
      accountId: identity.accountId,
      id: turn.newId(),
      identityId: identity.id,
      name,
      role,
      uidValidity,
      uidNext: 1,
      total: 0,
      unread: 0,
      subscribed: true,
      createdAt: identity.createdAt,
    });
  }
}

/** @throws Failure conflict when the name is taken, or there are too many folders */
export async function createFolder(turn: Turn, name: string): Promise<FolderRow> {
  const known = turn.folders();
  if (known.some((folder) => folder.name === name))
    throw new Failure("conflict", "A folder of this name exists. Choose another name.");
  if (known.length >= maxFolders)
    throw new Failure("forbidden", `An address holds ${maxFolders} folders. Delete one first.`);
  const identity = turn.identity();
  const subscribed = await takeSubscription(turn, name);
  const row: FolderRow = {
    accountId: turn.accountId,
    id: turn.newId(),
    identityId: identity.id,
    name,
    role: null,
    // Rises with every turn of the identity, so a reused name gets a larger UIDVALIDITY. RFC 9051 2.3.1.1
    uidValidity: Math.floor(Date.parse(identity.createdAt) / 1000) + turn.modseq,
    uidNext: 1,
    total: 0,
    unread: 0,
    subscribed,
    createdAt: turn.instant(),
  };
  turn.insert(folders, row);
  turn.change({ kind: "folder", folderId: row.id });
  return row;
}

/** Ends the subscription of a name without folder; a subscription outlives its folder. RFC 9051 6.3.7 */
async function takeSubscription(turn: Turn, name: string): Promise<boolean> {
  const subscribed = await isSubscribed(turn, turn.owner, name);
  if (subscribed) turn.remove(subscriptions, { ...turn.owner, name });
  return subscribed;
}

/**
 * Renames a folder and those below it.
 * @returns the folders renamed, with their names before
 * @throws Failure not_found, forbidden (a folder with a role), conflict (a name that is taken)
 */
export function renameFolder(
  turn: Turn,
  from: string,
  to: string,
): { id: string; from: string; to: string }[] {
  const all = turn.folders();
  const prefix = `${from}/`;
  const renamed = all
    .filter(({ name }) => name === from || name.startsWith(prefix))
    .map(({ id, name }) => ({ id, from: name, to: to + name.slice(from.length) }));
  if (renamed.length === 0) throw notFound();
  if (to.startsWith(prefix)) throw new Failure("conflict", "A folder cannot be moved below itself.");
  const ids = new Set(renamed.map(({ id }) => id));
  const taken = new Set(all.filter(({ id }) => !ids.has(id)).map(({ name }) => name));
  for (const { id, to: name } of renamed) {
    const folder = folderById(turn, id);
    if (folder.role !== null)
      throw new Failure("forbidden", `${folder.name} belongs to the service and keeps its name.`);
    if (taken.has(name)) throw new Failure("conflict", "A folder of the new name exists. Choose another.");
    turn.update(folders, { accountId: turn.accountId, id, name }, folder);
    turn.change({ kind: "folder", folderId: id });
  }
  return renamed;
}

/** Deletes an empty folder; `emptyStep` empties it. @throws Failure not_found, forbidden, conflict (not empty) */
export function deleteFolder(turn: Turn, id: string): void {
  const folder = folderById(turn, id);
  refuseRole(folder);
  if (folder.total > 0) throw new Failure("conflict", "The folder is not empty. Try again.");
  const { accountId, identityId, name } = folder;
  turn.remove(folders, { accountId, id });
  if (folder.subscribed) turn.bulk(keepSubscription({ accountId, identityId }, name));
  turn.bulk(deleteRecent(accountId, id));
  turn.change({ kind: "folder", folderId: id });
}

/** @throws Failure draft_state for the folder of scheduled drafts */
export function refuseScheduled({ role }: FolderRow): void {
  if (role === "scheduled") {
    throw new Failure("draft_state", "Only scheduling a draft puts it into this folder. Save it to Drafts.");
  }
}

/** @throws Failure forbidden for a folder with a role */
export function refuseRole({ role, name }: FolderRow): void {
  if (role !== null) throw new Failure("forbidden", `${name} belongs to the service and cannot be deleted.`);
}

/** @returns false when there is no such folder, and no subscription to end */
export async function subscribe(turn: Turn, name: string, subscribed: boolean): Promise<boolean> {
  const folder = folderNamed(turn, name);
  if (!folder) return subscribed ? false : takeSubscription(turn, name);
  if (folder.subscribed !== subscribed) {
    turn.update(folders, { accountId: turn.accountId, id: folder.id, subscribed }, folder);
    turn.change({ kind: "folder", folderId: folder.id });
  }
  return true;
}

/** One step of emptying a folder. @returns whether more is left */
export async function emptyStep(turn: Turn, id: string): Promise<boolean> {
  const rows = await firstPlacements(turn, turn.owner, { folderId: id, count: turnPlacements });
  await deletePlacements(turn, rows);
  return rows.length === turnPlacements;
}

/** One step of moving all of a folder to another. @returns whether more is left */
export async function moveStep(turn: Turn, id: string, targetId: string): Promise<boolean> {
  const rows = await firstPlacements(turn, turn.owner, { folderId: id, count: turnPlacements });
  movePlacements(turn, rows, folderById(turn, targetId));
  return rows.length === turnPlacements;
}
