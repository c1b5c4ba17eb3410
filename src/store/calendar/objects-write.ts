// Statements that turns write calendar objects with. They run after the rows of the turn, so they see which events exist.
import { createHash } from "node:crypto";
import type { Instant } from "../../lib/clock.ts";
import { hash52 } from "../../lib/hash.ts";
import type { DeferredStatement } from "../database/database.ts";
import type { Owner } from "../scope.ts";

/** The segment of the path of the default calendar. */
export const defaultCalendarName = "calendar";

/** The key of an object's UID. */
export function uidKeyOf(objectUid: string): string {
  return createHash("sha256").update(objectUid).digest("hex");
}

/** The marks that a turn gives to an object that it changes. */
export interface Touch {
  modseq: number;
  at: Instant;
  etag: string;
  /** Only answers of attendees changed: Schedule-Tag stays. */
  answersOnly: boolean;
}

/** An object whose rows a turn wrote. */
export interface TouchedObject {
  objectUid: string;
  uidHash: number;
  /** The name that it gets when it is new. */
  name: string;
  /** The UID of the object whose calendar and text it has when it is new: it was cut off of that one. */
  cutFrom?: string | undefined;
}

/** The end of a statement whose `touched` are the calendars of the objects that it wrote. They are looked at for notices. */
export const touchedCalendars = `, noticed as (
    update calendars set next_notice_at = least(next_notice_at, $4::timestamptz)
    where account_id = $1::uuid and identity_id = $2::uuid and next_notice_at is not null
  ) insert into calendar_collections (account_id, identity_id, id, name, components, properties, modseq, forgotten, created_at)
  select distinct $1::uuid, $2::uuid, t.calendar_id, '${defaultCalendarName}', null::text[], '{}'::jsonb, $3::int8, 0, $4::timestamptz from touched t
  on conflict (account_id, id) do update set modseq = excluded.modseq`;

const removalsOf = (rows: string) =>
  `insert into calendar_removals (account_id, identity_id, calendar_id, name, modseq, created_at)
   select $1::uuid, $2::uuid, r.calendar_id, r.name, $3::int8, $4::timestamptz from ${rows} r
   on conflict (account_id, calendar_id, name) do update set modseq = excluded.modseq, created_at = excluded.created_at`;

/** Gives the objects of these events a new version, makes those that are new, and removes those without events. */
export function touchObjects(
  { accountId, identityId }: Owner,
  objects: readonly TouchedObject[],
  { modseq, at, etag, answersOnly }: Touch,
): DeferredStatement {
  return {
    text: `with named as (
        select n.*, exists (select from calendar_events e where e.account_id = $1::uuid and e.identity_id = $2::uuid
          and e.uid_hash = n.uid_hash and e.object_uid = n.object_uid) as is_live
        from unnest($5::text[], $6::text[], $7::int8[], $8::text[], $11::text[]) as n(object_uid, uid_key, uid_hash, name, cut_from)
      ), gone as (
        delete from calendar_objects o using named n
        where o.account_id = $1::uuid and o.identity_id = $2::uuid and o.uid_key = n.uid_key and not n.is_live and o.component = 'VEVENT'
        returning o.calendar_id, o.name
      ), removed as (${removalsOf("gone")}), kept as (
        insert into calendar_objects as o (account_id, identity_id, calendar_id, name, object_uid, uid_key, uid_hash, component, etag,
          schedule_tag, modseq, source, source_etag, created_at, updated_at)
        select $1::uuid, $2::uuid, coalesce(f.calendar_id, $2::uuid), n.name, n.object_uid, n.uid_key, n.uid_hash, 'VEVENT', $9::text, $9::text,
          $3::int8, f.source, null, $4::timestamptz, $4::timestamptz
        from named n left join calendar_objects f on f.account_id = $1::uuid and f.identity_id = $2::uuid and f.uid_key = n.cut_from
        where n.is_live
        on conflict (account_id, identity_id, uid_key) do update set etag = excluded.etag, modseq = excluded.modseq,
          updated_at = excluded.updated_at, schedule_tag = case when $10::boolean then o.schedule_tag else excluded.etag end
        returning calendar_id
      ), touched as (select calendar_id from kept union select calendar_id from gone)
      ${touchedCalendars}`,
    params: [
      accountId,
      identityId,
      modseq,
      at,
      objects.map(({ objectUid }) => objectUid),
      objects.map(({ objectUid }) => uidKeyOf(objectUid)),
      objects.map(({ uidHash }) => uidHash),
      objects.map(({ name }) => name),
      etag,
      answersOnly,
      objects.map(({ cutFrom }) => (cutFrom === undefined ? null : uidKeyOf(cutFrom))),
    ],
  };
}

