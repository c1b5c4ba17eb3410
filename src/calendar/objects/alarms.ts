// Alarms of an object, as a calendar program has set them: how long before an event begins each goes off. RFC 5545 3.6.6
import { lineOf } from "../icalendar/content-lines.ts";
import { readDuration } from "../icalendar/values.ts";
import { MalformedCalendar, type RawComponent, readRaw } from "./raw.ts";

const maxAlarms = 10;

/**
 * Minutes before the beginning, the longest first; alarms at a fixed time, after the beginning or counted from the end are left out.
 * @param date of a series, in basic form as its RECURRENCE-ID has it; null: the event itself
 */
export function alarmMinutes(text: string, date: string | null): number[] {
  const events = components(text).flatMap(({ children }) => children.filter(({ name }) => name === "VEVENT"));
  const idOf = (event: RawComponent) => lineOf(event, "RECURRENCE-ID")?.value ?? null;
  const own = date === null ? undefined : events.find((event) => idOf(event) === date);
  const event = own ?? events.find((one) => idOf(one) === null);
  const minutes = (event?.children ?? []).flatMap((alarm) =>
    alarm.name === "VALARM" ? (minutesBefore(alarm) ?? []) : [],
  );
  return [...new Set(minutes)].sort((a, b) => b - a).slice(0, maxAlarms);
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
  const trigger = lineOf(alarm, "TRIGGER");
  if (!trigger || trigger.params.get("RELATED")?.toUpperCase() === "END") return null;
  const value = trigger.value.trim();
  const duration = readDuration(value.replace(/^-/, ""));
  if (!duration) return null;
  const minutes = duration.days * 1440 + duration.seconds / 60;
  return Number.isInteger(minutes) && (value.startsWith("-") || minutes === 0) ? minutes : null;
}
