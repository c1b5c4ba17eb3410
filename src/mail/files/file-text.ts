// The text of a file that came with a mail: PDF, Word and text files, told apart by their first bytes. Bounded in pages,
// characters and unpacked bytes; it runs in a reading process, which bounds its processor time.

import { htmlToText } from "../html/sanitize.ts";
import { decodeCharset } from "../mime/charset.ts";
import { docxText } from "./docx-text.ts";
import { pdfText } from "./pdf-text.ts";
import { type FileText, limits, shortened } from "./text.ts";

export type { FileText } from "./text.ts";

export interface TextFile {
  bytes: Uint8Array;
  contentType: string;
  filename: string;
}

const nothing = { text: null, pages: null, truncated: false };

/** Never throws. */
export async function fileText(file: TextFile): Promise<FileText> {
  const { bytes } = file;
  try {
    const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
    if (head.includes("%PDF-")) return await pdfText(bytes);
    if (head.startsWith("PK\x03\x04")) {
      const text = docxText(bytes);
      return text === null ? { ...nothing, status: "unsupported" } : shortened(text);
    }
    return isText(file) ? shortened(plainText(file)) : { ...nothing, status: "unsupported" };
  } catch (error) {
    const isProtected = error instanceof Error && error.name === "PasswordException";
    return { ...nothing, status: isProtected ? "protected" : "unreadable" };
  }
}

/** Text by its name or type, and without the bytes that no text has. */
function isText({ bytes, contentType, filename }: TextFile): boolean {
  const isNamed =
    /^(?:text\/|application\/(?:json|xml|yaml|x-ndjson|csv|rtf$))/i.test(contentType) ||
    /\.(?:txt|csv|tsv|md|json|ndjson|xml|ya?ml|html?|log|ics|vcf|sql|ini|toml)$/i.test(filename);
  return isNamed && !bytes.subarray(0, 4096).includes(0);
}

function plainText({ bytes, contentType, filename }: TextFile): string {
  const charset = /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? null;
  const text = decodeCharset(bytes.subarray(0, limits.characters * 4), charset);
  const isHtml = /^text\/html/i.test(contentType) || /\.html?$/i.test(filename);
  return isHtml ? htmlToText(text) : text;
}