/** An object as a client wrote it. */
export interface WrittenObject {
  calendarId: string;
  name: string;
  objectUid: string;
  component: string;
  source: Uint8Array;
  /** The text is not given back as it is: the server changed what it says. */
  isChanged: boolean;
}

/** Stores the text and place of an object; in its former place it is removed. */
export function storeObject(
  { accountId, identityId }: Owner,
  object: WrittenObject,
  { modseq, at, etag, answersOnly }: Touch,
): DeferredStatement {
  return {
    text: `with place(calendar_id, name, uid_key) as (values ($5::uuid, $6::text, $7::text)), moved as (
        select o.calendar_id, o.name from calendar_objects o, place p
        where o.account_id = $1::uuid and o.identity_id = $2::uuid and o.uid_key = p.uid_key and (o.calendar_id, o.name) <> (p.calendar_id, p.name)
      ), removed as (${removalsOf("moved")}), back as (
        delete from calendar_removals r using place p where r.account_id = $1::uuid and r.calendar_id = p.calendar_id and r.name = p.name
      ), kept as (
        insert into calendar_objects as o (account_id, identity_id, calendar_id, name, object_uid, uid_key, uid_hash, component, etag,
          schedule_tag, modseq, source, source_etag, created_at, updated_at)
        select $1::uuid, $2::uuid, p.calendar_id, p.name, $8::text, p.uid_key, $9::int8, $10::text, $11::text, $11::text, $3::int8,
          $12::bytea, $13::text, $4::timestamptz, $4::timestamptz
        from place p
        on conflict (account_id, identity_id, uid_key) do update set calendar_id = excluded.calendar_id, name = excluded.name,
          component = excluded.component, etag = excluded.etag, modseq = excluded.modseq, source = excluded.source,
          source_etag = excluded.source_etag, updated_at = excluded.updated_at,
          schedule_tag = case when $14::boolean then o.schedule_tag else excluded.etag end
        returning calendar_id
      ), touched as (select calendar_id from kept union select calendar_id from moved)
      ${touchedCalendars}`,
    params: [
      accountId,
      identityId,
      modseq,
      at,
      object.calendarId,
      object.name,
      uidKeyOf(object.objectUid),
      object.objectUid,
      hash52(object.objectUid),
      object.component,
      etag,
      object.source,
      object.isChanged ? null : etag,
      answersOnly,
    ],
  };
}

/** Moves an object to another place; its text and version stay. */
export function moveObject(
  { accountId, identityId }: Owner,
  to: { objectUid: string; calendarId: string; name: string },
  { modseq, at }: Pick<Touch, "modseq" | "at">,
): DeferredStatement {
  return {
    text: `with moved as (
        select o.calendar_id, o.name from calendar_objects o where o.account_id = $1::uuid and o.identity_id = $2::uuid and o.uid_key = $5::text
      ), removed as (${removalsOf("moved")}), kept as (
        update calendar_objects set calendar_id = $6::uuid, name = $7::text, modseq = $3::int8
        where account_id = $1::uuid and identity_id = $2::uuid and uid_key = $5::text returning calendar_id
      ), touched as (select calendar_id from kept union select calendar_id from moved)
      ${touchedCalendars}`,
    params: [accountId, identityId, modseq, at, uidKeyOf(to.objectUid), to.calendarId, to.name],
  };
}

/** Removes objects that have no events: to-dos and journal entries. */
export function removeObjects(
  { accountId, identityId }: Owner,
  uidKeys: readonly string[],
  { modseq, at }: Pick<Touch, "modseq" | "at">,
): DeferredStatement {
  return {
    text: `with gone as (
        delete from calendar_objects o where o.account_id = $1::uuid and o.identity_id = $2::uuid and o.uid_key = any($5::text[])
        returning o.calendar_id, o.name
      ), removed as (${removalsOf("gone")}), touched as (select calendar_id from gone)
      ${touchedCalendars}`,
    params: [accountId, identityId, modseq, at, uidKeys],
  };
}
