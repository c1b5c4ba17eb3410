// The mails that a change of a calendar requires, RFC 5546 and 6047, one an attendee: composed before the turn from the
// plan that the turn applies, and sent in that turn like other mail.

import { type AnswerAddresses, describe, type MailKind } from "../../../src/calendar/invitations/describe.ts";
import {
  type OutgoingEvent,
  writeCancel,
  writeReply,
  writeRequest,
} from "../../../src/calendar/invitations/itip-write.ts";
import {
  audience,
  type CalendarNotice,
  isVisibleChange,
  notices,
} from "../../../src/calendar/invitations/significance.ts";
import { type ScheduleStatus, scheduleCodes } from "../../../src/calendar/objects/schedule-status.ts";
import type { AttendeeStatus } from "../../../src/calendar/types.ts";
import { type Instant, nowInstant } from "../../../src/lib/clock.ts";
import { Failure } from "../../../src/lib/failure.ts";
import { must } from "../../../src/lib/must.ts";
import { Pauses } from "../../../src/lib/pauses.ts";
import { withoutInvisible } from "../../../src/mail/visible/invisible-characters.ts";
import type { Sent } from "../../../src/schema/message/messages.ts";
import type { CalendarEventRow } from "../../../src/store/calendar/calendar-events.ts";
import { contentOf, recurrenceIdOf } from "../../../src/store/calendar/written.ts";
import type { ThreadRow } from "../../../src/store/mailbox/threads.ts";
import type { Scope } from "../../../src/store/scope.ts";
import { dailyRecipients } from "../../../src/store/sending/daily-recipients.ts";
import { threads } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";
import { AllRefused } from "../gate/departure.ts";
import type { Outgoing } from "../message/outgoing.ts";
import { prepareCopies } from "../sending/copies.ts";
import type { OutgoingDeps } from "../sending/prepare.ts";
import { send } from "../sending/send.ts";
import { loadSending } from "../sending/send-loading.ts";
import { answerToken, type LinkAnswer, maxLinkedGuests } from "./answer-links.ts";
import type { CalendarOwner } from "./calendar-content.ts";
import { type CalendarPlan, type EventStep, endsWhatIsOver, isForeign } from "./calendar-plans.ts";
import { codeOfRefusal, noteTold } from "./schedule-status.ts";

export interface Sender {
  scope: Scope;
  owner: CalendarOwner;
  /** The series' zone, for a date of a series; null: the event's own. */
  zone: string | null;
}

function outgoingEvent(row: CalendarEventRow, zone: string | null): OutgoingEvent {
  return {
    ...contentOf(row),
    uid: row.uid,
    sequence: row.sequence,
    recurrence_id: recurrenceIdOf(row, zone),
  };
}

/** Without the letters that no page shows. */
function asShown(event: OutgoingEvent): OutgoingEvent {
  const seen = (text: string | null) => text && withoutInvisible(text);
  const { title, location, organizer_name } = event;
  return {
    ...event,
    title: withoutInvisible(title),
    location: seen(location),
    organizer_name: seen(organizer_name),
  };
}

/** The most mails that one change of an event sends. */
const maxNotices = 1000;

/**
 * One mail for each attendee whom the plan concerns; none for events that others organise, nor for the end of what is over.
 * @throws Failure validation_error when there are too many
 */
export async function composeNotices(
  deps: OutgoingDeps,
  sender: Sender,
  plan: CalendarPlan,
): Promise<Outgoing[]> {
  const at = nowInstant(deps.clock);
  const told: Told[] = plan.steps
    .filter(
      (step) =>
        step.isReported &&
        !endsWhatIsOver(step, plan, at) &&
        !isForeign(must(step.after ?? step.before, "a step has a row before or after it"), sender.owner),
    )
    .flatMap((step) => alikes(noticesOf(step, sender.owner)).map((alike) => ({ step, notices: alike })))
    .concat(ofDatesAlone(plan, sender.owner, at), ofDatesLeft(plan, sender.owner, at));
  if (told.reduce((sum, { notices }) => sum + notices.length, 0) > maxNotices)
    throw new Failure(
      "validation_error",
      `This change would send more than ${maxNotices} mails to attendees. Change fewer dates at once.`,
    );
  const found: Outgoing[] = [];
  for (const { zone = sender.zone, ...one } of told)
    found.push(...(await composeAlike(deps, { ...sender, zone }, { ...one, kept: plan.kept })));
  return found;
}

