// The places of CalDAV: /dav/, principals, calendar homes, calendars and their objects. Paths are compared decoded, so both
// spellings of `@` name one place; each place has one spelling in answers.
import { parseAddress } from "../mail/address.ts";

export type DavPath =
  | { kind: "root" }
  | { kind: "principals" }
  | { kind: "homes" }
  | { kind: "principal"; email: string }
  | { kind: "home"; email: string }
  | { kind: "inbox"; email: string; item: string | null }
  | { kind: "outbox"; email: string }
  | { kind: "calendar"; email: string; calendar: string }
  | { kind: "object"; email: string; calendar: string; name: string };

export const base = "/dav/";
const maxSegmentCharacters = 255;

/** The place of a decoded or encoded path; null when there can be none. */
export function placeOf(path: string): DavPath | null {
  if (path === "/dav") return { kind: "root" };
  if (!path.startsWith(base)) return null;
  const segments: string[] = [];
  for (const part of path.slice(base.length).split("/")) {
    if (part === "") continue;
    const segment = decoded(part);
    if (segment === null) return null;
    segments.push(segment);
  }
  const [area, owner, calendar, name, ...more] = segments;
  if (area === undefined) return { kind: "root" };
  if (more.length > 0 || (area !== "principals" && area !== "calendars")) return null;
  if (owner === undefined) return { kind: area === "principals" ? "principals" : "homes" };
  const address = parseAddress(owner.toLowerCase());
  if (!address) return null;
  const email = `${address.localPart}@${address.domain}`;
  if (area === "principals") return calendar === undefined ? { kind: "principal", email } : null;
  if (calendar === undefined) return { kind: "home", email };
  if (calendar === "inbox") return { kind: "inbox", email, item: name ?? null };
  if (calendar === "outbox") return name === undefined ? { kind: "outbox", email } : null;
  return name === undefined
    ? { kind: "calendar", email, calendar }
    : { kind: "object", email, calendar, name };
}

function decoded(part: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(part);
  } catch {
    return null;
  }
  const isPlain = text !== "." && text !== ".." && !/[/\\\x00-\x1f\x7f]/.test(text);
  return isPlain && text.length <= maxSegmentCharacters && text.isWellFormed() ? text : null;
}

/** The place of an href in a body or header: a path, or a URL of this service. */
export function placeOfHref(href: string): DavPath | null {
  const text = href.trim();
  // Not parsed as a URL, which takes long for a name of many letters, and a request names thousands.
  const path = text.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0]!;
  return path.startsWith("/") ? placeOf(path) : null;
}

function segment(text: string): string {
  return encodeURIComponent(text).replace(/%40/g, "@").replace(/%3A/g, ":");
}

export const paths = {
  root: base,
  principals: `${base}principals/`,
  homes: `${base}calendars/`,
  principal: (email: string) => `${base}principals/${segment(email)}/`,
  home: (email: string) => `${base}calendars/${segment(email)}/`,
  inbox: (email: string) => `${base}calendars/${segment(email)}/inbox/`,
  inboxItem: (email: string, item: string) => `${base}calendars/${segment(email)}/inbox/${segment(item)}`,
  outbox: (email: string) => `${base}calendars/${segment(email)}/outbox/`,
  calendar: (email: string, name: string) => `${base}calendars/${segment(email)}/${segment(name)}/`,
  object: (email: string, calendar: string, name: string) =>
    `${base}calendars/${segment(email)}/${segment(calendar)}/${segment(name)}`,
};
