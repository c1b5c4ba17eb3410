// Keeps header fields beside mails that are older than the column for them, so that lists of old mails need no mail either. Only
// rows that nobody has looked at, a few a step; each is looked at once.
import { latin1 } from "../../mail/mime/charset.ts";
import { listedFields } from "../../mail/mime/header-fields.ts";
import { blankBytes } from "../../mail/mime/headers.ts";
import { unpack } from "../blobs/blobs.ts";
import type { Database } from "../database/database.ts";
import { unpackedSize, unpackOutline } from "../message/content.ts";

interface Unkept {
  account_id: string;
  message_id: string;
  /** null: in a blob, which is not read for this. */
  packed: Uint8Array | null;
  outline: Uint8Array;
}

/** A mail that is larger than this and has no header block of its own is left as it is. */
const maxBytes = 4 * 1024 * 1024;

/** @returns how many mails were looked at, at most `count`; 0: all were */
export function keepFields(db: Database, count: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.rows<Unkept>(
      `select account_id, message_id, coalesce(head, raw) as packed, coalesce(outline, content) as outline from bodies
       where fields is null and fields_left_out is null order by account_id, message_id limit $1::int for update skip locked`,
      [count],
    );
    if (rows.length === 0) return 0;
    const found = await Promise.all(rows.map(fieldsOf));
    await tx.values(
      `update bodies b set fields = decode(k.fields, 'hex'), fields_left_out = case when k.fields is null then true end
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(account_id, message_id, fields)
       where b.account_id = k.account_id and b.message_id = k.message_id returning 1`,
      [
        rows.map((row) => row.account_id),
        rows.map((row) => row.message_id),
        found.map((fields) => fields?.toHex() ?? null),
      ],
    );
    return rows.length;
  });
}

/** Null: they are long, or cannot be read here. */
async function fieldsOf({ packed, outline }: Unkept): Promise<Uint8Array | null> {
  const structure = unpackOutline(outline)?.structure;
  if (!packed || !structure || unpackedSize(packed) > maxBytes) return null;
  const bytes = await unpack(packed).catch(() => null);
  if (!bytes) return null;
  return listedFields(bytes.subarray(blankBytes(latin1(bytes.subarray(0, 4096))), structure.bodyStart));
}
