// Notices of calendars: which calendars have one due, for which events, and which were given. Any process may
// look; the turn that gives them finds those that other processes gave.
import { expandAll } from "../../calendar/recurrence/expansion.ts";
import { readSeries } from "../../calendar/recurrence/recurrence.ts";
import { addMs, earlierOf, type Instant, laterOf, msOf } from "../../lib/clock.ts";
import { maxReminderMinutes } from "../../lib/local-time.ts";
import { must } from "../../lib/must.ts";
import { Pauses } from "../../lib/pauses.ts";
import type { DeferredStatement, RowSource } from "../database/database.ts";
import type { Owner, Scope } from "../scope.ts";
import {
  type CalendarEventRow,
  datesOfSeries,
  type EventPlace,
  eventsById,
  farFuture,
  remindedEvents,
} from "./calendar-events.ts";
import { seriesOf } from "./series-cache.ts";
import { instanceRow, listInstances, rowOf } from "./window.ts";

export type NoticeKind = "starting" | "ending";

/** A calendar's settings for notices. */
export interface NoticeSettings {
  /** Minutes before an event begins; null: no notice. */
  startingMinutes: number | null;
  endingMinutes: number | null;
  /** Every notice due up to here was given. */
  noticesUntil: Instant | null;
}

/** The earliest instant at which a calendar is to be looked at, past or not; null: none wants notices. */
export async function nextNotice(db: RowSource): Promise<Instant | null> {
  const [row] = await db.rows<{ at: Instant }>(
    "select next_notice_at as at from calendars where next_notice_at is not null order by next_notice_at limit 1",
    [],
  );
  return row?.at ?? null;
}

/** Claims calendars that are due, until the lease ends. */
export async function claimCalendars(
  db: RowSource,
  { now, until, count }: { now: Instant; until: Instant; count: number },
): Promise<Owner[]> {
  return db.rows<Owner & Record<string, unknown>>(
    `update calendars c set next_notice_at = $2::timestamptz where c.ctid = any(array(
       select ctid from calendars where next_notice_at <= $1::timestamptz order by next_notice_at limit $3::int for update skip locked))
     returning c.account_id as "accountId", c.identity_id as "identityId"`,
    [now, until, count],
  );
}

export async function noticeSettings(
  db: RowSource,
  { accountId, identityId }: Owner,
): Promise<NoticeSettings | null> {
  const [row] = await db.rows<NoticeSettings & Record<string, unknown>>(
    `select starting_minutes as "startingMinutes", ending_minutes as "endingMinutes", notices_until as "noticesUntil"
     from calendars where account_id = $1::uuid and identity_id = $2::uuid`,
    [accountId, identityId],
  );
  return row ?? null;
}

/** Whether a calendar tells of all its events. */
export function tellsOfAll({ startingMinutes, endingMinutes }: NoticeSettings): boolean {
  return startingMinutes !== null || endingMinutes !== null;
}

/** Has a calendar looked at, whose events were given reminders: one without notices before tells nothing that is over. */
export function wakeCalendar({ accountId, identityId }: Owner, now: Instant): DeferredStatement {
  return {
    text: `insert into calendars as c (account_id, identity_id, timezone, notices_until, next_notice_at)
      values ($1::uuid, $2::uuid, 'UTC', $3::timestamptz, $3::timestamptz)
      on conflict (account_id, identity_id) do update set next_notice_at = least(c.next_notice_at, excluded.next_notice_at),
        notices_until = case when c.next_notice_at is null then excluded.notices_until else c.notices_until end`,
    params: [accountId, identityId, now],
  };
}

/** Minutes before events begin at which these calendars tell of them, by identity; those that do not are missing. */
export async function reminderMinutes(
  db: RowSource,
  accountId: string,
  identityIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; minutes: number }>(
    `select identity_id as id, starting_minutes as minutes from calendars
     where account_id = $1::uuid and identity_id = any($2::uuid[]) and starting_minutes is not null`,
    [accountId, identityIds],
  );
  return new Map(rows.map(({ id, minutes }) => [id, minutes]));
}

/** A notice about one event. */
export interface Notice {
  kind: NoticeKind;
  row: CalendarEventRow;
  /** Minutes before `at`. */
  minutes: number;
  /** By a reminder of the event, not by the setting of the calendar. */
  isOwn: boolean;
  /** When it begins or ends. */
  at: Instant;
  /** When the notice is due. */
  due: Instant;
}

const pageRows = 1000;
/** Instances that one look examines. */
const maxRows = 100_000;
/** Whole rows that are read together. */
const rowsAtOnce = 200;
const day = 86_400_000;

/** The result of looking at a calendar. */
interface FoundNotices {
  /** The notices due now, given or not, by due time. */
  due: Notice[];
  /** The next due time, at most a day from now. */
  next: Instant;
}

/**
 * Looks by the settings of the calendar, at all events as far ahead as these say, and by reminders of events, at those that have any.
 * @returns `reminds`: an event that is not over has a reminder
 */
