// Reads what a client stores as one object: the events of one UID, or a to-do or journal entry. Refusals name the
// precondition that they break. RFC 4791 4.1, 5.3.2.1

import { lineOf } from "../icalendar/content-lines.ts";
import { maxAttendees, misreadAddress } from "../icalendar/participants.ts";
import { type ParsedInvitation, parseCalendar } from "../invitations/invitation.ts";
import { validate } from "../recurrence/recurrence.ts";
import { isFinerThanHourly, readRule } from "../recurrence/rule.ts";
import { minutesOf } from "./alarms.ts";
import {
  MalformedCalendar,
  type RawComponent,
  type RawLine,
  readRaw,
  withoutParam,
  writeRaw,
} from "./raw.ts";
import { isServerAgent, statusAddress } from "./schedule-status.ts";

/** Octets of an object. */
export const maxObjectBytes = 1_000_000;
export const maxObjectEvents = 500;
export const objectComponents = ["VEVENT", "VTODO", "VJOURNAL"] as const;
export type ObjectComponent = (typeof objectComponents)[number];

/** One VEVENT, as it was understood. */
export interface ObjectPart extends ParsedInvitation {
  /** TRANSP:TRANSPARENT */
  transparent: boolean;
  /** Minutes before it of its alarms, the longest first. */
  reminders: number[];
  /** Addresses that the server sends nothing to: SCHEDULE-AGENT other than SERVER. RFC 6638 7.1 */
  unscheduled: string[];
  /** Addresses that are told though nothing changed for them: SCHEDULE-FORCE-SEND. RFC 6638 7.2 */
  forced: string[];
  /** The component as it was written. */
  raw: RawComponent;
}

export interface ReadObject {
  component: ObjectComponent;
  uid: string;
  /** Empty but for VEVENT. */
  parts: ObjectPart[];
  /** The text without what is not kept, SCHEDULE-FORCE-SEND; null: it is kept as it was written. RFC 6638 7.2 */
  cleaned: string | null;
}

export type ObjectPrecondition =
  | "valid-calendar-data"
  | "valid-calendar-object-resource"
  | "supported-calendar-component"
  | "max-resource-size"
  | "max-instances"
  | "max-attendees-per-instance";

export class ObjectRefused extends Error {
  override readonly name = "ObjectRefused";
  constructor(
    readonly precondition: ObjectPrecondition,
    message: string,
  ) {
    super(message);
  }
}

/** A text as an object, or why it is none: in a form that crosses threads. */
export type ObjectReading =
  | { read: ReadObject }
  | { refused: { precondition: ObjectPrecondition; message: string } };

/** As readObject, which throws its refusals. */
export function tryReadObject(text: string): ObjectReading {
  try {
    return { read: readObject(text) };
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error;
    return { refused: { precondition: error.precondition, message: error.message } };
  }
}

/** Addresses of a stored text, in lower case, that the server sends nothing to. RFC 6638 7.1 */
export function silentIn(text: string): string[] {
  if (!/SCHEDULE-AGENT/i.test(text)) return [];
  const events = readRaw(text)[0]!.children.filter(({ name }) => name === "VEVENT");
  return [...new Set(events.flatMap((event) => schedulingOf(event).unscheduled))];
}

/** @throws ObjectRefused */
export function readObject(text: string): ReadObject {
  const calendar = calendarOf(text);
  const shown = calendar.children.filter(({ name }) => name !== "VTIMEZONE");
  const component = shown[0]?.name;
  if (component === undefined)
    throw new ObjectRefused(
      "valid-calendar-object-resource",
      "The calendar holds no event, to-do or journal entry.",
    );
  if (!isObjectComponent(component))
    throw new ObjectRefused("supported-calendar-component", `${component.slice(0, 40)} is not kept here.`);
  if (shown.some(({ name }) => name !== component))
    throw new ObjectRefused("valid-calendar-object-resource", "An object holds components of one type.");
  if (lineOf(calendar, "METHOD"))
    throw new ObjectRefused("valid-calendar-object-resource", "A stored object has no METHOD.");
  if (shown.length > maxObjectEvents)
    throw new ObjectRefused("max-instances", `An object holds at most ${maxObjectEvents} components.`);
  const uids = new Set(shown.map((one) => lineOf(one, "UID")?.value.trim() ?? ""));
  const [uid = ""] = uids;
  if (uids.size !== 1 || uid === "" || uid.length > 1000)
    throw new ObjectRefused("valid-calendar-object-resource", "All components of an object have one UID.");
  for (const one of shown) refuseInline(one);
  if (component !== "VEVENT") return { component, uid, parts: [], cleaned: null };
  const cleaned = /SCHEDULE-FORCE-SEND/i.test(unfolded(text)) ? writeRaw(withoutForce(calendar)) : null;
  return { component, uid: readUid(text, uid), parts: readParts(text, shown), cleaned };
}

function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, "");
}

function withoutForce(calendar: RawComponent): RawComponent {
  const lines = calendar.lines.map((line) => withoutParam(line, "SCHEDULE-FORCE-SEND"));
  return { ...calendar, lines, children: calendar.children.map(withoutForce) };
}

export function isObjectComponent(name: string): name is ObjectComponent {
  return (objectComponents as readonly string[]).includes(name);
}

