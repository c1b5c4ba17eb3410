// THREAD and UID THREAD. RFC 5256 3

import { Pauses } from "../../lib/pauses.ts";
import { latin1 } from "../../mail/mime/charset.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import { firstField, readMessageHeader } from "../../mail/mime/headers.ts";
import type { PartStructure } from "../../mail/mime/part.ts";
import { messageIds } from "../../mail/threading.ts";
import { type Depth, type PlacedMessage, placedMessages } from "../../store/mailbox/imap.ts";
import { MessageContent } from "../fetch/message-content.ts";
import { ok } from "../replies.ts";
import { type FoundMessage, filterOf, findFiltered } from "../search/find-messages.ts";
import { formatThreads, orderedSubject, references } from "../search/thread.ts";
import type { ThreadRecord } from "../search/thread-links.ts";
import type { ImapSession } from "../session.ts";
import { writeThread } from "../wire/encode.ts";
import { type CommandHandler, selectedOf } from "./handler.ts";
import { asksModseq } from "./search.ts";

const atOnce = 250;
/** Limit of mails whose header is read: the stored ids do not say which field they come from. */
const maxHeaders = 2000;

export const thread: CommandHandler<"THREAD"> = {
  when: "selected",
  holdsNumbers: ({ uid }) => !uid,
  findsAll: true,
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
  session: ImapSession,
  found: readonly FoundMessage[],
  byUid: boolean,
): Promise<ThreadRecord[]> {
  const at = selectedOf(session);
  const records: ThreadRecord[] = [];
  let headers = 0;
  for (let i = 0; i < found.length; i += atOnce) {
    const uids = found.slice(i, i + atOnce).map((each) => each.uid);
    const messages = await messagesAt(session, uids, "thread");
    const unclear = messages.filter(isUnclear).slice(0, maxHeaders - headers);
    headers += unclear.length;
    const own = await ownReferences(
      session,
      unclear.map(({ row }) => row.uid),
    );
    for (const { row, envelope } of messages) {
      records.push({
        number: byUid ? row.uid : at.view.sequenceOf(row.uid),
        messageId: row.header_id,
        references: own.get(row.uid) ?? row.reference_ids,
        subject: envelope.subject,
        sent: row.date_header ?? row.internal_date,
      });
    }
  }
  return records;
}

interface ThreadedMessage {
  row: PlacedMessage;
  content: MessageContent;
  envelope: Envelope;
  structure: PartStructure;
}

async function messagesAt(
  session: ImapSession,
  uids: readonly number[],
  depth: Depth,
): Promise<ThreadedMessage[]> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const rows = await placedMessages(database, at, { chunk: { uids, whole: false }, depth });
  const messages: ThreadedMessage[] = [];
  // An outline may be a stranger's thousand parts.
  const pauses = new Pauses();
  for (const row of rows) {
    if (pauses.isDue) await pauses.take();
    const content = new MessageContent(row, { database, blobs, owner: at });
    messages.push({ row, content, ...(await content.parts()) });
  }
  return messages;
}

/** True when the stored ids may come from both References and In-Reply-To. */
function isUnclear({ row, envelope }: ThreadedMessage): boolean {
  return envelope.inReplyTo !== null && row.reference_ids.length > 1;
}

/** The parent ids of each UID: References, or without it the first id of In-Reply-To. RFC 5256 3 (1) */
async function ownReferences(session: ImapSession, uids: readonly number[]): Promise<Map<number, string[]>> {
  const own = new Map<number, string[]>();
  const pauses = new Pauses();
  for (const { row, content, structure } of await messagesAt(session, uids, "head")) {
    if (pauses.isDue) await pauses.take();
    const head = await content.head();
    const { fields } = readMessageHeader(latin1(head.subarray(0, structure.bodyStart)), 0);
    const ids = messageIds(firstField(fields, "references"));
    const answered = messageIds(firstField(fields, "in-reply-to")).slice(0, 1);
    own.set(row.uid, ids.length > 0 ? ids : answered);
  }
  return own;
}