export async function lookForNotices(
  db: RowSource,
  owner: Owner,
  { settings, now }: { settings: NoticeSettings; now: Instant },
): Promise<FoundNotices & { reminds: boolean }> {
  const since = laterOf(settings.noticesUntil ?? now, addMs(now, -day));
  const time = { now, since };
  const found: FoundNotices = { due: [], next: addMs(now, day) };
  if (tellsOfAll(settings)) await lookBySettings(db, owner, { settings, ...time, found });
  const reminds = await lookByReminders(db, owner, { ...time, found });
  found.due.sort((a, b) => msOf(a.due) - msOf(b.due));
  return { ...found, reminds };
}

interface CalendarLook {
  now: Instant;
  since: Instant;
  found: FoundNotices;
}

function take(notices: readonly Notice[], { now, since, found }: CalendarLook): void {
  for (const notice of notices) {
    if (notice.due > now) found.next = earlierOf(found.next, notice.due);
    else if (isWanted(notice, { now, since })) found.due.push(notice);
  }
}

async function lookBySettings(
  db: RowSource,
  { accountId, identityId }: Owner,
  { settings, ...look }: CalendarLook & { settings: NoticeSettings },
): Promise<void> {
  const { now, since, found } = look;
  const scope: Scope = { accountId, identityIds: [identityId] };
  const aheadMs = 60_000 * Math.max(settings.startingMinutes ?? 0, settings.endingMinutes ?? 0);
  const before = addMs(now, aheadMs + day);
  const pauses = new Pauses();
  let past: EventPlace | null = null;
  for (let read = 0; read < maxRows; read += pageRows) {
    const page = await listInstances(db, scope, { identityId, after: since, before, past, count: pageRows });
    for (const listed of page) take(settingNotices(rowOf(listed), settings), look);
    const last = page.at(-1);
    // Whatever follows begins later, and is told no earlier than so long before.
    if (page.length < pageRows || !last || addMs(last.startAt, -aheadMs) > found.next) return;
    past = last;
    if (pauses.isDue) await pauses.take();
  }
  found.next = addMs(now, 60_000);
}

/** @returns whether an event that is not over has a reminder */
async function lookByReminders(db: RowSource, owner: Owner, look: CalendarLook): Promise<boolean> {
  const { now, since, found } = look;
  const end = addMs(now, 60_000 * maxReminderMinutes + day);
  const heads = await remindedEvents(db, owner, { after: since, before: end, count: maxRows });
  // Reminders of the rest are due later.
  const near = heads.filter(
    ({ startAt, reminderMinutes }) => addMs(startAt, -60_000 * longestOf(reminderMinutes)) <= addMs(now, day),
  );
  const pauses = new Pauses();
  let read = 0;
  for (let n = 0; n < near.length; n += rowsAtOnce) {
    const ids = near.slice(n, n + rowsAtOnce).map(({ id }) => id);
    for (const row of (await eventsById(db, owner.accountId, ids)).values()) {
      if (row.kind !== "series") take(ownNotices(row), look);
      else {
        read += await lookAtSeries(db, row, look);
        if (read >= maxRows) found.next = addMs(now, 60_000);
      }
      if (read >= maxRows) return true;
      if (pauses.isDue) await pauses.take();
    }
  }
  if (heads.length > 0) return true;
  const later = await remindedEvents(db, owner, { after: end, before: farFuture, count: 1 });
  return later.length > 0;
}

/** @returns how many dates of the series were examined */
async function lookAtSeries(db: RowSource, row: CalendarEventRow, look: CalendarLook): Promise<number> {
  const { now, since } = look;
  const series = seriesOf(row);
  const read = readSeries(series);
  if (!read) return 0;
  const before = addMs(now, 60_000 * longestOf(row.reminderMinutes) + day);
  const window = { after: since, before };
  const stored = new Set(await datesOfSeries(db, row.accountId, { series: [series], ...window }));
  const { occurrences } = expandAll([read], { ...window, past: null }, maxRows);
  for (const occurrence of occurrences)
    if (!stored.has(occurrence.id)) take(ownNotices(instanceRow(row, occurrence)), look);
  return occurrences.length;
}

function longestOf(minutes: readonly number[] | null): number {
  return Math.max(0, ...(minutes ?? []));
}

/** Whether notices are given about an event. */
function isOpen({ status, responseStatus }: CalendarEventRow): boolean {
  return status !== "cancelled" && responseStatus !== "declined";
}

function noticeOf(row: CalendarEventRow, kind: NoticeKind, minutes: number, isOwn: boolean): Notice {
  const at = kind === "starting" ? row.startAt : row.endAt;
  return { kind, row, minutes, isOwn, at, due: addMs(at, -60_000 * minutes) };
}

function settingNotices(row: CalendarEventRow, { startingMinutes, endingMinutes }: NoticeSettings): Notice[] {
  if (!isOpen(row)) return [];
  return [
    ...(startingMinutes === null ? [] : [noticeOf(row, "starting", startingMinutes, false)]),
    ...(endingMinutes === null ? [] : [noticeOf(row, "ending", endingMinutes, false)]),
  ];
}

