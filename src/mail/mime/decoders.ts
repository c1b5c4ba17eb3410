// Decodes content transfer encodings piece by piece, for streamed bodies. RFC 2045 6.7, 6.8. On well-formed data the
// result equals that of transfer-encoding.ts.

import { decodeQuotedPrintable } from "./transfer-encoding.ts";

export interface Decoder {
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

const nothing = new Uint8Array(0);

/** "7bit", "8bit", "binary", "base64", "quoted-printable", or null when the encoding is not known. */
export function decoderOf(encoding: string): (() => Decoder) | null {
  switch (encoding) {
    case "7bit":
    case "8bit":
    case "binary":
      return () => ({ push: (bytes) => bytes, end: () => nothing });
    case "base64":
      return () => new Base64Decoder();
    case "quoted-printable":
      return () => new QuotedPrintableDecoder();
    default:
      return null;
  }
}

/** True for encodings that change octets. */
export function isEncoded(encoding: string): boolean {
  return encoding === "base64" || encoding === "quoted-printable";
}

const isSextet = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  isSextet[char.charCodeAt(0)] = 1;
}

/** Other characters are skipped. Behind padding only another encoded piece is read; anything else ends the data. */
class Base64Decoder implements Decoder {
  #rest = "";
  #padded = false;
  #ended = false;

  push(bytes: Uint8Array): Uint8Array {
    if (this.#ended) return nothing;
    const kept = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    let done: Uint8Array = nothing;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (isSextet[byte] === 1) {
        this.#padded = false;
        kept[length++] = byte;
      } else if (byte === 0x3d) {
        if (this.#padded) continue;
        // The group ends here; the next one begins a new piece.
        done = joined(done, Buffer.from(this.#rest + kept.toString("latin1", 0, length), "base64"));
        this.#rest = "";
        length = 0;
        this.#padded = true;
      } else if (this.#padded && byte !== 0x0d && byte !== 0x0a && byte !== 0x20 && byte !== 0x09) {
        this.#ended = true;
        return done;
      }
    }
    const text = this.#rest + kept.toString("latin1", 0, length);
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    return joined(done, Buffer.from(text.slice(0, whole), "base64"));
  }

  end(): Uint8Array {
    const last = Buffer.from(this.#rest, "base64");
    this.#rest = "";
    return last;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  return first.length === 0 ? second : second.length === 0 ? first : Buffer.concat([first, second]);
}

const letter = new Uint8Array([0x5a]);

/** Longer runs of blanks are passed on without waiting for the line's end. */
const heldBlanks = 64 * 1024;

class QuotedPrintableDecoder implements Decoder {
  #held: Uint8Array = nothing;

  push(bytes: Uint8Array): Uint8Array {
    const all = joined(this.#held, bytes);
    let cut = undecided(all);
    if (all.length - cut > heldBlanks) cut = all.length;
    this.#held = all.slice(cut);
    // A letter is appended and dropped again, because the end of this piece is not the end of the data.
    return cut === 0 ? nothing : decoded(joined(all.subarray(0, cut), letter)).subarray(0, -1);
  }

  end(): Uint8Array {
    const last = decoded(this.#held);
    this.#held = nothing;
    return last;
  }
}

function decoded(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0) return nothing;
  return decodeQuotedPrintable(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"),
  );
}

/** Where a tail begins whose meaning depends on the next piece: blanks, `=`, `=4`, `=` CR. */
function undecided(bytes: Uint8Array): number {
  let at = bytes.length;
  if (bytes[at - 1] === 0x0d) at--;
  while (at > 0 && (bytes[at - 1] === 0x20 || bytes[at - 1] === 0x09)) at--;
  if (bytes[at - 1] === 0x3d) return at - 1;
  if (bytes[bytes.length - 1] === 0x0d) return bytes.length;
  if (at === bytes.length && bytes[at - 2] === 0x3d) return at - 2;
  return at;
}
