// Files in the body of a call: decoded and named. DECISIONS Drafts and sending.
import { maxBytes, type Upload } from "../../actors/identity/sending/prepare.ts";
import { Failure, invalid } from "../lib/failure.ts";
import { newId } from "../lib/ids.ts";
import { sha256 } from "../lib/secrets.ts";
import { type FileContent, maxFiles } from "../schema/messages.ts";

interface Filed {
  attachments?: FileContent[] | undefined;
  attachment_ids?: string[] | null | undefined;
}

/**
 * Decodes the files of a body, one after the other, and drops their base64 from it.
 * @returns `seen`: the body as the Idempotency-Key compares it, with hashes in place of the bytes
 * @throws Failure validation_error, payload_too_large
 */
export function takeFiles<B extends Filed>(body: B): { files: Upload[]; seen: unknown } {
  const given = body.attachments ?? [];
  if (given.length + (body.attachment_ids?.length ?? 0) > maxFiles)
    throw new Failure("payload_too_large", `A message has at most ${maxFiles} files. Send fewer.`);
  let total = 0;
  const files = given.map((file, index) => {
    const field = `attachments/${index}`;
    const bytes = base64Bytes(file.content, `${field}/content`);
    file.content = "";
    total += bytes.length;
    if (total > maxBytes) {
      throw new Failure(
        "payload_too_large",
        "The files of a message are larger than 25 MB together. Send fewer or smaller ones, or a link to them.",
      );
    }
    const contentId = file.content_id?.replace(/^<|>$/g, "") ?? null;
    return {
      id: newId(),
      filename: fileName(file.filename, `${field}/filename`),
      contentType: mediaType(file.content_type ?? "application/octet-stream", `${field}/content_type`),
      bytes,
      contentId,
      inline: file.inline ?? contentId !== null,
    };
  });
  if (files.length === 0) return { files, seen: body };
  // Equal bytes are an equal body, however they were encoded. DECISIONS Authentication and keys: Idempotency
  const attachments = files.map(({ id: _, bytes, ...file }) => ({
    ...file,
    sha256: sha256(bytes).toString("hex"),
  }));
  return { files, seen: { ...body, attachments } };
}

/** @throws Failure validation_error naming the field */
export function base64Bytes(text: string, field: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw invalid(
      `Field "${field}" is not base64 (RFC 4648 section 4). Encode the whole file, without a data: prefix.`,
    );
  }
}

/** The last part of a path, which some programs send as the name. RFC 7578 4.2. @throws Failure validation_error */
export function fileName(given: string, field: string): string {
  const name = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1).trim();
  if (/^\.{0,2}$/.test(name) || name.length > 255)
    throw invalid(
      `Field "${field}" needs a name of 1 to 255 characters, such as report.pdf; ${JSON.stringify(given.slice(0, 100))} has none.`,
    );
  return name;
}

/** RFC 2045 5.1, RFC 6838 4.2 */
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:[\t ]*;[\t\x20-\x7e]*)?$/i;

/** A media type with its parameters, as it was sent. @throws Failure validation_error */
export function mediaType(given: string, field: string): string {
  if (given.length > 255 || !mediaTypePattern.test(given.trim()))
    throw invalid(
      `Field "${field}" must be a media type of at most 255 characters, such as application/pdf; ${JSON.stringify(given.slice(0, 100))} is none.`,
    );
  return given;
}
