// Queries of IMAP: folders, uids, the change log, and messages for FETCH and SEARCH. Every query names the account and the
// identity, and is bounded by its caller's set of uids or a limit.

import type { Instant } from "../../lib/clock.ts";
import type { Executor, Param } from "../database/database.ts";
import { toRow } from "../database/rows.ts";
import type { Owner } from "../scope.ts";
import { Flag, folders } from "../tables/index.ts";
import type { FolderRow } from "./folders.ts";

export type { Owner };

/** All folders of an identity, by name. */
export async function ownFolders(db: Executor, owner: Owner): Promise<FolderRow[]> {
  const rows = await db.rows(
    `select * from folders where account_id = $1::uuid and identity_id = $2::uuid order by name collate "C"`,
    [owner.accountId, owner.identityId],
  );
  return rows.map((row) => toRow<FolderRow>(folders, row));
}

export async function folderNamed(db: Executor, owner: Owner, name: string): Promise<FolderRow | null> {
  const [row] = await db.rows(
    "select * from folders where account_id = $1::uuid and identity_id = $2::uuid and name = $3::text",
    [owner.accountId, owner.identityId, name],
  );
  return row ? toRow<FolderRow>(folders, row) : null;
}

/** Subscribed names that have no folder. */
export async function orphanSubscriptions(db: Executor, owner: Owner): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    "select name from subscriptions where account_id = $1::uuid and identity_id = $2::uuid order by name limit 2000",
    [owner.accountId, owner.identityId],
  );
  return rows.map((row) => row.name);
}

export interface FolderSnapshot {
  folder: FolderRow;
  /** Ascending. */
  uids: Uint32Array;
  /** Bits of Flag, in the order of `uids`. */
  flags: Uint8Array;
  /** By uid; messages without keywords are absent. */
  keywords: ReadonlyMap<number, readonly string[]>;
  /** The identity's modseq in the same snapshot. */
  modseq: number;
  recentFrom: number;
}

/** A folder with all its uids and flags, in one snapshot; null when it does not exist. */
export async function folderSnapshot(
  db: Executor,
  owner: Owner,
  folderId: string,
): Promise<FolderSnapshot | null> {
  const own = "p.account_id = f.account_id and p.folder_id = f.id";
  const [row] = await db.rows<Record<string, unknown> & SnapshotColumns>(
    `select f.*, i.modseq as at,
            (select string_agg(int8send((o.uid << 16) | o.flags), ''::bytea)
             from (select p.uid, p.flags from placements p where ${own} order by p.uid) o) as placed,
            (select json_agg(json_build_array(p.uid, p.keywords)) from placements p where ${own} and p.keywords <> '{}') as keyworded,
            (select recent_from from folder_recent r where r.account_id = f.account_id and r.folder_id = f.id) as recent
     from folders f join identities i on i.account_id = f.account_id and i.id = f.identity_id
     where f.account_id = $1::uuid and f.identity_id = $2::uuid and f.id = $3::uuid and i.deleted_at is null`,
    [owner.accountId, owner.identityId, folderId],
  );
  if (!row) return null;
  return {
    folder: toRow<FolderRow>(folders, row),
    ...placedOf(row.placed ?? new Uint8Array(0)),
    keywords: new Map(row.keyworded ?? []),
    modseq: row.at,
    recentFrom: row.recent ?? 1,
  };
}

interface SnapshotColumns {
  at: number;
  /** Eight bytes a message: its uid in the first six, its flags in the last two. One row a message would cost far more. */
  placed: Uint8Array | null;
  keyworded: [number, string[]][] | null;
  recent: number | null;
}

