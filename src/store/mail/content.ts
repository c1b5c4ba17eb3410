// The parsed form of a mail, stored beside its raw bytes as compressed JSON; no query looks inside. The content holds the
// bodies that REST returns; a body that follows from another one (HTML of plain text, a reply that is the whole text) is
// left out. The outline holds the structure and envelope that IMAP clients fetch before any text.
import type { Invitation } from "../../calendar/types.ts";
import type { DisplayedForm } from "../../mail/displayed-form.ts";
import { textToHtml } from "../../mail/html/text-to-html.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import type { StoredListUnsubscribe } from "../tables/index.ts";

export interface Content {
  text: string | null;
  html: string;
  replyHtml: string;
  quotedHtml: string | null;
  replyText: string;
  defects: string[];
  /** Of a draft: its bodies as the client sent them, and how its recipient unsubscribes. */
  written?: { text: string | null; html: string | null; listUnsubscribe?: StoredListUnsubscribe };
  /** Of a copy that went to one of many: it stands here once, where each row would repeat it. */
  invitation?: Invitation;
}

export interface Outline {
  /** Of the raw bytes. */
  structure: PartStructure;
  envelope: Envelope;
  /** The displayed form for IMAP clients; null: the raw mail. The property's name is stored. */
  shown: DisplayedForm | null;
}

/** As stored; `unpackContent` restores the bodies that are left out. */
type Stored = Partial<Content> & {
  /** The HTML is `textToHtml(text)`. */
  textHtml?: true;
  /** The reply text is that many first characters of the text. */
  replyLength?: number;
} & Partial<Outline>;

const level = { level: 1 };

export function packContent(content: Content): Uint8Array {
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
  return pack(stored);
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

/** The reply text alone, for the search index; no HTML is made. */
export function unpackReplyText(packed: Uint8Array): string {
  return replyTextOf(unpacked(packed));
}

function replyTextOf({ replyText, text, replyLength }: Stored): string {
  return replyText ?? (text ?? "").slice(0, replyLength);
}

export function unpackContent(packed: Uint8Array): Content {
  const stored = unpacked(packed);
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
