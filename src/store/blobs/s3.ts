// Blobs in S3 or a compatible server. A put resolves when the server has answered, which is its promise of durability.
import { S3Client } from "bun";
import { absent, type BlobPlace, isBlobKey, manifestEnding, markName } from "./blobs.ts";

export interface S3Settings {
  bucket: string;
  /** null: AWS. */
  endpoint: string | null;
  region: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}

export function s3Client(settings: S3Settings): S3Client {
  return new S3Client({
    bucket: settings.bucket,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    ...(settings.region === null ? {} : { region: settings.region }),
  });
}

/** @param prefix of all keys, so that a bucket may hold other objects too */
export function openS3Blobs(settings: S3Settings, prefix = "blobs/"): BlobPlace {
  const client = s3Client(settings);
  return {
    async put(key, bytes) {
      await client.write(prefix + key, bytes as Uint8Array<ArrayBuffer>, { type: "application/zstd" });
    },
    async get(key, range) {
      const whole = client.file(prefix + key);
      const file = range ? whole.slice(range.start, range.end) : whole;
      return file.bytes().catch((error) => {
        // Behind the last byte. RFC 9110 15.5.17
        if ((error as { code?: unknown }).code === "InvalidRange") return new Uint8Array();
        return absent(error);
      });
    },
    async delete(key, writtenBeforeMs) {
      const file = client.file(prefix + key);
      const info = await file.stat().catch(absent);
      // A put of the same bytes between this check and the deletion would be lost: S3 has no deletion conditional on age.
      // The blob has been unreferenced for a day, and the same mail would have to arrive again within one round trip.
      if (!info || info.lastModified.getTime() >= writtenBeforeMs) return false;
      await file.delete();
      return true;
    },
    async list(after) {
      // Pages in which all else than blobs lies are passed over: an empty answer is the end.
      for (let from = after ?? ""; ; ) {
        const { contents = [] } = await client.list({ prefix, startAfter: prefix + from });
        const found = contents.map(({ key, size, lastModified }) => ({
          key: key.slice(prefix.length),
          size: size ?? 0,
          writtenMs: Date.parse(lastModified ?? ""),
        }));
        const blobs = found.filter(({ key }) => isBlobKey(key));
        // S3 sorts its lists; not every compatible server does.
        if (blobs.length > 0 || found.length === 0) return blobs.sort((a, b) => (a.key < b.key ? -1 : 1));
        from = found
          .map(({ key }) => key)
          .sort()
          .at(-1)!;
      }
    },
    readMark: () =>
      client
        .file(prefix + markName)
        .text()
        .catch(absent),
    async holdsBackups() {
      if (!prefix.endsWith("blobs/")) return false;
      const beside = `${prefix.slice(0, -"blobs/".length)}backups/`;
      const { contents = [] } = await client.list({ prefix: beside, maxKeys: 100 });
      return contents.some(({ key }) => key.endsWith(manifestEnding));
    },
    async writeMark(line) {
      await client.write(prefix + markName, line, { type: "text/plain" });
    },
  };
}
