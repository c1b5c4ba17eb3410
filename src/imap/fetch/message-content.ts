// A stored message's octets, structure and envelope, read at first use. The displayed form of a received mail has our
// Authentication-Results on top and none that claims our name (RFC 8601 5); the stored octets are as received.

import { displayedBytes, displayedStructure } from "../../mail/displayed-form.ts";
import { type MailScan, scanStructure } from "../../mail/mime/structure.ts";
import { type BlobStore, damagedRow, unpackBlob, unpackInRow } from "../../store/blobs/blobs.ts";
import { isDoubted, type LargeMail, largeBytes, trustAgain } from "../../store/blobs/large-mail.ts";
import type { Executor } from "../../store/database/database.ts";
import type { Owner, PlacedMessage } from "../../store/mailbox/imap.ts";
import { DamagedContent, type Outline, unpackOutline } from "../../store/message/content.ts";
import { readRaw } from "../../store/message/messages.ts";

export interface ContentSource {
  database: Executor;
  blobs: BlobStore;
  owner: Owner;
}

export class MessageContent {
  readonly #row: PlacedMessage;
  readonly #source: ContentSource;
  #raw: Promise<Uint8Array> | null = null;
  #head: Promise<Uint8Array> | null = null;
  #parts: Outline | null = null;

  /** @param row with depth "content" at least, or "fields" where nothing else is read */
  constructor(row: PlacedMessage, source: ContentSource) {
    this.#row = row;
    this.#source = source;
  }

  /** The octets of the displayed form. @throws BlobsUnavailable; BlobMissing when they are damaged */
  raw(): Promise<Uint8Array> {
    this.#raw ??= this.#displayed(this.#readRaw());
    return this.#raw;
  }

  /** The displayed form, up to the end of the header at least. */
  head(): Promise<Uint8Array> {
    this.#head ??= this.#row.head ? this.#displayed(unpackInRow(this.#row.head)) : this.raw();
    return this.#head;
  }

  /** Header fields that lists of mails show; null where they have to be read from the mail. No field of ours is among them. */
  get fields(): Uint8Array | null {
    return this.#row.fields;
  }

  /** The displayed form as a stream, where the mail is large and in the blob store; else null. */
  async large(): Promise<LargeMail | null> {
    const { raw, raw_blob: key, size } = this.#row;
    if (raw || !key || size < largeBytes || this.#raw || isDoubted(key)) return null;
    return { blobs: this.#source.blobs, key, displayedForm: (await this.parts()).shown };
  }

  async #displayed(octets: Promise<Uint8Array>): Promise<Uint8Array> {
    const [bytes, { shown }] = await Promise.all([octets, this.parts()]);
    return displayedBytes(bytes, shown);
  }

  async #readRaw(): Promise<Uint8Array> {
    const { raw, raw_blob: key, message_id: id } = this.#row;
    const { blobs, database, owner } = this.#source;
    if (raw) return unpackInRow(raw);
    const packed = key ? await blobs.get(key) : null;
    if (key && packed) {
      const whole = await unpackBlob(key, packed);
      trustAgain(key);
      return whole;
    }
    // A draft may have got another mail since the row was read.
    const found = await readRaw(database, blobs, {
      scope: { accountId: owner.accountId, identityIds: [owner.identityId] },
      id,
    });
    if (!found) throw new Error(`the octets of message ${id} are gone`);
    return found;
  }

  /** Structure and envelope of the displayed form; null where the mail has to be read for them. @throws BlobMissing when they are damaged */
  get outline(): Outline | null {
    if (this.#parts) return this.#parts;
    const outline = outlineIn(this.#row.outline);
    if (outline) this.#parts = displayedOutline(outline);
    return this.#parts;
  }

  /** Structure and envelope of the displayed form. @throws BlobsUnavailable; BlobMissing when they are damaged */
  async parts(): Promise<Outline> {
    this.#parts = this.outline ?? displayedOutline(outlineOf(scanStructure(await this.#readRaw())));
    return this.#parts;
  }
}

function outlineIn(packed: Uint8Array): Outline | null {
  try {
    return unpackOutline(packed);
  } catch (error) {
    if (error instanceof DamagedContent) throw damagedRow();
    throw error;
  }
}

function displayedOutline(outline: Outline): Outline {
  const { structure, shown } = outline;
  return shown ? { ...outline, structure: displayedStructure(structure, shown) } : outline;
}

function outlineOf({ root, envelope }: MailScan): Outline {
  return { structure: root, envelope, shown: null };
}
