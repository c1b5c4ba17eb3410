// The first \Recent uid of a folder: no session has reported it or a later one. RFC 3501 2.3.2
import type { DeferredStatement } from "../database/database.ts";

/** Stores the first \Recent uid of a folder; a lower value than the stored one changes nothing. */
export function keepRecent({
  accountId,
  folderId,
  recentFrom,
}: {
  accountId: string;
  folderId: string;
  recentFrom: number;
}): DeferredStatement {
  return {
    text: `insert into folder_recent (account_id, folder_id, recent_from)
           select f.account_id, f.id, $3::int8 from folders f where f.account_id = $1::uuid and f.id = $2::uuid
           on conflict (account_id, folder_id) do update set recent_from = greatest(folder_recent.recent_from, excluded.recent_from)`,
    params: [accountId, folderId, recentFrom],
  };
}
