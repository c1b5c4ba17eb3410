// The readable part of calendar mail: what, when, where and who, as plain text and HTML, in one zone and in English.
// Dates are unambiguous: weekday, day, month by name, year, 24 hours.

import { escapeHtml } from "../../lib/html.ts";
import { civilDay, DAY, dayOf, type LocalSeconds, weekdayOf } from "../../lib/local-time.ts";
import { longMonthNames } from "../../lib/months.ts";
import { formatOffset, offsetAt, secondsOf, toLocal } from "../../lib/zones.ts";
import { describeRule } from "../recurrence/describe-rule.ts";
import { storedClock } from "../times.ts";
import type { AttendeeStatus, EventContent, EventTimes } from "../types.ts";

export type MailKind = "invitation" | "update" | "cancellation" | "reply";

export interface DescribeInput {
  kind: MailKind;
  event: EventContent;
  /** IANA name; all-day events have none. */
  zone: string;
  /** For a reply: the attendee and the answer. */
  answer?: { email: string; name: string | null; status: AttendeeStatus; comment: string | null };
  /** Addresses at which one guest answers. */
  links?: AnswerAddresses | null;
}

export type AnswerAddresses = Record<"accepted" | "tentative" | "declined", string>;

export interface Description {
  subject: string;
  text: string;
  html: string;
}

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const maxAttendeesListed = 30;

function longDay(local: LocalSeconds): string {
  const { year, month, day } = civilDay(dayOf(local));
  return `${weekdayNames[weekdayOf(dayOf(local))]}, ${day} ${longMonthNames[month - 1]} ${year}`;
}

function clockTime(local: LocalSeconds): string {
  const second = local - dayOf(local) * DAY;
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  if (second % 60) parts.push(second % 60);
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** `Thursday, 2 April 2026, 10:00 to 11:00 (Europe/Berlin, UTC+02:00)`. All-day events name their last day. */
export function describeTimes(times: EventTimes, zone: string): string {
  if (times.all_day) {
    const start = storedClock(times.start);
    const last = storedClock(times.end) - DAY;
    return last > start ? `${longDay(start)} to ${longDay(last)} (all day)` : `${longDay(start)} (all day)`;
  }
  const at = secondsOf(times.start_at);
  const start = toLocal(at, zone);
  const end = toLocal(secondsOf(times.end_at), zone);
  const where = zone === "UTC" ? "UTC" : `${zone}, UTC${formatOffset(offsetAt(zone, at))}`;
  if (start === end) return `${longDay(start)}, ${clockTime(start)} (${where})`;
  const until = dayOf(start) === dayOf(end) ? clockTime(end) : `${longDay(end)}, ${clockTime(end)}`;
  return `${longDay(start)}, ${clockTime(start)} to ${until} (${where})`;
}

/** A name or title without line breaks, which would begin new lines in a subject or list. */
function oneLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, " ").trim();
}

function person(email: string, name: string | null): string {
  const shown = oneLine(name ?? "");
  return shown && shown !== email ? `${shown} <${email}>` : email;
}

const answers: Record<AttendeeStatus, string> = {
  "needs-action": "has not answered",
  accepted: "accepted",
  declined: "declined",
  tentative: "tentatively accepted",
  delegated: "delegated",
};

const subjects: Record<Exclude<MailKind, "reply">, string> = {
  invitation: "Invitation",
  update: "Updated invitation",
  cancellation: "Cancelled",
};

const replySubjects: Record<AttendeeStatus, string> = {
  "needs-action": "No answer yet",
  accepted: "Accepted",
  declined: "Declined",
  tentative: "Tentative",
  delegated: "Delegated",
};

const openings: Record<Exclude<MailKind, "reply">, string> = {
  invitation: "You are invited to this event.",
  update: "This event has changed.",
  cancellation: "This event is cancelled.",
};

function subjectOf(input: DescribeInput, title: string): string {
  const word =
    input.kind === "reply" ? replySubjects[input.answer?.status ?? "needs-action"] : subjects[input.kind];
  const when = describeTimes(input.event, input.zone);
  return input.kind === "reply" ? `${word}: ${title}` : `${word}: ${title} @ ${when}`;
}

