// principal-property-search and principal-search-property-set. RFC 3744 9.4, 9.5. A client knows the
// principals of the addresses that it may see.
import type { CalendarOwner } from "../../../actors/identity/calendar/calendar-content.ts";
import { type DavRequest, multistatus, xmlType } from "../context.ts";
import { propertiesXml, wantedIn } from "../propfind.ts";
import { principalResource } from "../resources.ts";
import { childOf, childrenOf, type XmlElement } from "../xml-read.ts";
import { c, cs, d, declarations, element, text, xmlHead } from "../xml-write.ts";

const searched = [d("displayname"), c("calendar-user-address-set"), cs("email-address-set")];

const parts = new Set([d("property-search"), d("prop"), d("apply-to-principal-collection-set")]);

export async function principalSearch(request: DavRequest, root: XmlElement): Promise<Response> {
  const searches = childrenOf(root, d("property-search")).map((search) => ({
    wanted: (childOf(search, d("match"))?.text ?? "").trim().toLowerCase(),
    names: childOf(search, d("prop"))?.children.map(({ name }) => name) ?? [],
  }));
  const isFound = (owner: CalendarOwner) => {
    const values: Record<string, string> = {
      [d("displayname")]: owner.name ?? owner.email,
      [c("calendar-user-address-set")]: `mailto:${owner.email}`,
      [cs("email-address-set")]: owner.email,
    };
    const each = searches.map(({ wanted, names }) =>
      names.every((name) => values[name]?.toLowerCase().includes(wanted) ?? false),
    );
    return each.length === 0 || (root.attributes.test === "anyof" ? each.some(Boolean) : each.every(Boolean));
  };
  // Some clients name the properties beside DAV:prop.
  const beside = root.children.map(({ name }) => name).filter((name) => !parts.has(name));
  const asked = wantedIn(root);
  const wanted = { ...asked, names: [...asked.names, ...beside] };
  const found = (await request.reached()).filter(isFound);
  return multistatus(found.map((owner) => propertiesXml(request, principalResource(owner), { wanted })));
}

export function principalSearchProperties(): Response {
  const words: Record<string, string> = {
    [d("displayname")]: "Name",
    [c("calendar-user-address-set")]: "Calendar address",
    [cs("email-address-set")]: "Mail address",
  };
  const properties = searched.map((name) =>
    element(
      d("principal-search-property"),
      element(d("prop"), element(name)) + text(d("description"), words[name]!),
    ),
  );
  return new Response(
    `${xmlHead}<D:principal-search-property-set${declarations}>${properties.join("")}</D:principal-search-property-set>`,
    { headers: { "content-type": xmlType } },
  );
}
