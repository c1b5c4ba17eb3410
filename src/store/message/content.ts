// The parsed form of a mail, stored beside its raw bytes as compressed JSON; no query looks inside. The content holds the
// bodies that REST returns; a body that follows from another one (HTML of plain text, a reply that is the whole text) is
// left out, and so is a text that stands in the raw bytes as it is: `rawOfText` selects these, `wholeContent` puts the two
// together. The outline holds the structure and envelope that IMAP clients fetch before any text.
import type { InvitationSummary } from "../../calendar/types.ts";
import { Failure } from "../../lib/failure.ts";
import { frameContentSize } from "../../lib/zstd.ts";
import type { DisplayedForm } from "../../mail/displayed-form.ts";
import { textToHtml } from "../../mail/html/text-to-html.ts";
import { textOfReply } from "../../mail/html/visible-text.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import { type TextPlace, textAt } from "../../mail/mime/part-text.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";
import { cutHtml, cutText, type HtmlCut, type TextCut } from "../../mail/reply/fold.ts";
import { quotedIn } from "../../mail/search/indexed-mail.ts";
import type { StoredListUnsubscribe } from "../tables/index.ts";

export interface MailContent {
  text: string | null;
  html: string;
  replyHtml: string;
  quotedHtml: string | null;
  replyText: string;
  defects: string[];
  /**
   * For a draft, and a mail that waits or has waited: its bodies as the client sent them, its unsubscribe option, and whether it is
   * an automatic mail.
   */
  written?: {
    text: string | null;
    html: string | null;
    listUnsubscribe?: StoredListUnsubscribe;
    automatic?: boolean;
  };
  /** Where the fold is when it was found by comparing with what the mail answers; before `replyHtml`, `quotedHtml` and `replyText`. */
  fold?: RememberedFold;
  /** For a copy that went to one of many: stored once here, where each row would repeat it. */
  invitation?: InvitationSummary;
}

/** Parts of a mail that repeat others, which the mailbox held when it came. */
export interface RememberedFold {
  /** Parts of the text; left out: the rules decide. */
  text?: TextCut[];
  /** Parts of the HTML; left out: it is made of the text, or the rules decide. */
  html?: HtmlCut[];
  /** The reply text is what the reply's HTML shows. */
  shown?: true;
  /** The message that each part is of: of the text, or of the HTML where there is none. */
  of: string[];
}

export interface Outline {
  /** The MIME structure of the raw bytes. */
  structure: PartStructure;
  envelope: Envelope;
  /** The displayed form for IMAP clients; null: the raw mail. The property's name is stored. */
  shown: DisplayedForm | null;
}

/** As stored; `unpackContent` restores the bodies that are left out. */
type PackedContent = Partial<MailContent> & {
  /** The text stands there in the raw bytes. The property comes first, and the JSON is not compressed: `rawOfText` looks. */
  textAt?: TextPlace;
  /** The HTML is `textToHtml(text)`. */
  textHtml?: true;
  /** The reply text is that many first characters of the text. */
  replyLength?: number;
} & Partial<Outline>;

const level = { level: 1 };

/** @param place where the text stands in raw bytes that are stored in the same row; null: it does not, or they are not */
export function packContent(content: MailContent, place: TextPlace | null = null): Uint8Array {
  const { text, html, replyHtml, quotedHtml, replyText, defects } = content;
  const stored: PackedContent = {};
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
  if (content.fold) stored.fold = content.fold;
  return (place && packWithoutText(stored, place)) ?? pack(stored);
}

/** A packed content with the bodies and options of its writer. @param packed it has its text */
export function withWritten(packed: Uint8Array, written: MailContent["written"]): Uint8Array {
  return pack({ ...unpacked(packed), written });
}

/** Null where leaving out the text does not make it small. */
function packWithoutText({ text, ...rest }: PackedContent, place: TextPlace): Uint8Array | null {
  if (!rest.textHtml || (text ?? "").length <= smallBytes) return null;
  const json = Buffer.from(JSON.stringify({ textAt: place, ...rest } satisfies PackedContent));
  return json.length <= smallBytes ? json : null;
}

/** A column with the packed raw bytes where the text is to be read from them; `b` are the bodies. */
export const rawOfText = `case when substring(b.content for 10) = '{"textAt":'::bytea then b.raw end as raw_of_text`;

/**
 * A packed content with its text, whose octets stand behind it: nothing is written as JSON that is read again at once. As it is where
 * that is damaged, and unpacking it says so. Never stored. @param packedRaw the row's `raw_of_text`
 */
