// Privileges of each kind of resource: an address may read and write its own, a program that was let in to read may read alone.
// RFC 3744 3, 5.3 to 5.5; RFC 6638 6
import type { DavResource } from "./resources.ts";
import { c, d, element, text } from "./xml-write.ts";

const readPrivileges = [d("read"), d("read-acl"), d("read-current-user-privilege-set")];
const writePrivileges = [d("write"), d("write-properties"), d("write-content"), d("bind"), d("unbind")];

function namesOf({ kind }: DavResource): string[] {
  switch (kind) {
    case "calendar":
      return ["{DAV:}all", ...readPrivileges, ...writePrivileges, c("read-free-busy")];
    case "object":
      return [...readPrivileges, d("write"), d("write-content"), d("unbind"), c("read-free-busy")];
    case "home":
      return [...readPrivileges, d("bind"), d("unbind")];
    case "inbox":
    case "inbox-item":
      return [
        ...readPrivileges,
        d("unbind"),
        c("schedule-deliver"),
        c("schedule-deliver-invite"),
        c("schedule-deliver-reply"),
        c("schedule-query-freebusy"),
      ];
    case "outbox":
      return [
        ...readPrivileges,
        c("schedule-send"),
        c("schedule-send-invite"),
        c("schedule-send-reply"),
        c("schedule-send-freebusy"),
      ];
    default:
      return readPrivileges;
  }
}

const ofReaders = new Set([...readPrivileges, c("read-free-busy")]);

/** DAV:current-user-privilege-set */
export function privilegesOf(resource: DavResource, mayWrite: boolean): string {
  return namesOf(resource)
    .filter((name) => mayWrite || ofReaders.has(name))
    .map((name) => element(d("privilege"), element(name)))
    .join("");
}

/** DAV:acl: one entry, which nobody can change. */
export function aclOf(resource: DavResource, principal: string): string {
  return element(
    d("ace"),
    element(d("principal"), principal) +
      element(d("grant"), privilegesOf(resource, true)) +
      element(d("protected")),
  );
}

function supported(name: string, words: string, below: readonly string[] = []): string {
  const description = text(d("description"), words);
  return element(
    d("supported-privilege"),
    element(d("privilege"), element(name)) + description + below.join(""),
  );
}

export const supportedPrivileges = supported(d("all"), "All", [
  supported(d("read"), "Read", [
    supported(d("read-acl"), "Read the privileges of all"),
    supported(d("read-current-user-privilege-set"), "Read the own privileges"),
    supported(c("read-free-busy"), "Read free and busy times"),
  ]),
  supported(d("write"), "Write", [
    supported(d("write-properties"), "Change properties"),
    supported(d("write-content"), "Change contents"),
    supported(d("bind"), "Add members"),
    supported(d("unbind"), "Remove members"),
  ]),
  supported(c("schedule-deliver"), "Deliver to the inbox", [
    supported(c("schedule-deliver-invite"), "Deliver invitations"),
    supported(c("schedule-deliver-reply"), "Deliver answers"),
    supported(c("schedule-query-freebusy"), "Ask for free and busy times"),
  ]),
  supported(c("schedule-send"), "Send from the outbox", [
    supported(c("schedule-send-invite"), "Send invitations"),
    supported(c("schedule-send-reply"), "Send answers"),
    supported(c("schedule-send-freebusy"), "Ask others for free and busy times"),
  ]),
]);
