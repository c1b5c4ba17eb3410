// CALDAV:calendar-data in answers: whole objects, some of their properties, or their instances. RFC 4791 9.6
import type { WantedParts } from "../../calendar/objects/expand-text.ts";
import { windowOf } from "../../calendar/objects/filter.ts";
import type { DataOptions } from "../../calendar/objects/object-view.ts";
import { DavRefusal } from "../context.ts";
import { childOf, childrenOf, type XmlElement } from "../xml-read.ts";
import { c, d } from "../xml-write.ts";
import { readRange } from "./filter-read.ts";

const maxExpansionSeconds = 20 * 366 * 86_400;

/** Read a report's calendar-data; null: it has none. @throws DavRefusal */
export function dataOptionsIn(root: XmlElement): DataOptions | null {
  const data = childOf(childOf(root, d("prop")), c("calendar-data"));
  if (!data) return null;
  const { "content-type": type = "text/calendar", version = "2.0" } = data.attributes;
  if (type.toLowerCase() !== "text/calendar" || version !== "2.0")
    throw new DavRefusal(403, [c("supported-calendar-data")], "Objects are text/calendar 2.0.");
  const range = readRange(childOf(data, c("expand")));
  if (range && !(range.end - range.start <= maxExpansionSeconds))
    throw new DavRefusal(
      403,
      [c("max-instances")],
      "An expansion has a start and an end at most 20 years apart.",
    );
  const limit = readRange(childOf(data, c("limit-recurrence-set")));
  const comp = childOf(data, c("comp"));
  return {
    expand: range && windowOf(range),
    limit: limit && windowOf(limit),
    parts: comp && partsIn(comp),
  };
}

const maxParts = 500;

function partsIn(comp: XmlElement): WantedParts {
  if (comp.children.length > maxParts)
    throw new DavRefusal(403, [], `calendar-data names at most ${maxParts} properties.`);
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