export function wholeContent(packed: Uint8Array, packedRaw: Uint8Array | null): Uint8Array {
  // With a place in it, a content is not compressed.
  if (!packedRaw || packed[0] !== brace) return packed;
  try {
    const { textAt: place } = unpacked(packed);
    if (!place) return packed;
    const text = decompressed(packedRaw).subarray(...place);
    const whole = Buffer.allocUnsafeSlow(wholeHead + packed.length + text.length);
    whole[0] = wholeMark;
    whole.writeUInt32LE(packed.length, 1);
    whole.set(packed, wholeHead);
    whole.set(text, wholeHead + packed.length);
    return whole;
  } catch (error) {
    if (error instanceof DamagedContent) return packed;
    throw error;
  }
}

/** Begins a content whose text stands behind it; neither JSON nor a zstd frame begins so. */
const wholeMark = 1;
/** The mark, and the octets of the content. */
const wholeHead = 5;

function unpackedWhole(whole: Uint8Array): PackedContent {
  const { buffer, byteOffset, length } = whole;
  const end = wholeHead + new DataView(buffer, byteOffset, length).getUint32(1, true);
  const { textAt: _, ...rest } = parsed(whole.subarray(wholeHead, end));
  return { text: textAt(whole, [end, length]), ...rest };
}

function textOf(place: TextPlace, packedRaw: Uint8Array | null): string {
  if (!packedRaw) throw new DamagedContent("the text of a content stands in raw bytes that are not there");
  return textAt(decompressed(packedRaw), place);
}

/** A packed content with an invitation in it. */
export function withInvitation(packed: Uint8Array, invitation: InvitationSummary): Uint8Array {
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
function pack(stored: PackedContent): Uint8Array {
  const json = Buffer.from(JSON.stringify(stored));
  return json.length <= smallBytes ? json : Bun.zstdCompressSync(json, level);
}

/** A packed content or outline whose bytes are not those that were stored. A refusal, so that a reading process says it too. */
export class DamagedContent extends Failure {
  /** @param detail what is wrong, for the log */
  constructor(detail: string, options?: ErrorOptions) {
    super(
      "unavailable",
      "The stored text of this mail is damaged. The raw mail may be whole: read that.",
      60,
    );
    this.cause = new Error(detail, options);
  }
}

/** @throws DamagedContent */
function unpacked(packed: Uint8Array): PackedContent {
  if (packed[0] === brace) return parsed(packed);
  if (packed[0] === wholeMark) return unpackedWhole(packed);
  const stored = parsed(decompressed(packed));
  const fold = foldBehind(packed);
  return fold ? { ...stored, fold } : stored;
}

function decompressed(packed: Uint8Array): Uint8Array {
  try {
    return Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>);
  } catch (cause) {
    throw new DamagedContent("the stored content of a mail cannot be decompressed", { cause });
  }
}

function parsed<T = PackedContent>(json: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as T;
  } catch (cause) {
    throw new DamagedContent("the stored content of a mail is not JSON", { cause });
  }
}

/**
 * A packed content with a fold, at a cost that does not grow with it: behind a compressed content it stands in a frame that others
 * skip. RFC 8878 3.1.2
 */
export function withFold(packed: Uint8Array, fold: RememberedFold): Uint8Array {
  if (packed[0] === brace) {
    const { textAt, ...stored } = parsed(packed);
    if (!textAt) return pack({ ...stored, fold });
    // Without what the fold replaces, the content stays small, as one without its text must be.
    const { replyHtml, quotedHtml, replyText, ...rest } = stored;
    return Buffer.from(JSON.stringify({ textAt, ...rest, fold } satisfies PackedContent));
  }
  const json = Buffer.from(JSON.stringify(fold));
  const frame = Buffer.alloc(frameHead + json.length + frameTail);
  frame.writeUInt32LE(skippable, 0);
  frame.writeUInt32LE(json.length + frameTail, 4);
  json.copy(frame, frameHead);
  frame.writeUInt32LE(json.length, frameHead + json.length);
  frame.write(foldMark, frameHead + json.length + 4, "latin1");
  return Buffer.concat([packed, frame]);
}

const skippable = 0x184d2a50;
const frameHead = 8;
const frameTail = 8;
const foldMark = "fold";

function foldBehind(packed: Uint8Array): RememberedFold | null {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  if (bytes.length < frameHead + frameTail || bytes.toString("latin1", bytes.length - 4) !== foldMark)
    return null;
  const length = bytes.readUInt32LE(bytes.length - frameTail);
  const start = bytes.length - frameTail - length;
  if (start < frameHead || bytes.readUInt32LE(start - frameHead) !== skippable) return null;
  return parsed(bytes.subarray(start, start + length));
}