function attendeeList(event: EventContent): string[] {
  const shown = event.attendees.slice(0, maxAttendeesListed).map(({ email, name, optional }) => {
    return person(email, name) + (optional ? " (optional)" : "");
  });
  const more = event.attendees.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

interface DescribedRow {
  label: string;
  lines: string[];
}

function rowsOf({ kind, event, zone, answer }: DescribeInput): DescribedRow[] {
  const rows: DescribedRow[] = [{ label: "When", lines: [describeTimes(event, zone)] }];
  const repeats = event.recurrence ? describeRule(event.recurrence, event.timezone) : null;
  if (repeats) rows.push({ label: "Repeats", lines: [repeats] });
  if (event.location) rows.push({ label: "Where", lines: [oneLine(event.location)] });
  if (event.organizer_email) {
    rows.push({ label: "Organizer", lines: [person(event.organizer_email, event.organizer_name)] });
  }
  if (kind !== "reply" && event.attendees.length > 0)
    rows.push({ label: "Attendees", lines: attendeeList(event) });
  if (answer?.comment) rows.push({ label: "Comment", lines: answer.comment.split(/\r\n|\r|\n/) });
  return rows;
}

function htmlLines(lines: readonly string[]): string {
  return lines.map(escapeHtml).join("<br>");
}

const choices = { accepted: "Yes", tentative: "Maybe", declined: "No" } as const;
const linkNote =
  "A link opens a page that asks once more. It answers for you alone: do not pass this mail on with it.";

function textOfLinks(links: AnswerAddresses): string[] {
  return [
    "",
    "Will you come?",
    ...Object.entries(choices).map(([name, word]) => `${word}: ${links[name as keyof AnswerAddresses]}`),
    linkNote,
  ];
}

const looks = {
  card: "max-width:560px;margin:0 auto;border:1px solid #d5dbe3;border-radius:10px;background-color:#ffffff;color:#1b2330;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5",
  label: "text-align:left;vertical-align:top;padding:4px 16px 4px 0;color:#566273;font-weight:normal",
  note: "margin:12px 0 0;color:#566273;font-size:13px",
  button: "display:inline-block;padding:9px 20px;border-radius:6px;text-decoration:none;font-weight:600",
};
/** White on blue has a contrast of 5.9, red on white of 6.5. */
const colours: Record<MailKind, string> = {
  invitation: "#0b62c4",
  update: "#0b62c4",
  cancellation: "#b3261e",
  reply: "#38465a",
};

function htmlOfLinks(links: AnswerAddresses): string {
  const cells = Object.entries(choices).map(([name, word]) => {
    const look =
      name === "accepted"
        ? "background-color:#0b62c4;color:#ffffff;border:1px solid #0b62c4"
        : "background-color:#ffffff;color:#0b62c4;border:1px solid #9fb3cc";
    return `<td style="padding:0 8px 0 0"><a href="${escapeHtml(links[name as keyof AnswerAddresses])}" style="${looks.button};${look}">${word}</a></td>`;
  });
  return (
    `<p style="margin:20px 0 8px;font-weight:600">Will you come?</p>` +
    `<table role="presentation"><tr>${cells.join("")}</tr></table><p style="${looks.note}">${linkNote}</p>`
  );
}

/** A calendar mail's subject, plain text and HTML. Markup in the event's texts is escaped. */
export function describe(input: DescribeInput): Description {
  const { event, kind, answer, links } = input;
  const title = oneLine(event.title) || "(no title)";
  const opening =
    kind === "reply"
      ? `${person(answer?.email ?? "", answer?.name ?? null)} ${answers[answer?.status ?? "needs-action"]}.`
      : openings[kind];
  const rows = rowsOf(input);
  const body = kind === "reply" ? "" : (event.description ?? "").replace(/\r\n?/g, "\n").trim();
  const text = [
    opening,
    "",
    title,
    "",
    ...rows.map(({ label, lines }) => `${label}: ${lines.join(`\n${" ".repeat(label.length + 2)}`)}`),
    ...(links ? textOfLinks(links) : []),
    ...(body ? ["", body] : []),
    "",
  ].join("\n");
  const cells = rows
    .map(
      ({ label, lines }) =>
        `<tr><th style="${looks.label}">${label}</th><td style="padding:4px 0">${htmlLines(lines)}</td></tr>`,
    )
    .join("");
  const html =
    `<div style="${looks.card}"><div style="border-top:6px solid ${colours[kind]};border-radius:9px 9px 0 0;padding:20px 24px 24px">` +
    `<p style="margin:0;color:${colours[kind]};font-size:13px;font-weight:600">${escapeHtml(opening)}</p>` +
    `<h2 style="margin:4px 0 12px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h2><table>${cells}</table>` +
    (links ? htmlOfLinks(links) : "") +
    (body
      ? `<p style="margin:20px 0 0;padding-top:16px;border-top:1px solid #e3e8ee">${htmlLines(body.split("\n"))}</p>`
      : "") +
    "</div></div>";
  return { subject: subjectOf(input, title), text, html };
}
