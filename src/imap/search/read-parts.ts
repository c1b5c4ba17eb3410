// Reading the parts of messages that are compared: from columns of the message where they suffice, else from its listed header
// fields or its envelope, and from the whole header only where neither is clear.
import { Pauses } from "../../lib/pauses.ts";
import { latin1 } from "../../mail/mime/charset.ts";
import { firstField, readMessageHeader } from "../../mail/mime/headers.ts";
import { messageIds } from "../../mail/threading.ts";
import { searchedFields } from "../../reading/mails.ts";
import { type Depth, type PlacedMessage, placedMessages } from "../../store/mailbox/imap.ts";
import { selectedOf } from "../commands/handler.ts";
import { MessageContent } from "../fetch/message-content.ts";
import type { ImapSession } from "../session.ts";
import type { SortKey } from "../wire/commands.ts";
import { octetsOf, type SortFields, sortKeyOf } from "./sort.ts";

/** A sort key; the ids that THREAD links; or the values of a listed header field, as SEARCH compares them, each behind a NUL. */
export type ComparedPart = SortKey | "IDS" | HeaderPart;
export type HeaderPart = `FIELD ${string}`;

export interface ReadParts {
  /** Binary text, in the order of the parts. */
  octets: string[];
  /** False where the ids are only likely. */
  isSure: boolean;
}

/** Limit of mails whose header is read for one command: the stored ids do not say which field they come from. */
const maxHeaders = 2000;

/** Parts that follow from columns of the message, without its outline. */
const outside: ReadonlySet<ComparedPart> = new Set(["ARRIVAL", "DATE", "SIZE"]);

export class PartsReader {
  readonly #session: ImapSession;
  readonly #parts: readonly ComparedPart[];
  #headers = 0;

  /** @param parts header fields alone, or none of them */
  constructor(session: ImapSession, parts: readonly ComparedPart[]) {
    this.#session = session;
    this.#parts = parts;
  }

  /** The parts by UID; messages that are gone are left out. */
  read(uids: readonly number[]): Promise<Map<number, ReadParts>> {
    return this.#parts.some(isHeaderPart) ? this.#readFields(uids) : this.#readKeys(uids);
  }

  async #readFields(uids: readonly number[]): Promise<Map<number, ReadParts>> {
    const names = this.#parts.filter(isHeaderPart).map(nameOf);
    const { accountId: source } = selectedOf(this.#session);
    const read = new Map<number, ReadParts>();
    await this.#eachHeader(uids, Number.POSITIVE_INFINITY, async (uid, header) => {
      const values = await searchedFields({ raw: header, names }, { source });
      // Left out, as if it were gone: it is neither what has a text nor what has not.
      if (!values) return;
      const octets = values.map((each) => octetsOf(each.map((value) => `\0${value}`).join("")));
      read.set(uid, { octets, isSure: true });
    });
    return read;
  }

  async #readKeys(uids: readonly number[]): Promise<Map<number, ReadParts>> {
    const messages = await this.#messagesAt(uids);
    const own = this.#parts.includes("IDS") ? await this.#ownReferences(messages) : null;
    const read = new Map<number, ReadParts>();
    const pauses = new Pauses();
    for (const message of messages) {
      if (pauses.isDue) await pauses.take();
      const { row, fields } = message;
      const references = own?.get(row.uid);
      const octets = this.#parts.map((part) =>
        part === "IDS" || isHeaderPart(part)
          ? idsOf(row.header_id, references ?? row.reference_ids)
          : sortKeyOf(fields, part),
      );
      read.set(row.uid, { octets, isSure: !own || references !== undefined || !isUnclear(message) });
    }
    return read;
  }

  async #messagesAt(uids: readonly number[]): Promise<KeyedMessage[]> {
    const fromRow = this.#parts.every((part) => outside.has(part));
    const messages: KeyedMessage[] = [];
    // An outline may be a stranger's thousand parts.
    const pauses = new Pauses();
    for (const { row, content } of await this.#rows(uids, fromRow ? "dates" : "thread")) {
      if (pauses.isDue) await pauses.take();
      const { internal_date: arrival, date_header: sent, size } = row;
      const envelope = fromRow ? noEnvelope : (await content.parts()).envelope;
      messages.push({ row, fields: { arrival, sent, size, ...envelope } });
    }
    return messages;
  }

  /** The parent ids of each UID that is not clear: References, or without it the first id of In-Reply-To. RFC 5256 3 (1) */
  async #ownReferences(messages: readonly KeyedMessage[]): Promise<Map<number, string[]>> {
    const own = new Map<number, string[]>();
    const unclear = messages.filter(isUnclear).map(({ row }) => row.uid);
    this.#headers += await this.#eachHeader(unclear, maxHeaders - this.#headers, (uid, header) => {
      const { fields } = readMessageHeader(latin1(header), 0);
      const ids = messageIds(firstField(fields, "references"));
      const answered = messageIds(firstField(fields, "in-reply-to")).slice(0, 1);
      own.set(uid, ids.length > 0 ? ids : answered);
    });
    return own;
  }

  /**
   * Calls back with the listed fields of each message, or with its header where they are not stored.
   * @returns how many headers were read, at most `most`
   */
  async #eachHeader(
    uids: readonly number[],
    most: number,
    each: (uid: number, header: Uint8Array) => void | Promise<void>,
  ): Promise<number> {
    const pauses = new Pauses();
    const whole: number[] = [];
    for (const { row } of await this.#rows(uids, "fields")) {
      if (pauses.isDue) await pauses.take();
      if (row.fields) await each(row.uid, row.fields);
      else whole.push(row.uid);
    }
    const read = whole.slice(0, most);
    for (const { row, content } of await this.#rows(read, "head")) {
      if (pauses.isDue) await pauses.take();
      const { structure } = await content.parts();
      await each(row.uid, (await content.head()).subarray(structure.headerStart, structure.bodyStart));
    }
    return read.length;
  }

  async #rows(
    uids: readonly number[],
    depth: Depth,
  ): Promise<{ row: PlacedMessage; content: MessageContent }[]> {
    const at = selectedOf(this.#session);
    const { database, blobs } = this.#session.deps;
    const rows = await placedMessages(database, at, {
      chunk: { uids, whole: false },
      depth,
      only: new Set(["dates"]),
    });
    return rows.map((row) => ({ row, content: new MessageContent(row, { database, blobs, owner: at }) }));
  }
}

interface KeyedMessage {
  row: PlacedMessage;
  fields: SortFields & { inReplyTo: string | null };
}

const noEnvelope = { subject: null, from: [], to: [], cc: [], inReplyTo: null };

/** True when the stored ids may come from both References and In-Reply-To. */
function isUnclear({ row, fields }: KeyedMessage): boolean {
  return fields.inReplyTo !== null && row.reference_ids.length > 1;
}

/** Ids have no blanks: mail/threading.ts. */
function idsOf(messageId: string | null, references: readonly string[]): string {
  return octetsOf([messageId ?? "", ...references].join("\n"));
}

/** The ids of a message. @param ids its part "IDS" */
export function linksOf(ids: string): { messageId: string | null; references: string[] } {
  const [messageId, ...references] = ids.split("\n");
  return { messageId: messageId || null, references };
}

function isHeaderPart(part: ComparedPart): part is HeaderPart {
  return part.startsWith("FIELD ");
}

function nameOf(part: HeaderPart): string {
  return part.slice("FIELD ".length);
}
