// What was read out of a mail, kept beside its raw bytes as one compressed JSON value: it is never queried, and its
// parts repeat each other. What another part says already is left out: most mails are one text, said four times.
import type { Envelope } from "../mail/envelope.ts";
import { textToHtml } from "../mail/links.ts";
import type { PartStructure } from "../mail/structure.ts";

export interface Content {
  text: string | null;
  html: string;
  replyHtml: string;
  quotedHtml: string | null;
  replyText: string;
  structure: PartStructure | null;
  envelope: Envelope | null;
  defects: string[];
  /** Of a draft: its bodies as they were given. */
  written?: { text: string | null; html: string | null };
}

/** As stored: a part that is left out equals what `unpackContent` puts in its place. */
type Stored = Partial<Content> & {
  /** The HTML is the text's own. */
  textHtml?: true;
  /** The reply is the text's first characters. */
  replyLength?: number;
};

const level = { level: 1 };

export function packContent(content: Content): Uint8Array {
  const { text, html, replyHtml, quotedHtml, replyText, structure, envelope, defects } = content;
  const stored: Stored = { structure, envelope };
  if (text !== null) stored.text = text;
  if (text !== null && html === textToHtml(text)) stored.textHtml = true;
  else stored.html = html;
  if (replyHtml !== html) stored.replyHtml = replyHtml;
  if (quotedHtml !== null) stored.quotedHtml = quotedHtml;
  if (text?.startsWith(replyText)) stored.replyLength = replyText.length;
  else stored.replyText = replyText;
  if (defects.length > 0) stored.defects = defects;
  if (content.written) stored.written = content.written;
  return Bun.zstdCompressSync(JSON.stringify(stored), level);
}

export function unpackContent(packed: Uint8Array): Content {
  const stored = JSON.parse(
    new TextDecoder().decode(Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>)),
  ) as Stored;
  const text = stored.text ?? null;
  const html = stored.textHtml ? textToHtml(text ?? "") : (stored.html ?? "");
  return {
    text,
    html,
    replyHtml: stored.replyHtml ?? html,
    quotedHtml: stored.quotedHtml ?? null,
    replyText: stored.replyText ?? (text ?? "").slice(0, stored.replyLength),
    structure: stored.structure ?? null,
    envelope: stored.envelope ?? null,
    defects: stored.defects ?? [],
    written: stored.written,
  };
}
