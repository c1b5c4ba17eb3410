// The objects of a backup: pieces of tables and mails, each stored once under the SHA-256 of its bytes, compressed. With a key
// they are encrypted (AES-256-GCM), and named by an HMAC, so that the place that stores the backups cannot read them.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { type BlobPlace, blobKey } from "../blobs/blobs.ts";
import { BackupError, type BackupPlace } from "./places.ts";

export interface Objects {
  /** Stores raw bytes, unless they are there. @returns the SHA-256 of the bytes, hex */
  put(raw: Uint8Array): Promise<string>;
  /** Stores bytes that are compressed already. @param sha256 of the raw bytes, hex */
  putPacked(sha256: string, zstd: () => Promise<Uint8Array>): Promise<void>;
  /** The raw bytes, compared with their digest. @throws BackupError */
  get(sha256: string): Promise<Uint8Array>;
  /** The same bytes as they are stored, compared as well. @throws BackupError */
  getPacked(sha256: string): Promise<Uint8Array>;
  /** Whether the place holds it: when it was listed, or since. */
  has(sha256: string): boolean;
  /** The key in the place. */
  keyOf(sha256: string): string;
  /** Number and bytes of the objects that were new. */
  written: { objects: number; bytes: number };
}

export interface Cipher {
  isEncrypted: boolean;
  nameOf(sha256: string): string;
  encrypt(bytes: Uint8Array): Uint8Array;
  /** @throws BackupError */
  decrypt(bytes: Uint8Array): Uint8Array;
}

/** @param key 32 bytes; null: names and bytes stay as they are */
export function cipherOf(key: Uint8Array | null): Cipher {
  if (key === null)
    return {
      isEncrypted: false,
      nameOf: (sha256) => sha256,
      encrypt: (bytes) => bytes,
      decrypt: (bytes) => bytes,
    };
  const part = (use: string) => Buffer.from(hkdfSync("sha256", key, "", `postroom backup ${use}`, 32));
  const [naming, content] = [part("names"), part("content")];
  return {
    isEncrypted: true,
    nameOf: (sha256) => createHmac("sha256", naming).update(sha256).digest("hex"),
    encrypt(bytes) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", content, nonce);
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(bytes) {
      try {
        const decipher = createDecipheriv("aes-256-gcm", content, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
      } catch {
        throw new BackupError(
          "It was encrypted with another key, or is damaged. Set BACKUP_KEY to the key that was set when it was made.",
        );
      }
    },
  };
}

/** Objects that are copied or read at once. */
const atOnce = 8;

/** Works on every name or digest, some at once, begun in their order. Rejects with the first error. */
export async function eachObject(
  names: readonly string[],
  work: (name: string, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < names.length; at = next++) await work(names[at]!, at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** @param present keys that the place holds already: they are not written again */
export function openObjects(place: BackupPlace, cipher: Cipher, present: Set<string>): Objects {
  const written = { objects: 0, bytes: 0 };
  const keyOf = (sha256: string) => blobKey(cipher.nameOf(sha256));
  async function putPacked(sha256: string, zstd: () => Promise<Uint8Array>): Promise<void> {
    const key = keyOf(sha256);
    if (present.has(key)) return;
    present.add(key);
    const bytes = cipher.encrypt(await zstd());
    await place.objects.put(key, bytes);
    written.objects++;
    written.bytes += bytes.length;
  }
  async function read(sha256: string): Promise<{ raw: Uint8Array; packed: Uint8Array }> {
    const packed = await decrypted(sha256);
    const raw = await unpacked(packed, keyOf(sha256));
    if (createHash("sha256").update(raw).digest("hex") !== sha256) throw damaged(keyOf(sha256));
    return { raw, packed };
  }
  async function decrypted(sha256: string): Promise<Uint8Array> {
    const bytes = await place.objects.get(keyOf(sha256));
    if (!bytes)
      throw new BackupError(
        `An object of the backup is missing: ${keyOf(sha256)}. ${cipher.isEncrypted ? `The names of objects come from BACKUP_KEY: is it the key that was set when the backup was made? If it is, ${notWhole}` : sentence(notWhole)}`,
      );
    try {
      return cipher.decrypt(bytes);
    } catch {
      // The key is right: the object's name comes from it, too.
      throw damaged(keyOf(sha256));
    }
  }
  return {
    written,
    keyOf,
    has: (sha256) => present.has(keyOf(sha256)),
    putPacked,
    get: async (sha256) => (await read(sha256)).raw,
    getPacked: async (sha256) => (await read(sha256)).packed,
    async put(raw) {
      const sha256 = createHash("sha256").update(raw).digest("hex");
      await putPacked(sha256, () => Bun.zstdCompress(raw as Uint8Array<ArrayBuffer>, { level: 3 }));
      return sha256;
    },
  };
}

/** The lines of a piece of a table or of the list of mails. @throws BackupError */
export async function linesOf(objects: Pick<Objects, "get">, piece: string): Promise<string[]> {
  return Buffer.from(await objects.get(piece))
    .toString()
    .split("\n");
}

async function unpacked(zstd: Uint8Array, key: string): Promise<Uint8Array> {
  try {
    return await Bun.zstdDecompress(zstd as Uint8Array<ArrayBuffer>);
  } catch {
    throw damaged(key);
  }
}

const notWhole =
  "the backup is not whole: take another one (postroom restore PLACE --at TIME), or bring the object back.";

function damaged(key: string): BackupError {
  return new BackupError(
    `An object of the backup is damaged: ${key}. Delete it from there, and make a backup while the server still has its mail (postroom backup); or restore an older backup (postroom restore PLACE --at TIME), or bring the object back.`,
  );
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** The keys of all objects of a place. */
export async function presentObjects(objects: BlobPlace): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let after: string | null = null; ; ) {
    const found = await objects.list(after);
    if (found.length === 0) return keys;
    for (const { key } of found) keys.add(key);
    after = found.at(-1)!.key;
  }
}
