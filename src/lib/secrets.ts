// Random secrets, their hashes and constant-time comparison. Tokens carry a checksum, so that secret scanners
// recognise them and a typo is refused without a database query. DECISIONS Authentication and keys.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { randomOctets } from "./chance.ts";
import { Pauses } from "./pauses.ts";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** @returns `length` characters of base62, unbiased */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomOctets(length * 2)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** `pr_`: API keys; `pa_`, `pf_`: OAuth's access and refresh tokens. */
export type TokenPrefix = "pr" | "pa" | "pf";

/** A new token: its prefix, 40 base62 characters and a 6-character checksum. */
export function newToken(prefix: TokenPrefix): string {
  const body = randomBase62(40);
  return `${prefix}_${body}${checksum(body)}`;
}

/** The token that follows from another by a secret: the same each time, and nobody without the secret makes it. */
export function successorToken(prefix: TokenPrefix, secret: Uint8Array, token: string): string {
  let number = BigInt(`0x${hmacSha256(secret, `successor of ${token}`).toString("hex")}`);
  let body = "";
  // 40 characters of base62 hold 238 of its 256 bits.
  for (let i = 0; i < 40; i++) {
    body += base62[Number(number % 62n)];
    number /= 62n;
  }
  return `${prefix}_${body}${checksum(body)}`;
}

export function newApiToken(): string {
  return newToken("pr");
}

/** Whether the text has the form of a token with one of these prefixes and a correct checksum. */
export function looksLikeToken(text: string, ...prefixes: readonly TokenPrefix[]): boolean {
  return (
    prefixes.some((prefix) => text.startsWith(`${prefix}_`)) &&
    /^.{3}[0-9A-Za-z]{46}$/.test(text) &&
    checksum(text.slice(3, 43)) === text.slice(43)
  );
}

function checksum(body: string): string {
  let number = Bun.hash.crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = base62[number % 62] + text;
    number = Math.floor(number / 62);
  }
  return text;
}

export function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

/** Bytes that are hashed at a time. */
const pieceBytes = 1024 * 1024;

/** As sha256, of many megabytes; others have their turns meanwhile. */
export async function sha256InPieces(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash("sha256");
  const pauses = new Pauses();
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    hash.update(bytes.subarray(at, at + pieceBytes));
    if (pauses.isDue) await pauses.take();
  }
  return hash.digest();
}

export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac("sha256", key).update(data).digest();
}

/** Compares in a time that depends on the lengths only. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = Buffer.from(a as string);
  const right = Buffer.from(b as string);
  return left.length === right.length && timingSafeEqual(left, right);
}
