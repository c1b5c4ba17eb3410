// SPEC Messages: sending one message, now or later, or up to a hundred. DECISIONS Drafts and sending.
import { prepareNewDraft } from "../../../../actors/identity/drafts/drafting.ts";
import { createDraft } from "../../../../actors/identity/drafts/drafts.ts";
import { AllRefused } from "../../../../actors/identity/gate/departure.ts";
import {
  prepareOutgoing,
  recipientsOf,
  type SendRequest,
} from "../../../../actors/identity/sending/prepare.ts";
import { SenderChanged, sending } from "../../../../actors/identity/sending/send.ts";
import { senderOf } from "../../../../actors/identity/sending/sender.ts";
import type { Turn } from "../../../../actors/runtime/turn.ts";
import type { Instant } from "../../../lib/clock.ts";
import { Failure, invalid } from "../../../lib/failure.ts";
import { sha256 } from "../../../lib/secrets.ts";
import { Single } from "../../../schema/envelope.ts";
import { mailboxesOf } from "../../../schema/message/addressees.ts";
import { MessageBatchSend, SentBatch } from "../../../schema/message/message-sending.ts";
import { type MessageReply, MessageSend, Sent } from "../../../schema/message/messages.ts";
import { type Call, call } from "../../call.ts";
import { type Auth, asSaid, type HttpDeps } from "../../context.ts";
import { failureBody, failures } from "../../errors.ts";
import { takeFiles } from "../../files/given-files.ts";
import { withMarkdown } from "../../markdown.ts";
import { exampleSendAt, operation, sendingFailures } from "../../openapi/operation.ts";
import { definedFields } from "../../params.ts";
import { scheduledTime } from "../../scheduled-time.ts";
import {
  answer,
  answeredBefore,
  keyOfCall,
  sentAnswer,
  type WriteCall,
  writeOnce,
  writePrepared,
} from "../../write.ts";

export const messageSendingCalls: readonly Call[] = [
  call(
    "POST /messages",
    {
      body: MessageSend,
      answer: { 201: Single(Sent), 202: Single(Sent) },
      doc: operation("sendMessage", "Send a message, now or later", {
        description:
          "`rejected` names recipients that were refused at once; the others are queued. Who is in `bcc` alone is named in no header; /recipients lists them. With `send_at` it is a scheduled draft (202, `status: scheduled`), which the calls of drafts read, change, move and cancel.",
        errors: [...sendingFailures, "schedule_out_of_range", "capability_missing"],
        example: {
          from: "support@agents.example.com",
          to: ["ada@example.com"],
          subject: "Your order",
          text: "It is on its way.",
        },
      }),
    },
    (deps, { auth, request, body }) => sendGiven(deps, auth, { request, body }),
  ),
  call(
    "POST /messages/batch",
    {
      body: MessageBatchSend,
      answer: Single(SentBatch),
      doc: (clock) =>
        operation("sendMessages", "Send up to 100 messages", {
          description:
            "Each message is sent as by POST /messages, with its own answer under `results`, in the order given: one that is refused stops no other. Under an `Idempotency-Key` none is sent twice.",
          errors: ["idempotency_key_reuse"],
          example: {
            messages: [
              {
                from: "support@agents.example.com",
                to: "ada@example.com",
                subject: "Your order",
                text: "Sent.",
              },
              {
                from: "support@agents.example.com",
                to: "grace@example.com",
                subject: "Your order",
                text: "Sent.",
                send_at: exampleSendAt(clock),
              },
            ],
          },
        }),
    },
    async (deps, { auth, request, body }) => {
      const { messages } = body;
      const key = keyOfCall({ request });
      const call = { request, body: key === null ? null : await seenOf(deps, auth, { request, messages }) };
      const actor = deps.actors.account(auth.accountId);
      const before = await answeredBefore(call, actor);
      if (before !== null) return before;
      const results: SentBatch["results"] = [];
      for (let from = 0; from < messages.length; from += maxAtOnce) {
        const some = messages.slice(from, from + maxAtOnce).map((message, place) => {
          const part = from + place;
          const idempotencyKey = key === null ? null : sha256(`${key} ${part}`).toString("hex");
          return resultOf(deps, auth, { request, body: message, idempotencyKey, part });
        });
        results.push(...(await Promise.all(some)));
      }
      // Where the process ends before this, the messages' own keys keep a repeat from sending any twice.
      return writeOnce(
        call,
        { actor, work: () => results },
        answer(200, () => ({ results })),
      );
    },
  ),
];

/** Messages of a batch that are composed at the same time. */
const maxAtOnce = 8;

type SendCall = WriteCall & { body: MessageSend };

/** The bodies of a batch as its Idempotency-Key compares them; its files stay for the sends. */
async function seenOf(
  deps: HttpDeps,
  auth: Auth,
  { request, messages }: { request: Request; messages: readonly MessageSend[] },
): Promise<unknown> {
  const seen: unknown[] = [];
  for (const [part, { attachments, ...message }] of messages.entries()) {
    const files = attachments && { attachments: attachments.map((file) => ({ ...file })) };
    seen.push(asSaid(request, (await takeFiles(deps, auth, { ...message, ...files })).seen, part));
  }
  return seen;
}

async function resultOf(deps: HttpDeps, auth: Auth, call: SendCall): Promise<SentBatch["results"][number]> {
  try {
    const sent = await sendGiven(deps, auth, call);
    const said = (await sent.json()) as Pick<SentBatch["results"][number], "data" | "error">;
    return { status: sent.status, ...said };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: failures[error.code].status, ...failureBody(error) };
  }
}

