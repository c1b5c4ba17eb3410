// Octets of the raw mail that BODY[...] names. RFC 9051 6.4.5.1: part numbers count from 1; a message that is
// not multipart has one part, 1; HEADER and TEXT belong to a message, so after a part number only to a
// message/rfc822 part.

import { areListed } from "../../mail/mime/header-fields.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import type { Section } from "../wire/commands.ts";

/** Octets [from, to) of the raw mail. */
export interface RangePlan {
  kind: "range";
  from: number;
  to: number;
}

/** Some of the header's fields, in their order, and the empty line. */
export interface FieldsPlan {
  kind: "fields";
  from: number;
  to: number;
  /** Lower case. */
  names: ReadonlySet<string>;
  /** HEADER.FIELDS.NOT: all others. */
  not: boolean;
}

/** Whether a section lies in the header of the mail itself. */
export function isOfHeader({ part, text }: Section): boolean {
  return part.length === 0 && text !== null && text.startsWith("HEADER");
}

/** Header lists of sections read before: one command asks for the same section of each message. */
const listedBefore = new WeakMap<Section, ReadonlySet<string> | null>();

/** The names of a section of fields that are stored beside the mail; null for any other section. */
export function listedNames(section: Section): ReadonlySet<string> | null {
  const before = listedBefore.get(section);
  if (before !== undefined) return before;
  const { part, text, fields } = section;
  const names = new Set(fields.map((name) => name.toLowerCase()));
  const isListed = part.length === 0 && text === "HEADER.FIELDS" && areListed(names);
  listedBefore.set(section, isListed ? names : null);
  return isListed ? names : null;
}

/** The part that a path names, or null. The empty path is the root. */
export function partAt(root: PartStructure, path: readonly number[]): PartStructure | null {
  let children = partsOfMessage(root);
  let part: PartStructure | null = root;
  for (const number of path) {
    part = children[number - 1] ?? null;
    if (!part) return null;
    const inner: PartStructure | undefined = part.type === "multipart" ? undefined : part.parts[0];
    children = inner ? partsOfMessage(inner) : part.parts;
  }
  return part;
}

function partsOfMessage(root: PartStructure): readonly PartStructure[] {
  return root.type === "multipart" ? root.parts : [root];
}

/** Where a section lies, or null for one that the mail does not have: it is answered NIL. */
export function planSection(root: PartStructure, section: Section): RangePlan | FieldsPlan | null {
  const part = partAt(root, section.part);
  if (!part) return null;
  const outermost = section.part.length === 0;
  if (section.text === null) return { kind: "range", from: outermost ? 0 : part.bodyStart, to: part.end };
  if (section.text === "MIME") return { kind: "range", from: part.headerStart, to: part.bodyStart };
  const message = outermost ? root : part.type === "message" ? part.parts[0] : undefined;
  if (!message) return null;
  // The empty line after a header may also be the line end that belongs to the next boundary.
  const { headerStart } = message;
  const bodyStart = Math.min(message.bodyStart, part.end);
  const end = Math.min(message.end, part.end);
  switch (section.text) {
    case "HEADER":
      return { kind: "range", from: headerStart, to: bodyStart };
    case "TEXT":
      return { kind: "range", from: bodyStart, to: end };
    default: {
      const names = new Set(section.fields.map((name) => name.toLowerCase()));
      const not = section.text === "HEADER.FIELDS.NOT";
      return { kind: "fields", from: headerStart, to: bodyStart, names, not };
    }
  }
}
