// Reading the header fields that mail programs list, of many messages: those stored beside each mail, and the header where they are
// not. What is compared of them, as binary text.
import { Pauses } from "../../lib/pauses.ts";
import { latin1 } from "../../mail/mime/charset.ts";
import { envelopeText, firstAddresses } from "../../mail/mime/envelope.ts";
import { areListed, filterHeaderText } from "../../mail/mime/header-fields.ts";
import { firstField, type HeaderField, readMessageHeader } from "../../mail/mime/headers.ts";
import { comparedForms } from "../../mail/search/search-text.ts";
import { messageIds, ownMessageId, shortened } from "../../mail/threading.ts";
import { maxSearchedHere, searchedFields } from "../../reading/mails.ts";
import { fieldsAtOnce, sweptFields } from "../../store/mailbox/folder-sweep.ts";
import { placedMessages } from "../../store/mailbox/imap.ts";
import { selectedOf } from "../commands/handler.ts";
import { MessageContent } from "../fetch/message-content.ts";
import type { ImapSession } from "../session.ts";
import { type HeaderSortKey, octetsOf, sortKeyOf } from "./sort.ts";
import { maxChain } from "./thread-links.ts";
import { unlessDamaged } from "./unread.ts";

/** A sort key of the header; or the values of a listed header field, as SEARCH compares them, each behind a NUL. */
export type ComparedPart = HeaderSortKey | HeaderPart;
export type HeaderPart = `FIELD ${string}`;

/** The listed header fields of a message. */
export class ListedFields {
  readonly #text: string;
  readonly #fields: HeaderField[];

  /** @param text a header in binary text */
  constructor(text: string) {
    this.#text = text;
    this.#fields = readMessageHeader(text, 0).fields;
  }

  /** RFC 5256 3 (1): References, or without it the first id of In-Reply-To. */
  links(): { messageId: string | null; references: string[] } {
    const fields = this.#fields;
    const ids = chainOf(firstField(fields, "references") ?? "");
    return {
      messageId: ownMessageId(firstField(fields, "message-id")),
      references: ids.length > 0 ? ids : messageIds(firstField(fields, "in-reply-to")).slice(0, 1),
    };
  }

  /** Whether `part` may take long, and `readElsewhere` answers. */
  isLong(part: ComparedPart): part is HeaderPart {
    return this.#text.length > maxSearchedHere && isHeaderPart(part);
  }

  /** @returns null where that takes too long */
  async readElsewhere(part: HeaderPart, source: string): Promise<string | null> {
    const raw = Buffer.from(this.#text, "latin1");
    const read = await searchedFields({ raw, names: [nameOf(part)] }, { source });
    return read && formsTogether(read[0]!);
  }

  /** @param known parts that were read before, by the field they are of */
  part(part: ComparedPart, known: KnownParts): string {
    const value = this.#onlyValue(isHeaderPart(part) ? nameOf(part) : fieldOf[part]);
    if (value === null) return this.#read(part);
    const before = known.get(part) ?? new Map<string, string>();
    known.set(part, before);
    let octets = before.get(value);
    if (octets === undefined) {
      octets = this.#read(part);
      // A value is a piece of its header, and keeps all of it.
      if (before.size < maxKnown && this.#text.length <= maxKnownText) before.set(value, octets);
    }
    return octets;
  }

  /** Null: there is none, or more than one. */
  #onlyValue(name: string): string | null {
    let found: string | null = null;
    for (const { key, value } of this.#fields) {
      if (key !== name) continue;
      if (found !== null) return null;
      found = value;
    }
    return found;
  }

  #read(part: ComparedPart): string {
    if (isHeaderPart(part)) return formsTogether(comparedForms(this.#fields, nameOf(part)));
    const addresses = (key: string) => firstAddresses(this.#fields, key);
    switch (part) {
      case "SUBJECT":
        return sortKeyOf({ ...noFields, subject: envelopeText(this.#fields, "subject") }, part);
      case "FROM":
      case "DISPLAYFROM":
        return sortKeyOf({ ...noFields, from: addresses("from") }, part);
      case "TO":
      case "DISPLAYTO":
        return sortKeyOf({ ...noFields, to: addresses("to") }, part);
      case "CC":
        return sortKeyOf({ ...noFields, cc: addresses("cc") }, part);
    }
  }
}

/** Many mails have the same sender, or subject: what was read of a field's value, by part. */
export type KnownParts = Map<ComparedPart, Map<string, string>>;
/** Values of a part that are looked for again in one reading. */
const maxKnown = 5000;
/** Octets of a header whose values are. */
const maxKnownText = 4096;

/** As many ids as are linked. Of a value that no program wrote, its first id and those at its end are looked for. */
function chainOf(value: string): string[] {
  if (value.length <= maxSearchedHere) return shortened(messageIds(value), maxChain);
  const first = messageIds(value.slice(0, 1000)).slice(0, 1);
  return shortened([...first, ...messageIds(value.slice(-maxSearchedHere))], maxChain);
}

const fieldOf = {
  SUBJECT: "subject",
  FROM: "from",
  DISPLAYFROM: "from",
  TO: "to",
  DISPLAYTO: "to",
  CC: "cc",
} as const;

function formsTogether(values: readonly string[]): string {
  return octetsOf(values.map((value) => `\0${value}`).join(""));
}

const noFields = { subject: null, from: [], to: [], cc: [] };

/** Headers that one query reads, where the fields are not stored beside the mail. */
const headsAtOnce = 250;

/** Calls back with the fields of each message that is there, in no order; null: it is damaged. @param uids ascending */
export async function eachListed(
  session: ImapSession,
  uids: readonly number[],
  each: (uid: number, fields: ListedFields | null) => void | Promise<void>,
): Promise<void> {
  const at = selectedOf(session);
  const { database, blobs } = session.deps;
  const pauses = new Pauses();
  const whole: number[] = [];
  for (let from = 0; from < uids.length && !session.connection.isClosed; from += fieldsAtOnce)
    for (const { uid, fields } of await sweptFields(database, at, uids.slice(from, from + fieldsAtOnce))) {
      if (pauses.isDue) await pauses.take();
      if (fields) {
        const waits = each(uid, new ListedFields(latin1(fields)));
        if (waits) await waits;
      } else whole.push(uid);
    }
  for (let from = 0; from < whole.length && !session.connection.isClosed; from += headsAtOnce) {
    const chunk = { uids: whole.slice(from, from + headsAtOnce), whole: false };
    for (const row of await placedMessages(database, at, { chunk, depth: "head", only: new Set() })) {
      if (pauses.isDue) await pauses.take();
      const header = await unlessDamaged(session, row, async () => {
        const content = new MessageContent(row, { database, blobs, owner: at });
        const { structure } = await content.parts();
        return (await content.head()).subarray(structure.headerStart, structure.bodyStart);
      });
      const listed = header && filterHeaderText(latin1(header), (name) => areListed(new Set([name])));
      await each(row.uid, listed === null ? null : new ListedFields(listed));
    }
  }
}

export function isHeaderPart(part: ComparedPart): part is HeaderPart {
  return part.startsWith("FIELD ");
}

function nameOf(part: HeaderPart): string {
  return part.slice("FIELD ".length);
}
