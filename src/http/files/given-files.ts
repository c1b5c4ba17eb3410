// Files in the body of a call: decoded and named. DECISIONS Drafts and sending.

import { maxBytes, type Upload } from "../../../actors/identity/sending/prepare.ts";
import { base64InPieces } from "../../lib/base64.ts";
import { Failure, invalid } from "../../lib/failure.ts";
import { newId } from "../../lib/ids.ts";
import { must } from "../../lib/must.ts";
import { Pauses } from "../../lib/pauses.ts";
import { sha256InPieces } from "../../lib/secrets.ts";
import { typeOfName } from "../../mail/parse/attachments.ts";
import { type FileContent, maxFiles } from "../../schema/message/file-content.ts";
import { checkFileUrl, type FetchDeps, fetchFile } from "./fetched-file.ts";
import { fileName, mediaType } from "./file-names.ts";

interface Filed {
  attachments?: FileContent[] | undefined;
  attachment_ids?: string[] | null | undefined;
}

/** Files of a body. */
interface TakenFiles {
  /**
   * Files in the body, and those behind its URLs, which are fetched only now.
   * @param identityId of the address whose mail is to have them; called if there are URLs
   * @throws Failure
   */
  files(identityId: () => string | Promise<string>): Promise<Upload[]>;
  /** The body as the Idempotency-Key compares it, with hashes in place of the bytes. */
  seen: unknown;
}

/**
 * Decodes the files of a body, one after the other, and drops their base64 from it.
 * @throws Failure validation_error, payload_too_large
 */
export async function takeFiles(
  deps: FetchDeps,
  { accountId }: { accountId: string },
  body: Filed,
): Promise<TakenFiles> {
  const given = body.attachments ?? [];
  if (given.length + (body.attachment_ids?.length ?? 0) > maxFiles)
    throw new Failure("payload_too_large", `A message has at most ${maxFiles} files. Send fewer.`);
  if (given.length === 0) return { files: async () => [], seen: body };
  const taken: TakenFile[] = [];
  const pauses = new Pauses();
  for (const [index, file] of given.entries()) {
    taken.push(await takeFile(deps, file, `attachments/${index}`));
    if (pauses.isDue) await pauses.take();
  }
  const held = taken.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
  if (held > maxBytes) throw tooLarge();
  // Equal bytes are an equal body, however they were encoded. DECISIONS Authentication and keys: Idempotency
  const attachments: unknown[] = [];
  for (const { bytes, field: _, ...file } of taken) {
    attachments.push(
      bytes === null ? file : { ...file, sha256: (await sha256InPieces(bytes)).toString("hex") },
    );
    if (pauses.isDue) await pauses.take();
  }
  return {
    seen: { ...body, attachments },
    async files(identityId) {
      let total = held;
      const files: Upload[] = [];
      for (const { field, url, filename, contentType, bytes, ...rest } of taken) {
        if (bytes !== null) {
          files.push({ id: newId(), ...rest, filename: filename!, contentType: contentType!, bytes });
          continue;
        }
        const owner = { accountId, identityId: await identityId() };
        const wanted = {
          owner,
          url: must(url, "a file without bytes has a URL"),
          field: `${field}/url`,
          maxBytes: maxBytes - total,
        };
        const got = await fetchFile(deps, wanted);
        total += got.bytes.length;
        files.push({
          id: newId(),
          ...rest,
          filename: filename ?? got.filename,
          contentType: contentType ?? got.contentType,
          bytes: got.bytes,
        });
      }
      return files;
    },
  };
}

interface TakenFile extends Omit<Upload, "id" | "filename" | "contentType" | "bytes"> {
  field: string;
  url?: string;
  /** null: the URL says it. */
  filename: string | null;
  contentType: string | null;
  /** null: they are behind the URL. */
  bytes: Uint8Array | null;
}

async function takeFile(deps: FetchDeps, file: FileContent, field: string): Promise<TakenFile> {
  const { content, url, filename, content_type: contentType } = file;
  if ((content === undefined) === (url === undefined))
    throw invalid(`Field "${field}" needs either "content", the file in base64, or "url", where it is.`);
  const contentId = file.content_id?.replace(/^<|>$/g, "") ?? null;
  const taken = {
    field,
    filename: filename === undefined ? null : fileName(filename, `${field}/filename`),
    contentType: contentType === undefined ? null : mediaType(contentType, `${field}/content_type`),
    contentId,
    inline: file.inline ?? contentId !== null,
  };
  if (url !== undefined) {
    checkFileUrl(deps, url, `${field}/url`);
    return { ...taken, url, bytes: null };
  }
  if (filename === undefined) throw invalid(`Field "${field}/filename" is missing in the body. Add it.`);
  const bytes = await base64Bytes(content!, `${field}/content`);
  file.content = "";
  return { ...taken, contentType: taken.contentType ?? typeOfName(filename), bytes };
}

function tooLarge(): Failure {
  return new Failure(
    "payload_too_large",
    "The files of a message are larger than 25 MB together. Send fewer or smaller ones, or a link to them.",
  );
}

/** @throws Failure validation_error naming the field */
export async function base64Bytes(text: string, field: string): Promise<Uint8Array> {
  try {
    return await base64InPieces(text);
  } catch {
    throw invalid(
      `Field "${field}" is not base64 (RFC 4648 section 4). Encode the whole file, without a data: prefix.`,
    );
  }
}
