// A mail whose body is wrapped: signed or compressed by S/MIME, encrypted, or nothing but other messages. RFC 8551 3, RFC 3156 4,
// RFC 2046 5.2.1
import { type CmsContent, cmsContent, isCms } from "../mime/cms.ts";
import { partBytes } from "../mime/part-text.ts";
import { type MailScan, type PartStructure, scanStructure } from "../mime/structure.ts";
import { leavesOf } from "./bodies.ts";

/** The mark between an S/MIME part and the parts inside it, in the id of a part: "1/p7m/2". */
export const cmsMark = "p7m";

export interface WrappedEntity {
  kind: "entity";
  scan: MailScan;
  /** Goes before the ids of its parts. */
  prefix: string;
}

export type Wrapped =
  | WrappedEntity
  | { kind: "messages"; messages: MailScan[] }
  | { kind: "encrypted"; by: "S/MIME" | "OpenPGP" };

/** Messages of a mail that has no text of its own, as read for its text. */
const maxMessages = 20;

/** The content of a mail without a text part; null: none of these. */
export function wrappedIn({ binary, root }: Pick<MailScan, "binary" | "root">): Wrapped | null {
  if (root.type === "multipart" && root.subtype === "encrypted") return { kind: "encrypted", by: "OpenPGP" };
  const leaves = leavesOf(root);
  const cms = leaves.find(isCms);
  if (cms) {
    const content = contentOf(binary, cms);
    if (content.kind === "encrypted") return { kind: "encrypted", by: "S/MIME" };
    if (content.kind === "mail")
      return { kind: "entity", scan: scanStructure(content.raw), prefix: `${cms.section}/${cmsMark}/` };
  }
  return messagesOf(binary, leaves);
}

/** The messages of a digest beside the text that lists them; null: the mail has none. RFC 2046 5.1.5 */
export function digestIn({ binary, root }: Pick<MailScan, "binary" | "root">): Wrapped | null {
  const digest = root.type === "multipart" ? root.parts.find(isDigest) : undefined;
  return digest === undefined ? null : messagesOf(binary, digest.parts);
}

function isDigest({ type, subtype }: PartStructure): boolean {
  return type === "multipart" && subtype === "digest";
}

function messagesOf(binary: string, leaves: readonly PartStructure[]): Wrapped | null {
  const messages = leaves
    .filter(({ type, parts }) => type === "message" && parts.length > 0)
    .slice(0, maxMessages)
    .map((part) => scanStructure(partBytes(binary, part)));
  return messages.length > 0 ? { kind: "messages", messages } : null;
}

/** The mail inside an S/MIME part; null: none that can be read. */
export function insideCms(binary: string, part: PartStructure): Uint8Array | null {
  const content = isCms(part) ? contentOf(binary, part) : null;
  return content?.kind === "mail" ? content.raw : null;
}

function contentOf(binary: string, part: PartStructure): CmsContent {
  return cmsContent(partBytes(binary, part));
}
