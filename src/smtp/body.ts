// Reads the DATA of one mail within the size limit: small mails in memory, large ones through a spill file.
import type { SMTPServerDataStream } from "smtp-server";
import type { Spill } from "../lib/spill.ts";
import { hasLongHeader, hopsOf, maxHops } from "../mail/mime/headers.ts";
import { SmtpReply } from "./replies.ts";

/**
 * The whole message, dots unstuffed.
 * @param spill gathers the bytes; its storage stays reserved until the caller releases it
 * @throws SmtpReply 552 too large, or its header is, 452 no storage left for large mails, 550 a bare CR or LF, 554 a loop
 */
export async function readBody(
  stream: SMTPServerDataStream,
  maxBytes: number,
  spill: Spill,
): Promise<Uint8Array> {
  let size = 0;
  let discarded = false;
  const ends = new LineEnds();
  // Beyond a limit the rest is read and discarded: SMTP has no reply before the end of DATA.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Line ends are checked as bytes come in: a whole mail at once would hold up the main thread.
    if (!discarded) ends.take(chunk);
    if (discarded || (size <= maxBytes && (await spill.write(chunk)))) continue;
    discarded = true;
    await spill.release();
  }
  if (size > maxBytes) {
    throw new SmtpReply(552, `5.3.4 The message is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  }
  if (discarded) throw new SmtpReply(452, "4.3.1 Too many large mails at once, try again later");
  if (ends.isBare) {
    throw new SmtpReply(550, "5.6.0 A line ends in a bare CR or LF; lines must end in CRLF (RFC 5321 2.3.8)");
  }
  const bytes = await spill.bytes();
  if (hasLongHeader(bytes)) throw new SmtpReply(552, "5.3.4 The header is larger than 1 MB");
  const hops = hopsOf(bytes);
  if (hops > maxHops) {
    throw new SmtpReply(
      554,
      `5.4.6 A mail loop: it has passed through ${hops} servers (Received fields), and may through ${maxHops} (RFC 5321 6.3)`,
    );
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

const cr = 13;
const lf = 10;

/** Looks for a CR or LF that is not part of a CRLF: two servers could read different mails from it. RFC 5321 2.3.8 */
class LineEnds {
  #found = false;
  /** The last octet so far is a CR. */
  #isOpen = false;

  /** Whether there was one; asked at the end. */
  get isBare(): boolean {
    return this.#found || this.#isOpen;
  }

  take(chunk: Buffer): void {
    if (this.#found || chunk.length === 0) return;
    const from = this.#isOpen ? 1 : 0;
    this.#isOpen = chunk.at(-1) === cr;
    this.#found = (from === 1 && chunk[0] !== lf) || hasBare(chunk, from);
  }
}

/** @param from the chunk is looked at from here; a CR at its end is not judged */
function hasBare(chunk: Buffer, from: number): boolean {
  let start = from;
  for (let at = chunk.indexOf(lf, start); at !== -1; at = chunk.indexOf(lf, start)) {
    if (at === start || chunk.indexOf(cr, start) !== at - 1) return true;
    start = at + 1;
  }
  const last = chunk.indexOf(cr, start);
  return last !== -1 && last !== chunk.length - 1;
}
