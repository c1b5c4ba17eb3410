// Looks up the folders that commands name.
import type { FolderRow } from "../../store/mailbox/folders.ts";
import { folderNamed } from "../../store/mailbox/imap.ts";
import type { ImapSession } from "../session.ts";
import type { NamedFolder } from "../state/identity-feed.ts";
import { WireFailure } from "../wire/failure.ts";
import { loginOf } from "./handler.ts";

/** @throws WireFailure NONEXISTENT */
export async function folderCalled(session: ImapSession, name: string): Promise<FolderRow> {
  const folder = await findFolder(session, name);
  if (!folder) throw new WireFailure("There is no such mailbox", { status: "NO", code: "NONEXISTENT" });
  return folder;
}

/** The target folder of APPEND, COPY and MOVE. @throws WireFailure TRYCREATE. RFC 9051 6.3.12, 6.4.7 */
export async function targetCalled(session: ImapSession, name: string): Promise<NamedFolder> {
  const folder = await session.ownFeed.folderNamed(name);
  if (!folder) throw new WireFailure("There is no such mailbox", { status: "NO", code: "TRYCREATE" });
  if (folder.role === "scheduled") {
    throw new WireFailure("Only scheduling a draft puts it into this mailbox", {
      status: "NO",
      code: "CANNOT",
    });
  }
  return folder;
}

export function findFolder(session: ImapSession, name: string): Promise<FolderRow | null> {
  return folderNamed(session.deps.database, loginOf(session), name);
}

/** The identity's actor. */
export function actorOf(session: ImapSession) {
  const { accountId, identityId } = loginOf(session);
  return session.deps.actors.identity(accountId, identityId);
}

/** RFC 6154 2. The folder of scheduled drafts has no attribute. */
const specialUses: Record<string, string> = {
  sent: "\\Sent",
  drafts: "\\Drafts",
  archive: "\\Archive",
  spam: "\\Junk",
  trash: "\\Trash",
};

export function specialUseOf(role: string | null): string | null {
  return role === null ? null : (specialUses[role] ?? null);
}

/** A user name as an address: a bare local part is at MAIL_DOMAIN. DECISIONS App passwords */
export function fullName({ deps }: ImapSession, user: string): string {
  return (user.includes("@") ? user : `${user}@${deps.mailDomain}`).toLowerCase();
}
