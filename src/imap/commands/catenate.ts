// CATENATE's URLs: parts of stored messages. RFC 4469 2; RFC 5092
import type { PartStructure } from "../../mail/mime/part.ts";
import { folderNamed, type Owner, placedMessages } from "../../store/mailbox/imap.ts";
import { partialBounds, planBytes } from "../fetch/content.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { planSection } from "../fetch/sections.ts";
import { type ImapUrl, parseImapUrl } from "../imap-url.ts";
import type { ImapSession } from "../session.ts";
import { badUrlCode } from "../wire/codes.ts";
import { WireFailure } from "../wire/failure.ts";
import { loginOf } from "./handler.ts";
import { fullName } from "./mailboxes.ts";

/** The octets that a URL names. @throws WireFailure BADURL. RFC 4469 4 */
export async function readUrl(session: ImapSession, text: string): Promise<Uint8Array> {
  const url = parseImapUrl(text);
  const bytes = url && isOwn(session, url) ? await urlOctets(session, url) : null;
  if (!bytes) throw new WireFailure("A URL cannot be read", { status: "NO", code: badUrlCode(text) });
  return bytes;
}

/** A relative URL, or one that names this user. A URL without a user asks for anonymous access, which is refused. RFC 5092 5 */
function isOwn(session: ImapSession, { server }: ImapUrl): boolean {
  return (
    server === null || (server.user !== null && fullName(session, server.user) === loginOf(session).email)
  );
}

/** The octets of the part, or null where there is none. */
async function urlOctets(session: ImapSession, url: ImapUrl): Promise<Uint8Array | null> {
  const content = await urlContent(session, loginOf(session), url);
  const plan = content && planSection(content.structure, url.section);
  if (!plan) return null;
  const bytes = planBytes(plan, content.raw);
  const { from, to } = partialBounds(bytes.length, url.partial);
  return bytes.slice(from, to);
}

/** The message that a URL names among this owner's, or null. */
async function urlContent(
  { deps: { database, blobs } }: ImapSession,
  owner: Owner,
  url: ImapUrl,
): Promise<{ raw: Uint8Array; structure: PartStructure } | null> {
  const folder = await folderNamed(database, owner, url.mailbox);
  if (!folder || (url.uidValidity !== null && url.uidValidity !== folder.uidValidity)) return null;
  const at = { ...owner, folderId: folder.id };
  const chunk = { uids: [url.uid], whole: false };
  const [row] = await placedMessages(database, at, { chunk, depth: "raw" });
  if (!row) return null;
  const content = new MessageContent(row, { database, blobs, owner });
  const { structure } = await content.parts();
  return { raw: await content.raw(), structure };
}
