// The turn after a message was read again: its content becomes that of the whole mail. What IMAP shows stays, since IMAP
// reads its bytes.
import { losses, lostDefect, partDefect } from "../../../src/mail/parse/defects.ts";
import type { ReadMail } from "../../../src/reading/mails.ts";
import { queueForSearch } from "../../../src/store/mailbox/search.ts";
import { listAttachments } from "../../../src/store/message/attachments.ts";
import { packContent, unpackContent } from "../../../src/store/message/content.ts";
import { messageWithContent, unqueuePartlyRead } from "../../../src/store/message/partly-read.ts";
import { attachments, bodies, messages } from "../../../src/store/tables/index.ts";
import type { Turn } from "../../runtime/turn.ts";

export interface Reread {
  messageId: string;
  /** Hash of the bytes that were read: a draft may have been replaced meanwhile. */
  sha256: Uint8Array;
  /** null: reading is given up. */
  read: ReadMail | null;
}

/** @returns false when the message is gone or was replaced */
export async function storeReading(turn: Turn, { messageId, sha256, read }: Reread): Promise<boolean> {
  const { accountId } = turn;
  const found = await messageWithContent(turn, accountId, messageId);
  if (!found || !Buffer.from(sha256).equals(found.row.rawSha256)) return false;
  const { row } = found;
  const content = read?.content ?? givenUp(found.content);
  if (content !== null) turn.update(bodies, { accountId, messageId, content });
  turn.bulk(unqueuePartlyRead(accountId, messageId));
  if (read === null) return true;
  const { preview } = read.facts;
  const hasAttachments = (await storeFiles(turn, messageId, read)) > 0;
  turn.update(messages, { accountId, id: messageId, preview, hasAttachments }, row);
  if (row.identityId !== null && (row.state === "received" || row.state === "sent")) {
    turn.bulk(queueForSearch(accountId, messageId));
  }
  return true;
}

/** Keeps the content and marks the unread parts as lost; null: none is. */
function givenUp(packed: Uint8Array): Uint8Array | null {
  const content = unpackContent(packed);
  const defects = content.defects.map((defect) => (defect === partDefect ? lostDefect : defect));
  return losses(defects).length > 0 ? packContent({ ...content, defects }) : null;
}

/** Stores the files; known ones keep their ids. @returns how many there are */
async function storeFiles(turn: Turn, messageId: string, { facts }: ReadMail): Promise<number> {
  const { accountId } = turn;
  const stored = await listAttachments(turn, accountId, messageId);
  // Uploaded files of a draft, and reports attached to a sent message, are no parts of the mail.
  if (stored.some(({ part }) => part === null)) return stored.length;
  for (const [ordinal, file] of facts.attachments.entries()) {
    const known = stored.find(({ part }) => part === file.part);
    if (known) turn.update(attachments, { accountId, id: known.id, ordinal, inline: file.inline });
    else {
      const id = turn.newId();
      const createdAt = turn.instant();
      turn.insert(attachments, { accountId, id, messageId, ordinal, ...file, blob: null, createdAt });
    }
  }
  return facts.attachments.length;
}
