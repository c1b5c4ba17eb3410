// What was read out of a mail, kept beside its raw bytes as one compressed JSON value: it is never queried, and its
// parts repeat each other, so together they cost little.
import type { Envelope } from "../mail/envelope.ts";
import type { PartStructure } from "../mail/structure.ts";

export interface Content {
  text: string | null;
  html: string;
  /** Left out when equal to html. */
  replyHtml?: string;
  quotedHtml: string | null;
  replyText: string;
  structure: PartStructure | null;
  envelope: Envelope | null;
  defects: string[];
}

const level = { level: 1 };

export function packContent(content: Content): Uint8Array {
  return Bun.zstdCompressSync(JSON.stringify(content), level);
}

export function unpackContent(packed: Uint8Array): Content {
  return JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(packed as Uint8Array<ArrayBuffer>)));
}
