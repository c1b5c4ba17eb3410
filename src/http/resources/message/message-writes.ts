// Changes of a stored message, replies and forwards, and its headers, authentication, spam and delivery facts.
// DECISIONS Threads, messages, folders, labels; Drafts and sending.
import { changeMessage, deleteMessage } from "../../../../actors/identity/mailbox/messages.ts";
import { prepareOutgoing, type SendRequest } from "../../../../actors/identity/sending/prepare.ts";
import { forwardLetter, type ReplyInput, replyLetter } from "../../../../actors/identity/sending/replying.ts";
import { sending } from "../../../../actors/identity/sending/send.ts";
import { answeringSender } from "../../../../actors/identity/sending/sender.ts";
import { notFound } from "../../../lib/failure.ts";
import { rawHeaders } from "../../../mail/mime/headers.ts";
import { isFromHere } from "../../../mail/trust/authentication.ts";
import { Deleted, IdParams } from "../../../schema/common.ts";
import { Page, Single } from "../../../schema/envelope.ts";
import { mailboxesOf } from "../../../schema/message/addressees.ts";
import {
  Authentication,
  HeaderField,
  Recipient,
  SpamVerdict,
} from "../../../schema/message/message-parts.ts";
import {
  Message,
  MessageForward,
  MessagePartQuery,
  MessagePatch,
  MessageReply,
  Sent,
} from "../../../schema/message/messages.ts";
import { getIdentity, type IdentityRow } from "../../../store/addresses/identities.ts";
import {
  type FullMessage,
  getMessage,
  getMessageRow,
  type MessageRow,
  readRaw,
} from "../../../store/message/messages.ts";
import type { OutboundRow } from "../../../store/sending/outbound.ts";
import { listRecipients } from "../../../store/sending/recipients.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, type HttpDeps, originOf } from "../../context.ts";
import { takeFiles } from "../../files/given-files.ts";
import { withMarkdown } from "../../markdown.ts";
import { messageAnswer } from "../../message-answer.ts";
import { operation, sendingFailures } from "../../openapi/operation.ts";
import { foundMessage } from "../../other-kind.ts";
import { pageOf } from "../../paging.ts";
import { definedFields, pathId } from "../../params.ts";
import { deleted, found } from "../../resource.ts";
import { sentAnswer, writePrepared } from "../../write.ts";
import { refuseSilence, writtenFields } from "./message-sending.ts";

