// Items in turn: mail, decisions and what else happened, as the server remembers it of the caller.
import type { NextAnswer, NextItem } from "../../sdk/typescript/index.ts";
import { type AnswerPart, answerOf, packCursor } from "../answer.ts";
import { address, rows, text, tool } from "../tool.ts";
import { id, nothing, type Ours, ours, Theirs, time, word } from "../words.ts";
import { addressOf } from "./addresses.ts";
import { decisionPart } from "./held.ts";
import { messagePart, textTokens } from "./reading.ts";

/** Seconds of a lease: a model may think for minutes. */
const leaseSeconds = 300;

export const whatsNext = tool<{
  address?: string;
  from?: string;
  subject?: string;
  thread?: string;
  begin?: string;
  ack?: string;
  seconds?: number;
}>({
  name: "whats_next",
  title: "What is next",
  description:
    "The oldest mail, decision, bounce or answer that you were not handed, or wait for one. When done, call with its `ack`, or it comes again.",
  input: {
    address,
    from: text(),
    subject: text(),
    thread: text(),
    begin: text("start or now"),
    ack: text(),
    seconds: { type: "integer", maximum: 55 },
  },
  output: { items: rows, ack: text() },
  level: "read",
  async run(client, { address, thread, seconds = 30, ...given }, signal) {
    const identity = address === undefined ? null : await addressOf(client, address);
    const body = {
      ...given,
      ...(identity ? { identity_id: identity.id } : {}),
      ...(thread === undefined ? {} : { thread_id: thread }),
      format: "markdown" as const,
      lease: leaseSeconds,
      wait: seconds,
    };
    const { bytes } = await client.request("POST", "/next", { body, signal });
    const { data } = JSON.parse(new TextDecoder().decode(bytes)) as { data: NextAnswer };
    const { item, acknowledged, skipped_since } = data;
    const late =
      acknowledged === false
        ? ours`The ack that you gave does not hold: its item was handed out again. `
        : nothing;
    const skipped =
      skipped_since === null
        ? nothing
        : ours`Since ${time(skipped_since)} you have not asked: of that time unread mail comes, nothing else. `;
    const before = ours`${late}${skipped}`;
    if (item === null)
      return answerOf({
        parts: [],
        rows: "items",
        tail: ours`${before}Nothing came in ${seconds} seconds. Call again: nothing that comes meanwhile is missed.`,
      });
    const shown = item.kind === "review" ? await decisionOf(item) : partOf(item);
    const ack = id(item.ack);
    return answerOf({
      parts: [shown.part],
      rows: "items",
      fields: { ack, ...(shown.rest === null ? {} : { rest_cursor: shown.rest }) },
      tail: ours`${before}${shown.rest === null ? nothing : ours`It goes on: read_thread with cursor "${shown.rest}". `}When you are done with it, call again with ack "${ack}".`,
    });

    async function decisionOf({ data, kind }: NextItem): Promise<ShownItem> {
      const review = await client.reviews.get(String(data.review_id), { signal });
      const part = decisionPart(review);
      return { part: { ...part, fields: { kind: word(kind), ...part.fields } }, rest: null };
    }
  },
});

interface ShownItem {
  part: AnswerPart;
  /** Where the text of a long mail goes on. */
  rest: Ours | null;
}

function partOf(item: NextItem): ShownItem {
  const { kind, data, message, created_at } = item;
  const of = (name: string) => id(String(data[name]));
  const at = time(created_at);
  if (kind === "mail" && message !== null) {
    const { item: part, next } = messagePart(message, { full: false, offset: 0, most: textTokens });
    const spam = message.is_spam ? ours`, filed as spam` : nothing;
    return {
      part: { ...part, head: ours`${part.head}${spam}`, fields: { kind: word(kind), ...part.fields } },
      rest: next === null ? null : packCursor([null, 0, next, message.id]),
    };
  }
  const fields = { kind: word(kind), created_at: at };
  if (kind === "bounce") {
    const mail = { recipient: String(data.recipient), response: String(data.response) };
    return {
      part: {
        head: ours`Bounce, ${at}: message ${of("message_id")} in thread ${of("thread_id")} did not reach a recipient`,
        fields: { ...fields, message_id: of("message_id"), thread_id: of("thread_id") },
        mail: new Theirs(mail, [`Recipient: ${mail.recipient}`, `Response: ${mail.response}`]),
      },
      rest: null,
    };
  }
  if (kind === "invitation") {
    const mail = { attendee: String(data.attendee), answer: String(data.response_status) };
    return {
      part: {
        head: ours`An answer to the invitation of event ${of("event_id")}, ${at}`,
        fields: { ...fields, event_id: of("event_id") },
        mail: new Theirs(mail, [`${mail.attendee}: ${mail.answer}`]),
      },
      rest: null,
    };
  }
  const mail = { reason: String(data.reason) };
  return {
    part: {
      head: ours`Draft ${of("draft_id")} in thread ${of("thread_id")} was due, ${at}, and could not leave: it is a draft again`,
      fields: { ...fields, draft_id: of("draft_id"), thread_id: of("thread_id") },
      mail: new Theirs(mail, [`Reason: ${mail.reason}`]),
    },
    rest: null,
  };
}
