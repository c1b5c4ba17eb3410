// principal-property-search and principal-search-property-set. RFC 3744 9.4, 9.5. An app password knows one principal: the
// address that it is for.
import { type DavRequest, multistatus, xmlType } from "../context.ts";
import { paths } from "../paths.ts";
import { propertiesXml, wantedIn } from "../propfind.ts";
import { childOf, childrenOf, type Element } from "../xml-read.ts";
import { c, cs, d, declarations, element, text, xmlHead } from "../xml-write.ts";

const searched = [d("displayname"), c("calendar-user-address-set"), cs("email-address-set")];

const parts = new Set([d("property-search"), d("prop"), d("apply-to-principal-collection-set")]);

export function principalSearch(request: DavRequest, root: Element): Response {
  const { owner } = request;
  const values: Record<string, string> = {
    [d("displayname")]: owner.name ?? owner.email,
    [c("calendar-user-address-set")]: `mailto:${owner.email}`,
    [cs("email-address-set")]: owner.email,
  };
  const searches = childrenOf(root, d("property-search")).map((search) => {
    const wanted = (childOf(search, d("match"))?.text ?? "").trim().toLowerCase();
    const names = childOf(search, d("prop"))?.children.map(({ name }) => name) ?? [];
    return names.every((name) => values[name]?.toLowerCase().includes(wanted) ?? false);
  });
  const isFound = root.attributes.test === "anyof" ? searches.some(Boolean) : searches.every(Boolean);
  const self = { kind: "principal", path: paths.principal(owner.email) } as const;
  const isAsked = searches.length === 0 || isFound;
  // Some clients name the properties beside DAV:prop.
  const beside = root.children.map(({ name }) => name).filter((name) => !parts.has(name));
  const wanted = wantedIn(root);
  const names = [...wanted.names, ...beside];
  return multistatus(isAsked ? [propertiesXml(request, self, { wanted: { ...wanted, names } })] : []);
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
