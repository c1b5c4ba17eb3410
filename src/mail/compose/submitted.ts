// Prepares a submitted mail for sending: removes Bcc, adds Date and Message-ID where they are missing, and keeps every other octet.
// RFC 6409 8, RFC 5322 3.6
import { latin1 } from "../mime/charset.ts";

export interface Missing {
  /** With angle brackets. */
  messageId: string;
  /** The value of a Date field. */
  date: string;
}

/** Fields that are removed: blind copies, and the envelope sender of an earlier transport. */
const removed = new Set(["bcc", "resent-bcc", "return-path"]);

/** Fields that may occur once. RFC 5322 3.6 */
const single = new Set(["from", "sender", "reply-to", "to", "cc", "bcc", "date", "subject", "message-id"]);

export interface CompletedMail {
  raw: Uint8Array;
  /** Fields that occur more than once and must not, lower case. */
  repeated: string[];
}

/** @param raw with CRLF line ends */
export function asSubmitted(raw: Uint8Array, missing: Missing): CompletedMail {
  const binary = latin1(raw);
  const kept: string[] = [];
  const seen = new Map<string, number>();
  let at = 0;
  // A folded line above all fields belongs to none; some programs take it for a field.
  let keeping = false;
  while (at < binary.length) {
    const newline = binary.indexOf("\r\n", at);
    const next = newline < 0 ? binary.length : newline + 2;
    const line = binary.slice(at, next);
    if (line === "\r\n") break;
    const key = fieldName(line);
    // A line that is neither a field nor folded begins the body: the empty line is missing.
    if (key === null && !/^[ \t]/.test(line)) break;
    if (key !== null) {
      seen.set(key, (seen.get(key) ?? 0) + 1);
      keeping = !removed.has(key);
    }
    if (keeping) kept.push(line.endsWith("\r\n") ? line : `${line}\r\n`);
    at = next;
  }
  if (!seen.has("date")) kept.push(`Date: ${missing.date}\r\n`);
  if (!seen.has("message-id")) kept.push(`Message-ID: ${missing.messageId}\r\n`);
  const hasEmptyLine = binary.startsWith("\r\n", at);
  const head = Buffer.from(`${kept.join("")}${hasEmptyLine ? "" : "\r\n"}`, "latin1");
  return {
    raw: Buffer.concat([head, raw.subarray(at)]),
    repeated: [...seen].filter(([key, count]) => count > 1 && single.has(key)).map(([key]) => key),
  };
}

function fieldName(line: string): string | null {
  const match = /^([\x21-\x39\x3b-\x7e]{1,200})[ \t]*:/.exec(line.slice(0, 300));
  return match ? match[1]!.toLowerCase() : null;
}
