// SPEC Messages: reading, listing and waiting.
import { effectiveProtection, mayReview } from "../../../../actors/account/reviews/protection.ts";
import { encodeCursor } from "../../../lib/cursor.ts";
import { invalid } from "../../../lib/failure.ts";
import { isUuid } from "../../../lib/ids.ts";
import { IdParams, MailFilters } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { Message, MessageListQuery, MessageQuery, MessageWait } from "../../../schema/message/messages.ts";
import { openRaw } from "../../../store/blobs/stored-bytes.ts";
import type { ListOrder, MessageFilter } from "../../../store/mailbox/message-filter.ts";
import {
  type FullMessage,
  getHeld,
  getMessage,
  getMessageRow,
  getSmallMessage,
  listedByIds,
  listMessages,
  withoutContent,
} from "../../../store/message/messages.ts";
import { readProtection } from "../../../store/reviews/protection.ts";
import { bytesAnswer } from "../../answers/bytes.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, reviewerOf } from "../../context.ts";
import { idOfAddress, mailFilterOf } from "../../mail-filter.ts";
import { largeMessageAnswer, messageAnswer, messagesAnswer } from "../../message-answer.ts";
import { filteredPage, listedPage, type PageMessage } from "../../message-page.ts";
import {
  type PageReader,
  type WaitPlace,
  waitForMessages,
  waitInTurn,
  waitPlaceOf,
} from "../../message-wait.ts";
import { exampleId, operation } from "../../openapi/operation.ts";
import { foundMessage, foundThread, noMessageOf } from "../../other-kind.ts";
import { limitOf, type PageOf, type PageRequest, pageOf } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { found } from "../../resource.ts";

const octets = "application/octet-stream";

