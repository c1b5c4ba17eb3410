// The calendar of an address.
import { bareEmail } from "../../lib/bare-email.ts";
import { DAY, formatDate, parseDate } from "../../lib/local-time.ts";
import { type CalendarEvent, NotFoundError, type Postroom } from "../../sdk/typescript/index.ts";
import {
  type AnswerPart,
  answerOf,
  packCursor,
  pageAnswer,
  type ToolAnswer,
  unpackCursor,
} from "../answer.ts";
import { refusalWith } from "../right-call.ts";
import { address, again, choice, cursor, flag, keyOf, list, numbers, rows, text, tool } from "../tool.ts";
import { id, joined, nothing, type Ours, ours, Theirs, time, word, zone } from "../words.ts";
import { addressOf, addressOfEvent } from "./addresses.ts";
import { decisionPart, reviewIdOf, whileItWaits } from "./held.ts";
import { localTimes } from "./local-times.ts";

/** Email addresses. */
interface Mails {
  told: readonly string[];
  waits: readonly string[];
  refused: readonly string[];
}

const noMails: Mails = { told: [], waits: [], refused: [] };

function eventPart(event: CalendarEvent, mails: Mails = noMails): AnswerPart {
  const { start_at, end_at, all_day, status, response_status, organizer_email, reminders } = event;
  const attendees = event.attendees.map(({ email, status }) => `${email} (${status})`).slice(0, 30);
  const timezone = zone(event.timezone);
  const description = event.description?.slice(0, 500) ?? null;
  const mail = {
    title: event.title,
    location: event.location,
    description,
    organizer: organizer_email,
    attendees,
    ...(timezone === null ? { timezone: event.timezone } : {}),
    ...Object.fromEntries(Object.entries(mails).filter(([, emails]) => emails.length > 0)),
  };
  const lines = [
    `Title: ${mail.title}`,
    mail.location ? `Where: ${mail.location}` : null,
    timezone === null ? `Time zone: ${event.timezone}` : null,
    attendees.length > 0 ? `Attendees: ${attendees.join(", ")}` : null,
    description || null,
    namesOf("Told by mail", mails.told),
    namesOf("Mail that waits", mails.waits),
    namesOf("No mail to", mails.refused),
  ];
  const answered = response_status && word(response_status);
  return {
    head: ours`Event ${id(event.id)}, ${time(start_at)} to ${time(end_at)}${timezone === null ? nothing : ours` (${timezone})`}${all_day ? ours`, all day` : nothing}, ${word(status)}${answered === null ? nothing : ours`, your answer: ${answered}`}${
      reminders.length === 0
        ? nothing
        : ours`, reminders ${joined(
            reminders.map((minutes) => ours`${minutes}`),
            ours`, `,
          )} minutes before`
    }`,
    fields: {
      id: id(event.id),
      start_at: time(start_at),
      end_at: time(end_at),
      ...(timezone === null ? {} : { timezone }),
      all_day,
      status: word(status),
      response_status: answered,
      ...(reminders.length === 0 ? {} : { reminders }),
    },
    mail: new Theirs(mail, lines),
  };
}

const heldOutput = { status: text() };

/** Decisions that one answer tells. */
const mostReviews = 5;

function namesOf(what: string, emails: readonly string[]): string | null {
  return emails.length === 0 ? null : `${what}: ${emails.slice(0, 30).join(", ")}`;
}

export const listEvents = tool<{
  address?: string;
  after: string;
  before: string;
  busy_only?: boolean;
  cursor?: string;
}>({
  name: "list_events",
  title: "Look into the calendar",
  description: "Events between two times. busy_only: when you are busy.",
  input: { address, after: text("ISO time"), before: text(), busy_only: flag(), cursor },
  required: ["after", "before"],
  output: { events: rows },
  level: "read",
  async run(client, { address, after, before, busy_only = false, cursor }) {
    const { id: own } = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    if (busy_only) {
      const { busy } = await client.calendar.getFreeBusy(own, { after, before });
      const items = busy.slice(skip).map(({ start_at, end_at }) => {
        const [from, to] = [time(start_at), time(end_at)];
        return { head: ours`busy ${from} to ${to}`, mail: null, fields: { start_at: from, end_at: to } };
      });
      const cursorAt = (index: number) => packCursor([null, skip + index]);
      return pageAnswer(items, { name: "events", none: ours`Free all the time.`, cursorAt, next: null });
    }
    const query = {
      after,
      before,
      expand: true as const,
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    };
    const page = await client.calendar.listEvents(own, query);
    return pageAnswer(
      page.data.slice(skip).map((event) => eventPart(event)),
      {
        name: "events",
        none: ours`No event is there.`,
        cursorAt: (index) => packCursor([at, skip + index]),
        next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
      },
    );
  },
});

