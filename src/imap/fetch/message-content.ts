// A stored message's raw octets, structure and envelope, read when they are first asked for.

import type { Envelope } from "../../mail/envelope.ts";
import type { PartStructure } from "../../mail/part.ts";
import { scanStructure } from "../../mail/structure.ts";
import { type BlobStore, unpack } from "../../store/blobs.ts";
import { unpackContent } from "../../store/content.ts";
import type { Executor } from "../../store/database.ts";
import type { Owner, PlacedMessage } from "../../store/imap.ts";
import { readRaw } from "../../store/messages.ts";

export interface ContentSource {
  database: Executor;
  blobs: BlobStore;
  owner: Owner;
}

export class MessageContent {
  readonly #row: PlacedMessage;
  readonly #source: ContentSource;
  #raw: Promise<Uint8Array> | null = null;
  #parts: { structure: PartStructure; envelope: Envelope } | null = null;

  /** @param row with depth "content" at least */
  constructor(row: PlacedMessage, source: ContentSource) {
    this.#row = row;
    this.#source = source;
  }

  /** The octets as they were received. @throws Error when they are damaged or gone */
  raw(): Promise<Uint8Array> {
    this.#raw ??= this.#readRaw();
    return this.#raw;
  }

  async #readRaw(): Promise<Uint8Array> {
    const { raw, raw_blob: key, message_id: id } = this.#row;
    const { blobs, database, owner } = this.#source;
    if (raw) return unpack(raw);
    const packed = key ? await blobs.get(key) : null;
    if (packed) return unpack(packed);
    const found = await readRaw(database, blobs, {
      scope: { accountId: owner.accountId, identityIds: [owner.identityId] },
      id,
    });
    if (!found) throw new Error(`the octets of message ${id} are gone`);
    return found;
  }

  async parts(): Promise<{ structure: PartStructure; envelope: Envelope }> {
    if (this.#parts) return this.#parts;
    const { structure, envelope } = unpackContent(this.#row.content);
    if (structure && envelope) this.#parts = { structure, envelope };
    else {
      const scan = scanStructure(await this.raw());
      this.#parts = { structure: scan.root, envelope: scan.envelope };
    }
    return this.#parts;
  }
}
