// The beginning of a stored mail with its header, without the mail where that is large.
import { unpack } from "../blobs/blobs.ts";
import type { Executor } from "../database/database.ts";
import { unpackedSize } from "./content.ts";

/** A mail that is larger than this has a header block of its own; one without has a header that is not looked at. */
const maxBytes = 1024 * 1024;

/** The octets from the first one to the end of the header at least; null: the message is gone, or its header is too long. */
export async function readHead(
  db: Pick<Executor, "rows">,
  accountId: string,
  messageId: string,
): Promise<Uint8Array | null> {
  const [row] = await db.rows<{ packed: Uint8Array | null }>(
    `select coalesce(head, raw) as packed from bodies where account_id = $1::uuid and message_id = $2::uuid`,
    [accountId, messageId],
  );
  const packed = row?.packed ?? null;
  return packed === null || unpackedSize(packed) > maxBytes ? null : unpack(packed);
}