function placedOf(placed: Uint8Array): { uids: Uint32Array; flags: Uint8Array } {
  const view = new DataView(placed.buffer, placed.byteOffset, placed.byteLength);
  const count = placed.length / 8;
  const uids = new Uint32Array(count);
  const flags = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    // RFC 9051 2.3.1.1: a uid has 32 bits.
    uids[i] = view.getUint32(i * 8 + 2);
    flags[i] = view.getUint8(i * 8 + 7);
    if (i > 0 && uids[i]! <= uids[i - 1]!) throw new Error("uids out of order");
  }
  return { uids, flags };
}

/** The identity's modseq; null once it is deleted. */
export async function identityModseq(db: Executor, owner: Owner): Promise<number | null> {
  const [row] = await db.rows<{ modseq: number }>(
    "select modseq from identities where account_id = $1::uuid and id = $2::uuid and deleted_at is null",
    [owner.accountId, owner.identityId],
  );
  return row?.modseq ?? null;
}

export interface ChangeRow {
  modseq: number;
  kind: "placed" | "flags" | "expunged" | "folder";
  folder_id: string | null;
  uid: number | null;
  /** The placement's current flags; null when it is gone. */
  flags: number | null;
  keywords: string[] | null;
}

const changesAtOnce = 5000;

/**
 * Changes after a modseq, in order; the changes of one modseq are never split.
 * @returns `upTo`: the modseq that `changes` is complete to; `more`: later changes exist; null: the identity is gone
 */
export async function changesSince(
  db: Executor,
  owner: Owner,
  after: number,
): Promise<{ changes: ChangeRow[]; upTo: number; more: boolean } | null> {
  const rows = await db.rows<ChangeRow & { at: number }>(
    `select i.modseq as at, c.modseq, c.kind, c.folder_id, c.uid, p.flags, p.keywords
     from identities i
     left join lateral (
       select * from changes where account_id = i.account_id and identity_id = i.id and modseq > $3::int8
       order by modseq, ordinal limit ${changesAtOnce}
     ) c on true
     left join placements p on p.account_id = i.account_id and p.folder_id = c.folder_id and p.uid = c.uid and c.kind in ('placed', 'flags')
     where i.account_id = $1::uuid and i.id = $2::uuid and i.deleted_at is null
     order by c.modseq, c.ordinal`,
    [owner.accountId, owner.identityId, after],
  );
  const [first] = rows;
  if (!first) return null;
  if (first.modseq === null) return { changes: [], upTo: Math.max(after, first.at), more: false };
  if (rows.length < changesAtOnce) return { changes: rows, upTo: Math.max(after, first.at), more: false };
  const last = rows.at(-1)!.modseq;
  const whole = rows.filter((row) => row.modseq < last);
  return { changes: whole, upTo: last - 1, more: true };
}

/**
 * UIDs expunged from a folder after a modseq, ascending; null when the log holds more than `most` changes since, or no
 * longer reaches back so far.
 */
export async function expungedSince(
  db: Executor,
  at: Owner & { folderId: string },
  { after, most }: { after: number; most: number },
): Promise<number[] | null> {
  const rows = await db.rows<{ kind: string; folder_id: string; uid: number; first: number }>(
    `select kind, folder_id, uid, modseq as first from changes
     where account_id = $1::uuid and identity_id = $2::uuid and modseq > $3::int8
     order by modseq, ordinal limit ${most + 1}`,
    [at.accountId, at.identityId, after],
  );
  const begins = rows[0];
  if (rows.length > most || (begins && begins.first > after + 1 && !(await isLogged(db, at, after + 1))))
    return null;
  return rows
    .filter((row) => row.kind === "expunged" && row.folder_id === at.folderId)
    .map((row) => row.uid)
    .sort((a, b) => a - b);
}

/** Whether the log reaches back to that modseq: it still holds a change as old. */
async function isLogged(db: Executor, owner: Owner, modseq: number): Promise<boolean> {
  const rows = await db.rows(
    "select from changes where account_id = $1::uuid and identity_id = $2::uuid and modseq <= $3::int8 limit 1",
    [owner.accountId, owner.identityId, modseq],
  );
  return rows.length > 0;
}