function ownNotices(row: CalendarEventRow): Notice[] {
  if (!isOpen(row)) return [];
  return (row.reminderMinutes ?? []).map((minutes) => noticeOf(row, "starting", minutes, true));
}

/**
 * Whether a past notice is still given: the event was known in time, and nobody looked since. Events entered
 * after the fact get none.
 */
function isWanted({ at, row }: Notice, { now, since }: { now: Instant; since: Instant }): boolean {
  return at > now || (at > since && row.updatedAt <= at);
}

/** Notices of one beginning or end that are due together. */
export interface NoticeGroup {
  /** The one that is told: the calendar's, else the nearest. */
  told: Notice;
  /** All of them, which count as told. */
  all: readonly Notice[];
}

/** @returns one for each beginning or end, by due time */
export function grouped(notices: readonly Notice[]): NoticeGroup[] {
  const groups = Map.groupBy(notices, ({ kind, row, at }) => `${kind} ${row.id} ${at}`);
  return [...groups.values()].map((all) => ({
    told: all.find(({ isOwn }) => !isOwn) ?? must(all.at(-1), "a group has a notice"),
    all,
  }));
}

/**
 * Return the notices that were not given yet. A beginning or end that has moved is a new one. A reminder for which a nearer one was
 * told comes too late: it was added since.
 */
export async function untold(
  db: RowSource,
  { accountId, identityId }: Owner,
  notices: readonly Notice[],
): Promise<Notice[]> {
  if (notices.length === 0) return [];
  const asked = [accountId, identityId, [...new Set(notices.map(({ row }) => row.id))]];
  const [bySettings, byReminders] = await Promise.all([
    db.rows<{ id: string; kind: NoticeKind; at: Instant }>(
      `select event_id as id, kind, at from calendar_notices
       where account_id = $1::uuid and identity_id = $2::uuid and event_id = any($3::text[])`,
      asked,
    ),
    db.rows<{ id: string; minutes: number; at: Instant }>(
      `select event_id as id, minutes, at from told_reminders
       where account_id = $1::uuid and identity_id = $2::uuid and event_id = any($3::text[])`,
      asked,
    ),
  ]);
  const told = new Set([
    ...bySettings.map(({ id, kind, at }) => `${kind} ${id} ${at}`),
    ...byReminders.map(({ id, minutes, at }) => `${minutes} ${id} ${at}`),
  ]);
  const isTold = ({ isOwn, kind, minutes, row, at }: Notice) =>
    told.has(`${isOwn ? minutes : kind} ${row.id} ${at}`);
  /** The fewest minutes before its beginning at which a notice was given, by event and time. */
  const nearest = new Map<string, number>();
  const near = (key: string, minutes: number) =>
    nearest.set(key, Math.min(nearest.get(key) ?? minutes, minutes));
  for (const { id, minutes, at } of byReminders) near(`${id} ${at}`, minutes);
  for (const one of notices)
    if (one.kind === "starting" && !one.isOwn && isTold(one)) near(`${one.row.id} ${one.at}`, one.minutes);
  return notices.filter((one) => {
    const { isOwn, row, at, minutes } = one;
    return !isTold(one) && !(isOwn && minutes >= (nearest.get(`${row.id} ${at}`) ?? Infinity));
  });
}

/** Remembers what is told, and forgets what is long over. */
export function rememberTold(
  { accountId, identityId }: Owner,
  { told, now }: { told: readonly Notice[]; now: Instant },
): DeferredStatement[] {
  const over = addMs(now, -2 * day);
  const [own, others] = [told.filter(({ isOwn }) => isOwn), told.filter(({ isOwn }) => !isOwn)];
  const params = (of: readonly Notice[], value: (notice: Notice) => string | number) => [
    accountId,
    identityId,
    over,
    of.map(({ row }) => row.id),
    of.map(value),
    of.map(({ at }) => at),
  ];
  // A row that is deleted in the statement cannot be written in it, too.
  return [
    {
      text: `with forgotten as (
          delete from calendar_notices n where n.account_id = $1::uuid and n.identity_id = $2::uuid and n.at < $3::timestamptz
            and n.event_id <> all($4::text[])
        )
        insert into calendar_notices (account_id, identity_id, event_id, kind, at)
        select $1::uuid, $2::uuid, t.* from unnest($4::text[], $5::text[], $6::timestamptz[]) as t(event_id, kind, at)
        on conflict (account_id, identity_id, event_id, kind) do update set at = excluded.at`,
      params: params(others, ({ kind }) => kind),
    },
    {
      text: `with forgotten as (
          delete from told_reminders n where n.account_id = $1::uuid and n.identity_id = $2::uuid and n.at < $3::timestamptz
            and n.event_id <> all($4::text[])
        )
        insert into told_reminders (account_id, identity_id, event_id, minutes, at)
        select $1::uuid, $2::uuid, t.* from unnest($4::text[], $5::int[], $6::timestamptz[]) as t(event_id, minutes, at)
        on conflict (account_id, identity_id, event_id, minutes) do update set at = excluded.at`,
      params: params(own, ({ minutes }) => minutes),
    },
  ];
}
