// Turns over the access keys of folders. RFC 4467 2.4.1, 5
import { toRow } from "../../../src/store/database/rows.ts";
import { urlKeys } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

/** The folder's key; `made` becomes it where there is none. */
export async function ensureUrlKey(turn: Turn, folderId: string, made: Uint8Array): Promise<Uint8Array> {
  const [row] = await turn.rows<Record<string, unknown>>(
    "select * from url_keys where account_id = $1::uuid and folder_id = $2::uuid",
    [turn.accountId, folderId],
  );
  if (row) return toRow<{ key: Uint8Array }>(urlKeys, row).key;
  turn.insert(urlKeys, { accountId: turn.accountId, folderId, identityId: turn.ref.id, key: made });
  return made;
}

/** Makes every URL of the folder (null: of all folders) worthless. */
export function dropUrlKeys(turn: Turn, folderId: string | null): void {
  turn.bulk({
    text: `delete from url_keys where account_id = $1::uuid and identity_id = $2::uuid
             and ($3::uuid is null or folder_id = $3::uuid)`,
    params: [turn.accountId, turn.ref.id, folderId],
  });
}
