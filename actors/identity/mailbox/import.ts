// Turns of an import: old mails become messages in a folder, as of the time that each has had, without events. Threads are
// built as for arriving mail. DECISIONS Export, import, retention.

import { allLabels, maxLabels } from "../../../src/store/mailbox/labels.ts";
import {
  equalMails,
  type ImportPlace,
  type ImportProgress,
  importProgress,
  keepImportProgress,
} from "../../../src/store/move/imports.ts";
import type { Turn } from "../../runtime/turn.ts";
import { headerHash } from "../message/store-message.ts";
import { type Appended, storeAppended } from "./append.ts";
import { createFolder, folderById, folderNamed } from "./folders.ts";
import { createLabel } from "./labels.ts";
import { checkStorage } from "./storage-limit.ts";
import type { ReceiveLoaded } from "./threading.ts";

/** Mails of one turn. */
export const importedAtOnce = 50;

export interface ImportedMail extends Appended {
  createdAt: string;
  /**
   * The number of the mail among those of the same bytes in the source, from 1: it is left out if the folder has that many already. Null: it is new.
   * "anywhere": it is left out where any folder has it, since its folder only shows what others hold.
   */
  copy: number | "anywhere" | null;
  /** The number in the folder of another server: the mail is left out where the import has come that far. Null: it is of a file. */
  uid: number | null;
}

export interface ImportInput {
  folderId: string;
  appended: readonly ImportedMail[];
  /** Kept with the mails. */
  progress: (ImportPlace & ImportProgress) | null;
}

/** @returns those that were stored; the others are there already @throws Failure not_found (the folder), forbidden (the account is full) */
export async function importMails(
  turn: Turn,
  { folderId, appended, progress }: ImportInput,
  loaded: readonly ReceiveLoaded[],
): Promise<ImportedMail[]> {
  const folder = folderById(turn, folderId);
  await checkStorage(turn);
  const lastUid = progress === null ? 0 : await importedUpTo(turn, progress);
  const compared = appended.filter(({ copy }) => copy !== null);
  const keys = compared.map(({ mail }) => ({ hash: headerHash(mail), sha256: mail.sha256 }));
  const equal = keys.length === 0 ? [] : await equalMails(turn, turn.owner, keys);
  const stored: ImportedMail[] = [];
  for (const [n, one] of appended.entries()) {
    const there = equal[compared.indexOf(one)];
    if (there && isThere(there, one, folderId)) continue;
    // Stored by a turn whose outcome was unknown, or by another import beside this one.
    if (one.uid !== null && one.uid <= lastUid) continue;
    storeAppended(turn, folder, { one, loaded: loaded[n]! });
    stored.push(one);
  }
  if (progress && progress.lastUid > lastUid)
    turn.bulk(keepImportProgress(turn.owner, { ...progress, at: turn.now() }));
  return stored;
}

async function importedUpTo(turn: Turn, place: ImportPlace & ImportProgress): Promise<number> {
  const kept = await importProgress(turn, turn.owner, place);
  return kept?.uidValidity === place.uidValidity ? kept.lastUid : 0;
}

function isThere(copies: ReadonlyMap<string, number>, { copy }: ImportedMail, folderId: string): boolean {
  if (copy === "anywhere") return copies.size > 0;
  return copy !== null && (copies.get(folderId) ?? 0) >= copy;
}

/** The folder of this name, made where there is none. @returns its id @throws Failure forbidden (too many folders) */
export async function importFolder(turn: Turn, name: string): Promise<string> {
  return (folderNamed(turn, name) ?? (await createFolder(turn, name))).id;
}

/** A label as an export has it, or a keyword of another server that becomes one. */
export interface ImportedLabel {
  name: string;
  /** #rrggbb */
  colour: string;
}

/**
 * Makes labels, as far as there is room; a keyword that a label has already needs none.
 * @returns the keywords of all labels by their names in lower case
 */
export async function importLabels(
  turn: Turn,
  wanted: readonly ImportedLabel[],
): Promise<ReadonlyMap<string, string>> {
  const known = await allLabels(turn, turn.owner);
  const keywords = new Map(known.map(({ name, keyword }) => [name.toLowerCase(), keyword]));
  const taken = new Set(known.flatMap(({ keyword, nameKey }) => [keyword.toLowerCase(), nameKey]));
  let room = maxLabels - known.length;
  for (const { name, colour } of wanted) {
    if (room <= 0 || taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    room--;
    const label = await createLabel(turn, { id: turn.newId(), name, colour });
    keywords.set(name.toLowerCase(), label.keyword);
  }
  return keywords;
}
