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

/** Bytes that a slow line moves in a millisecond. */
const bytesPerMs = 100;

/**
 * @param prefix of all keys, so that a bucket may hold other objects too
 * @param maxSilentMs how long a blob's call waits before it is made once more
 */
export function openS3Blobs(settings: S3Settings, prefix = "blobs/", maxSilentMs = 10_000): BlobPlace {
  const client = s3Client(settings);
  const place = bucketPlace(client, prefix);
  return {
    ...place,
    put: (key, bytes) =>
      askTwice(
        () => place.put(key, bytes),
        async () =>
          void (await askAlone(client, prefix + key, {
            method: "PUT",
            body: bytes as Uint8Array<ArrayBuffer>,
          })),
        maxSilentMs + bytes.length / bytesPerMs,
      ),
    get: (key, range) =>
      askTwice(
        () => place.get(key, range),
        () => askAlone(client, prefix + key, { method: "GET", range }),
        maxSilentMs,
      ),
  };
}

/**
 * Bun makes a call again where a connection that it kept was closed. One that the server, or a firewall between, forgot is
 * silent for five minutes: the call is made once more, beside the first, and the first answer counts.
 */
async function askTwice<T>(
  first: () => Promise<T>,
  second: () => Promise<T>,
  maxSilentMs: number,
): Promise<T> {
  const silent = Promise.withResolvers<null>();
  const timer = setTimeout(() => silent.resolve(null), maxSilentMs);
  const asked = first();
  const answered = await Promise.race([asked.then((answer) => ({ answer })), silent.promise]).finally(() =>
    clearTimeout(timer),
  );
  if (answered) return answered.answer;
  return Promise.any([asked, second()]).catch(({ errors }: AggregateError) => Promise.reject(errors[1]));
}

/**
 * A call on a connection of its own, which Bun's S3 client does not offer: by a signed URL.
 * @returns null: the object is not there
 */
async function askAlone(
  client: S3Client,
  key: string,
  {
    method,
    body,
    range,
  }: { method: "GET" | "PUT"; body?: Uint8Array<ArrayBuffer>; range?: { start: number; end: number } },
): Promise<Uint8Array | null> {
  const headers = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : undefined;
  const answer = await fetch(client.presign(key, { method }), { method, body, headers, keepalive: false });
  if (answer.ok) return answer.bytes();
  const code = (/<Code>(\w{1,99})<\/Code>/.exec(await answer.text()) ?? [])[1];
  if (code === "InvalidRange") return new Uint8Array();
  return absent(Object.assign(new Error(`the bucket answered ${answer.status}`), { code }));
}

function bucketPlace(client: S3Client, prefix: string): BlobPlace {
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