interface Told {
  step: EventStep;
  notices: CalendarNotice[];
  /** As of a Sender. */
  zone?: string;
}

/** Mails about dates that go or change with their series, to guests whom no mail about the series reaches. */
function ofDatesAlone(plan: CalendarPlan, owner: CalendarOwner, at: Instant): Told[] {
  const dropped = plan.dropped.map((before) => ({ before, after: null, stored: true, isReported: false }));
  return [...dropped, ...plan.steps.filter(({ isReported }) => !isReported)].flatMap((step) => {
    const { before, after } = step;
    const date = must(after ?? before, "a step has a row before or after it");
    if (date.kind !== "instance" || isForeign(date, owner) || (!after && date.status === "cancelled"))
      return [];
    if (endsWhatIsOver(step, plan, at)) return [];
    const series = plan.steps
      .flatMap((one) => (after ? one.after : one.before) ?? [])
      .find(({ id }) => id === date.seriesId);
    const reached = new Set(series?.attendees.map(({ email }) => email.toLowerCase()));
    const told = notices(before && contentOf(before), after && contentOf(after), owner.email);
    return alikes(told.filter(({ email }) => !reached.has(email.toLowerCase()))).map((alike) => ({
      step,
      notices: alike,
      zone: series?.timezone,
    }));
  });
}

/**
 * Mails about dates to come that stay as they are, to guests who are taken off their series alone: with a series its dates end, so
 * they are invited anew.
 */
function ofDatesLeft(plan: CalendarPlan, owner: CalendarOwner, at: Instant): Told[] {
  const change = plan.steps.find(
    ({ before, after }) => before?.kind === "series" && after?.kind === "series",
  );
  if (!change?.before || !change.after || isForeign(change.after, owner)) return [];
  const { removed } = audience(change.before.attendees, change.after.attendees, owner.email);
  const off = new Set(removed.map(({ email }) => email.toLowerCase()));
  const told = new Set(plan.steps.map(({ after }) => after?.id));
  const { timezone: zone } = change.after;
  return plan.kept
    .filter((date) => !told.has(date.id) && date.endAt > at)
    .flatMap((date) => {
      const step = { before: null, after: date, stored: true, isReported: false };
      const asked = noticesOf(step, owner).filter(({ email }) => off.has(email.toLowerCase()));
      return alikes(asked).map((alike) => ({ step, notices: alike, zone }));
    });
}

/** Whether mails of a plan are made from dates that go with their series. */
export function tellsOfDates(plan: CalendarPlan, owner: CalendarOwner, at: Instant): boolean {
  return ofDatesAlone(plan, owner, at).length > 0;
}

/** The current event for one attendee; null when the address is not invited. RFC 5546 3.2.6 */
export async function composeRefresh(
  deps: OutgoingDeps,
  sender: Sender,
  { row, kept, email }: { row: CalendarEventRow; kept: readonly CalendarEventRow[]; email: string },
): Promise<Outgoing | null> {
  const step = { before: null, after: row, stored: true, isReported: true };
  const isFor = (notice: CalendarNotice) => notice.email.toLowerCase() === email.toLowerCase();
  const notice = noticesOf(step, sender.owner).find(isFor);
  if (!notice) return null;
  return (await composeAlike(deps, sender, { notices: [notice], step, kept }))[0]!;
}

/** Notices whose mails differ in the recipient alone, together: all but cancellations that name who is taken off. */
function alikes(notices: readonly CalendarNotice[]): CalendarNotice[][] {
  const groups = Map.groupBy(notices, ({ method, update, whole, email }) =>
    JSON.stringify([method, update, whole, method === "REQUEST" || whole ? "" : email]),
  );
  return [...groups.values()];
}

/** Where nothing changes that a mail carries, send_invites sends the invitation again. */
function noticesOf({ before, after }: EventStep, owner: CalendarOwner): CalendarNotice[] {
  const [old, now] = [before && contentOf(before), after && contentOf(after)];
  const again = old !== null && now !== null && !isVisibleChange(old, now);
  return notices(again ? null : old, now, owner.email);
}

