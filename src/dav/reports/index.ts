// REPORT: which report a body asks for. RFC 3253 3.6
import { DavRefusal, type DavRequest, notFound } from "../context.ts";
import { readBody } from "../request.ts";
import { resourceOf } from "../resources.ts";
import { c, d } from "../xml-write.ts";
import { calendarMultiget, calendarQuery } from "./calendar-reports.ts";
import { freeBusyQuery } from "./free-busy.ts";
import { principalSearch, principalSearchProperties } from "./principals.ts";
import { syncCollection } from "./sync.ts";

export async function report(request: DavRequest): Promise<Response> {
  const { deps, owner, place } = request;
  const resource = await resourceOf(deps.database, owner, place);
  if (!resource) throw notFound();
  const root = await readBody(request);
  if (!root) throw new DavRefusal(400, [], "A report has a body.");
  switch (root.name) {
    case c("calendar-query"):
      return calendarQuery(request, resource, root);
    case c("calendar-multiget"):
      return calendarMultiget(request, resource, root);
    case c("free-busy-query"):
      return freeBusyQuery(request, resource, root);
    case d("sync-collection"):
      return syncCollection(request, resource, root);
    case d("principal-property-search"):
      return principalSearch(request, root);
    case d("principal-search-property-set"):
      return principalSearchProperties();
    default:
      throw new DavRefusal(403, [d("supported-report")], "This report is not known here.");
  }
}
