// A stored message's raw octets, structure and envelope, read when they are first asked for.

import { type Scan, scanStructure } from "../../mail/structure.ts";
import { type BlobStore, unpack } from "../../store/blobs.ts";
import { type Outline, unpackOutline } from "../../store/content.ts";
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
  #head: Promise<Uint8Array> | null = null;
  #parts: Outline | null = null;

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

  /** The octets as they were received, up to the end of the header at least. */
  head(): Promise<Uint8Array> {
    this.#head ??= this.#row.head ? unpack(this.#row.head) : this.raw();
    return this.#head;
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

  async parts(): Promise<Outline> {
    if (this.#parts) return this.#parts;
    this.#parts = unpackOutline(this.#row.outline) ?? outlineOf(scanStructure(await this.raw()));
    return this.#parts;
  }
}

function outlineOf({ root, envelope }: Scan): Outline {
  return { structure: root, envelope };
}
