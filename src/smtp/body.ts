// The bytes of one DATA, gathered within the size limit.
import { finished } from "node:stream";
import type { SMTPServerDataStream } from "smtp-server";
import type { ByteHold } from "../lib/byte-budget.ts";
import { SmtpReply } from "./replies.ts";

/**
 * The whole message as it was sent (dots unstuffed).
 * @param hold counts its bytes until the mail is stored
 * @throws SmtpReply for a message that is too large, that there is no room for, or that has a bare CR or LF
 */
export async function readBody(
  stream: SMTPServerDataStream,
  maxBytes: number,
  hold: ByteHold,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  let crowded = false;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  finished(stream, (error) => (error ? reject(error) : resolve()));
  // Past a limit the rest is read and dropped, so that the reply can be sent.
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes && !crowded && hold.take(chunk.length)) {
      chunks.push(chunk);
    } else {
      crowded ||= size <= maxBytes;
      chunks.length = 0;
      hold.release();
    }
  });
  await promise;
  if (size > maxBytes) {
    throw new SmtpReply(552, `5.3.4 The message is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  }
  if (crowded) throw new SmtpReply(452, "4.3.1 Too many large mails at once, try again later");
  const raw = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
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
