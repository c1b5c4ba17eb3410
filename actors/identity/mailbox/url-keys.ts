// Turns over the access keys of folders. RFC 4467 2.4.1, 5
import { deleteUrlKeys, urlKey } from "../../../src/store/mail/url-keys.ts";
import { urlKeys } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** The folder's key; `fresh` becomes it where there is none. */
export async function ensureUrlKey(turn: Turn, folderId: string, fresh: Uint8Array): Promise<Uint8Array> {
  const known = await urlKey(turn, turn.owner, folderId);
  if (known) return known;
  turn.insert(urlKeys, { ...turn.owner, folderId, key: fresh });
  return fresh;
}

/** Makes every URL of the folder (null: of all folders) worthless. */
export function dropUrlKeys(turn: Turn, folderId: string | null): void {
  turn.bulk(deleteUrlKeys(turn.owner, folderId));
}
