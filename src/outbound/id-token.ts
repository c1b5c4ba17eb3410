// Tokens that prove an id: the id's 16 bytes and 10 bytes of HMAC-SHA256, in lower-case base32 without padding, since servers
// change the case of local parts. 80 bits cannot be guessed by sending mail. Pure.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid, uuidBytes, uuidOf } from "../lib/ids.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const macBytes = 10;
const tokenLength = 42;

/** @param id a UUID @param use what the token is for: one of another use is not accepted */
export function idToken(id: string, { use, secret }: { use: string; secret: Uint8Array }): string {
  if (!isUuid(id)) throw new Error(`not a UUID: ${id}`);
  const bytes = uuidBytes(id);
  return base32(Buffer.concat([bytes, mac(bytes, { use, secret })]));
}

/** The id that a token proves, whatever its case; null when it was made with none of the secrets. */
export function idOfToken(
  token: string,
  { use, secrets }: { use: string; secrets: readonly Uint8Array[] },
): string | null {
  const bytes = unbase32(token.toLowerCase());
  if (!bytes) return null;
  const id = bytes.subarray(0, 16);
  // All secrets are compared, so that the time does not reveal which one matches.
  const valid = secrets.map((secret) => timingSafeEqual(mac(id, { use, secret }), bytes.subarray(16)));
  return valid.includes(true) ? uuidOf(id) : null;
}

function mac(id: Buffer, { use, secret }: { use: string; secret: Uint8Array }): Buffer {
  return createHmac("sha256", secret).update(`${use}\0`).update(id).digest().subarray(0, macBytes);
}

function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
      value &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

function unbase32(text: string): Buffer | null {
  if (text.length !== tokenLength) return null;
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
    value &= (1 << bits) - 1;
  }
  // The remaining bits must be zero, so that each token has one spelling.
  return value === 0 ? Buffer.from(bytes) : null;
}
