// Reads the filter of a calendar-query. RFC 4791 9.7 to 9.9

import { readBasic } from "../../calendar/icalendar/values.ts";
import {
  type CompFilter,
  maxFilters,
  type ParamFilter,
  type PropFilter,
  type TextMatch,
  type TimeRange,
} from "../../calendar/objects/filter.ts";
import { DavRefusal } from "../context.ts";
import { childOf, childrenOf, type XmlElement } from "../xml-read.ts";
import { c } from "../xml-write.ts";

function invalidFilter(message: string): DavRefusal {
  return new DavRefusal(403, [c("valid-filter")], message);
}

/** @throws DavRefusal valid-filter, supported-collation */
export function readFilter(filter: XmlElement | null): CompFilter {
  const root = childOf(filter, c("comp-filter"));
  if (!root || nameOf(root) !== "VCALENDAR") throw invalidFilter("A filter begins with VCALENDAR.");
  if (sizeOf(root) > maxFilters) throw invalidFilter(`A filter has at most ${maxFilters} elements.`);
  return compFilter(root);
}

function sizeOf({ children }: XmlElement): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function nameOf({ attributes }: XmlElement): string {
  const name = attributes.name?.trim().toUpperCase();
  if (!name) throw invalidFilter("A filter has no name.");
  return name;
}

function compFilter(element: XmlElement): CompFilter {
  return {
    name: nameOf(element),
    isNotDefined: childOf(element, c("is-not-defined")) !== null,
    range: readRange(childOf(element, c("time-range"))),
    props: childrenOf(element, c("prop-filter")).map(propFilter),
    comps: childrenOf(element, c("comp-filter")).map(compFilter),
  };
}

function propFilter(element: XmlElement): PropFilter {
  return {
    ...paramFilter(element),
    range: readRange(childOf(element, c("time-range"))),
    params: childrenOf(element, c("param-filter")).map(paramFilter),
  };
}

function paramFilter(element: XmlElement): ParamFilter {
  return {
    name: nameOf(element),
    isNotDefined: childOf(element, c("is-not-defined")) !== null,
    text: textMatch(childOf(element, c("text-match"))),
  };
}

const collations = ["i;ascii-casemap", "i;octet", "i;unicode-casemap"] as const;

function textMatch(element: XmlElement | null): TextMatch | null {
  if (!element) return null;
  const named = element.attributes.collation ?? "i;ascii-casemap";
  const collation = collations.find((one) => one === (named === "default" ? "i;ascii-casemap" : named));
  if (!collation)
    throw new DavRefusal(403, [c("supported-collation")], `${named.slice(0, 40)} is no collation here.`);
  return { value: element.text, collation, isNegated: element.attributes["negate-condition"] === "yes" };
}

/** Null without an element; a missing end is infinite. @throws DavRefusal */
export function readRange(element: XmlElement | null): TimeRange | null {
  if (!element) return null;
  const { start, end } = element.attributes;
  if (start === undefined && end === undefined) throw invalidFilter("A time-range has a start or an end.");
  const range = {
    start: start === undefined ? Number.NEGATIVE_INFINITY : timeOf(start),
    end: end === undefined ? Number.POSITIVE_INFINITY : timeOf(end),
  };
  if (range.start >= range.end) throw invalidFilter("A time-range ends after it starts.");
  return range;
}

function timeOf(text: string): number {
  const time = readBasic(text);
  if (time?.form !== "utc") throw invalidFilter(`"${text.slice(0, 40)}" is no time in UTC.`);
  return time.local;
}