export const createEvent = tool<{
  address?: string;
  title: string;
  start: string;
  end: string;
  timezone?: string;
  attendees?: string[];
  location?: string;
  description?: string;
  reminders?: number[];
  again?: string;
}>({
  name: "create_event",
  title: "Make an appointment",
  description: "Makes an event, invites attendees.",
  input: {
    address,
    title: text(),
    start: text("local time"),
    end: text(),
    timezone: text(),
    attendees: list(),
    location: text(),
    description: text(),
    reminders: numbers("minutes before"),
    again,
  },
  required: ["title", "start", "end"],
  output: heldOutput,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, attendees = [], again, ...event }) {
    const { id: own } = await addressOf(client, address);
    const clocks = await localTimes(event, async () => (await client.calendar.get(own)).timezone);
    const given = {
      ...event,
      ...wholeDays(event),
      ...clocks,
      ...(attendees.length > 0 ? { attendees, send_invites: true } : {}),
    };
    const idempotencyKey = await keyOf("create_event", { own, again, ...given });
    const { data, answer } = await client.calendar.createEvent(own, given, { idempotencyKey }).withResponse();
    const done = answer.headers.has("idempotency-replayed") ? ours`Not made again: ` : nothing;
    return calendarAnswer(client, { event: data, done });
  },
});

/** An event from a date to a date lasts whole days; one that ends on the day on which it begins lasts that day. */
function wholeDays({ start = "", end = "" }: { start?: string; end?: string }): {
  all_day?: true;
  end?: string;
} {
  const [first, last] = [parseDate(start), parseDate(end)];
  if (first === null || last === null) return {};
  return { all_day: true, ...(last === first ? { end: formatDate(first + DAY) } : {}) };
}

/** Whether an event is given a begin and an end at a time of day each. */
function hasClocks({ start, end }: { start?: string; end?: string }): boolean {
  return [start, end].every((time) => time !== undefined && parseDate(time) === null);
}

interface EventArguments {
  title?: string;
  start?: string;
  end?: string;
  timezone?: string;
  attendees?: string[];
  location?: string;
  description?: string;
  reminders?: number[];
}

export const changeEvent = tool<EventArguments & { address?: string; event: string }>({
  name: "change_event",
  title: "Change an appointment",
  description: "Moves or changes an event, tells its attendees. attendees: all of them.",
  input: {
    address,
    event: text(),
    title: text(),
    start: text(),
    end: text(),
    timezone: text(),
    attendees: list(),
    location: text(),
    description: text(),
    reminders: numbers(),
  },
  required: ["event"],
  output: heldOutput,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, event, ...given }) {
    const own = await addressOfEvent(client, address, event);
    const now = await client.calendar.getEvent(own.id, event);
    const change = { ...given, ...(await localTimes(given, async () => now.timezone)) };
    const { all_day = now.all_day && !hasClocks(change), ...days } = wholeDays(change);
    const patch = {
      ...patchOf(now, { ...change, ...days }),
      ...(all_day === now.all_day ? {} : { all_day }),
    };
    if (Object.keys(patch).length === 0)
      return calendarAnswer(client, { event: now, done: ours`Nothing changes, and nobody is told: ` });
    const changed = await client.calendar.updateEvent(own.id, event, { ...patch, send_invites: true });
    return calendarAnswer(client, { event: changed, done: ours`Changed: `, before: now });
  },
});

/** The fields that are not so already: a call that is repeated tells nobody again. */
function patchOf(now: CalendarEvent, { attendees, reminders, ...change }: EventArguments) {
  const local = (text: string) => (/T\d\d:\d\d$/.test(text) ? `${text}:00` : text);
  const fields = Object.entries(change).filter(([name, value]) => {
    const before = String(now[name as keyof EventArguments] ?? "");
    return ["start", "end"].includes(name) ? local(before) !== local(value) : before !== value;
  });
  const has = now.attendees.map(({ email }) => email.toLowerCase()).sort();
  const wanted = attendees?.map((one) => bareEmail(one).toLowerCase()).sort();
  const isSame = wanted === undefined || JSON.stringify(has) === JSON.stringify(wanted);
  const byLength = reminders && [...new Set(reminders)].sort((a, b) => b - a);
  const remindsSame = byLength === undefined || Bun.deepEquals(byLength, now.reminders);
  const kept = (email: string) => {
    const before = now.attendees.find((one) => one.email.toLowerCase() === email.toLowerCase());
    return { email, ...(before?.name ? { name: before.name } : {}) };
  };
  return {
    ...Object.fromEntries(fields),
    ...(remindsSame ? {} : { reminders: byLength }),
    ...(isSame ? {} : { attendees: attendees!.map((one) => (one.endsWith(">") ? one : kept(one))) }),
  };
}

