// Mails whose octets are not there, or damaged, while a command looks through others: SEARCH, SORT and THREAD go on without them, and
// an untagged NO, which is a warning (RFC 9051 7.1.2), names them.
import { BlobMissing } from "../../store/blobs/blobs.ts";
import type { PlacedMessage } from "../../store/mailbox/imap.ts";
import type { ImapSession } from "../session.ts";
import { writeUntagged } from "../wire/encode.ts";

/** UIDs that one reply names. */
export const maxNamed = 20;

/** Return what `read` reads of the mail; null where its octets are damaged or not there: `tellUnread` names it. @throws every other error */
export async function unlessDamaged<T>(
  session: ImapSession,
  { uid, message_id: id }: Pick<PlacedMessage, "uid" | "message_id">,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    const { untold, logged } = session.opened.unread;
    untold.add(uid);
    if (!logged.has(uid)) session.log.warn("the octets of a message are not there", { message_id: id, uid });
    logged.add(uid);
    return null;
  }
}

/** Warns the client of mails that could not be read since the last warning. */
export function tellUnread({ selected, writer }: ImapSession): void {
  const uids = [...(selected?.unread.untold ?? [])].sort((a, b) => a - b);
  if (uids.length === 0) return;
  selected?.unread.untold.clear();
  const named = uids.slice(0, maxNamed).join(",");
  const text = `The bytes of UID ${named} are not here just now, all others were looked through.`;
  writeUntagged(writer, "NO", { code: "UNAVAILABLE", text });
}