export const messageWriteCalls: readonly Call[] = [
  call(
    "PATCH /messages/{id}",
    {
      params: IdParams,
      body: MessagePatch,
      answer: Single(Message),
      doc: operation("updateMessage", "Mark a message as read or spam, or move it", {
        description: "Fields that are left out stay as they are.",
        errors: ["conflict", "forbidden"],
        example: { is_read: true },
      }),
    },
    async (deps, { auth, params, body }) => {
      const { row, actor } = await owned(deps, auth, params.id);
      const change = definedFields({ isRead: body.is_read, isSpam: body.is_spam, folder: body.folder });
      await actor.run((turn) => changeMessage(turn, row.id, change));
      const message = await found(getMessage(deps.database, auth, row.id));
      const { accountId, id: messageId, isSpam } = message.row;
      if (isSpam !== row.isSpam && row.direction === "inbound")
        deps.screening.spamTrainer.train([{ accountId, messageId, isSpam }]);
      return messageAnswer(deps, auth, message);
    },
  ),
  call(
    "DELETE /messages/{id}",
    {
      params: IdParams,
      answer: Single(Deleted),
      doc: operation("deleteMessage", "Move a message to trash; from trash delete it for good", {
        description:
          "Deleted for good means that the message cannot be read any more. Mail of a thread in human_review, of an address with protection, is deleted for good by those alone who may decide reviews.",
        errors: ["conflict", "legal_hold", "forbidden"],
      }),
    },
    async (deps, { auth, request, params }) => {
      const { row, actor } = await owned(deps, auth, params.id);
      await actor.run((turn) => deleteMessage(turn, row.id), { origin: originOf(request) });
      return deleted(row.id);
    },
  ),
  call(
    "GET /messages/{id}/headers",
    {
      params: IdParams,
      query: MessagePartQuery,
      answer: Page(HeaderField),
      doc: operation("getMessageHeaders", "Read a message's header fields", {
        description: "All of them, in the order of the message.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { id } = await rowOf(deps, auth, params.id);
      const raw = await found(readRaw(deps.database, deps.blobs, { scope: auth, id }));
      return pageOf(query, rawHeaders(raw));
    },
  ),
  call(
    "GET /messages/{id}/authentication",
    {
      params: IdParams,
      answer: Single(Authentication),
      doc: operation("getMessageAuthentication", "Read what SPF, DKIM, DMARC and ARC said", {
        description: "The results that were found when the message came in.",
      }),
    },
    async (deps, { auth, params }) => ({ data: toAuthentication(await rowOf(deps, auth, params.id)) }),
  ),
  call(
    "GET /messages/{id}/spam",
    {
      params: IdParams,
      answer: Single(SpamVerdict),
      doc: operation("getMessageSpam", "Read why a message is spam, or is not", {
        description: "The verdict with the reasons that it rests on.",
      }),
    },
    async (deps, { auth, params }) => ({ data: toSpamVerdict(await rowOf(deps, auth, params.id)) }),
  ),
  call(
    "GET /messages/{id}/recipients",
    {
      params: IdParams,
      query: MessagePartQuery,
      answer: Page(Recipient),
      doc: operation("listMessageRecipients", "Read what became of each recipient", {
        description:
          "Those that were refused at once are not here: `rejected` of the call that sent it names them.",
      }),
    },
    async (deps, { auth, params, query }) => {
      const { id } = await rowOf(deps, auth, params.id);
      return pageOf(query, (await listRecipients(deps.database, auth, id)).map(toRecipient));
    },
  ),
  call(
    "POST /messages/{id}/reply",
    {
      params: IdParams,
      body: MessageReply,
      answer: { 201: Single(Sent), 202: Single(Sent) },
      doc: operation("replyToMessage", "Answer the sender", {
        description:
          "It goes to Reply-To, or else to From; `to` adds more. What a program sends by itself, such as an out-of-office note, is `automatic: true`; what an agent writes in a conversation is not.",
        errors: [...sendingFailures, "conflict"],
        example: { text: "Thank you, that settles it." },
      }),
    },
    (deps, { auth, request, params, body }) => {
      refuseSilence({ subject: "", text: "", ...body });
      return respond(deps, { auth, request, body, id: params.id }, (parent, input) =>
        replyLetter(parent, input, false),
      );
    },
  ),
  call(
    "POST /messages/{id}/reply-all",
    {
      params: IdParams,
      body: MessageReply,
      answer: { 201: Single(Sent), 202: Single(Sent) },
      doc: operation("replyToAll", "Answer everybody", {
        description: "The answer goes to the sender and the other recipients of the message, in its thread.",
        errors: [...sendingFailures, "conflict"],
        example: { text: "Thank you, that settles it." },
      }),
    },
    (deps, { auth, request, params, body }) => {
      refuseSilence({ subject: "", text: "", ...body });
      return respond(deps, { auth, request, body, id: params.id }, (parent, input) =>
        replyLetter(parent, input, true),
      );
    },
  ),
  call(
    "POST /messages/{id}/forward",
    {
      params: IdParams,
      body: MessageForward,
      answer: { 201: Single(Sent), 202: Single(Sent) },
      doc: operation("forwardMessage", "Forward a message with its files", {
        description: "It goes to the recipients that are named, with a text before it.",
        errors: sendingFailures,
        example: { to: ["grace@example.com"], text: "For you." },
      }),
    },
    (deps, { auth, request, params, body }) =>
      respond(deps, { auth, request, body, id: params.id }, forwardLetter),
  ),
];

function rowOf(deps: HttpDeps, auth: Auth, given: string) {
  const id = pathId(given);
  return foundMessage(deps, auth, { id, row: getMessageRow(deps.database, auth, id) });
}

/** A message that a routing rule gave to a webhook has no identity and cannot be changed. */
async function owned(deps: HttpDeps, auth: Auth, text: string) {
  const row = await rowOf(deps, auth, text);
  if (row.identityId === null) throw notFound();
  return { row, actor: deps.actors.identity(row.accountId, row.identityId) };
}

/** Composes a reply or forward and sends it from the message's own address. */
async function respond(
  deps: HttpDeps,
  { auth, request, body, id }: { auth: Auth; request: Request; body: typeof MessageReply.static; id: string },
  compose: (parent: FullMessage, input: ReplyInput) => SendRequest | Promise<SendRequest>,
): Promise<Response> {
  const { database, actors } = deps;
  const { files, seen } = await takeFiles(deps, auth, body);
  const prepare = async () => {
    const messageId = pathId(id);
    const parent = await foundMessage(deps, auth, {
      id: messageId,
      row: getMessage(database, auth, messageId),
    });
    const identity = parent.row.identityId && (await getIdentity(database, auth, parent.row.identityId));
    if (!identity) throw notFound();
    const written = writtenFields(await withMarkdown(auth, body));
    const from = await answeredFrom(deps, { identity, parent: parent.row, from: body.from });
    const own = `${identity.localPart}@${identity.domain}`;
    const letter = await compose(parent, {
      ...written,
      ...from,
      own,
      uploads: await files(() => identity.id),
    });
    const { outgoing } = await prepareOutgoing(deps, auth, letter);
    const actor = actors.identity(identity.accountId, identity.id);
    return { actor, work: sending(outgoing) };
  };
  return writePrepared({ request, body: seen }, { actors, prepare }, sentAnswer(201));
}

/** The sender that the caller names, or the one that the message was written to. */
async function answeredFrom(
  deps: HttpDeps,
  { identity, parent, from }: { identity: IdentityRow; parent: MessageRow; from: MessageReply["from"] },
): Promise<Pick<SendRequest, "from" | "fromName">> {
  const [named] = mailboxesOf(from);
  if (!named) return { from: await answeringSender(deps, identity, parent) };
  return { from: named.email, ...(named.name !== null && { fromName: named.name }) };
}

function toRecipient(row: OutboundRow): typeof Recipient.static {
  return {
    address: row.recipient,
    status: row.status,
    attempts: row.attempts,
    response: row.response,
    updated_at: row.updatedAt,
  };
}

/** The verdict as stored on receipt; mail without one has null fields. */
function toSpamVerdict({ id, spam }: MessageRow): SpamVerdict {
  if (spam === null) {
    const empty = {
      scanner: null,
      score: null,
      threshold: null,
      action: null,
      symbols: [],
      checked_at: null,
    };
    return { message_id: id, status: "none", ...empty };
  }
  return { ...spam, message_id: id };
}

/** The results as stored on receipt; older and sent messages have none. */
function toAuthentication({ id, direction, authentication }: MessageRow): Authentication {
  const none = { spf: null, dkim: [], dmarc: null, arc: null, checked_at: null };
  const here = { authenticated_here: isFromHere(direction, authentication) };
  if (authentication === null) return { message_id: id, status: "none", ...none, ...here };
  return { ...none, ...authentication, ...here, message_id: id, status: "checked" };
}
