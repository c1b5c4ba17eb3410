// What was read out of a mail, kept beside its raw bytes as compressed JSON: it is never queried. The content is what a
// reader is shown; its parts repeat each other, and what another part says already is left out: most mails are one text,
// said four times. The outline is what mail programs ask for before they ask for any text.

import type { DisplayedForm } from "../../mail/displayed-form.ts";
import { textToHtml } from "../../mail/html/text-to-html.ts";
import type { Envelope } from "../../mail/mime/envelope.ts";
import type { PartStructure } from "../../mail/mime/structure.ts";

export interface Content {
  text: string | null;
  html: string;
  replyHtml: string;
  quotedHtml: string | null;
  replyText: string;
  defects: string[];
  /** Of a draft: its bodies as they were given. */
  written?: { text: string | null; html: string | null };
}

export interface Outline {
  /** Of the raw bytes. */
  structure: PartStructure;
  envelope: Envelope;
  /** How mail programs are shown the mail; null: as it is. */
  shown: DisplayedForm | null;
}

/** As stored: a part that is left out equals what `unpackContent` puts in its place. */
type Stored = Partial<Content> & {
  /** The HTML is the text's own. */
  textHtml?: true;
  /** The reply is the text's first characters. */
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
  return pack(stored);
}

export function packOutline({ structure, envelope, shown }: Outline): Uint8Array {
  return pack(shown ? { structure, envelope, shown } : { structure, envelope });
}

/** @param packed the outline, or the content that had it in it; null when it is in neither */
export function unpackOutline(packed: Uint8Array): Outline | null {
  const { structure, envelope, shown = null } = unpacked(packed);
  return structure && envelope ? { structure, envelope, shown } : null;
}

/** Below this, compressing costs more than it saves. */
const smallBytes = 1024;
const brace = 0x7b;

/** JSON, compressed when it is not small; a compressed one begins with no brace. RFC 8878 3.1.1 */
function pack(stored: Stored): Uint8Array {
  const json = Buffer.from(JSON.stringify(stored));
  return json.length <= smallBytes ? json : Bun.zstdCompressSync(json, level);
}

function unpacked(packed: Uint8Array): Stored {
  const json = packed[0] === brace ? packed : Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>);
  return JSON.parse(new TextDecoder().decode(json)) as Stored;
}

/** The reply's text alone: what the search index reads, without making the HTML of a long text. */
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
  };
}