/** Bytes of a packed content or outline once it is unpacked; Infinity where the frame does not say. */
export function unpackedSize(packed: Uint8Array): number {
  return packed[0] === brace || packed[0] === wholeMark ? packed.length : frameContentSize(packed);
}

/** As `unpackedSize`, of a content whose frame we wrote: one that does not say is damaged, and nothing is unpacked of it. */
export function sizeOfOwn(packed: Uint8Array): number {
  const size = unpackedSize(packed);
  return Number.isFinite(size) ? size : packed.length;
}

/** A column from which `sizeOfContent` tells how large a content is, without reading it; `b` are the bodies. */
export const contentHead = `case when octet_length(b.content) <= ${smallBytes} then b.content else substring(b.content for 18) end as head`;

/** Bytes of a content once it is unpacked, its text included. @param head the row's `head` */
export function sizeOfContent(head: Uint8Array): number {
  if (head[0] !== brace) return sizeOfOwn(head);
  const { textAt: place } = unpacked(head);
  return head.length + (place ? place[1] - place[0] : 0);
}

/** The texts that search looks at: the reply, and what the text has beside it. No HTML is made of them. */
export interface SearchedText {
  reply: string;
  /** Quoted history; the whole text where the reply stands in several places of it. */
  quoted: string;
  /** The mail has no text, and its HTML quotes something. */
  isQuotedInHtml: boolean;
}

/** @param packedRaw the packed raw bytes of a content without its text */
export function unpackSearchedText(packed: Uint8Array, packedRaw: Uint8Array | null = null): SearchedText {
  const stored = unpacked(packed);
  const { textAt: place } = stored;
  const text = place ? textOf(place, packedRaw) : (stored.text ?? "");
  const reply = replyTextOf(place ? { ...stored, text } : stored);
  const { quotedHtml, fold } = stored;
  return {
    reply,
    quoted: quotedIn(text, reply),
    isQuotedInHtml: text === "" && (typeof quotedHtml === "string" || fold?.html !== undefined),
  };
}

function replyTextOf(stored: PackedContent): string {
  const { replyText, text, replyLength, fold } = stored;
  if (fold?.text) return cutText(text ?? "", fold.text).reply;
  if (fold?.shown) return textOfReply(replyOf(stored, stored.html ?? "").replyHtml).text;
  return replyText ?? (text ?? "").slice(0, replyLength);
}

/** The two parts of the HTML. */
function replyOf(
  { fold, text, textHtml, replyHtml = undefined, quotedHtml = null }: PackedContent,
  html: string,
): Pick<MailContent, "replyHtml" | "quotedHtml"> {
  if (textHtml && fold?.text) {
    const { reply, quoted } = cutText(text ?? "", fold.text);
    return quoted === null
      ? { replyHtml: html, quotedHtml: null }
      : { replyHtml: textToHtml(reply), quotedHtml: textToHtml(quoted) };
  }
  const cut = fold?.html && cutHtml(html, fold.html);
  return cut
    ? { replyHtml: cut.reply, quotedHtml: cut.quoted }
    : { replyHtml: replyHtml ?? html, quotedHtml };
}

/** The texts of a content, without the HTML that takes longest to make. */
export interface ContentTexts extends Pick<MailContent, "text" | "replyText" | "defects" | "invitation"> {
  /** Whether it has HTML. */
  hasHtml: boolean;
}

/** @throws DamagedContent; for a content without its text too: `wholeContent` comes before */
export function unpackTexts(packed: Uint8Array): ContentTexts {
  const stored = unpacked(packed);
  if (stored.textAt) throw new DamagedContent("the text of this content is left out");
  const { text = null, html = "", textHtml, defects = [], invitation } = stored;
  const isSure = html !== "" || (textHtml === true && text !== null && text.trim() !== "");
  return { text, replyText: replyTextOf(stored), defects, invitation, hasHtml: isSure || hasHtml(packed) };
}

function hasHtml(packed: Uint8Array): boolean {
  const { html, replyHtml, quotedHtml } = unpackContent(packed);
  return html !== "" || replyHtml !== "" || (quotedHtml ?? "") !== "";
}

/** @throws DamagedContent; for a content without its text too: `wholeContent` comes before */
export function unpackContent(packed: Uint8Array): MailContent {
  const stored = unpacked(packed);
  if (stored.textAt) throw new DamagedContent("the text of this content is left out");
  const text = stored.text ?? null;
  const html = stored.textHtml ? textToHtml(text ?? "") : (stored.html ?? "");
  return {
    text,
    html,
    ...replyOf(stored, html),
    replyText: replyTextOf(stored),
    defects: stored.defects ?? [],
    written: stored.written,
    fold: stored.fold,
    invitation: stored.invitation,
  };
}
