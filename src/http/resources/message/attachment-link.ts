// A short-lived URL of one file, for a reader without a key: a browser, another program, a model's client. What it says is
// signed, not secret: ids of the account, the file and the key that asked for it, and until when. So the key's end, the
// address's end and the file's end are the link's too. DECISIONS Threads, messages, folders, labels
import { Elysia } from "elysia";
import { addMs, msOf, nowInstant } from "../../../lib/clock.ts";
import { notFound } from "../../../lib/failure.ts";
import { IdParams } from "../../../schema/common.ts";
import { Single } from "../../../schema/envelope.ts";
import { AttachmentLink, AttachmentLinkQuery } from "../../../schema/message/attachment-link.ts";
import { getKey } from "../../../store/access/api-keys.ts";
import { openAttachment, openRaw } from "../../../store/blobs/stored-bytes.ts";
import { getWebhook } from "../../../store/events/webhooks.ts";
import { getAttachment, getMessageRow } from "../../../store/message/messages.ts";
import { bytesAnswer } from "../../answers/bytes.ts";
import { type Call, call } from "../../call.ts";
import type { HttpDeps } from "../../context.ts";
import { type LinkSays, linkToken, readLink } from "../../file-links.ts";
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
      const token = linkToken(linkSecret, { accountId, holderId: auth.keyId, fileId: id, until });
      set.headers["cache-control"] = "no-store";
      const url = new URL(`/files/${token}`, deps.baseUrl()).href;
      return { data: { attachment_id: id, url, expires_at: expiresAt } };
    },
  ),
];

/** `GET /files/{token}`: the file of a link. */
export function linkedFiles(deps: HttpDeps) {
  const { clock, linkSecret } = deps;
  const requests = limitByNetwork("attachment links", deps, { perHour: 3600, burst: 120 });
  return new Elysia({ normalize: false }).get("/files/:token", async ({ request, params: { token } }) => {
    await requests(request);
    const link = readLink(linkSecret, clock, token);
    if (!link) throw notFound();
    const answer = await linkedAnswer(deps, request, link);
    answer.headers.set("cache-control", "private, no-store");
    answer.headers.set("referrer-policy", "no-referrer");
    answer.headers.set("x-robots-tag", "noindex");
    return answer;
  });
}

/** @throws Failure not_found: the holder of the link is gone, or the file is */
async function linkedAnswer(deps: HttpDeps, request: Request, link: LinkSays): Promise<Response> {
  const { database } = deps;
  const { accountId, holderId, fileId } = link;
  const key = await getKey(database, { accountId, keyId: holderId });
  const all = { accountId, identityIds: null };
  if (!key) await found(getWebhook(database, all, holderId));
  const scope = key ? { accountId, identityIds: key.identityIds } : all;
  const file = await openAttachment(deps, scope, fileId);
  if (file) return bytesAnswer(request, { ...file.row, bytes: file.bytes, tag: file.row.id });
  // A webhook has links to whole mails too.
  const row = key ? null : await getMessageRow(database, scope, fileId);
  if (!row) throw notFound();
  const bytes = await found(openRaw(deps, row));
  return bytesAnswer(request, { bytes, contentType: "message/rfc822", filename: "message.eml", tag: row.id });
}
