// Stores, moves and deletes the objects of a calendar: conditions, rows, text and mails in one turn of the address.
// Mails are composed before it, from the version that the turn must find. RFC 4791 5.3.2, RFC 6638 3.2.

import type { ReadObject } from "../../../src/calendar/objects/object-read.ts";
import { differences } from "../../../src/calendar/objects/object-text.ts";
import { hasStatuses, type ScheduleStatuses } from "../../../src/calendar/objects/schedule-status.ts";
import { nowInstant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { newId } from "../../../src/lib/ids.ts";
import { must } from "../../../src/lib/must.ts";
import { silentOf } from "../../../src/reading/calendar-objects.ts";
import { type CalendarEventRow, zoneOfCalendar } from "../../../src/store/calendar/calendar-events.ts";
import {
  type CalendarObjectRow,
  eventsOfObjects,
  getObject,
  getObjectOfUid,
} from "../../../src/store/calendar/objects.ts";
import { removeObjects, storeObject, uidKeyOf } from "../../../src/store/calendar/objects-write.ts";
import { writtenEvent } from "../../../src/store/calendar/written.ts";
import type { Executor } from "../../../src/store/database/database.ts";
import type { Actors } from "../../runtime/registry.ts";
import type { Turn, TurnAsker } from "../../runtime/turn.ts";
import type { Outgoing } from "../message/outgoing.ts";
import type { OutgoingDeps } from "../sending/prepare.ts";
import type { CalendarOwner } from "./calendar-content.ts";
import { applyPlan, checkSeriesLimit, EventChanged } from "./calendar-events.ts";
import { composeNotices, composeRefresh, composeReply, sendAll } from "./calendar-mail.ts";
import { planObjectDelete } from "./object-delete-plans.ts";
import { type ObjectPlan, planObject } from "./object-plans.ts";
import { newTouch } from "./objects.ts";

export type ObjectDeps = OutgoingDeps & { actors: Actors };

/** Conditions of a request; null: not given. RFC 9110 13.1, RFC 6638 8.3 */
export interface Conditions {
  ifMatch: string | null;
  ifNoneMatch: string | null;
  ifScheduleTagMatch: string | null;
}

/** A condition does not hold. */
export class ConditionFailed extends Error {
  override readonly name = "ConditionFailed";
  constructor(readonly etag: string | null) {
    super(etag === null ? "There is no such object." : `The object changed: its etag is "${etag}" now.`);
  }
}

/** Another object of the calendar has this UID. RFC 4791 5.3.2.1 */
export class UidConflict extends Error {
  override readonly name = "UidConflict";
  constructor(readonly holder: { calendarId: string; name: string }) {
    super("Another object has this UID.");
  }
}

/** @throws ConditionFailed */
export function checkConditions(found: CalendarObjectRow | null, conditions: Conditions): void {
  const { ifMatch, ifNoneMatch, ifScheduleTagMatch } = conditions;
  const etag = found?.etag ?? null;
  if (ifMatch !== null && !(etag !== null && names(ifMatch, etag))) throw new ConditionFailed(etag);
  if (ifNoneMatch !== null && etag !== null && names(ifNoneMatch, etag)) throw new ConditionFailed(etag);
  if (ifScheduleTagMatch !== null && !(found && names(ifScheduleTagMatch, found.scheduleTag)))
    throw new ConditionFailed(etag);
}

function names(condition: string, tag: string): boolean {
  const given = condition.trim();
  return given === "*" || given.split(",").some((text) => text.trim() === `"${tag}"`);
}

/** Where an object stands in CalDAV. */
export interface ObjectPlace {
  calendarId: string;
  name: string;
}

/** An object as it stands. */
interface StoredObject {
  /** At the place. */
  here: CalendarObjectRow | null;
  /** With the UID. */
  same: CalendarObjectRow | null;
  rows: CalendarEventRow[];
}

async function standing(
  db: Executor,
  owner: CalendarOwner,
  { place, uid }: { place: ObjectPlace; uid: string | null },
): Promise<StoredObject> {
  const here = await getObject(db, owner, place);
  const same = uid === null || here?.objectUid === uid ? here : await getObjectOfUid(db, owner, uid);
  const rows = same ? ((await eventsOfObjects(db, owner, [same])).get(same.objectUid) ?? []) : [];
  return { here, same, rows };
}

const maxTries = 30;

export interface PutResult {
  etag: string;
  scheduleTag: string | null;
  isNew: boolean;
  /** The text is given back as it was written. */
  isFaithful: boolean;
}

/**
 * Stores an object.
 * @throws ConditionFailed, UidConflict, AttendeeChange; Failure as the calendar and sending refuse
 */
export function putObject(
  deps: ObjectDeps,
  owner: CalendarOwner,
  put: {
    place: ObjectPlace;
    read: ReadObject;
    source: Uint8Array;
    conditions: Conditions;
    /** Nobody gets mail about it: it was scheduled elsewhere. */
    isQuiet?: boolean;
    /** Left out: the service itself. */
    asker?: TurnAsker;
  },
): Promise<PutResult> {
  const { place, read, source, conditions, isQuiet = false, asker } = put;
  const ids: string[] = [];
  const freshId = (number: number) => (ids[number] ??= newId());
  const check = ({ here, same }: StoredObject) => {
    checkConditions(here, conditions);
    if (here && here.objectUid !== read.uid) throw new UidConflict(here);
    if (same && same.calendarId === place.calendarId && same.name !== place.name) throw new UidConflict(same);
  };
  let silent: ReadonlySet<string> = new Set();
  const planOf = async (db: Executor, found: StoredObject): Promise<ObjectPlan | null> => {
    if (read.component !== "VEVENT") return null;
    const zone = await zoneOfCalendar(db, owner.accountId, owner.identityId);
    const at = nowInstant(deps.clock);
    return planObject(read, { owner, rows: found.rows, freshId, zone, at, silent });
  };
  return repeated(deps, { owner, asker }, async () => {
    const found = await standing(deps.database, owner, { place, uid: read.uid });
    check(found);
    // A date that the text no longer has was told by what the text before said.
    if (found.rows.length > 1) silent = new Set(await silentFor(found.same, owner));
    const planned = await planOf(deps.database, found);
    const mails = planned && !isQuiet ? await mailsOf(deps, owner, planned) : [];
    return async (turn) => {
      const now = await standing(turn, owner, { place, uid: read.uid });
      check(now);
      if (mails.length > 0 && now.same?.etag !== found.same?.etag) throw new EventChanged();
      const plan = await planOf(turn, now);
      if (plan) {
        await checkSeriesLimit(turn, plan);
        applyPlan(turn, plan, false);
      }
      const isChanged =
        plan !== null && (mails.length > 0 || !isFaithful(read, plan, now.same?.scheduleStatus ?? null));
      const touch = newTouch(turn, (plan?.answersOnly ?? false) && now.same !== null);
      const { uid: objectUid, component, cleaned } = read;
      const text = cleaned === null ? source : utf8Bytes.encode(cleaned);
      turn.bulk(storeObject(turn.owner, { ...place, objectUid, component, source: text, isChanged }, touch));
      await sendAll(turn, mails, { mayAllFail: true });
      const tag = touch.answersOnly
        ? must(now.same, "an object that is touched is there").scheduleTag
        : touch.etag;
      return {
        etag: touch.etag,
        scheduleTag: plan?.rows.some(isScheduled) ? tag : null,
        isNew: now.here === null,
        isFaithful: !isChanged && cleaned === null,
      };
    };
  });
}

/** Deletes an object. @throws ConditionFailed; Failure not_found, and as sending refuses */
export function deleteObject(
  deps: ObjectDeps,
  owner: CalendarOwner,
  {
    place,
    conditions,
    isQuiet,
    asker,
  }: { place: ObjectPlace; conditions: Conditions; isQuiet: boolean; asker: TurnAsker },
): Promise<void> {
  return repeated(deps, { owner, asker }, async () => {
    const found = await standing(deps.database, owner, { place, uid: null });
    const silent = new Set(await silentFor(found.here, owner));
    const planOf = ({ rows }: StoredObject) =>
      rows.length === 0
        ? null
        : planObjectDelete(rows, owner, { isQuiet, silent, at: nowInstant(deps.clock) });
    const planned = planOf(found);
    const mails = planned ? await mailsOf(deps, owner, planned) : [];
    return async (turn) => {
      const now = await standing(turn, owner, { place, uid: null });
      checkConditions(now.here, conditions);
      if (!now.here) throw new Failure("not_found", "There is no such object.");
      const isPrepared = mails.length > 0 || silent.size > 0;
      if (isPrepared && now.here.etag !== found.here?.etag) throw new EventChanged();
      const plan = planOf(now);
      if (plan) {
        applyPlan(turn, plan);
        await sendAll(turn, mails, { mayAllFail: true });
      } else {
        turn.bulk(removeObjects(turn.owner, [uidKeyOf(now.here.objectUid)], newTouch(turn)));
      }
    };
  });
}

const utf8 = new TextDecoder();
const utf8Bytes = new TextEncoder();

/** The addresses that a client does not want the server to tell of its object. */
async function silentFor(object: CalendarObjectRow | null, { accountId }: CalendarOwner): Promise<string[]> {
  if (!object?.source || object.component !== "VEVENT") return [];
  return silentOf(utf8.decode(object.source), { source: accountId });
}

/** Whether an object is one of scheduling: it has an organizer and attendees. RFC 6638 3.1 */
export function isScheduled(row: Pick<CalendarEventRow, "organizerEmail" | "attendees">): boolean {
  return row.organizerEmail !== null && row.attendees.length > 0;
}

function isFaithful({ parts }: ReadObject, { rows }: ObjectPlan, statuses: ScheduleStatuses | null): boolean {
  const [main] = rows;
  if (statuses && !parts.every(({ raw }) => hasStatuses(raw, statuses))) return false;
  return rows.every((row, n) => {
    const series = row.kind === "instance" && main?.kind === "series" ? main : null;
    return differences(parts[n]!, writtenEvent(row, series)).length === 0;
  });
}

async function mailsOf(deps: ObjectDeps, owner: CalendarOwner, plan: ObjectPlan): Promise<Outgoing[]> {
  const main = plan.rows.find(({ kind }) => kind === "series");
  const scope = { accountId: owner.accountId, identityIds: [owner.identityId] };
  const sender = { scope, owner, zone: main?.timezone ?? null };
  const isKept = new Set(plan.kept.map(({ id }) => id));
  // A date that is what its series is again is named beside it: who knows it as changed keeps that.
  const back = plan.told.flatMap(({ after }) =>
    after?.kind === "instance" && !isKept.has(after.id) ? after : [],
  );
  const kept = [...plan.kept, ...back];
  const mails = await composeNotices(deps, sender, { ...plan, steps: plan.told, kept });
  const told = new Set(mails.flatMap(({ recipients }) => recipients.map((email) => email.toLowerCase())));
  const [first] = plan.rows;
  for (const email of plan.forced.filter((one) => first && !told.has(one))) {
    const mail = await composeRefresh(deps, sender, {
      row: must(first, "an object has a row"),
      kept: plan.kept,
      email,
    });
    if (mail) mails.push(mail);
  }
  for (const answer of plan.answers)
    mails.push(await composeReply(deps, sender, { ...answer, comment: null }));
  return mails;
}

/** Prepares work and runs it in a turn; again when the object was changed in between. */
async function repeated<T>(
  { actors }: ObjectDeps,
  { owner, asker }: { owner: CalendarOwner; asker: TurnAsker | undefined },
  prepare: () => Promise<(turn: Turn) => Promise<T>>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const work = await prepare();
    try {
      return await actors.identity(owner.accountId, owner.identityId).run(work, { origin: asker });
    } catch (error) {
      if (!(error instanceof EventChanged)) throw error;
      if (tries === maxTries)
        throw new Failure("conflict", "The object was changed by others at the same moment. Read it again.");
    }
  }
}