/** Mails about a series name those changed dates alone to which their recipient is invited. RFC 6638 3.2.6 */
async function composeAlike(
  deps: OutgoingDeps,
  sender: Sender,
  { notices, step, kept }: { notices: CalendarNotice[]; step: EventStep; kept: readonly CalendarEventRow[] },
): Promise<Outgoing[]> {
  const row = must(step.after ?? step.before, "a step has a row before or after it");
  const dates = row.kind === "series" ? kept.filter(({ seriesId }) => seriesId === row.id) : [];
  const guests = dates.map(({ attendees }) => new Set(attendees.map(({ email }) => email.toLowerCase())));
  const isInvited = (email: string, n: number) => guests[n]!.has(email.toLowerCase());
  const groups = Map.groupBy(notices, ({ email }) => dates.map((_, n) => isInvited(email, n)).join());
  const found: Outgoing[] = [];
  for (const some of groups.values()) {
    const own = dates.filter((_, n) => isInvited(some[0]!.email, n));
    const others = dates.filter((date) => !own.includes(date));
    const isLinked = notices.length <= maxLinkedGuests;
    found.push(...(await composeSame(deps, sender, { notices: some, step, own, others, isLinked })));
  }
  return found;
}

/** A series without some of its dates. */
function leavingOut(event: OutgoingEvent, dates: readonly CalendarEventRow[]): OutgoingEvent {
  const { recurrence } = event;
  if (!recurrence || dates.length === 0) return event;
  const exdates = [...recurrence.exdates, ...dates.flatMap(({ originalStart }) => originalStart ?? [])];
  return { ...event, recurrence: { ...recurrence, exdates } };
}

async function composeSame(
  deps: OutgoingDeps,
  { scope, owner, zone }: Sender,
  {
    notices,
    step,
    own,
    others,
    isLinked,
  }: {
    notices: CalendarNotice[];
    step: EventStep;
    /** Changed dates of a series to which these guests are invited. */
    own: readonly CalendarEventRow[];
    /** Changed dates of others. */
    others: readonly CalendarEventRow[];
    isLinked: boolean;
  },
): Promise<Outgoing[]> {
  const notice = notices[0]!;
  const { before, after } = step;
  const row = must(after ?? before, "a step has a row before or after it");
  const event = leavingOut(outgoingEvent(row, zone), others);
  if (!after) event.sequence++;
  const dtstamp = nowInstant(deps.clock);
  let kind: MailKind = notice.update ? "update" : "invitation";
  let text: string;
  if (notice.method === "REQUEST") {
    text = writeRequest([event, ...own.map((date) => outgoingEvent(date, row.timezone))], dtstamp);
  } else {
    kind = "cancellation";
    const isCancelled = ({ email }: { email: string }) => email.toLowerCase() === notice.email.toLowerCase();
    const attendees = notice.whole ? event.attendees : (before ?? row).attendees.filter(isCancelled);
    text = writeCancel({ ...event, attendees }, dtstamp, notice.whole);
  }
  const { method } = notice;
  const compose = (to: string[], links: AnswerAddresses | null) => {
    const words = describe({ kind, event, zone: event.timezone, links });
    return composeMails(deps, scope, { from: owner.email, to, words, method, text, about: row.objectUid });
  };
  const to = notices.map(({ email }) => email);
  if (method !== "REQUEST" || !isLinked) return compose(to, null);
  const found: Outgoing[] = [];
  for (const email of to)
    found.push(...(await compose([email], linksOf(deps, row, { email, now: dtstamp }))));
  return found;
}

/** The addresses at which a guest answers. */
function linksOf(
  { bounceSecret, baseUrl }: OutgoingDeps,
  row: CalendarEventRow,
  guest: { email: string; now: Instant },
): AnswerAddresses {
  const token = answerToken(bounceSecret, row, guest);
  const link = (answer: LinkAnswer) => {
    const url = new URL("/console/invitation", baseUrl());
    url.search = new URLSearchParams({ token, answer }).toString();
    return url.href;
  };
  return { accepted: link("accepted"), tentative: link("tentative"), declined: link("declined") };
}

