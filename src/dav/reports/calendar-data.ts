// CALDAV:calendar-data in answers: whole objects, some of their properties, or their instances. RFC 4791 9.6
import { expandedText, limitedText, type WantedParts } from "../../calendar/objects/expand-text.ts";
import { windowOf } from "../../calendar/objects/filter.ts";
import type { CalendarEventRow } from "../../store/calendar/calendar-events.ts";
import type { CalendarObjectRow } from "../../store/calendar/objects.ts";
import { DavRefusal } from "../context.ts";
import { textOf, writtenRows } from "../object-texts.ts";
import { childOf, childrenOf, type Element } from "../xml-read.ts";
import { c, d, escaped } from "../xml-write.ts";
import { readRange } from "./filter-read.ts";

export interface DataOptions {
  /** Instances within a window in place of series. */
  expand: { after: string; before: string } | null;
  parts: WantedParts | null;
}

const longestExpansionSeconds = 20 * 366 * 86_400;

/** What a report asks of calendar-data; null: nothing. @throws DavRefusal */
export function dataOptionsIn(root: Element): DataOptions | null {
  const data = childOf(childOf(root, d("prop")), c("calendar-data"));
  if (!data) return null;
  const { "content-type": type = "text/calendar", version = "2.0" } = data.attributes;
  if (type.toLowerCase() !== "text/calendar" || version !== "2.0")
    throw new DavRefusal(403, [c("supported-calendar-data")], "Objects are text/calendar 2.0.");
  const range = readRange(childOf(data, c("expand")));
  if (range && !(range.end - range.start <= longestExpansionSeconds))
    throw new DavRefusal(
      403,
      [c("max-instances")],
      "An expansion has a start and an end at most 20 years apart.",
    );
  const comp = childOf(data, c("comp"));
  return { expand: range && windowOf(range), parts: comp && partsIn(comp) };
}

function partsIn(comp: Element): WantedParts {
  const props = childrenOf(comp, c("prop")).map(({ attributes }) => ({
    name: attributes.name?.toUpperCase() ?? "",
    isEmpty: attributes.novalue === "yes",
  }));
  const isNamed = props.length > 0 && !childOf(comp, c("allprop"));
  const comps = childrenOf(comp, c("comp"));
  const isWhole = childOf(comp, c("allcomp")) !== null || (comps.length === 0 && !isNamed);
  return {
    name: comp.attributes.name?.toUpperCase() ?? "",
    props: isNamed || (comps.length > 0 && !childOf(comp, c("allprop"))) ? props : null,
    comps: isWhole ? null : comps.map(partsIn),
  };
}

/** The text of an object as the report wants it, as XML. */
export function dataXml(
  object: CalendarObjectRow,
  rows: readonly CalendarEventRow[],
  { expand, parts }: DataOptions,
): string {
  const whole = textOf(object, rows);
  const text =
    expand && object.component === "VEVENT" ? expandedText(whole, writtenRows(rows), expand) : whole;
  return escaped(parts === null ? text : limitedText(text, parts));
}