export const cancelEvent = tool<{ address?: string; event: string }>({
  name: "cancel_event",
  title: "Cancel an appointment",
  description: "Cancels your event for good (cannot be undone), tells its attendees.",
  input: { address, event: text() },
  required: ["event"],
  output: heldOutput,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, event }) {
    const own = await addressOfEvent(client, address, event);
    const now = await client.calendar.getEvent(own.id, event);
    if (now.status === "cancelled")
      return calendarAnswer(client, { event: now, done: ours`Cancelled before: ` });
    if (now.response_status !== null)
      throw refusalWith(
        ours`Others organize this event, so it is not yours to cancel. Say that you do not come: answer_invitation with event "${id(now.id)}" and answer "declined".`,
        {
          given: { event },
          right: {
            tool: "answer_invitation",
            arguments: { address: own.email, event: now.id, answer: "declined" },
          },
        },
      );
    const changed = await client.calendar.updateEvent(own.id, event, {
      status: "cancelled",
      send_invites: true,
    });
    return calendarAnswer(client, { event: changed, done: ours`Cancelled: `, before: now });
  },
});

export const answerInvitation = tool<{
  address?: string;
  event: string;
  answer: "accepted" | "declined" | "tentative";
  comment?: string;
}>({
  name: "answer_invitation",
  title: "Answer an invitation",
  description: "Answers an invitation.",
  input: {
    address,
    event: text(),
    answer: choice(["accepted", "declined", "tentative"]),
    comment: text(),
  },
  required: ["event", "answer"],
  output: heldOutput,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, event, answer, comment }) {
    const { id: own } = await addressOfEvent(client, address, event);
    const changed = await client.calendar.respondToEvent(own, event, {
      status: answer,
      ...(comment === undefined ? {} : { comment }),
    });
    return calendarAnswer(client, { event: changed, done: nothing });
  },
});

/** A change of the calendar, which is made at once, with what became of the mails about it. */
async function calendarAnswer(
  client: Postroom,
  { event, done, before }: { event: CalendarEvent; done: Ours; before?: CalendarEvent },
): Promise<ToolAnswer> {
  const mails = await mailsOf(client, event, before?.schedule_status);
  const ids = (event.held ?? []).flatMap((sent) => reviewIdOf(sent) ?? []);
  // A call that is repeated has the answer of before.
  const reviews = await Promise.all(ids.slice(0, mostReviews).map((review) => client.reviews.get(review)));
  const pending = ids.filter(
    (review) => !reviews.some((one) => one.id === review && one.status !== "pending"),
  );
  const decisions = reviews.filter(({ status }) => status !== "pending").map(decisionPart);
  const part = eventPart(event, mails);
  const waits =
    pending.length === 0
      ? nothing
      : ours` The calendar has it, but a person must allow mail about it first, of which nothing has left (review ${joined(pending.map(id), ours`, `)}): who it is for does not know yet. ${whileItWaits}`;
  const decided = joined(
    decisions.map(({ head }) => ours` ${head}`),
    nothing,
  );
  const status = pending.length > 0 ? ours`held` : mails.told.length > 0 ? ours`sent` : ours`made`;
  return answerOf({
    parts: [
      {
        head: ours`${done}${part.head}.${waits}${decided}`,
        fields: {
          event: part.fields,
          status,
          ...(ids.length > 0 ? { review_id: id(pending[0] ?? ids[0]!), review_ids: ids.map(id) } : {}),
        },
        mail: part.mail,
      },
    ],
    review: pending[0] ?? null,
  });
}

/** Return the recipients of the mails about an event: reached, held and refused. @param before how far those before its change had come */
async function mailsOf(
  client: Postroom,
  { id: event, identity_id, held = [] }: CalendarEvent,
  before: CalendarEvent["schedule_status"] = [],
): Promise<Mails> {
  const now = await client.calendar.getEvent(identity_id, event).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
  const isNew = ({ message_id: id }: { message_id?: string | null }) =>
    !id || before.every((one) => one.message_id !== id);
  const all = (now?.schedule_status ?? []).filter(isNew);
  const waits = all.filter(({ message_id }) => held.some(({ id }) => id === message_id));
  const refused = all.filter(({ code }) => /^[35]/.test(code));
  const told = all.filter((one) => !waits.includes(one) && !refused.includes(one));
  return {
    told: told.map(({ email }) => email),
    waits: waits.map(({ email }) => email),
    refused: refused.map(({ email, code }) => `${email} (${code})`),
  };
}