export const messageCalls: readonly Call[] = [
  call(
    "GET /messages",
    {
      query: MessageListQuery,
      answer: Page(Message),
      doc: operation("listMessages", "List messages: of a thread oldest first, of all threads newest first", {
        description:
          "Without `thread_id` a filter is required; `identity_id` alone lists all of an address. A page looks at the newest 5,000 messages that are left (with `order=asc` the oldest) and may hold fewer than `limit`, even none, while `has_more` is true: go on with `next_cursor`. A page ends early at 4 MB, and holds one message, however large. With `wait` the answer comes as soon as a received message is there that the filters let through, or empty after that many seconds: at once with those that came since `after`, or, without `after`, with the unread ones.",
        query: { thread_id: exampleId },
      }),
    },
    async (deps, { auth, request, query }) => {
      const { thread_id: threadId, wait, ids, format, view, order, ...others } = query;
      const written = { ...deps, format, view };
      const { database: from } = deps;
      if (ids !== undefined)
        return messagesAnswer(
          { ...written, from },
          auth,
          await named(deps, auth, definedFields({ ...others, thread_id: threadId, wait, order, ids })),
        );
      const filter = await mailFilterOf(deps, auth, query);
      if (threadId === undefined && Object.keys(filter).length === 0 && wait === undefined)
        throw invalid(
          `Say which messages: give "thread_id", or a filter (${filterNames}), such as ?identity_id=… for all of an address.`,
        );
      if (threadId !== undefined) await foundThread(deps, auth, threadId);
      if (wait !== undefined) {
        const page = await waited(deps, { auth, request, asked: query, filter });
        return messagesAnswer({ ...written, from }, auth, page);
      }
      const all = order === "asc" ? { after: firstInstant, ...filter } : filter;
      const listed =
        threadId === undefined
          ? filteredPage(deps, auth, { request: query, filter: all, order })
          : threadPage(deps, auth, { request: query, threadId, filter, order });
      return messagesAnswer(written, auth, await listed);
    },
  ),
  call(
    "POST /messages/wait",
    {
      body: MessageWait,
      answer: Page(Message),
      doc: operation("waitForMessages", "Wait for mail", {
        optionalBody: true,
        description:
          "Answers as soon as a received message is there that the filters let through, or an empty page when the time is over; ask again then. What is there already is answered at once: with `after` whatever came since, without it what is unread. Who reads one mail after the other asks with `order: asc`, and gives as `cursor` the `next_cursor` of the answer before; or marks what was read as read.",
        errors: ["invalid_cursor"],
        example: { address: "support@agents.example.com", from: "example.org", wait: 30 },
      }),
    },
    async (deps, { auth, request, body }) => {
      const { address, thread_id: threadId, format, view, order: _, cursor, ...query } = body;
      const identityId = address === undefined ? undefined : await idOfAddress(deps, auth, address);
      const filter = await mailFilterOf(deps, auth, definedFields({ identity_id: identityId, ...query }));
      if (threadId !== undefined) await foundThread(deps, auth, threadId);
      const written = { ...deps, format, view, from: deps.database };
      const asked = { ...body, ...(cursor === undefined ? {} : { order: "asc" as const }) };
      return messagesAnswer(written, auth, await waited(deps, { auth, request, asked, filter }));
    },
  ),
  call(
    "GET /messages/{id}",
    {
      params: IdParams,
      query: MessageQuery,
      answer: Single(Message),
      doc: operation("getMessage", "Read a message", {
        description: "With its text, its HTML and its files.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const id = pathId(params.id);
      const { format, view, text_from: from } = query;
      if (from !== undefined && view !== "text")
        throw invalid('"text_from" goes with view=text. Give both, or leave it out.');
      const asked = { ...deps, format, view, textFrom: Number(from ?? 0) };
      const message = await getSmallMessage(deps.database, auth, id);
      if (message === null) return messageAnswer(asked, auth, await heldMessage(deps, auth, id));
      if (!("size" in message)) return messageAnswer(asked, auth, message);
      return largeMessageAnswer(asked, auth, {
        size: message.size,
        read: () => getMessage(deps.database, auth, id),
      });
    },
  ),
  call(
    "GET /messages/{id}/raw",
    {
      params: IdParams,
      doc: operation("getRawMessage", "Read the exact bytes that were received", {
        description: "The message as RFC 5322 has it, with all header fields; `Range` asks for a part.",
        ranges: true,
        produces: ["message/rfc822", octets],
      }),
    },
    async ({ database, blobs }, { auth, params, request }) => {
      const id = pathId(params.id);
      const row = await foundMessage({ database }, auth, { id, row: getMessageRow(database, auth, id) });
      const bytes = await found(openRaw({ database, blobs }, row));
      const contentType = request.headers.get("accept") === octets ? octets : "message/rfc822";
      const tag = Buffer.from(row.rawSha256).toString("base64url");
      return bytesAnswer(request, { bytes, contentType, filename: "message.eml", tag });
    },
  ),
];

interface WaitAsked {
  auth: Auth;
  request: Request;
  asked: PageRequest & { thread_id?: string; wait?: number | string; order?: ListOrder };
  filter: MessageFilter;
}

/** Messages of one page. */
const maxLimit = 200;

/** Seconds that a call waits where it names none. */
const usualWait = 60;

async function waited(
  deps: HttpDeps,
  { auth, request, asked, filter }: WaitAsked,
): Promise<PageOf<PageMessage>> {
  const { thread_id: threadId, wait = usualWait, order, cursor } = asked;
  const call = { auth, seconds: Number(wait), gone: request.signal, filter };
  const look =
    (request: PageRequest): PageReader =>
    (filter, isNew, cursor) => {
      const turned = cursor === undefined ? request : { ...request, cursor };
      return threadId === undefined
        ? filteredPage(deps, auth, { request: turned, filter, isNew, order })
        : threadPage(deps, auth, { request: turned, threadId, filter, order });
    };
  if (order !== "asc") return waitForMessages(deps, call, look(asked));
  const place = cursor === undefined ? null : await placeOf(deps, auth, cursor);
  const { cursor: _, ...first } = asked;
  const most = limitOf(asked);
  // One look passes over all that was answered.
  const limit = Math.min(maxLimit, most + (place?.answered.length ?? 0));
  return waitInTurn(deps, { ...call, place, cursor, most }, look({ ...first, limit }));
}

/** @throws Failure invalid_cursor; not_found: the message is not there */
async function placeOf({ database }: HttpDeps, auth: Auth, cursor: string): Promise<WaitPlace> {
  const id = cursor.toLowerCase();
  if (!isUuid(id)) return waitPlaceOf(cursor);
  const [message] = await listedByIds(database, auth, [id]);
  if (!message) throw await noMessageOf({ database }, auth, id);
  return { since: message.createdAt, answered: [id] };
}

/** A received message that waits for a person: whole for a key that may decide it. @throws Failure not_found */
async function heldMessage(deps: HttpDeps, auth: Auth, id: string): Promise<FullMessage> {
  const { database } = deps;
  const held = await foundMessage(deps, auth, { id, row: getHeld(database, auth, id) });
  const { accountId, identityId } = held.row;
  const { own, byDefault } = await readProtection(database, { accountId, identityId });
  return mayReview(reviewerOf(auth), effectiveProtection(own, byDefault)) ? held : withoutContent(held);
}

const filterNames = ["identity_id", ...Object.keys(MailFilters), "subject"].join(", ");

/** Before every message: a list that goes forward begins there. */
const firstInstant = "1970-01-01T00:00:00.000000Z";

/** The messages of these ids, in their order. @throws Failure validation_error, not_found (one is not there) */
async function named(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  { ids: given, limit: _, cursor, ...others }: MessageListQuery & { ids: string },
): Promise<PageOf<PageMessage>> {
  const [other] = Object.keys(definedFields(others));
  if (other !== undefined) throw invalid(`"ids" names the messages alone. Leave out "${other}".`);
  const ids = [...new Set(given.split(","))];
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) throw invalid(`"${wrong}" in "ids" is no id. Give ids with commas between them.`);
  const listed = new Map((await listedByIds(database, auth, ids)).map((one) => [one.id, one]));
  const missing = ids.find((id) => !listed.has(id));
  if (missing !== undefined) throw await noMessageOf({ database }, auth, missing);
  const all = ids.map((id, index): PageMessage => {
    const { size } = listed.get(id)!;
    return { id, size, cursor: encodeCursor([String(index + 1)]) };
  });
  return pageOf({ limit: ids.length, cursor }, all);
}

/** A page of messages of a thread, oldest first unless `order` says otherwise. */
function threadPage(
  { database }: Pick<HttpDeps, "database">,
  auth: Auth,
  {
    request,
    threadId,
    filter,
    order,
  }: { request: PageRequest; threadId: string; filter: MessageFilter; order?: ListOrder | undefined },
): Promise<PageOf<PageMessage>> {
  return listedPage(request, {
    fetch: (cursor, count) =>
      listMessages(database.replica, auth, { threadId, filter, cursor, count, ...(order && { order }) }),
  });
}
