// APPEND and REPLACE: messages are streamed in, read and packed off the turn, and stored by one turn, all or none.
// RFC 9051 6.3.12; RFC 3502 (MULTIAPPEND); RFC 4469 (CATENATE); RFC 8508 (REPLACE); RFC 6855 4 (UTF8)
import { type Appended, appendPreload } from "../../../actors/identity/mailbox/append.ts";
import { appendMessages } from "../../../actors/identity/mailbox/imap.ts";
import { prepareMail } from "../../../actors/identity/message/prepare-mail.ts";
import { hasLongHeader } from "../../mail/mime/headers.ts";
import { serverTimeouts } from "../../reading/mails.ts";
import { splitFlags } from "../../store/mailbox/flag-names.ts";
import { storageOf } from "../../store/mailbox/imap.ts";
import { bad, ok, type TaggedReply } from "../replies.ts";
import type { ImapSession } from "../session.ts";
import type { NamedFolder } from "../state/identity-feed.ts";
import type { AppendTarget } from "../wire/append.ts";
import { appendUidCode } from "../wire/codes.ts";
import type { WireEvent } from "../wire/command-reader.ts";
import { writeGoAhead, writeUntagged } from "../wire/encode.ts";
import { WireFailure } from "../wire/failure.ts";
import { rangesOf, star } from "../wire/sequence-set.ts";
import { readUrl } from "./catenate.ts";
import { loginOf } from "./handler.ts";
import { actorOf, targetCalled } from "./mailboxes.ts";

type MessageEvent = Extract<WireEvent, { kind: "message" }>;

/** Limit of the octets of all messages of one command. */
const maxOctets = 64 * 1024 * 1024;

/** Reads the rest of the command and stores its messages. A refusal is sent before the client may send octets. */
export async function runAppend(session: ImapSession, target: AppendTarget): Promise<TaggedReply> {
  const { reader } = session.connection;
  try {
    const folder = await targetCalled(session, target.mailbox);
    const replaced = target.name === "REPLACE" ? replacedUid(session, target) : null;
    const appended = await gather(session, folder);
    if (!appended) return bad("The command ended early");
    await checkQuota(session, appended);
    const { uidValidity, uids } = await store(session, folder, { appended, replaced });
    const code = appendUidCode(uidValidity, rangesOf(uids));
    if (replaced === null) return ok("Stored", code);
    // RFC 8508 3.4: APPENDUID is sent before the EXPUNGE of the replaced message.
    writeUntagged(session.writer, "OK", { code, text: "Replacement is stored" });
    return ok("Replaced");
  } catch (error) {
    reader.refuse();
    throw error;
  }
}

/** @throws WireFailure */
function replacedUid(
  session: ImapSession,
  { uid, target }: Extract<AppendTarget, { name: "REPLACE" }>,
): number {
  const { selected } = session;
  if (!selected) throw new WireFailure("Select a mailbox first");
  if (selected.readOnly)
    throw new WireFailure("The mailbox is open to read only", { status: "NO", code: "READ-ONLY" });
  const { view } = selected;
  if (target === star) return view.lastUid;
  const found = uid ? (view.sequenceOf(target) > 0 ? target : 0) : view.uidAt(target);
  if (found > 0) return found;
  if (uid) throw new WireFailure("There is no such message", { status: "NO", code: "NONEXISTENT" });
  throw new WireFailure("A message number is not there");
}

/** Reads all messages of the command; null when the connection or the command ends before. */
async function gather(session: ImapSession, folder: NamedFolder): Promise<Appended[] | null> {
  const appended: Appended[] = [];
  let message: MessageEvent | null = null;
  let octets: Uint8Array[] = [];
  let held = 0;
  for (;;) {
    const event = await nextEvent(session);
    if (!event) return null;
    switch (event.kind) {
      case "message":
        message = event;
        octets = [];
        break;
      case "literal":
        held += event.size;
        if (held > maxOctets)
          throw new WireFailure("The messages are too large together", { status: "NO", code: "TOOBIG" });
        if (event.sync) {
          session.connection.reader.accept();
          writeGoAhead(session.writer, "OK");
          await session.flush();
        }
        break;
      case "data":
        octets.push(event.bytes.slice());
        break;
      case "url": {
        const bytes = await readUrl(session, event.url);
        held += bytes.length;
        if (held > maxOctets)
          throw new WireFailure("The messages are too large together", { status: "NO", code: "TOOBIG" });
        octets.push(bytes);
        break;
      }
      case "message-end":
        if (message) appended.push(await prepare(session, folder, { message, raw: Buffer.concat(octets) }));
        octets = [];
        break;
      case "append-end":
        return appended;
      case "failure":
        throw event.failure;
      default:
        throw new Error(`${event.kind} inside APPEND`);
    }
  }
}

async function nextEvent(session: ImapSession): Promise<WireEvent | null> {
  const { connection } = session;
  for (;;) {
    const event = connection.reader.next(session.mode);
    if (event?.kind === "go-ahead") {
      writeGoAhead(session.writer, "OK");
      await session.flush();
      continue;
    }
    if (event) {
      session.lastInputMs = performance.now();
      return event;
    }
    if (connection.isClosed) return null;
    await session.flush();
    await connection.more();
  }
}

async function prepare(
  session: ImapSession,
  folder: NamedFolder,
  { message, raw }: { message: MessageEvent; raw: Uint8Array },
): Promise<Appended> {
  if (raw.length === 0) throw new WireFailure("A message of no octets is not stored", { status: "NO" });
  if (hasLongHeader(raw))
    throw new WireFailure("The header is larger than 1 MB", { status: "NO", code: "TOOBIG" });
  const mail = await prepareMail(
    session.deps,
    raw,
    { from: "", isSpam: folder.role === "spam" },
    { source: loginOf(session).accountId, timeouts: serverTimeouts },
  );
  return { mail, ...splitFlags(message.flags), internalDate: message.date };
}

/** DECISIONS Authentication and keys: plans: a full account stores nothing more. @throws WireFailure OVERQUOTA. RFC 9208 4.3.3 */
async function checkQuota(session: ImapSession, appended: readonly Appended[]): Promise<void> {
  if (session.hasNoQuota) return;
  const { database, plans } = session.deps;
  const storage = await storageOf(database, loginOf(session));
  if (!storage) return;
  const { storageBytes } = plans[storage.plan];
  session.hasNoQuota = storageBytes === null;
  if (storageBytes === null) return;
  const more = appended.reduce((sum, { mail }) => sum + mail.size, 0);
  if (storage.bytes + more > storageBytes)
    throw new WireFailure("The account is full. Delete something first", { status: "NO", code: "OVERQUOTA" });
}

function store(
  session: ImapSession,
  folder: NamedFolder,
  { appended, replaced }: { appended: readonly Appended[]; replaced: number | null },
): Promise<{ uidValidity: number; uids: number[] }> {
  const from = session.selected?.folderId;
  const replaces = replaced !== null && from ? { folderId: from, uid: replaced } : null;
  const input = { folderId: folder.id, appended, replaces, areNew: folder.role !== "sent" };
  return actorOf(session).runWith(appendPreload, input, (turn, loaded) =>
    appendMessages(turn, input, loaded),
  );
}
