// calendar-query and calendar-multiget of the scheduling inbox. RFC 6638 2.2
import { matchesFilter, overlapsText } from "../../calendar/objects/filter.ts";
import { Pauses } from "../../lib/pauses.ts";
import { type CalendarInboxRow, listInbox } from "../../store/calendar/scheduling-inbox.ts";
import { type DavRequest, multistatus } from "../context.ts";
import { inboxText } from "../inbox.ts";
import { paths, placeOfHref } from "../paths.ts";
import { propertiesXml } from "../propfind.ts";
import { resourceOf } from "../resources.ts";
import { childOf, type XmlElement } from "../xml-read.ts";
import { c, escaped, responseXml } from "../xml-write.ts";
import { readFilter } from "./filter-read.ts";
import { type Wish, wishOf } from "./wish.ts";

export function inboxQuery(request: DavRequest, root: XmlElement): Response {
  const { deps, owner } = request;
  const filter = readFilter(childOf(root, c("filter")));
  const wish = wishOf(root);
  const zone = "UTC";
  async function* responses() {
    const pauses = new Pauses();
    for (const item of await listInbox(deps.database, owner)) {
      const text = await inboxText(deps, owner, item);
      if (text === null) continue;
      const overlaps = (range: Parameters<typeof overlapsText>[1]) => overlapsText(text, range, zone);
      if (matchesFilter(text, filter, { zone, overlaps })) yield itemXml(request, { item, text, wish });
      if (pauses.isDue) await pauses.take();
    }
  }
  return multistatus(responses());
}

function itemXml(
  request: DavRequest,
  { item, text, wish }: { item: CalendarInboxRow; text: string | null; wish: Wish },
): string {
  const path = paths.inboxItem(request.owner.email, `${item.id}.ics`);
  const hasData = wish.data !== null && text !== null;
  const more = new Map(hasData ? [[c("calendar-data"), () => escaped(text)]] : []);
  return propertiesXml(request, { kind: "inbox-item", path, item }, { wanted: wish.wanted, more });
}

export function inboxMultiget(
  request: DavRequest,
  { hrefs, wish }: { hrefs: readonly string[]; wish: Wish },
): Response {
  const { deps, owner } = request;
  async function* responses() {
    for (const href of hrefs) {
      const place = placeOfHref(href);
      const resource = place?.kind === "inbox" ? await resourceOf(deps.database, owner, place) : null;
      if (resource?.kind !== "inbox-item") {
        yield responseXml(href, 404);
        continue;
      }
      const { item } = resource;
      yield itemXml(request, { item, text: wish.data && (await inboxText(deps, owner, item)), wish });
    }
  }
  return multistatus(responses());
}
