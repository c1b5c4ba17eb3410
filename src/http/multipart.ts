// Bodies of multipart/form-data, part by part, each under the Content-Type that its sender gave it. The runtime's own
// form reader would take the type from the file's name and call every text UTF-8. RFC 7578
import { MultipartParseError, type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import { Failure, invalid } from "../lib/failure.ts";
import { UploadedFile } from "../schema/drafts.ts";

/** Parts in one form. */
const maxParts = 50;
const maxHeaderBytes = 16 * 1024;
/** Octets of a form field that is not a file. */
const maxFieldBytes = 64 * 1024;

export type FormEntry = readonly [name: string, value: string | UploadedFile];

/**
 * The fields by name: texts as strings, files as UploadedFile.
 * @param contentType of the body, with its boundary
 * @throws Failure validation_error, payload_too_large
 */
export function readForm(bytes: Uint8Array, contentType: string): Record<string, string | UploadedFile> {
  const fields: Record<string, string | UploadedFile> = Object.create(null);
  for (const [name, value] of formEntries(bytes, contentType)) {
    if (name in fields) throw invalid(`Field "${name}" is there twice. Send it once.`);
    fields[name] = value;
  }
  return fields;
}

/** The fields in their order; a name may be there several times. @throws Failure validation_error, payload_too_large */
export function formEntries(bytes: Uint8Array, contentType: string): FormEntry[] {
  const boundary = boundaryOf(contentType);
  if (boundary === null)
    throw invalid(
      "The multipart body has no boundary. Name it: Content-Type: multipart/form-data; boundary=…",
    );
  try {
    const parts = parseMultipart(fromBoundary(bytes, boundary), {
      boundary,
      maxParts,
      maxHeaderSize: maxHeaderBytes,
      maxFileSize: bytes.length,
      maxTotalSize: bytes.length,
    });
    const entries: FormEntry[] = [];
    for (const part of parts) {
      const { name } = part;
      if (name === undefined)
        throw invalid('A part has no name. Send Content-Disposition: form-data; name="…".');
      entries.push([name, part.isFile ? fileOf(part) : textOf(part, name)]);
    }
    return entries;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof MultipartParseError)
      throw invalid(`The multipart body is malformed: ${error.message}.`);
    // The decoder throws a TypeError for bytes that are not UTF-8.
    if (error instanceof TypeError)
      throw invalid(
        "A field or file name of the multipart body is not UTF-8. RFC 7578 section 5.1 asks for it.",
      );
    throw error;
  }
}

function fileOf(part: MultipartPart): UploadedFile {
  const [only] = part.content;
  return new UploadedFile(
    part.filename ?? "",
    part.headers["content-type"] ?? "",
    part.content.length === 1 ? only! : part.bytes,
  );
}

function textOf(part: MultipartPart, name: string): string {
  if (part.size > maxFieldBytes)
    throw new Failure(
      "payload_too_large",
      `Field "${name}" is larger than 64 kB. Send it as a file: with a filename.`,
    );
  return part.text;
}

/** RFC 2046 5.1.1 */
function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

/** Drops the preamble. RFC 2046 5.1.1 */
function fromBoundary(bytes: Uint8Array, boundary: string): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const line = `--${boundary}`;
  if (whole.indexOf(line, 0, "latin1") === 0) return bytes;
  const at = whole.indexOf(`\r\n${line}`, 0, "latin1");
  return at === -1 ? bytes : bytes.subarray(at + 2);
}
