// Reads the DATA of one mail within the size limit: small mails in memory, large ones through a spill file.
import type { SMTPServerDataStream } from "smtp-server";
import type { Spill } from "../lib/spill.ts";
import { SmtpReply } from "./replies.ts";

/**
 * The whole message, dots unstuffed.
 * @param spill gathers the bytes; its storage stays reserved until the caller releases it
 * @throws SmtpReply 552 too large, 452 no storage left for large mails, 550 a bare CR or LF
 */
export async function readBody(
  stream: SMTPServerDataStream,
  maxBytes: number,
  spill: Spill,
): Promise<Uint8Array> {
  let size = 0;
  let discarded = false;
  // Beyond a limit the rest is read and discarded: SMTP has no reply before the end of DATA.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (discarded || (size <= maxBytes && (await spill.write(chunk)))) continue;
    discarded = true;
    await spill.release();
  }
  if (size > maxBytes) {
    throw new SmtpReply(552, `5.3.4 The message is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`);
  }
  if (discarded) throw new SmtpReply(452, "4.3.1 Too many large mails at once, try again later");
  const bytes = await spill.bytes();
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hasBareLineEnd(raw)) {
    throw new SmtpReply(550, "5.6.0 A line ends in a bare CR or LF; lines must end in CRLF (RFC 5321 2.3.8)");
  }
  return raw;
}

const cr = 13;
const lf = 10;

/** Whether a CR or LF is not part of a CRLF: two servers could read different mails from it. RFC 5321 2.3.8 */
function hasBareLineEnd(raw: Buffer): boolean {
  let from = 0;
  for (let at = raw.indexOf(lf); at !== -1; at = raw.indexOf(lf, from)) {
    if (at === 0 || raw[at - 1] !== cr) return true;
    const bare = raw.indexOf(cr, from);
    if (bare !== at - 1) return true;
    from = at + 1;
  }
  return raw.indexOf(cr, from) !== -1;
}