function sendGiven(deps: HttpDeps, auth: Auth, call: SendCall): Promise<Response> {
  refuseSilence(call.body);
  return call.body.send_at === undefined ? sendWritten(deps, auth, call) : sendLater(deps, auth, call);
}

/** Composes a message and sends it; once more where memory of its sender turned out to be old. */
async function sendWritten(deps: HttpDeps, auth: Auth, call: SendCall): Promise<Response> {
  const { actors } = deps;
  const { body } = call;
  const { files, seen } = await takeFiles(deps, auth, body);
  let written: Promise<SendRequest> | null = null;
  const sender = async () => (await senderOf(deps, auth, mailboxesOf(body.from)[0]!.email)).identity.id;
  const write = async () => ({ ...toLetter(await withMarkdown(auth, body)), uploads: await files(sender) });
  const prepare = async (senderIsChecked: boolean) => {
    // Composed twice at most, fetched once.
    written ??= write();
    const letter = await written;
    const { identity, outgoing } = await prepareOutgoing(deps, auth, letter, { senderIsChecked });
    const actor = actors.identity(identity.accountId, identity.id);
    return { actor, work: sending(outgoing, senderIsChecked ? identity : undefined) };
  };
  const send = (senderIsChecked: boolean) => {
    const target = { actors, prepare: () => prepare(senderIsChecked) };
    return writePrepared({ ...call, body: seen }, target, sentAnswer(201));
  };
  // An answer under an Idempotency-Key is final.
  if (keyOfCall(call) !== null) return send(false);
  return send(true).catch((error: unknown) => {
    const isGone = error instanceof Failure && error.code === "not_found";
    if (isGone || error instanceof SenderChanged) return send(false);
    throw error;
  });
}

/** Stores a message as a draft that is scheduled: the gate is asked when its time has come. */
async function sendLater(deps: HttpDeps, auth: Auth, call: SendCall): Promise<Response> {
  const { actors, clock } = deps;
  const { body } = call;
  const { files, seen } = await takeFiles(deps, auth, body);
  const prepare = async () => {
    refuseUnkept(body);
    const sendAt = scheduledTime(clock, body.send_at ?? "");
    const letter = toLetter(await withMarkdown(auth, body));
    const { identity, email: from } = await senderOf(deps, auth, letter.from);
    const { recipients, rejected } = await recipientsOf(deps, letter);
    if (recipients.length === 0) throw new AllRefused(rejected);
    const { to, cc, bcc, subject, text, html, listUnsubscribe, automatic, attachmentIds } = letter;
    const change = definedFields({
      from,
      to,
      cc,
      bcc,
      subject: subject ?? undefined,
      text,
      html,
      listUnsubscribe,
      automatic,
      attachmentIds,
      uploads: await files(() => identity.id),
    });
    const prepared = await prepareNewDraft(deps, auth, { identity, inReplyTo: letter.inReplyTo, change });
    const work = async (turn: Turn): Promise<{ sent: Sent; sendAt: Instant }> => {
      const { row } = await createDraft(turn, prepared, sendAt);
      const sent = { id: row.id, thread_id: row.threadId, rejected, status: "scheduled" as const };
      return { sent, sendAt };
    };
    return { actor: actors.identity(identity.accountId, identity.id), work };
  };
  return writePrepared({ ...call, body: seen }, { actors, prepare }, ({ sent, sendAt }) => ({
    status: 202,
    body: { data: { ...sent, send_at: sendAt } },
  }));
}

/** @throws Failure validation_error: a draft does not keep the field */
function refuseUnkept(body: MessageSend): void {
  const named = mailboxesOf(body.from)[0]?.name ?? null;
  const unkept = [
    body.headers !== undefined && '"headers"',
    body.reply_to !== undefined && '"reply_to"',
    named !== null && 'the name in "from"',
  ].filter((field) => field !== false);
  if (unkept.length > 0)
    throw invalid(
      `A message with "send_at" waits as a draft, which does not keep ${unkept.join(", ")}. Leave it out, or send it at its time without "send_at".`,
    );
}

/** Return the fields of the mail itself from a call to send, reply or forward. */
export function writtenFields({ to, cc, bcc, ...body }: MessageSend | MessageReply) {
  return {
    to: mailboxesOf(to),
    cc: mailboxesOf(cc),
    bcc: mailboxesOf(bcc),
    subject: body.subject ?? null,
    text: body.text ?? null,
    html: body.html ?? null,
    headers: body.headers ?? {},
    automatic: body.automatic,
    attachmentIds: body.attachment_ids ?? [],
  };
}

function fromOf({ from }: MessageSend): Pick<SendRequest, "from" | "fromName"> {
  const [{ email, name } = { email: from, name: null }] = mailboxesOf(from);
  return { from: email, ...(name === null ? {} : { fromName: name }) };
}

function toLetter(body: MessageSend): Omit<SendRequest, "uploads"> {
  return {
    ...writtenFields(body),
    ...fromOf(body),
    inReplyTo: body.in_reply_to ?? null,
    replyTo: mailboxesOf(body.reply_to),
    listUnsubscribe: body.list_unsubscribe || null,
  };
}

/**
 * Refuses a message whose words are all empty, as an unfilled template makes them; one that names no words may go.
 * @throws Failure validation_error
 */
export function refuseSilence(body: Partial<MessageSend>): void {
  const words = [body.subject, body.text, body.html, body.markdown].filter((value) => value !== undefined);
  const files = (body.attachments?.length ?? 0) + (body.attachment_ids?.length ?? 0);
  if (files > 0 || words.length === 0 || words.some((value) => value.trim() !== "")) return;
  throw invalid(
    "The message says nothing. Send text, html or markdown, a subject, or a file in attachments.",
  );
}
