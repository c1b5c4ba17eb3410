// Opens the blob store of the settings. What its place does not do now is BlobsUnavailable here, and logged: the caller only says
// that it may be tried again.
import { messageOf } from "../../lib/failure.ts";
import { type Log, silentLog } from "../../lib/log.ts";
import { peerMessage, peerRemedy } from "../../lib/peer-trouble.ts";
import { RareWarning } from "../../lib/rare-warning.ts";
import { knownRemedy } from "../database/remedies.ts";
import { BlobMissing, type BlobPlace, type BlobStore, BlobsUnavailable, unpackBlob } from "./blobs.ts";
import { openFileBlobs } from "./files.ts";
import { openS3Blobs, type S3Settings } from "./s3.ts";

/** How long a call may take, and for how many bytes a millisecond more. */
const patienceMs = 30_000;
const bytesPerMs = 100;

/** S3 when the settings S3_* are set, else files in `DATA_DIR/blobs`. */
export function openBlobStore({
  dataDir,
  s3,
  log = silentLog,
}: {
  dataDir: string;
  s3: S3Settings | null;
  log?: Log;
}): BlobStore {
  const where = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? "AWS"}` : `${dataDir}/blobs`;
  const place = s3 ? openS3Blobs(s3) : openFileBlobs(dataDir);
  return watched(place, { where, remedy: (error) => toDo(error, s3), log });
}

/** The sentence that tells an operator where to look when blobs cannot be stored or read. */
export function remedyOf(s3: S3Settings | null): string {
  return s3
    ? "Look at S3_ENDPOINT, S3_REGION, S3_BUCKET and the key's rights: it needs to put, get, delete and list."
    : "Look at the folder's owner and mount, and at the space left on its disk.";
}

/** A full disk and a want of files say what to do themselves; a folder is no other machine. */
function toDo(error: unknown, s3: S3Settings | null): string {
  const known = knownRemedy(error);
  if (known !== null) return `${known}.`;
  return s3 ? peerRemedy(error, remedyOf(s3)) : remedyOf(s3);
}

function watched(
  place: BlobPlace,
  { where, remedy, log }: { where: string; remedy: (error: unknown) => string; log: Log },
): BlobStore {
  const trouble = new RareWarning(log, "large mails cannot be stored or read", () => performance.now());
  const missing = new RareWarning(log, "a large mail is not in its place", () => performance.now());
  const tell = async <T>(work: Promise<T>, ms = patienceMs): Promise<T> => {
    try {
      const done = await within(work, ms);
      if (trouble.over()) log.info("large mails can be stored and read again");
      return done;
    } catch (error) {
      const reason = reasonOf(error);
      const away = new BlobsUnavailable(`${where}: ${reason}. ${remedy(error)}`, reason, {
        cause: error,
      });
      trouble.write(away);
      throw away;
    }
  };
  const get: BlobStore["get"] = async (key, range) => tell(place.get(key, range));
  const read: BlobStore["read"] = async (key, range) => {
    const bytes = await get(key, range);
    if (bytes) return bytes;
    const error = new BlobMissing(
      `${where} does not have the blob ${key}. Several servers on one database need the same S3_BUCKET; a lost one is in a backup.`,
      `it does not have ${key}`,
    );
    missing.write(error);
    throw error;
  };
  return {
    where,
    put: async (key, bytes) => tell(place.put(key, bytes), patienceMs + bytes.length / bytesPerMs),
    get,
    read,
    async readRaw(key) {
      const packed = await read(key);
      return unpackBlob(key, packed).catch((error) => {
        missing.write(error);
        throw error;
      });
    },
    delete: async (key, writtenBeforeMs) => tell(place.delete(key, writtenBeforeMs)),
    list: (after) => tell(place.list(after)),
    holdsBackups: () => tell(place.holdsBackups()),
    readMark: () => tell(place.readMark()),
    writeMark: (line) => tell(place.writeMark(line)),
  };
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${Math.ceil(ms / 1000)} s`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Bun's S3 client says what happened in the code alone, where the server gave no answer of its own. */
export function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  const message = messageOf(error).replace(/\.$/, "");
  const said = typeof code === "string" && !message.includes(code) ? `${code}, ${message}` : message;
  return peerMessage(error, said);
}
