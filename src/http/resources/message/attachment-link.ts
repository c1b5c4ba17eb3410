// A short-lived URL of one file, for a reader without a key: a browser, another program, a model's client. What it says is
// signed, not secret: ids of the account, the file and the key that asked for it, and until when. So the key's end, the
// address's end and the file's end are the link's too. DECISIONS Threads, messages, folders, labels
import { Elysia } from "elysia";
import { addMs, type Clock, msOf, nowInstant } from "../../../lib/clock.ts";
import { notFound } from "../../../lib/failure.ts";
import { uuidBytes, uuidOf } from "../../../lib/ids.ts";
import { constantTimeEqual, hmacSha256 } from "../../../lib/secrets.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { AttachmentLink, AttachmentLinkQuery } from "../../../schema/message/attachment-link.ts";
import { getKey } from "../../../store/access/api-keys.ts";
import { openAttachment } from "../../../store/blobs/stored-bytes.ts";
import { getAttachment } from "../../../store/message/messages.ts";
import { bytesAnswer } from "../../answers/bytes.ts";
import { type Call, call } from "../../call.ts";
import type { HttpDeps } from "../../context.ts";
import { limitByNetwork } from "../../oauth/endpoints.ts";
import { operation } from "../../openapi/operation.ts";
import { pathId } from "../../params.ts";
import { found } from "../../resource.ts";

const defaultSeconds = 600;

export const attachmentLinkCalls: readonly Call[] = [
  call(
    "GET /attachments/{id}/link",
    {
      params: IdParams,
      query: AttachmentLinkQuery,
      answer: Single(AttachmentLink),
      doc: operation("getAttachmentLink", "Make a short-lived URL of a file", {
        description:
          "It needs no key, so that a browser or another program reads the file. It ends with its time, with the key that asked for it, and with the address.",
      }),
    },
    async (deps, { auth, params, query, set }): Promise<{ data: AttachmentLink }> => {
      const { database, clock, linkSecret } = deps;
      const { accountId, id } = await found(getAttachment(database, auth, pathId(params.id)));
      const expiresAt = addMs(nowInstant(clock), Number(query.expires_in ?? defaultSeconds) * 1000);
      const until = msOf(expiresAt);
      const token = linkToken(linkSecret, { accountId, keyId: auth.keyId, attachmentId: id, until });
      set.headers["cache-control"] = "no-store";
      const url = new URL(`/files/${token}`, deps.baseUrl()).href;
      return { data: { attachment_id: id, url, expires_at: expiresAt } };
    },
  ),
];

/** `GET /files/{token}`: the file of a link. */
export function linkedFiles(deps: HttpDeps) {
  const { database, clock, linkSecret } = deps;
  const requests = limitByNetwork("attachment links", deps, { perHour: 3600, burst: 120 });
  return new Elysia({ normalize: false }).get("/files/:token", async ({ request, params: { token } }) => {
    await requests(request);
    const link = readLink(linkSecret, clock, token);
    const key = link && (await getKey(database, link));
    if (!key) throw notFound();
    const scope = { accountId: link.accountId, identityIds: key.identityIds };
    const { row, bytes } = await found(openAttachment(deps, scope, link.attachmentId));
    const answer = await bytesAnswer(request, { ...row, bytes, tag: row.id });
    answer.headers.set("cache-control", "private, no-store");
    answer.headers.set("referrer-policy", "no-referrer");
    answer.headers.set("x-robots-tag", "noindex");
    return answer;
  });
}

interface LinkSays {
  accountId: string;
  keyId: string;
  attachmentId: string;
  /** Milliseconds since 1970. */
  until: number;
}

const idBytes = 16;
const timeBytes = 6;
const saidBytes = 3 * idBytes + timeBytes;
/** Octets of the HMAC-SHA-256: RFC 2104 5 allows half of it. */
const signatureBytes = 16;

function linkToken(secret: Uint8Array, { accountId, keyId, attachmentId, until }: LinkSays): string {
  const said = Buffer.alloc(saidBytes);
  for (const [index, id] of [accountId, keyId, attachmentId].entries())
    uuidBytes(id).copy(said, index * idBytes);
  said.writeUIntBE(until, 3 * idBytes, timeBytes);
  return Buffer.concat([said, signature(secret, said)]).toString("base64url");
}

/** @returns null: it is none of ours, or over */
function readLink(secret: Uint8Array, clock: Clock, token: string): LinkSays | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== saidBytes + signatureBytes || bytes.toString("base64url") !== token) return null;
  const said = bytes.subarray(0, saidBytes);
  if (!constantTimeEqual(signature(secret, said), bytes.subarray(saidBytes))) return null;
  const until = said.readUIntBE(3 * idBytes, timeBytes);
  if (until <= clock.now()) return null;
  const idAt = (index: number) => uuidOf(said.subarray(index * idBytes));
  return { accountId: idAt(0), keyId: idAt(1), attachmentId: idAt(2), until };
}

function signature(secret: Uint8Array, said: Uint8Array): Buffer {
  return hmacSha256(secret, said).subarray(0, signatureBytes);
}
