// The envelope sender of outbound mail, `bounces+<token>@<domain>`: the token of a returned bounce proves which outbound mail
// it is about, so that a forged DSN cannot suppress recipients. Pure.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isUuid } from "../lib/ids.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
/** 80 bits, which cannot be guessed by sending mail. */
const macBytes = 10;
const tokenLength = 42;

/**
 * The token of an outbound id: the id's 16 bytes and 10 bytes of HMAC-SHA256, in lower-case base32 without padding, since
 * servers change the case of local parts.
 *
 * @param outboundId a UUID
 */
export function bounceToken(outboundId: string, secret: Uint8Array): string {
  if (!isUuid(outboundId)) throw new Error(`not a UUID: ${outboundId}`);
  const id = Buffer.from(outboundId.replaceAll("-", ""), "hex");
  return base32(Buffer.concat([id, mac(id, secret)]));
}

export function bounceAddress(outboundId: string, domain: string, secret: Uint8Array): string {
  return `bounces+${bounceToken(outboundId, secret)}@${domain}`;
}

/**
 * The outbound id of a bounce address; null when the address has another form or its token was made with none of the secrets.
 *
 * @param address an address, or its local part
 */
export function outboundIdOf(address: string, secrets: readonly Uint8Array[]): string | null {
  const local = address.split("@", 1)[0]?.toLowerCase() ?? "";
  if (!local.startsWith("bounces+")) return null;
  const bytes = unbase32(local.slice("bounces+".length));
  if (!bytes) return null;
  const id = bytes.subarray(0, 16);
  // All secrets are compared, so that the time does not reveal which one matches.
  const valid = secrets.map((secret) => timingSafeEqual(mac(id, secret), bytes.subarray(16)));
  if (!valid.includes(true)) return null;
  const hex = id.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function mac(id: Buffer, secret: Uint8Array): Buffer {
  return createHmac("sha256", secret).update("bounce\0").update(id).digest().subarray(0, macBytes);
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