async function composeMails(
  deps: OutgoingDeps,
  scope: Scope,
  mail: {
    from: string;
    to: string[];
    words: ReturnType<typeof describe>;
    method: string;
    text: string;
    /** The UID of the object. */
    about: string;
  },
): Promise<Outgoing[]> {
  const copies = await prepareCopies(deps, scope, {
    from: mail.from,
    to: mail.to,
    cc: [],
    bcc: [],
    subject: mail.words.subject,
    text: mail.words.text,
    html: mail.words.html,
    inReplyTo: null,
    replyTo: [],
    headers: {},
    attachmentIds: [],
    uploads: [],
    calendar: {
      method: mail.method,
      text: mail.text,
      filename: mail.method === "CANCEL" ? "cancel.ics" : "invite.ics",
    },
  });
  return copies.map((copy) => ({ ...copy, calendarUid: mail.about, calendarText: mail.text }));
}

/** This address's answer to the organizer. */
export async function composeReply(
  deps: OutgoingDeps,
  { scope, owner, zone }: Sender,
  { row, status, comment }: { row: CalendarEventRow; status: AttendeeStatus; comment: string | null },
): Promise<Outgoing> {
  const event = asShown(outgoingEvent(row, zone));
  // A mail program may have written another name beside the address: the answer has the one that pages show.
  const answer = { email: owner.email, name: owner.name, status, comment };
  const text = writeReply(event, answer, nowInstant(deps.clock));
  const words = describe({ kind: "reply", event, zone: event.timezone, answer });
  const to = [must(row.organizerEmail, "an answer goes to an organizer")];
  const mail = { from: owner.email, to, words, method: "REPLY", text, about: row.objectUid };
  return (await composeMails(deps, scope, mail))[0]!;
}

/** Checks the daily limit for all mails of a turn: each send checks it for itself alone. @throws Failure daily_limit */
async function checkDaily(turn: Turn, mails: readonly Outgoing[]): Promise<void> {
  const limit = turn.plan.dailyRecipients.perAccount;
  if (limit === null || mails.length < 2) return;
  const day = turn.instant().slice(0, 10);
  const before = await dailyRecipients(turn, { accountId: turn.accountId, day });
  if (before + mails.length <= limit) return;
  throw new Failure(
    "daily_limit",
    `This account may write to ${limit} recipients a day and has written to ${before} today (UTC); this would be ${mails.length} more. Leave send_invites out, or wait until tomorrow.`,
  );
}

/**
 * Sends the composed mails in one thread. A refused recipient does not stop the others. Of each the event's object tells how
 * far it has come: call it after the events are written.
 * @param given.mayAllFail the object alone tells that all recipients were refused. RFC 6638 3.2.9
 * @returns those that wait for a person
 * @throws Failure as send; daily_limit; recipient_refused when all recipients are refused
 */
export async function sendAll(
  turn: Turn,
  mails: readonly Outgoing[],
  { mayAllFail = false }: { mayAllFail?: boolean } = {},
): Promise<Sent[]> {
  const held: Sent[] = [];
  const told = new Map<string, Record<string, ScheduleStatus>>();
  const note = ({ calendarUid, recipients, rejected, messageId }: Outgoing, code: string) => {
    if (calendarUid === undefined) return;
    const statuses = told.get(calendarUid) ?? {};
    told.set(calendarUid, statuses);
    for (const email of [...recipients, ...rejected.map(({ address }) => address)])
      statuses[email.toLowerCase()] = { code, message_id: messageId };
  };
  await checkDaily(turn, mails);
  const loaded = await loadSending(
    turn,
    mails.map((input) => ({ ref: turn.ref, input })),
  );
  let refused = 0;
  let thread: ThreadRow | null = null;
  const pauses = new Pauses();
  for (const [n, mail] of mails.entries()) {
    if (pauses.isDue) await pauses.take();
    try {
      const sent = await send(turn, mail, { ...loaded[n]!, thread: loaded[n]!.thread ?? thread });
      thread ??= turn.written(threads).find(({ id }) => id === sent.thread_id) ?? null;
      if (sent.status === "pending_review") held.push(sent);
      note(mail, scheduleCodes.pending);
    } catch (error) {
      if (!(error instanceof AllRefused) || (++refused === mails.length && !mayAllFail)) throw error;
      note(mail, codeOfRefusal(error.rejected));
    }
  }
  noteTold(turn, told);
  return held;
}

/** An event after its change, with the mails about it that wait for a person. */
export type ToldEvent = CalendarEventRow & { held?: readonly Sent[] };

export function withHeld(row: CalendarEventRow, held: readonly Sent[]): ToldEvent {
  return held.length === 0 ? row : { ...row, held };
}