function calendarOf(text: string): RawComponent {
  let found: RawComponent[];
  try {
    found = readRaw(text);
  } catch (error) {
    if (error instanceof MalformedCalendar) throw new ObjectRefused("valid-calendar-data", error.message);
    throw error;
  }
  const [calendar] = found;
  if (found.length !== 1 || calendar?.name !== "VCALENDAR")
    throw new ObjectRefused("valid-calendar-data", "The text is not one VCALENDAR.");
  if (lineOf(calendar, "VERSION")?.value.trim() !== "2.0")
    throw new ObjectRefused("valid-calendar-data", "VERSION is not 2.0.");
  return calendar;
}

/** Files within an object are not stored; ATTACH with the address of a file is. RFC 5545 3.8.1.1 */
function refuseInline(component: RawComponent): void {
  const isInline = component.lines.some(
    ({ name, params, value }) =>
      name === "ATTACH" &&
      (params.get("VALUE")?.toUpperCase() === "BINARY" ||
        params.has("ENCODING") ||
        /^data:/i.test(value.trim())),
  );
  if (isInline)
    throw new ObjectRefused(
      "valid-calendar-object-resource",
      "Files in ATTACH are not stored. Give the address of the file.",
    );
  for (const child of component.children) refuseInline(child);
}

/** The UID as the reader of events has it. */
function readUid(text: string, uid: string): string {
  return parseCalendar(text).invitations[0]?.invitation.uid ?? uid;
}

function readParts(text: string, shown: readonly RawComponent[]): ObjectPart[] {
  const { invitations } = parseCalendar(text);
  refuseMisread(shown);
  const parts = invitations.map((part, place) => {
    const event = shown[place]!;
    const raw = withoutForce(event);
    return { ...part, ...schedulingOf(event), reminders: minutesOf(event), raw };
  });
  if (parts.filter(({ recurrence_id }) => recurrence_id === null).length > 1)
    throw new ObjectRefused(
      "valid-calendar-object-resource",
      "An object has one component without RECURRENCE-ID.",
    );
  const ids = parts.map(({ recurrence_id: id }) => id && `${id.at ?? id.value}`);
  if (new Set(ids).size < ids.length)
    throw new ObjectRefused("valid-calendar-object-resource", "Two components have the same RECURRENCE-ID.");
  for (const { invitation, recurrence, attendees, recurrence_id } of parts) {
    if (invitation.start === null)
      throw new ObjectRefused("valid-calendar-data", "DTSTART is missing or no time.");
    if (recurrence_id?.this_and_future)
      throw new ObjectRefused(
        "valid-calendar-object-resource",
        "RANGE=THISANDFUTURE is not kept. Split the series.",
      );
    if (attendees.length >= maxAttendees)
      throw new ObjectRefused(
        "max-attendees-per-instance",
        `An event has fewer than ${maxAttendees} attendees.`,
      );
    checkRule(recurrence?.rule ?? null, invitation.all_day);
  }
  // The event itself comes first, then its changed instances.
  return parts.sort((a, b) => Number(a.recurrence_id !== null) - Number(b.recurrence_id !== null));
}

/** Refuse attendees and organizers that cannot be read: mails about the event would leave them out. */
function refuseMisread(events: readonly RawComponent[]): void {
  const people = events.flatMap(({ lines }) =>
    lines.filter(({ name }) => name === "ATTENDEE" || name === "ORGANIZER"),
  );
  for (const line of people) {
    const misread = misreadAddress(line);
    if (misread !== null)
      throw new ObjectRefused(
        "valid-calendar-data",
        `${line.name} is not one mail address: ${misread}. Name each in a line of its own.`,
      );
  }
}

function checkRule(rule: string | null, allDay: boolean): void {
  if (rule === null) return;
  const problems = readRule(rule).rule === null ? validate(rule, allDay) : [];
  if (problems.length > 0) throw new ObjectRefused("valid-calendar-data", `RRULE: ${problems.join(" ")}`);
  if (isFinerThanHourly(rule))
    throw new ObjectRefused("max-instances", "RRULE repeats more often than once an hour.");
}

/**
 * Methods that SCHEDULE-FORCE-SEND accepts: the invitation to attendees, the answer to the organizer. RFC
 * 6638 7.2
 */
const forces: Record<string, string> = { ATTENDEE: "REQUEST", ORGANIZER: "REPLY" };

function schedulingOf(event: RawComponent): Pick<ObjectPart, "transparent" | "unscheduled" | "forced"> {
  const people = event.lines.filter(({ name }) => name === "ATTENDEE" || name === "ORGANIZER");
  const [ours, others] = [
    people.filter(({ params }) => isServerAgent(params)),
    people.filter(({ params }) => !isServerAgent(params)),
  ];
  const isForced = ({ name, params }: RawLine) =>
    params.get("SCHEDULE-FORCE-SEND")?.toUpperCase() === forces[name];
  return {
    transparent: lineOf(event, "TRANSP")?.value.trim().toUpperCase() === "TRANSPARENT",
    unscheduled: others.map(({ value }) => statusAddress(value)),
    forced: ours.filter(isForced).map(({ value }) => statusAddress(value)),
  };
}
