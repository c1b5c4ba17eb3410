// PROPFIND and PROPPATCH. RFC 4918 9.1, 9.2
import { setCalendarProperties } from "../../actors/identity/calendar/collections.ts";
import { zoneName } from "../lib/zones.ts";
import { DavRefusal, type DavRequest, multistatus, notFound } from "./context.ts";
import { isInAllprop, isProtected, propertiesOf } from "./properties.ts";
import { readBody } from "./request.ts";
import { type DavResource, isCollection, membersOf, resourceOf } from "./resources.ts";
import { childOf, childrenOf, type XmlElement } from "./xml-read.ts";
import { c, contentOf, d, element, responseXml } from "./xml-write.ts";

/** The properties that a PROPFIND asks for. */
export type Wanted = { all: boolean; namesOnly: boolean; names: string[] };

const maxWanted = 500;
const maxWantedCharacters = 32 * 1024;

/** @throws DavRefusal */
export function wantedIn(root: XmlElement | null): Wanted {
  const names = childOf(root, d("prop"))?.children.map(({ name }) => name) ?? [];
  const included = childOf(root, d("include"))?.children.map(({ name }) => name) ?? [];
  const namesOnly = childOf(root, d("propname")) !== null;
  const all = root === null || childOf(root, d("allprop")) !== null;
  const unique = [...new Set([...names, ...included])];
  if (unique.length > maxWanted || unique.join("").length > maxWantedCharacters)
    throw new DavRefusal(403, [], `Ask for at most ${maxWanted} properties.`);
  return { all, namesOnly, names: unique };
}

/** The response of a resource with the wanted properties; `more` adds values that only this request has. */
export function propertiesXml(
  request: DavRequest,
  resource: DavResource,
  { wanted, more = new Map() }: { wanted: Wanted; more?: ReadonlyMap<string, () => string> },
): string {
  const known = propertiesOf(request, resource);
  const names = wanted.all
    ? [...known.keys()].filter((name) => isInAllprop(name) || wanted.names.includes(name))
    : wanted.names;
  if (wanted.namesOnly) {
    const all = [...known.keys()].map((name) => element(name)).join("");
    return responseXml(resource.path, [{ status: 200, props: all }]);
  }
  let found = "";
  let missing = "";
  for (const name of names) {
    const value = more.get(name) ?? known.get(name);
    if (value) found += element(name, value());
    else missing += element(name);
  }
  return responseXml(resource.path, [
    { status: 200, props: found },
    { status: 404, props: missing },
  ]);
}

export async function propfind(request: DavRequest): Promise<Response> {
  const { deps, owner, place, headers } = request;
  const resource = await resourceOf(deps.database, owner, place);
  if (!resource) throw notFound();
  const depth = headers.get("depth")?.trim().toLowerCase() ?? (isCollection(resource) ? "infinity" : "0");
  if (depth === "infinity" && isCollection(resource)) throw new DavRefusal(403, [d("propfind-finite-depth")]);
  if (depth !== "0" && depth !== "1" && depth !== "infinity")
    throw new DavRefusal(400, [], "Depth is 0 or 1.");
  const root = await readBody(request);
  if (root && root.name !== d("propfind")) throw new DavRefusal(400, [], "The body is no DAV:propfind.");
  const wanted = wantedIn(root);
  async function* responses() {
    yield propertiesXml(request, resource!, { wanted });
    if (depth !== "1") return;
    for await (const member of membersOf(request, resource!))
      yield propertiesXml(request, member, { wanted });
  }
  return multistatus(responses());
}

const maxProperties = 100;
const maxPropertyCharacters = 64 * 1024;

/** Changes by PROPPATCH and MKCALENDAR: XML by name; null removes. */
export interface PropertyChanges {
  values: Map<string, string | null>;
  timezone: string | null;
}

/** The changes of DAV:set and DAV:remove, in their order. */
export function changesIn(root: XmlElement | null): PropertyChanges {
  const values = new Map<string, string | null>();
  let timezone: string | null = null;
  for (const part of root?.children ?? []) {
    const isRemoved = part.name === d("remove");
    if (!isRemoved && part.name !== d("set")) continue;
    for (const prop of childrenOf(part, d("prop"))) {
      for (const one of prop.children) {
        const xml = contentOf(one);
        if (xml.length > maxPropertyCharacters) throw new DavRefusal(507, [], `${one.name} is too long.`);
        if (one.name === c("calendar-timezone-id") && !isRemoved) timezone = one.text.trim();
        else values.set(one.name, isRemoved ? null : xml);
      }
    }
  }
  if (values.size > maxProperties) throw new DavRefusal(507, [], "There are too many properties.");
  return { values, timezone };
}

export async function proppatch(request: DavRequest): Promise<Response> {
  const { deps, owner, place } = request;
  const resource = await resourceOf(deps.database, owner, place);
  if (!resource) throw notFound();
  const root = await readBody(request);
  if (root?.name !== d("propertyupdate")) throw new DavRefusal(400, [], "The body is no DAV:propertyupdate.");
  const { values, timezone } = changesIn(root);
  const names = [...values.keys(), ...(timezone === null ? [] : [c("calendar-timezone-id")])];
  const zone = timezone === null ? null : zoneName(timezone);
  const isRefused = (name: string) =>
    resource.kind !== "calendar" ||
    isProtected(name) ||
    (name === c("calendar-timezone-id") && zone === null);
  const refused = names.filter(isRefused);
  const listed = (some: readonly string[]) => some.map((name) => element(name)).join("");
  if (refused.length > 0 || resource.kind !== "calendar") {
    const error = element(d("cannot-modify-protected-property"));
    return multistatus([
      responseXml(resource.path, [
        { status: 403, props: listed(refused), error },
        { status: 424, props: listed(names.filter((name) => !refused.includes(name))) },
      ]),
    ]);
  }
  await deps.actors
    .identity(owner.accountId, owner.identityId)
    .run((turn) =>
      setCalendarProperties(turn, resource.calendar, { values, timezone: zone, most: maxProperties }),
    );
  return multistatus([responseXml(resource.path, [{ status: 200, props: listed(names) }])]);
}
