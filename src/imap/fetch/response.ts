// One FETCH response, item by item. RFC 9051 7.5.2; UIDFETCH once UIDONLY is enabled, RFC 9586 3.

import type { FetchItem, SectionFetch } from "../wire/commands.ts";
import type { ResponseWriter } from "../wire/writer.ts";
import { type FetchedMessage, writerOf } from "./items.ts";

/** An item whose answer is octets. */
export type OctetsItem = SectionFetch | Extract<FetchItem, { item: "BINARY" }>;

export class FetchResponse {
  #first = true;

  /**
   * Begins the response.
   * @param number the message number, or with `uidOnly` the UID
   */
  constructor(
    readonly writer: ResponseWriter,
    number: number,
    uidOnly = false,
  ) {
    writer
      .syntax("* ")
      .number(number)
      .syntax(uidOnly ? " UIDFETCH (" : " FETCH (");
  }

  #next(): ResponseWriter {
    if (!this.#first) this.writer.space();
    this.#first = false;
    return this.writer;
  }

  #item(name: string): ResponseWriter {
    return this.#next().syntax(name).space();
  }

  uid(uid: number): this {
    this.#item("UID").number(uid);
    return this;
  }

  flags(flags: readonly string[]): this {
    this.#item("FLAGS").flags(flags);
    return this;
  }

  /** RFC 7162 3.1.4 */
  modseq(modseq: number): this {
    this.#item("MODSEQ").open().number(modseq).close();
    return this;
  }

  /** Writes what the item's row in items.ts writes; nothing for UID, FLAGS, MODSEQ and octets, which have methods here. */
  item(item: FetchItem, message: FetchedMessage): this {
    writerOf(item)?.(this.#next(), message, item);
    return this;
  }

  /** BINARY.SIZE[part] */
  binarySize(part: readonly number[], octets: number): this {
    this.#item(`BINARY.SIZE[${part.join(".")}]`).number(octets);
    return this;
  }

  /** NIL for a section that the mail does not have. */
  noOctets(item: OctetsItem): this {
    this.#label(item).nil();
    return this;
  }

  /** A section's octets, already cut to the partial. NUL is masked except in BINARY. */
  octets(item: OctetsItem, bytes: Uint8Array): this {
    const writer = this.#label(item);
    if (item.item === "BINARY" && bytes.includes(0)) writer.literal8(bytes);
    else if (bytes.length === 0) writer.string("");
    else writer.literal(bytes);
    return this;
  }

  /** As `octets`, in binary text; of a header's fields. */
  octetsText(item: OctetsItem, text: string): this {
    const writer = this.#label(item);
    if (text === "") writer.string("");
    else writer.literalText(text);
    return this;
  }

  /**
   * The header of a literal. The caller sends its `size` octets after the octets that it takes from the writer: through
   * `maskNul`, unless `literal8`.
   */
  octetsAhead(item: OctetsItem, size: number, literal8: boolean): this {
    const writer = this.#label(item);
    if (literal8) writer.literal8Header(size);
    else writer.literalHeader(size);
    return this;
  }

  /** Where the next item will begin in the writer. See ResponseWriter.writtenFrom */
  mark(): number {
    return this.writer.mark() + (this.#first ? 0 : 1);
  }

  end(): void {
    this.writer.close().end();
  }

  /** The name that the octets are answered by: the section as asked, and the partial's offset. RFC 9051 7.5.2 */
  #label(item: OctetsItem): ResponseWriter {
    const writer = this.#next();
    if (item.item === "BINARY") writer.syntax(`BINARY[${item.part.join(".")}]`);
    else if (item.legacy) return writer.syntax(item.legacy).space();
    else writeSectionName(writer, item);
    if (item.partial) writer.syntax("<").number(item.partial.offset).syntax(">");
    return writer.space();
  }
}

function writeSectionName(writer: ResponseWriter, { section }: SectionFetch): void {
  const { part, text, fields } = section;
  writer.syntax(`BODY[${part.join(".")}`);
  if (text !== null) writer.syntax(part.length > 0 ? `.${text}` : text);
  if (fields.length > 0) {
    writer.syntax(" (");
    for (const [index, name] of fields.entries()) {
      if (index > 0) writer.space();
      writer.astring(name);
    }
    writer.close();
  }
  writer.syntax("]");
}
