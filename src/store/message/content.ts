// The parsed form of a mail, stored beside its raw bytes as compressed JSON; no query looks inside. The content holds the
// bodies that REST returns; a body that follows from another one (HTML of plain text, a reply that is the whole text) is
// left out, and so is a text that stands in the raw bytes as it is: `rawOfText` selects these, `wholeContent` puts the two
// together. The outline holds the structure and envelope that IMAP clients fetch before any text.
import type { Invitation } from "../../calendar/types.ts";
import type { DisplayedForm } from "../../mail/displayed-form.ts";
import { textToHtml } from "../../mail/html/text-to-html.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import { type TextPlace, textAt } from "../../mail/mime/part-text.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import type { StoredListUnsubscribe } from "../tables/index.ts";

export interface Content {
  text: string | null;
  html: string;
  replyHtml: string;
  quotedHtml: string | null;
  replyText: string;
  defects: string[];
  /**
   * For a draft: its bodies as the client sent them, its unsubscribe option, and whether it is an automatic
   * mail.
   */
  written?: {
    text: string | null;
    html: string | null;
    listUnsubscribe?: StoredListUnsubscribe;
    automatic?: boolean;
  };
  /** For a copy that went to one of many: stored once here, where each row would repeat it. */
  invitation?: Invitation;
}

export interface Outline {
  /** The MIME structure of the raw bytes. */
  structure: PartStructure;
  envelope: Envelope;
  /** The displayed form for IMAP clients; null: the raw mail. The property's name is stored. */
  shown: DisplayedForm | null;
}

/** As stored; `unpackContent` restores the bodies that are left out. */
type Stored = Partial<Content> & {
  /** The text stands there in the raw bytes. The property comes first, and the JSON is not compressed: `rawOfText` looks. */
  textAt?: TextPlace;
  /** The HTML is `textToHtml(text)`. */
  textHtml?: true;
  /** The reply text is that many first characters of the text. */
  replyLength?: number;
} & Partial<Outline>;

const level = { level: 1 };

/** @param place where the text stands in raw bytes that are stored in the same row; null: it does not, or they are not */
export function packContent(content: Content, place: TextPlace | null = null): Uint8Array {
  const { text, html, replyHtml, quotedHtml, replyText, defects } = content;
  const stored: Stored = {};
  if (text !== null) stored.text = text;
  if (text !== null && html === textToHtml(text)) stored.textHtml = true;
  else stored.html = html;
  if (replyHtml !== html) stored.replyHtml = replyHtml;
  if (quotedHtml !== null) stored.quotedHtml = quotedHtml;
  if (text?.startsWith(replyText)) stored.replyLength = replyText.length;
  else stored.replyText = replyText;
  if (defects.length > 0) stored.defects = defects;
  if (content.written) stored.written = content.written;
  if (content.invitation) stored.invitation = content.invitation;
  return (place && packWithoutText(stored, place)) ?? pack(stored);
}

/** Null where leaving out the text does not make it small. */
function packWithoutText({ text, ...rest }: Stored, place: TextPlace): Uint8Array | null {
  if (!rest.textHtml || (text ?? "").length <= smallBytes) return null;
  const json = Buffer.from(JSON.stringify({ textAt: place, ...rest } satisfies Stored));
  return json.length <= smallBytes ? json : null;
}

/** A column with the packed raw bytes where the text is to be read from them; `b` are the bodies. */
export const rawOfText = `case when substring(b.content for 10) = '{"textAt":'::bytea then b.raw end as raw_of_text`;

/** A packed content with its text. @param packedRaw the row's `raw_of_text` */
export function wholeContent(packed: Uint8Array, packedRaw: Uint8Array | null): Uint8Array {
  if (!packedRaw) return packed;
  const { textAt: place, ...rest } = unpacked(packed);
  return place ? Buffer.from(JSON.stringify({ text: textOf(place, packedRaw), ...rest })) : packed;
}

function textOf(place: TextPlace, packedRaw: Uint8Array | null): string {
  if (!packedRaw) throw new Error("the text of a content stands in raw bytes that are not there");
  return textAt(Bun.zstdDecompressSync(packedRaw as Uint8Array<ArrayBuffer>), place);
}

/** A packed content with an invitation in it. */
export function withInvitation(packed: Uint8Array, invitation: Invitation): Uint8Array {
  return pack({ ...unpacked(packed), invitation });
}

export function packOutline({ structure, envelope, shown }: Outline): Uint8Array {
  return pack(shown ? { structure, envelope, shown } : { structure, envelope });
}

/** @param packed an outline, or a content that includes one. @returns null when it holds no outline */
export function unpackOutline(packed: Uint8Array): Outline | null {
  const { structure, envelope, shown = null } = unpacked(packed);
  return structure && envelope ? { structure, envelope, shown } : null;
}

/** Below this, compressing costs more than it saves. */
const smallBytes = 1024;
const brace = 0x7b;

/** JSON, compressed unless it is small. A zstd frame never begins with a brace. RFC 8878 3.1.1 */
function pack(stored: Stored): Uint8Array {
  const json = Buffer.from(JSON.stringify(stored));
  return json.length <= smallBytes ? json : Bun.zstdCompressSync(json, level);
}

function unpacked(packed: Uint8Array): Stored {
  const json = packed[0] === brace ? packed : Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>);
  return JSON.parse(new TextDecoder().decode(json)) as Stored;
}

/** Bytes of a packed content or outline once it is unpacked; Infinity where the frame does not say. RFC 8878 3.1.1.1 */
export function unpackedSize(packed: Uint8Array): number {
  if (packed[0] === brace) return packed.length;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const descriptor = view.getUint8(4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const at = 5 + (isSingleSegment ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const flag = descriptor >> 6;
  if (flag === 0) return isSingleSegment ? view.getUint8(at) : Number.POSITIVE_INFINITY;
  if (flag === 1) return view.getUint16(at, true) + 256;
  return flag === 2 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

/** A column from which `sizeOfContent` tells how large a content is, without reading it; `b` are the bodies. */
export const contentHead = `case when octet_length(b.content) <= ${smallBytes} then b.content else substring(b.content for 18) end as head`;

/** Bytes of a content once it is unpacked, its text included. @param head the row's `head` */
export function sizeOfContent(head: Uint8Array): number {
  if (head[0] !== brace) return unpackedSize(head);
  const { textAt: place } = unpacked(head);
  return head.length + (place ? place[1] - place[0] : 0);
}

/** The reply text alone, for search; no HTML is made. @param packedRaw the packed raw bytes of a content without its text */
export function unpackReplyText(packed: Uint8Array, packedRaw: Uint8Array | null = null): string {
  const stored = unpacked(packed);
  const { textAt: place } = stored;
  return replyTextOf(place ? { ...stored, text: textOf(place, packedRaw) } : stored);
}

function replyTextOf({ replyText, text, replyLength }: Stored): string {
  return replyText ?? (text ?? "").slice(0, replyLength);
}

/** @throws Error for a content without its text: `wholeContent` comes before */
export function unpackContent(packed: Uint8Array): Content {
  const stored = unpacked(packed);
  if (stored.textAt) throw new Error("the text of this content is left out");
  const text = stored.text ?? null;
  const html = stored.textHtml ? textToHtml(text ?? "") : (stored.html ?? "");
  return {
    text,
    html,
    replyHtml: stored.replyHtml ?? html,
    quotedHtml: stored.quotedHtml ?? null,
    replyText: replyTextOf(stored),
    defects: stored.defects ?? [],
    written: stored.written,
    invitation: stored.invitation,
  };
}
