// Shows objects: whether one matches a filter, and its text in the form that is asked for. Pure, and of values that cross
// threads. RFC 4791 7.8, 9.6, 9.7
import type { Window } from "../recurrence/expansion.ts";
import type { WrittenEvent } from "./calendar-text.ts";
import { expandedText, limitedSetText, limitedText, type WantedParts } from "./expand-text.ts";
import { type CompFilter, matchesFilter, rangeKey } from "./filter.ts";
import { objectText } from "./object-text.ts";
import type { ScheduleStatuses } from "./schedule-status.ts";

/** A stored object. */
export interface ShownObject {
  component: string;
  /** The text that a client wrote last; null: no client wrote it. */
  source: Uint8Array | null;
  /** The source says what the events say. */
  isAsWritten: boolean;
  /** May be left out of an object that is as written, and neither expanded nor limited. */
  events: readonly WrittenEvent[];
  /** Outcomes of mails about the object, by recipient; null: none was sent. */
  statuses: ScheduleStatuses | null;
}

/** The form in which texts are asked for. */
export interface DataOptions {
  /** Instances within a window in place of series. */
  expand: Window | null;
  /** Without changed dates outside of a window. */
  limit: Window | null;
  parts: WantedParts | null;
}

export interface ViewFilter {
  filter: CompFilter;
  /** The zone of floating times. */
  zone: string;
  /** The keys of those ranges of the filter that events of the object overlap. */
  overlapped: readonly string[];
}

export interface ObjectView {
  object: ShownObject;
  filter: ViewFilter | null;
  data: DataOptions | null;
}

export interface Viewed {
  isMatch: boolean;
  /** Null: not asked for, no match, or more instances than are listed. */
  text: string | null;
}

const utf8 = new TextDecoder();

export function viewObject({ object, filter, data }: ObjectView): Viewed {
  const whole = wholeText(object);
  const isMatch = filter === null || isFound(whole, filter);
  return { isMatch, text: isMatch && data ? formOf(whole, object, data) : null };
}

function wholeText({ component, source, isAsWritten, events, statuses }: ShownObject): string {
  const text = source && utf8.decode(source);
  if (text !== null && (isAsWritten || component !== "VEVENT")) return text;
  return objectText(text, events, statuses);
}

function isFound(text: string, { filter, zone, overlapped }: ViewFilter): boolean {
  const keys = new Set(overlapped);
  return matchesFilter(text, filter, { zone, overlaps: (range) => keys.has(rangeKey(range)) });
}

function formOf(whole: string, { component, events }: ShownObject, { expand, limit, parts }: DataOptions) {
  const isEvent = component === "VEVENT";
  if (expand && isEvent) return expandedText(whole, events, { window: expand, wanted: parts });
  const text = limit && isEvent ? limitedSetText(whole, events, limit) : whole;
  return parts === null ? text : limitedText(text, parts);
}
