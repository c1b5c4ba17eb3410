// Alarms of an object: how long before an event begins each goes off, read and written. RFC 5545 3.6.6
import { maxReminderMinutes } from "../../lib/local-time.ts";
import { lineOf } from "../icalendar/content-lines.ts";
import { component, contentLine, escapeText } from "../icalendar/content-write.ts";
import { readDuration } from "../icalendar/values.ts";
import { MalformedCalendar, type RawComponent, readRaw } from "./raw.ts";

/** Alarms of an event that are read and written. */
const maxAlarms = 10;

/**
 * Minutes before the beginning, the longest first; alarms at a fixed time, after the beginning, counted from the end or
 * longer before than can be set are left out.
 * @param date of a series, in basic form as its RECURRENCE-ID has it; null: the event itself
 */
export function alarmMinutes(text: string, date: string | null): number[] {
  const events = components(text).flatMap(({ children }) => children.filter(({ name }) => name === "VEVENT"));
  const idOf = (event: RawComponent) => lineOf(event, "RECURRENCE-ID")?.value ?? null;
  const own = date === null ? undefined : events.find((event) => idOf(event) === date);
  const event = own ?? events.find((one) => idOf(one) === null);
  return event ? minutesOf(event) : [];
}

/** As alarmMinutes, of one VEVENT. */
export function minutesOf(event: RawComponent): number[] {
  return sortedMinutes(event.children.flatMap((alarm) => minutesBefore(alarm) ?? []));
}

/** Each once, the longest first, at most `maxAlarms`. */
export function sortedMinutes(minutes: readonly number[]): number[] {
  return [...new Set(minutes)].sort((a, b) => b - a).slice(0, maxAlarms);
}

/** A VEVENT with these alarms before its beginning: those that it has of them, and its other alarms, stay as they were written. */
export function withAlarms(
  event: RawComponent,
  { reminders, title }: { reminders: readonly number[]; title: string },
): RawComponent {
  const kept = event.children.filter((child) => {
    const minutes = minutesBefore(child);
    return minutes === null || reminders.includes(minutes);
  });
  const present = new Set(kept.map(minutesBefore));
  const missing = reminders.filter((minutes) => !present.has(minutes));
  return { ...event, children: [...kept, ...readRaw(writeAlarms(missing, title))] };
}

/** VALARMs that show the title. RFC 5545 3.6.6: such an alarm has a description. */
export function writeAlarms(reminders: readonly number[], title: string): string {
  return reminders
    .map((minutes) =>
      component(
        "VALARM",
        [
          contentLine("ACTION", "DISPLAY"),
          contentLine("DESCRIPTION", escapeText(title || "Reminder")),
          contentLine("TRIGGER", minutes === 0 ? "PT0S" : `-PT${minutes}M`),
        ].join(""),
      ),
    )
    .join("");
}

function components(text: string): RawComponent[] {
  try {
    return readRaw(text);
  } catch (error) {
    if (error instanceof MalformedCalendar) return [];
    throw error;
  }
}

function minutesBefore(alarm: RawComponent): number | null {
  if (alarm.name !== "VALARM") return null;
  const trigger = lineOf(alarm, "TRIGGER");
  if (!trigger || trigger.params.get("RELATED")?.toUpperCase() === "END") return null;
  const value = trigger.value.trim();
  const duration = readDuration(value.replace(/^-/, ""));
  if (!duration) return null;
  const minutes = duration.days * 1440 + duration.seconds / 60;
  const isBefore = value.startsWith("-") || minutes === 0;
  return isBefore && Number.isInteger(minutes) && minutes <= maxReminderMinutes ? minutes : null;
}
