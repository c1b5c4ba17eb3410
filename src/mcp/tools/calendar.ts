// The calendar of an address.
import type { CalendarEvent } from "../../sdk/typescript/index.ts";
import { type Item, packCursor, pageAnswer, unpackCursor } from "../answer.ts";
import { address, choice, cursor, flag, list, next, rows, text, tool } from "../tool.ts";
import { addressOf } from "./addresses.ts";

function eventItem(event: CalendarEvent): Item {
  const { id, start_at, end_at, timezone, all_day, status, response_status, organizer_email } = event;
  const attendees = event.attendees.map(({ email, status }) => `${email} (${status})`);
  const mail = {
    title: event.title,
    location: event.location,
    description: event.description?.slice(0, 500) ?? null,
    organizer: organizer_email,
    attendees: attendees.slice(0, 30),
  };
  const lines = [
    `Title: ${mail.title}`,
    ...(mail.location ? [`Where: ${mail.location}`] : []),
    ...(attendees.length > 0 ? [`Attendees: ${mail.attendees.join(", ")}`] : []),
    ...(mail.description ? [mail.description] : []),
  ];
  return {
    head: `Event ${id}, ${start_at} to ${end_at} (${timezone})${all_day ? ", all day" : ""}, ${status}${response_status ? `, your answer: ${response_status}` : ""}`,
    mail: lines.join("\n"),
    fields: { id, start_at, end_at, timezone, all_day, status, response_status, mail },
  };
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
  description: "Events between two times. busy_only finds free time.",
  input: { address, after: text("ISO time"), before: text(), busy_only: flag(), cursor },
  required: ["after", "before"],
  output: { events: rows, next_cursor: next },
  level: "read",
  async run(client, { address, after, before, busy_only = false, cursor }) {
    const { id } = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    if (busy_only) {
      const { busy } = await client.calendar.getFreeBusy(id, { after, before });
      const items = busy.slice(skip).map(({ start_at, end_at }) => {
        return { head: `busy ${start_at} to ${end_at}`, mail: null, fields: { start_at, end_at } };
      });
      const cursorAt = (index: number) => packCursor([null, skip + index]);
      return pageAnswer(items, { name: "events", none: "Free all the time.", cursorAt, next: null });
    }
    const query = {
      after,
      before,
      expand: true as const,
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    };
    const page = await client.calendar.listEvents(id, query);
    return pageAnswer(page.data.slice(skip).map(eventItem), {
      name: "events",
      none: "No event is there.",
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
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
  },
  required: ["title", "start", "end"],
  output: { event: { type: "object" } },
  level: "send",
  open: true,
  async run(client, { address, attendees, timezone = "UTC", ...event }) {
    const { id } = await addressOf(client, address);
    const invited = (attendees ?? []).map((email) => ({ email }));
    const made = await client.calendar.createEvent(id, {
      ...event,
      timezone,
      ...(invited.length > 0 ? { attendees: invited, send_invites: true } : {}),
    });
    const { fields, head } = eventItem(made);
    return {
      text: `${head}.${invited.length > 0 ? ` Invited: ${attendees!.join(", ")}.` : ""}`,
      fields: { event: fields },
    };
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
  output: { event: { type: "object" } },
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, event, answer, comment }) {
    const { id } = await addressOf(client, address);
    const changed = await client.calendar.respondToEvent(id, event, {
      status: answer,
      ...(comment === undefined ? {} : { comment }),
    });
    const { fields, head } = eventItem(changed);
    return { text: `${head}.`, fields: { event: fields } };
  },
});
