// One FETCH response, item by item. RFC 9051 7.5.2; UIDFETCH once UIDONLY is enabled, RFC 9586 3.

import type { Instant } from "../../lib/clock.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import type { FetchItem, SectionFetch } from "../wire/commands.ts";
import { formatDateTime } from "../wire/dates.ts";
import type { ResponseWriter } from "../wire/writer.ts";
import { writeBodyStructure } from "./body-structure.ts";
import { writeEnvelope } from "./envelope.ts";

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

  #item(name: string): ResponseWriter {
    const { writer } = this;
    if (!this.#first) writer.space();
    this.#first = false;
    return writer.syntax(name).space();
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

  internalDate(instant: Instant): this {
    this.#item("INTERNALDATE").string(formatDateTime(instant));
    return this;
  }

  size(octets: number): this {
    this.#item("RFC822.SIZE").number(octets);
    return this;
  }

  envelope(envelope: Envelope): this {
    writeEnvelope(this.#item("ENVELOPE"), envelope);
    return this;
  }

  /** BODYSTRUCTURE, or BODY without extension data. */
  bodyStructure(root: PartStructure, extended: boolean): this {
    writeBodyStructure(this.#item(extended ? "BODYSTRUCTURE" : "BODY"), root, extended);
    return this;
  }

  /** RFC 8474 5.1 */
  emailId(id: string): this {
    this.#item("EMAILID").open().atom(id).close();
    return this;
  }

  /** RFC 8474 5.2 */
  threadId(id: string | null): this {
    const writer = this.#item("THREADID");
    if (id === null) writer.nil();
    else writer.open().atom(id).close();
    return this;
  }

  /** RFC 8514 4.2 */
  saveDate(instant: Instant | null): this {
    this.#item("SAVEDATE").nstring(instant === null ? null : formatDateTime(instant));
    return this;
  }

  /** At most 200 characters; null where none is known yet. RFC 8970 3.3 */
  preview(text: string | null): this {
    this.#item("PREVIEW").nstring(text);
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
    const { writer } = this;
    if (!this.#first) writer.space();
    this.#first = false;
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
