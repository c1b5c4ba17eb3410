// Tokens of links to files: what one says is signed, not secret.
import type { Clock } from "../lib/clock.ts";
import { uuidBytes, uuidOf } from "../lib/ids.ts";
import { constantTimeEqual, hmacSha256 } from "../lib/secrets.ts";

export interface LinkSays {
  accountId: string;
  /** The key or the webhook whose link it is, with which it ends. */
  holderId: string;
  /** An attachment; of a webhook also a mail. */
  fileId: string;
  /** Milliseconds since 1970. */
  until: number;
}

const idBytes = 16;
const timeBytes = 6;
const saidBytes = 3 * idBytes + timeBytes;
/** Octets of the HMAC-SHA-256: RFC 2104 5 allows half of it. */
const signatureBytes = 16;

export function linkToken(secret: Uint8Array, { accountId, holderId, fileId, until }: LinkSays): string {
  const said = Buffer.alloc(saidBytes);
  for (const [index, id] of [accountId, holderId, fileId].entries())
    uuidBytes(id).copy(said, index * idBytes);
  said.writeUIntBE(until, 3 * idBytes, timeBytes);
  return Buffer.concat([said, signature(secret, said)]).toString("base64url");
}

/** @returns null: it is none of ours, or over */
export function readLink(secret: Uint8Array, clock: Clock, token: string): LinkSays | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== saidBytes + signatureBytes || bytes.toString("base64url") !== token) return null;
  const said = bytes.subarray(0, saidBytes);
  if (!constantTimeEqual(signature(secret, said), bytes.subarray(saidBytes))) return null;
  const until = said.readUIntBE(3 * idBytes, timeBytes);
  if (until <= clock.now()) return null;
  const idAt = (index: number) => uuidOf(said.subarray(index * idBytes));
  return { accountId: idAt(0), holderId: idAt(1), fileId: idAt(2), until };
}

function signature(secret: Uint8Array, said: Uint8Array): Buffer {
  return hmacSha256(secret, said).subarray(0, signatureBytes);
}
