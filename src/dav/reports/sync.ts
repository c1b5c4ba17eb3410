// sync-collection: what changed in a calendar since a token. RFC 6578 3
import { listCalendarChanges } from "../../store/calendar/objects.ts";
import { DavRefusal, type DavRequest, multistatus } from "../context.ts";
import { paths } from "../paths.ts";
import { propertiesXml, wantedIn } from "../propfind.ts";
import { objectResource, type Resource } from "../resources.ts";
import { beginningOf, cutTokenOf, readToken, type SyncPlace, tokenOf } from "../sync-token.ts";
import { childOf, type Element } from "../xml-read.ts";
import { d, element, responseXml, text } from "../xml-write.ts";
import { limitIn } from "./calendar-reports.ts";

/** Changes of one query. */
const pageRows = 500;

export async function syncCollection(
  request: DavRequest,
  resource: Resource,
  root: Element,
): Promise<Response> {
  const { deps, owner, headers } = request;
  if (resource.kind !== "calendar") throw new DavRefusal(403, [d("supported-report")]);
  // RFC 6578 3.2; older clients send Depth: 1.
  const level = childOf(root, d("sync-level"))?.text.trim() ?? headers.get("depth")?.trim() ?? "1";
  if (level !== "1") throw new DavRefusal(403, [d("sync-traversal-supported")], "sync-level is 1.");
  const { calendar, path } = resource;
  const given = childOf(root, d("sync-token"))?.text.trim() ?? "";
  const from = given === "" ? beginningOf(calendar.id) : readToken(given);
  const limit = limitIn(root);
  const wanted = wantedIn(root);
  const isInitial = given === "";
  const read = (after: SyncPlace, count: number) =>
    listCalendarChanges(deps.database, owner, { calendarId: calendar.id, after, count });
  const refuse = () =>
    new DavRefusal(403, [d("valid-sync-token")], "This sync token is not valid, or too old.");
  if (from?.calendarId !== calendar.id) throw refuse();
  const first = await read(from, Math.min(pageRows, limit + 1));
  if (from.modseq > first.modseq || (!isInitial && from.modseq < first.forgotten)) throw refuse();
  let token = tokenOf(calendar.id, first.modseq);
  async function* responses() {
    let page = first;
    let count = 0;
    for (;;) {
      for (const { modseq, name, ...head } of page.changes) {
        if (count === limit) {
          yield responseXml(path, 507, element(d("number-of-matches-within-limits")));
          yield text(d("sync-token"), token);
          return;
        }
        const isGone = head.etag == null;
        if (isGone && isInitial) continue;
        count++;
        token = cutTokenOf({ calendarId: calendar.id, modseq, name });
        yield isGone
          ? responseXml(paths.object(owner.email, calendar.name, name), 404)
          : propertiesXml(request, objectResource(owner, calendar, { name, modseq, ...head } as never), {
              wanted,
            });
      }
      const last = page.changes.at(-1);
      if (!last || page.changes.length < Math.min(pageRows, limit + 1)) break;
      page = await read(
        { calendarId: calendar.id, modseq: last.modseq, name: last.name },
        Math.min(pageRows, limit + 1),
      );
    }
    // The last page's modseq: changes made meanwhile are in it, or later than it.
    yield text(d("sync-token"), tokenOf(calendar.id, page.modseq));
  }
  return multistatus(responses());
}
