// Writes the XML of answers. Names are `{namespace}name`; each answer declares its prefixes once.
import { dropOldest } from "../lib/oldest.ts";
import type { XmlElement } from "./xml-read.ts";

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";
const CALENDARSERVER = "http://calendarserver.org/ns/";
export const APPLE = "http://apple.com/ns/ical/";

const prefixes = new Map([
  [DAV, "D"],
  [CALDAV, "C"],
  [CALENDARSERVER, "CS"],
  [APPLE, "A"],
]);

/** The declarations of a root element. */
export const declarations = [...prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join("");

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n';

export const d = (name: string) => `{${DAV}}${name}`;
export const c = (name: string) => `{${CALDAV}}${name}`;
export const cs = (name: string) => `{${CALENDARSERVER}}${name}`;
export const apple = (name: string) => `{${APPLE}}${name}`;

/** Characters that XML 1.0 does not have. */
const foreign = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
/** Characters of a text that is looked at for being plain: longer ones hardly are. */
const maxPlain = 200;
/** Texts of these alone stand as they are. */
const plain = /^[ !#-%'-;=?-~]*$/;

export function escaped(text: string): string {
  if (text.length <= maxPlain && plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(foreign, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\r", "&#13;");
}

/** The tags of names that were written lately: an answer writes the same few for each of its resources. */
const tags = new Map<string, Tag>();
const maxTags = 200;
/** Characters of a name that is kept. */
const maxTagName = 80;

interface Tag {
  tag: string;
  declared: string;
}

function tagOf(name: string): Tag {
  const known = tags.get(name);
  if (known) return known;
  const made = makeTag(name);
  if (name.length <= maxTagName) {
    tags.set(name, made);
    dropOldest(tags, maxTags);
  }
  return made;
}

/** The tag of a name, with the declaration of a namespace that has no prefix here. */
function makeTag(name: string): Tag {
  const end = name.indexOf("}");
  const uri = name.slice(1, end);
  const local = name.slice(end + 1);
  const prefix = prefixes.get(uri);
  if (prefix) return { tag: `${prefix}:${local}`, declared: "" };
  return uri === ""
    ? { tag: local, declared: "" }
    : { tag: `X:${local}`, declared: ` xmlns:X="${escaped(uri)}"` };
}

/** An element around XML. */
export function element(name: string, content = "", attributes?: Record<string, string>): string {
  const { tag, declared } = tagOf(name);
  let written = "";
  for (const key in attributes) written += ` ${key}="${escaped(attributes[key] ?? "")}"`;
  return content === ""
    ? `<${tag}${declared}${written}/>`
    : `<${tag}${declared}${written}>${content}</${tag}>`;
}

/** An element around text. */
export function text(name: string, value: string): string {
  return element(name, escaped(value));
}

export function href(path: string): string {
  return text(d("href"), path);
}

/** The content of an element as it was read. */
export function contentOf({ children, text: own }: XmlElement): string {
  return children.length === 0
    ? escaped(own)
    : children.map((child) => element(child.name, contentOf(child), child.attributes)).join("");
}

/** DAV:error with preconditions. RFC 4918 16 */
export function errorXml(preconditions: readonly string[], message: string | null): string {
  const parts = preconditions.map((name) => (name.startsWith("<") ? name : element(name)));
  const words = message === null ? "" : text(d("responsedescription"), message);
  return `${xmlHead}<D:error${declarations}>${parts.join("")}${words}</D:error>`;
}

export interface PropStat {
  status: number;
  /** Properties as XML. */
  props: string;
  /** Precondition elements. */
  error?: string;
}

const reasons: Record<number, string> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  412: "Precondition Failed",
  424: "Failed Dependency",
  507: "Insufficient Storage",
};

function statusXml(status: number): string {
  return text(d("status"), `HTTP/1.1 ${status} ${reasons[status] ?? "Status"}`);
}

/** One response of a multistatus: with properties, or with a status. RFC 4918 14.24 */
export function responseXml(path: string, of: readonly PropStat[] | number, error = ""): string {
  if (typeof of === "number") {
    const why = error === "" ? "" : element(d("error"), error);
    return element(d("response"), href(path) + statusXml(of) + why);
  }
  const stats = of
    .filter(({ props }) => props !== "")
    .map(({ status, props, error: why }) =>
      element(
        d("propstat"),
        element(d("prop"), props) + statusXml(status) + (why ? element(d("error"), why) : ""),
      ),
    );
  const content =
    stats.length > 0 ? stats.join("") : element(d("propstat"), element(d("prop")) + statusXml(200));
  return element(d("response"), href(path) + content);
}