/**
 * The columns that a query reads; each depth adds to the one before. `dates` has the size and the Date field alone; `fields` has the header fields of lists;
 * `thread` is content with the header fields of THREAD and SORT; `head` is content with the header block,
 * `raw` with the whole mail.
 */
export type Depth = "placement" | "dates" | "message" | "fields" | "content" | "thread" | "head" | "raw";

export interface PlacedMessage {
  uid: number;
  flags: number;
  keywords: string[];
  modseq: number;
  internal_date: Instant;
  /** When it was placed in this folder: SAVEDATE. */
  created_at: Instant;
  message_id: string;
  // message
  thread_id: string;
  /** RFC822.SIZE: bytes of the displayed form. */
  size: number;
  preview: string;
  // fields
  /** As `listedFields` picks them; null where they are not stored, and with "head" and "raw". */
  fields: Uint8Array | null;
  // content
  /** Structure and envelope, for unpackOutline. */
  outline: Uint8Array;
  // thread
  header_id: string | null;
  reference_ids: string[];
  date_header: Instant | null;
  // head, raw: with "head" the raw mail only where its header block is not stored separately
  head: Uint8Array | null;
  raw: Uint8Array | null;
  raw_blob: string | null;
}

const sizeColumn = "m.size + m.shown_growth as size";
const messageColumns = `m.thread_id, ${sizeColumn}, m.preview`;
const outlineColumn = "coalesce(b.outline, b.content) as outline";
const joinMessages = "join messages m on m.account_id = p.account_id and m.id = p.message_id";
const joinBodies = "join bodies b on b.account_id = p.account_id and b.message_id = p.message_id";
const blobSizeColumn = `case when b.raw_blob is not null
  then (select m.size + m.shown_growth from messages m where m.account_id = p.account_id and m.id = p.message_id) end as size`;

const bodyColumns = {
  fields: "b.fields",
  content: outlineColumn,
  thread: `${outlineColumn}, m.header_id, m.reference_ids, m.date_header`,
  head: `${outlineColumn}, null as fields, b.head, b.raw_blob, case when b.head is null then b.raw end as raw`,
  raw: `${outlineColumn}, null as fields, null as head, b.raw, b.raw_blob`,
};

/** Columns and tables of a query. */
function sourceOf({ depth, only }: Pick<PlacedQuery, "depth" | "only">): string {
  const has = (group: ColumnGroup) => only?.has(group) ?? true;
  const columns = ["p.uid, p.message_id"];
  if (has("state")) columns.push("p.flags, p.keywords, p.modseq");
  if (has("dates")) columns.push("p.internal_date, p.created_at");
  if (depth === "placement") return `${columns.join(", ")} from placements p`;
  if (depth === "dates")
    return `${columns.join(", ")}, ${sizeColumn}, m.date_header from placements p ${joinMessages}`;
  const ofMessage = depth === "message" || depth === "thread" || has("message");
  if (ofMessage) columns.push(messageColumns);
  else if (depth === "head" || depth === "raw") columns.push(blobSizeColumn);
  if (depth === "content" && has("fields")) columns.push(bodyColumns.fields);
  if (depth !== "message") columns.push(bodyColumns[depth]);
  const joins = `${ofMessage ? joinMessages : ""} ${depth === "message" ? "" : joinBodies}`;
  return `${columns.join(", ")} from placements p ${joins}`;
}

/** UIDs ascending; `whole`: the range from the first to the last one. */
export interface UidChunk {
  uids: readonly number[];
  whole: boolean;
}

/** A query's depth, and which messages it reads. */
export interface PlacedQuery {
  depth: Depth;
  /** Only messages that have changed after this modseq; null: all. */
  changedSince?: number | null;
  /**
   * Groups of columns that the caller looks at; absent: all. Each that is left out makes the rows cheaper to read. Without
   * "message" the size is there only for mails in the blob store that are read whole.
   */
  only?: ReadonlySet<ColumnGroup>;
}

