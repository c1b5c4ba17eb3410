// Base64 of many megabytes, decoded in pieces, so that others have their turns meanwhile. RFC 4648 4
import { Pauses } from "./pauses.ts";

/** Characters that are decoded at a time. */
const pieceLength = 2 * 1024 * 1024;

/** The bytes of a text; blanks in it do not count. @throws SyntaxError */
export async function base64InPieces(text: string): Promise<Uint8Array> {
  if (text.length <= pieceLength) return Uint8Array.fromBase64(text);
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
  const pauses = new Pauses();
  let written = 0;
  let isEnded = false;
  let length = pieceLength;
  for (let at = 0; at < text.length; ) {
    const isLast = at + length >= text.length;
    const piece = text.slice(at, at + length);
    // Only blanks may follow the padding.
    if (isEnded && piece.trim() !== "") throw new SyntaxError("base64 goes on behind its padding");
    const got = bytes
      .subarray(written)
      .setFromBase64(piece, { lastChunkHandling: isLast ? "loose" : "stop-before-partial" });
    written += got.written;
    isEnded ||= got.written % 3 !== 0;
    at = isLast ? text.length : at + got.read;
    // A group of four with more blanks within than a piece has.
    length = got.read === 0 ? 2 * length : pieceLength;
    if (pauses.isDue) await pauses.take();
  }
  return bytes.subarray(0, written);
}
