// How far the mails about calendar objects have come. A change of it is a change of the object: a new ETag, and for those who
// sync a new modseq; Schedule-Tag stays. RFC 6638 3.2.9, 3.2.10
import type { ScheduleStatuses } from "../../calendar/objects/schedule-status.ts";
import { hash52 } from "../../lib/hash.ts";
import type { DeferredStatement, Executor } from "../database/database.ts";
import type { Owner } from "../scope.ts";
import { type Touch, touchedCalendars, uidKeyOf } from "./objects-write.ts";

type Versions = Pick<Touch, "modseq" | "at" | "etag">;

/**
 * The rest of a statement that sets an object's statuses; $1 to $6 are `updatedParams`.
 * @param statuses SQL of them @param only SQL: a further condition
 */
function updated(statuses: string, only = ""): string {
  return `kept as (
        update calendar_objects o set etag = $6::text, modseq = $3::int8, updated_at = $4::timestamptz, schedule_status = ${statuses}
        where o.account_id = $1::uuid and o.identity_id = $2::uuid and o.uid_key = $5::text and o.component = 'VEVENT' ${only}
        returning o.calendar_id
      ), touched as (select calendar_id from kept)
      ${touchedCalendars}`;
}

function updatedParams({ accountId, identityId }: Owner, objectUid: string, { modseq, at, etag }: Versions) {
  return [accountId, identityId, modseq, at, uidKeyOf(objectUid), etag];
}

/** Adds statuses to an object; of those who are no longer invited none is kept. */
export function addScheduleStatuses(
  owner: Owner,
  { objectUid, statuses }: { objectUid: string; statuses: ScheduleStatuses },
  versions: Versions,
): DeferredStatement {
  return {
    text: `with invited as (
        select lower(a.value ->> 'email') as email from calendar_events e cross join jsonb_array_elements(e.attendees) a
        where e.account_id = $1::uuid and e.identity_id = $2::uuid and e.uid_hash = $8::int8 and e.object_uid = $7::text
        union select lower(e.organizer_email) from calendar_events e
        where e.account_id = $1::uuid and e.identity_id = $2::uuid and e.uid_hash = $8::int8 and e.object_uid = $7::text
      ), ${updated(`(
          select jsonb_object_agg(s.key, s.value) from jsonb_each(coalesce(o.schedule_status, '{}'::jsonb) || $9::jsonb) s
          where s.key in (select email from invited))`)}`,
    params: [
      ...updatedParams(owner, objectUid, versions),
      objectUid,
      hash52(objectUid),
      JSON.stringify(statuses),
    ],
  };
}

/** Sets the status of somebody who was told by this mail last; with `messageId` null by any. */
export function setScheduleStatus(
  owner: Owner,
  set: { objectUid: string; email: string; code: string; messageId: string | null },
  versions: Versions,
): DeferredStatement {
  return {
    text: `with ${updated(
      `o.schedule_status || jsonb_build_object($7::text, jsonb_build_object('code', $8::text, 'message_id', $9::text))`,
      `and o.schedule_status ? $7::text and o.schedule_status -> $7::text ->> 'code' <> $8::text
          and ($9::text is null or o.schedule_status -> $7::text ->> 'message_id' = $9::text)`,
    )}`,
    params: [
      ...updatedParams(owner, set.objectUid, versions),
      set.email.toLowerCase(),
      set.code,
      set.messageId,
    ],
  };
}

/** Null: no mail about the object was sent. */
export async function getScheduleStatuses(
  db: Pick<Executor, "rows">,
  { accountId, identityId }: Owner,
  objectUid: string,
): Promise<ScheduleStatuses | null> {
  const [row] = await db.rows<{ statuses: ScheduleStatuses | null }>(
    `select schedule_status as statuses from calendar_objects
     where account_id = $1::uuid and identity_id = $2::uuid and uid_key = $3::text`,
    [accountId, identityId, uidKeyOf(objectUid)],
  );
  return row?.statuses ?? null;
}