/** "state": flags, keywords, modseq; "dates": internal_date, created_at; "message": thread_id, size, preview; "fields": with "content". */
export type ColumnGroup = "state" | "dates" | "message" | "fields";

/** Messages of a folder by uid, ascending; uids that do not exist are left out. */
export async function placedMessages(
  db: Executor,
  at: Owner & { folderId: string },
  { chunk, changedSince = null, ...reading }: PlacedQuery & { chunk: UidChunk },
): Promise<PlacedMessage[]> {
  const { uids, whole } = chunk;
  if (uids.length === 0) return [];
  const params: Param[] = [at.accountId, at.folderId, at.identityId, changedSince ?? -1];
  const set = whole ? "p.uid between $5::int8 and $6::int8" : "p.uid = any($5::int8[])";
  params.push(...(whole ? [uids[0]!, uids.at(-1)!] : [uids]));
  return db.rows<PlacedMessage>(
    `select ${sourceOf(reading)}
     where p.account_id = $1::uuid and p.folder_id = $2::uuid and p.identity_id = $3::uuid and p.modseq > $4::int8 and ${set}
     order by p.uid`,
    params,
  );
}

/** Counts for STATUS that the folder's row does not hold. */
export async function folderSums(
  db: Executor,
  at: Owner & { folderId: string },
): Promise<{ size: number; deleted: number; deletedSize: number }> {
  const [row] = await db.rows<{ size: number; deleted: number; deleted_size: number }>(
    `select coalesce(sum(m.size + m.shown_growth), 0)::int8 as size, count(*) filter (where p.flags & ${Flag.deleted} <> 0)::int8 as deleted,
            coalesce(sum(m.size + m.shown_growth) filter (where p.flags & ${Flag.deleted} <> 0), 0)::int8 as deleted_size
     from placements p ${joinMessages}
     where p.account_id = $1::uuid and p.folder_id = $2::uuid and p.identity_id = $3::uuid`,
    [at.accountId, at.folderId, at.identityId],
  );
  return { size: row?.size ?? 0, deleted: row?.deleted ?? 0, deletedSize: row?.deleted_size ?? 0 };
}

/** Counts messages from a uid on; null: from the stored first \Recent uid. */
export async function recentCount(
  db: Executor,
  at: Owner & { folderId: string },
  from: number | null,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int8 as count from placements
     where account_id = $1::uuid and folder_id = $2::uuid and identity_id = $3::uuid
       and uid >= coalesce($4::int8, (select recent_from from folder_recent where account_id = $1::uuid and folder_id = $2::uuid), 1)`,
    [at.accountId, at.folderId, at.identityId, from],
  );
  return row?.count ?? 0;
}

/** UIDs with \Deleted above `after`, ascending, at most `most`. */
export async function deletedUids(
  db: Executor,
  at: Owner & { folderId: string },
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await db.rows<{ uid: number }>(
    `select uid from placements where account_id = $1::uuid and folder_id = $2::uuid and identity_id = $3::uuid
       and uid > $4::int8 and flags & ${Flag.deleted} <> 0 order by uid limit ${most}`,
    [at.accountId, at.folderId, at.identityId, after],
  );
  return rows.map((row) => row.uid);
}

/** Bytes that the identity's account stores, and the account's plan. */
export async function storageOf(
  db: Executor,
  owner: Owner,
): Promise<{ bytes: number; plan: "operator" | "signup" } | null> {
  const [row] = await db.rows<{ bytes: number; plan: "operator" | "signup" }>(
    `select (select coalesce(sum(storage_bytes), 0)::int8 from identities where account_id = a.account_id and deleted_at is null) as bytes, a.plan
     from accounts a join identities i on i.account_id = a.account_id
     where i.account_id = $1::uuid and i.id = $2::uuid and i.deleted_at is null`,
    [owner.accountId, owner.identityId],
  );
  return row ?? null;
}
