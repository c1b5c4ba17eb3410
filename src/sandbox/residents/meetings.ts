// Calendar objects as a stranger's program writes them: invitations, and answers to one with the lines that came. RFC 5546
import { crlf } from "./world-letter.ts";

export interface MeetingRead {
  uid: string;
  sequence: string;
  title: string;
  organizer: string;
  /** Lines as they came, unfolded. */
  start: string;
  end: string | null;
  zones: string[];
}

/** The meeting that an object asks to; null: it is none. */
export function meetingOf(calendar: string): MeetingRead | null {
  const text = calendar.replace(/\r?\n[ \t]/g, "");
  if (!/^METHOD:REQUEST\s*$/m.test(text)) return null;
  const [event] = componentsOf(text, "VEVENT");
  if (event === undefined) return null;
  const line = (name: string) =>
    event
      .split("\n")
      .find((one) => one.startsWith(`${name}:`) || one.startsWith(`${name};`))
      ?.trim() ?? null;
  const value = (name: string) => line(name)?.replace(/^[^:]*:/, "") ?? "";
  const [start, organizer] = [line("DTSTART"), value("ORGANIZER").replace(/^.*mailto:/i, "")];
  if (start === null || value("UID") === "") return null;
  return {
    uid: value("UID"),
    sequence: value("SEQUENCE") || "0",
    title: value("SUMMARY").replace(/\\([,;\\])/g, "$1"),
    organizer: organizer.toLowerCase(),
    start,
    end: line("DTEND"),
    zones: componentsOf(text, "VTIMEZONE"),
  };
}

/** Components of this name with their first and last lines, in order. */
function componentsOf(text: string, name: string): string[] {
  const found: string[] = [];
  let lines: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line === `BEGIN:${name}`) lines = [];
    lines?.push(line);
    if (line !== `END:${name}` || lines === null) continue;
    found.push(`${lines.join("\n")}\n`);
    lines = null;
  }
  return found;
}

export interface MeetingAnswer {
  status: "accept" | "decline" | "counter";
  email: string;
  name: string;
  nowMs: number;
  shiftMs: number;
}

/** A REPLY, or a COUNTER with other times. RFC 5546 3.2.3, 3.2.7 */
export function writeAnswer(meeting: MeetingRead, answer: MeetingAnswer): { method: string; text: string } {
  const { status, email, name, nowMs, shiftMs } = answer;
  const method = status === "counter" ? "COUNTER" : "REPLY";
  const partstat = { accept: "ACCEPTED", decline: "DECLINED", counter: "TENTATIVE" }[status];
  const times = [meeting.start, ...(meeting.end === null ? [] : [meeting.end])];
  const lines = [
    `UID:${meeting.uid}`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${stamp(nowMs)}`,
    ...(status === "counter" ? times.map((line) => shifted(line, shiftMs)) : times),
    `SUMMARY:${escaped(meeting.title)}`,
    `ORGANIZER:mailto:${meeting.organizer}`,
    `ATTENDEE;CN="${name.replace(/"/g, "")}";PARTSTAT=${partstat}:mailto:${email}`,
  ];
  return { method, text: calendarOf(method, lines, meeting.zones) };
}

export interface MeetingAsked {
  uid: string;
  title: string;
  startMs: number;
  minutes: number;
  location?: string | undefined;
  notes?: string | undefined;
  organizer: { email: string; name: string };
  attendee: string;
  nowMs: number;
  isCancelled: boolean;
}

/** A REQUEST, or the CANCEL of one. */
export function writeMeeting(asked: MeetingAsked): { method: string; text: string } {
  const method = asked.isCancelled ? "CANCEL" : "REQUEST";
  const lines = [
    `UID:${asked.uid}`,
    `SEQUENCE:${asked.isCancelled ? 1 : 0}`,
    `DTSTAMP:${stamp(asked.nowMs)}`,
    `DTSTART:${stamp(asked.startMs)}`,
    `DTEND:${stamp(asked.startMs + asked.minutes * 60_000)}`,
    `SUMMARY:${escaped(asked.title)}`,
    ...(asked.location ? [`LOCATION:${escaped(asked.location)}`] : []),
    ...(asked.notes ? [`DESCRIPTION:${escaped(asked.notes)}`] : []),
    `STATUS:${asked.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `ORGANIZER;CN="${asked.organizer.name.replace(/"/g, "")}":mailto:${asked.organizer.email}`,
    `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${asked.attendee}`,
  ];
  return { method, text: calendarOf(method, lines, []) };
}

function calendarOf(method: string, lines: readonly string[], zones: readonly string[]): string {
  const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//World//Calendar 1.0//EN", `METHOD:${method}`];
  const zone = zones.map((text) => crlf(text)).join("");
  const body = ["BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].map(folded);
  return `${head.join("\r\n")}\r\n${zone}${body.join("\r\n")}\r\n`;
}

/** Lines of at most 75 octets. RFC 5545 3.1 */
function folded(line: string): string {
  let out = "";
  let length = 0;
  for (const char of line) {
    const size = Buffer.byteLength(char);
    if (length + size > 73) {
      out += "\r\n ";
      length = 1;
    }
    out += char;
    length += size;
  }
  return out;
}

function escaped(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

function stamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

/** A DTSTART or DTEND, moved by wall time. */
function shifted(line: string, byMs: number): string {
  return line.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, (_, ...parts: string[]) => {
    const [year, month, day, hour, minute, second] = parts.slice(0, 6).map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    return stamp(Date.UTC(year, month - 1, day, hour, minute, second) + byMs).slice(0, 15);
  });
}
