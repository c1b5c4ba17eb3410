// Whether a PDF shows pages and does nothing by itself. A browser's PDF viewer runs the scripts of a file: away from the page's
// origin, but with dialogs. ISO 32000-1 12.6
import { constants, inflateSync } from "node:zlib";

export const mostPdfBytes = 8 * 1024 * 1024;
const mostUnpacked = 4 * 1024 * 1024;

/** Names of actions and contents that run, or reach other files and places; and names that are not spelled plainly (7.3.5). */
const active =
  /\/(?:JS|JavaScript|Launch|AA|XFA|RichMedia|SubmitForm|ImportData|GoToR|GoToE|Rendition|EmbeddedFile)(?![A-Za-z0-9])|\/[^\s()<>[\]{}/%]*#[0-9A-Fa-f]{2}/;
/** The head of a stream that holds objects (7.5.7), up to its data. */
const objectStream = /\/ObjStm(?![A-Za-z0-9])/g;
const dataBegins = /stream\r?\n/g;

/** False also for what cannot be looked into: encrypted, damaged or very large files. */
export function isPassivePdf(bytes: Uint8Array): boolean {
  if (bytes.length > mostPdfBytes) return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = file.toString("latin1");
  if (!text.startsWith("%PDF-") || active.test(text)) return false;
  let left = mostUnpacked;
  for (const { index } of text.matchAll(objectStream)) {
    dataBegins.lastIndex = index;
    if (!dataBegins.test(text)) return false;
    try {
      const packed = file.subarray(dataBegins.lastIndex);
      const objects = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: left });
      left -= objects.length;
      if (left <= 0 || active.test(objects.toString("latin1"))) return false;
    } catch {
      return false;
    }
  }
  return true;
}
