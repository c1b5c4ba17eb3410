// The bytes of one DATA, gathered within the size limit: in memory while they are few, by way of the disk when they are many.
import type { SMTPServerDataStream } from "smtp-server";
import type { Spill } from "../lib/spill.ts";
import { SmtpReply } from "./replies.ts";

/**
 * The whole message as it was sent (dots unstuffed).
 * @param spill takes its bytes, and keeps their room until the caller releases it
 * @throws SmtpReply for a message that is too large, that there is no room for, or that has a bare CR or LF
 */
export async function readBody(
  stream: SMTPServerDataStream,
  maxBytes: number,
  spill: Spill,
): Promise<Uint8Array> {
  let size = 0;
  let dropped = false;
  // Past a limit the rest is read and dropped, so that the reply can be sent.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (dropped || (size <= maxBytes && (await spill.write(chunk)))) continue;
    dropped = true;
    await spill.release();
  }
  if (size > maxBytes) {
    throw new SmtpReply(552, `5.3.4 The message is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  }
  if (dropped) throw new SmtpReply(452, "4.3.1 Too many large mails at once, try again later");
  const bytes = await spill.bytes();
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hasBareLineEnd(raw)) {
    throw new SmtpReply(550, "5.6.0 A line ends in a bare CR or LF; lines must end in CRLF (RFC 5321 2.3.8)");
  }
  return raw;
}

const cr = 13;
const lf = 10;

/** A CR or LF that is not part of a CRLF: two readers may see two different mails in it. RFC 5321 2.3.8 */
export function hasBareLineEnd(raw: Buffer): boolean {
  let from = 0;
  for (let at = raw.indexOf(lf); at !== -1; at = raw.indexOf(lf, from)) {
    if (at === 0 || raw[at - 1] !== cr) return true;
    const bare = raw.indexOf(cr, from);
    if (bare !== at - 1) return true;
    from = at + 1;
  }
  return raw.indexOf(cr, from) !== -1;
}
