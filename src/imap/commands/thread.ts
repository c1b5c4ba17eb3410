// THREAD and UID THREAD. RFC 5256 3
import { latin1 } from "../../mail/charset.ts";
import { firstField, readHeaderBlock } from "../../mail/headers.ts";
import { messageIds } from "../../mail/threading.ts";
import { placedMessages } from "../../store/imap.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { ok } from "../replies.ts";
import type { Session } from "../session.ts";
import { formatThreads, orderedSubject, references, type ThreadRecord } from "../thread.ts";
import { writeThread } from "../wire/encode.ts";
import { type FoundMessage, filterOf, findFiltered } from "./find-messages.ts";
import { type Handler, selectedOf } from "./handler.ts";
import { asksModseq } from "./search.ts";

const atOnce = 250;
/** Mails whose own header is read, because the ids that were stored do not say which field they come from. */
const mostHeaders = 2000;

export const thread: Handler<"THREAD"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  async run(session, { key, uid, algorithm }) {
    asksModseq(session, key);
    const found = await findFiltered(session, filterOf(session, key));
    const records = await recordsOf(session, found, uid);
    const threads = algorithm === "REFERENCES" ? references(records) : orderedSubject(records);
    writeThread(session.writer, formatThreads(threads));
    return ok("Done");
  },
};

async function recordsOf(
  session: Session,
  found: readonly FoundMessage[],
  byUid: boolean,
): Promise<ThreadRecord[]> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const records: ThreadRecord[] = [];
  let headers = 0;
  for (let i = 0; i < found.length; i += atOnce) {
    const uids = found.slice(i, i + atOnce).map((each) => each.uid);
    for (const row of await placedMessages(database, at, {
      chunk: { uids, whole: false },
      depth: "content",
    })) {
      const content = new MessageContent(row, { database, blobs, owner: at });
      const { envelope } = await content.parts();
      const isUnclear = envelope.inReplyTo !== null && row.reference_ids.length > 1;
      if (isUnclear) headers++;
      records.push({
        number: byUid ? row.uid : at.view.sequenceOf(row.uid),
        messageId: row.header_id,
        references: isUnclear && headers <= mostHeaders ? await ownReferences(content) : row.reference_ids,
        subject: envelope.subject,
        sent: row.date_header ?? row.internal_date,
      });
    }
  }
  return records;
}

/** References, or without it the first id of In-Reply-To. RFC 5256 3 (1) */
async function ownReferences(content: MessageContent): Promise<string[]> {
  const { structure } = await content.parts();
  const raw = await content.raw();
  const { fields } = readHeaderBlock(latin1(raw.subarray(0, structure.bodyStart)), 0);
  const ids = messageIds(firstField(fields, "references"));
  return ids.length > 0 ? ids : messageIds(firstField(fields, "in-reply-to")).slice(0, 1);
}
