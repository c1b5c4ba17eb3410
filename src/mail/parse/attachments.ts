// Attachments of a received mail. They are not stored: metadata is listed once, bytes are read out of the raw mail. A part id is
// the IMAP section number; files packed in a part (TNEF, uuencode) or signed in it (S/MIME) append to it: "2/tnef/0", "1/uu/0", "1/p7m/2".

import { binaryText, clean, oneLine } from "../mime/charset.ts";
import { decodeWords } from "../mime/encoded-words.ts";
import { decodedParam } from "../mime/parameters.ts";
import { partBytes, partText } from "../mime/part-text.ts";
import { findPart, type PartStructure, scanStructure } from "../mime/structure.ts";
import { readTnef } from "../mime/tnef.ts";
import { takeUuFiles } from "../mime/uuencode.ts";
import { withoutInvisible } from "../visible/invisible-characters.ts";
import { hasName, isMedia, isText } from "./bodies.ts";
import { cmsMark, insideCms } from "./wrapped.ts";

export interface ParsedAttachment {
  part: string;
  filename: string;
  contentType: string;
  /** Decoded bytes. */
  size: number;
  /** Without angle brackets. */
  contentId: string | null;
  /** Displayed within the mail's HTML. */
  inline: boolean;
}

/** The attachment in a part; several for a packed one. */
export function attachmentsOf(binary: string, part: PartStructure): ParsedAttachment[] {
  const bytes = partBytes(binary, part);
  if (isTnef(part)) {
    const { files } = readTnef(bytes);
    if (files.length > 0) {
      return files.map((file, index) => ({
        part: `${part.section}/tnef/${index}`,
        filename: safeFilename(file.filename) || `attachment-${index + 1}`,
        contentType: file.contentType ?? typeOfName(file.filename),
        size: file.bytes.length,
        contentId: file.contentId,
        inline: false,
      }));
    }
  }
  return [
    {
      part: part.section,
      filename: filenameOf(part),
      contentType: `${part.type}/${part.subtype}`,
      size: bytes.length,
      contentId: contentIdOf(part),
      inline: false,
    },
  ];
}

/** Files uuencoded in a text part. */
export function uuAttachments(
  section: string,
  files: { filename: string; bytes: Buffer }[],
): ParsedAttachment[] {
  return files.map((file, index) => ({
    part: `${section}/uu/${index}`,
    filename: safeFilename(binaryText(file.filename)) || `file-${index + 1}`,
    contentType: typeOfName(file.filename),
    size: file.bytes.length,
    contentId: null,
    inline: false,
  }));
}

/** An attachment's decoded bytes, type and file name, read from the raw mail; null without such a part. */
export function readPart(
  raw: Uint8Array,
  part: string,
): { bytes: Uint8Array; contentType: string; filename: string } | null {
  const { binary, root } = scanStructure(raw);
  const [section = "", packing, number] = part.split("/");
  const found = findPart(root, section);
  if (found === null || found.type === "multipart") return null;
  if (packing === undefined) {
    const contentType = `${found.type}/${found.subtype}`;
    return { bytes: partBytes(binary, found), contentType, filename: filenameOf(found) };
  }
  if (packing === cmsMark) {
    const inside = insideCms(binary, found);
    return inside && readPart(inside, part.slice(section.length + packing.length + 2));
  }
  const index = Number(number);
  if (packing === "tnef" && isTnef(found)) {
    const file = readTnef(partBytes(binary, found)).files[index];
    const listed = attachmentsOf(binary, found)[index];
    return file && listed
      ? { bytes: file.bytes, contentType: listed.contentType, filename: listed.filename }
      : null;
  }
  if (packing === "uu" && isText(found)) {
    const { files } = takeUuFiles(partText(binary, found, null));
    const file = files[index];
    const listed = uuAttachments(section, files)[index];
    return file && listed
      ? { bytes: file.bytes, contentType: listed.contentType, filename: listed.filename }
      : null;
  }
  return null;
}

export function isTnef(part: PartStructure): boolean {
  if (part.type === "application" && /^(?:vnd\.)?ms-tnef$/.test(part.subtype)) return true;
  return hasName(part) && /^winmail\.dat$/i.test(givenName(part) ?? "");
}

export function contentIdOf(part: PartStructure): string | null {
  const id = oneLine(part.id ?? "")
    .trim()
    .replace(/^<|>$/g, "")
    .trim();
  return id ? id.slice(0, 500) : null;
}

function givenName(part: PartStructure): string | null {
  const disposition = part.disposition === null ? null : decodedParam(part.disposition.params, "filename");
  return disposition || decodedParam(part.params, "name");
}

/** The safe form of a part's file name, or a name made from its type. Never empty. */
export function filenameOf(part: PartStructure): string {
  const given = safeFilename(givenName(part) ?? "");
  if (given !== "") return given;
  if (part.type === "message" && part.envelope) {
    const subject = safeFilename(decodeWords(part.envelope.subject ?? "")).slice(0, 80);
    return `${subject || "message"}.eml`;
  }
  if (part.type === "message" && part.subtype === "delivery-status") return "delivery-status.txt";
  const described = part.description === null ? "" : safeFilename(decodeWords(part.description));
  if (/^[^ ]+\.\w{1,5}$/.test(described)) return described;
  const extension = extensionOf(`${part.type}/${part.subtype}`);
  const stem = isText(part) ? "text" : isMedia(part) ? part.type : "attachment";
  return `${stem}-${part.section.replaceAll(".", "-")}.${extension}`;
}

const unsafe = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * A name without path and writing direction marks (they disguise extensions), at most 200 long; control characters
 * become spaces.
 */
function safeFilename(name: string): string {
  const bare = withoutInvisible(oneLine(clean(name)).replace(unsafe, ""));
  const last = bare.slice(Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\")) + 1).trim();
  if (last === "." || last === "..") return "";
  if (last.length <= 200) return last;
  const dot = last.lastIndexOf(".");
  const extension = dot > 0 && last.length - dot <= 20 ? last.slice(dot) : "";
  return last.slice(0, 200 - extension.length).toWellFormed() + extension;
}

/** The media type of a file that names none. */
export function typeOfName(filename: string): string {
  const extension = /\.(\w{1,8})$/.exec(filename)?.[1]?.toLowerCase();
  return (extension && commonTypes[extension]) || "application/octet-stream";
}

function extensionOf(contentType: string): string {
  const known = Object.entries(commonTypes).find(([, type]) => type === contentType)?.[0];
  return known ?? (/^(?:text|message)\//.test(contentType) ? "txt" : "bin");
}

/** For files without a type, and parts without a name. */
// biome-ignore format: a table
const commonTypes: Record<string, string> = {
  pdf: "application/pdf", doc: "application/msword", xls: "application/vnd.ms-excel", ppt:
  "application/vnd.ms-powerpoint", docx:
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document", xlsx:
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", pptx:
  "application/vnd.openxmlformats-officedocument.presentationml.presentation", zip: "application/zip", gz:
  "application/gzip", txt: "text/plain", csv: "text/csv", htm: "text/html", html: "text/html", rtf:
  "application/rtf", xml: "application/xml", json: "application/json", ics: "text/calendar", vcf:
  "text/vcard", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", gif: "image/gif", bmp:
  "image/bmp", webp: "image/webp", svg: "image/svg+xml", md: "text/markdown", tif: "image/tiff", tiff: "image/tiff", mp3: "audio/mpeg", wav: "audio/wav", mp4:
  "video/mp4", avi: "video/x-msvideo", eml: "message/rfc822",
};
