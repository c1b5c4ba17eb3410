// Parts of the messages of a folder that IMAP compares, many messages in one value: a row a message would cost several times as much,
// on both sides of the connection.
import type { Executor, Param } from "../database/database.ts";
import type { Owner } from "./imap.ts";

/** Messages by UID: those above one, or these. */
export type SweptUids = { above: number } | { uids: readonly number[] };

/** One element a message, UIDs ascending. */
export interface SweptDates {
  uids: Uint32Array;
  /** INTERNALDATE: microseconds since 2000, which order as the instants do. */
  arrivals: Float64Array;
  /** The Date field, or INTERNALDATE without one. RFC 5256 2.2 */
  sent: Float64Array;
  /** RFC822.SIZE */
  sizes: Float64Array;
}

/** Messages that one statement returns dates of. */
export const datesAtOnce = 20_000;
/** Messages that one statement returns header fields of. */
export const fieldsAtOnce = 1000;

const own = "p.account_id = $1::uuid and p.folder_id = $2::uuid and p.identity_id = $3::uuid";

function bound(at: Owner & { folderId: string }, which: SweptUids): { condition: string; params: Param[] } {
  const params: Param[] = [at.accountId, at.folderId, at.identityId];
  return "above" in which
    ? { condition: `${own} and p.uid > $4::int8`, params: [...params, which.above] }
    : { condition: `${own} and p.uid = any($4::int8[])`, params: [...params, which.uids] };
}

/** Octets of one message: four numbers of eight. */
const datesOctets = 32;

/** Dates and sizes of the next messages, at most `datesAtOnce`. */
export async function sweptDates(
  db: Executor,
  at: Owner & { folderId: string },
  which: SweptUids,
): Promise<SweptDates> {
  const { condition, params } = bound(at, which);
  const [row] = await db.rows<{ swept: Uint8Array | null }>(
    `select string_agg(int8send(o.uid) || timestamptz_send(o.arrived) || timestamptz_send(o.sent) || int8send(o.size), ''::bytea order by o.uid) as swept
     from (select p.uid, p.internal_date as arrived, coalesce(m.date_header, p.internal_date) as sent, m.size + m.shown_growth as size
       from placements p join messages m on m.account_id = p.account_id and m.id = p.message_id
       where ${condition} order by p.uid limit ${datesAtOnce}) o`,
    params,
  );
  const swept = row?.swept ?? new Uint8Array(0);
  const view = viewOf(swept);
  const count = swept.length / datesOctets;
  const dates: SweptDates = {
    uids: new Uint32Array(count),
    arrivals: new Float64Array(count),
    sent: new Float64Array(count),
    sizes: new Float64Array(count),
  };
  for (let i = 0, from = 0; i < count; i++, from += datesOctets) {
    dates.uids[i] = view.getUint32(from + 4);
    dates.arrivals[i] = int8At(view, from + 8);
    dates.sent[i] = int8At(view, from + 16);
    dates.sizes[i] = int8At(view, from + 24);
  }
  return dates;
}

/** As a double: exact for whole seconds, and for microseconds until the year 2285. */
function int8At(view: DataView, at: number): number {
  return view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
}

export interface SweptFields {
  uid: number;
  /** As `listedFields` picks them; null where they are not stored. */
  fields: Uint8Array | null;
}

/** Listed header fields of these messages, UIDs ascending. Those that are gone are left out. @param uids at most `fieldsAtOnce` */
export async function sweptFields(
  db: Executor,
  at: Owner & { folderId: string },
  uids: readonly number[],
): Promise<SweptFields[]> {
  const { condition, params } = bound(at, { uids });
  const [row] = await db.rows<{ swept: Uint8Array | null }>(
    `select string_agg(int8send(o.uid) || int4send(coalesce(length(o.fields), -1)) || coalesce(o.fields, ''::bytea), ''::bytea order by o.uid) as swept
     from (select p.uid, b.fields from placements p join bodies b on b.account_id = p.account_id and b.message_id = p.message_id
       where ${condition} limit ${fieldsAtOnce}) o`,
    params,
  );
  const swept = row?.swept ?? new Uint8Array(0);
  const view = viewOf(swept);
  const found: SweptFields[] = [];
  for (let at = 0; at < swept.length; ) {
    const uid = view.getUint32(at + 4);
    const length = view.getInt32(at + 8);
    at += 12;
    found.push({ uid, fields: length < 0 ? null : swept.subarray(at, at + length) });
    at += Math.max(0, length);
  }
  return found;
}

function viewOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}
