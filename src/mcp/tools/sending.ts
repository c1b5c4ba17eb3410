// Sending. One call is one mail: the same arguments again answer with the mail that was sent or held, for 24 hours. What is
// sent, to whom, and what waits for a person is the API's to decide.
import type { Postroom, RawAnswer, Sent } from "../../sdk/typescript/index.ts";
import { answerOf, type ToolAnswer } from "../answer.ts";
import { address, again, flag, keyOf, list, text, tool } from "../tool.ts";
import { id, ours, time } from "../words.ts";
import { writingFrom } from "./addresses.ts";
import { decisionPart, heldFields, reviewIdOf, whileItWaits } from "./held.ts";
import {
  body,
  contentOf,
  draftAnswer,
  peopleOf,
  scheduledAnswer,
  sent,
  unfilledNote,
  unlisted,
  type WrittenMail,
  withTemplate,
} from "./written.ts";

/** Longer than a person can take an approval back. */
const undoSeconds = 20;

/** Return the answer that tells a send's outcome, with all recipients. */
export async function outcome(client: Postroom, data: Sent, { headers }: RawAnswer): Promise<ToolAnswer> {
  const { rejected } = data;
  const held = reviewIdOf(data);
  if (held !== null) {
    const now = await client.reviews.get(held);
    // An approved mail leaves in seconds, unless the person takes the approval back.
    const review =
      now.approved_until === null
        ? now
        : ((await client.reviews.wait(held, { timeout: undoSeconds })) ?? (await client.reviews.get(held)));
    // A call that is repeated after somebody has decided has the answer of before.
    if (review.status !== "pending") return answerOf({ parts: [decisionPart(review)] });
    const draft = await client.drafts.get(data.id);
    return answerOf({
      parts: [
        {
          head: ours`Nothing has left: a person must allow it first (review ${id(held)}, draft ${id(data.id)}). ${whileItWaits}`,
          fields: heldFields(data, held),
          mail: peopleOf({ ...draft, rejected }),
        },
      ],
      review: held,
    });
  }
  if (data.status === "scheduled") return scheduledAnswer(await client.drafts.get(data.id));
  const message = await client.messages.get(data.id);
  const [to, cc] = [message.to, message.cc].map((some) => some.map(({ email }) => email)) as [
    string[],
    string[],
  ];
  const isRepeat = headers.has("idempotency-replayed");
  const ids = ours`(message ${id(data.id)}, thread ${id(data.thread_id)})`;
  const said = isRepeat
    ? ours`Not sent again: the same mail left at ${time(message.created_at)} ${ids}. If it must, give \`again\` a word.`
    : ours`Sent ${ids}.`;
  return answerOf({
    parts: [
      {
        head: rejected.length === 0 ? said : ours`${said} Some recipients were refused: they do not get it.`,
        fields: {
          message_id: id(data.id),
          thread_id: id(data.thread_id),
          status: isRepeat ? ours`repeated` : ours`sent`,
        },
        mail: peopleOf({ to, cc, rejected }),
      },
    ],
  });
}

async function outcomeOf(
  client: Postroom,
  pending: ReturnType<Postroom["messages"]["send"]>,
): Promise<ToolAnswer> {
  const { data, answer } = await pending.withResponse();
  return outcome(client, data, answer);
}

export const sendMail = tool<WrittenMail & { address?: string; to: string[]; at?: string }>({
  name: "send_mail",
  title: "Send a mail",
  description:
    "A new mail, now (cannot be undone) or at a time. To answer one, use reply. files: ids or URLs; new_files: {name, text or base64}; markdown: text is Markdown.",
  input: { address, to: list(), cc: list(), bcc: list(), subject: text(), ...body, at: text(), again },
  required: ["to", "subject", "text"],
  unlisted,
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, to, at, ...written }) {
    const later = at === undefined ? {} : { send_at: at };
    return writingFrom(client, address, async (email) => {
      const letter = { from: email, to: to[0], leaves: true };
      const { written: whole } = await withTemplate(client, written, letter);
      const idempotencyKey = await keyOf("send_mail", { email, to, ...whole, ...later });
      const mail = { from: email, to, ...contentOf(whole), ...later };
      return outcomeOf(client, client.messages.send(mail, { idempotencyKey }));
    });
  },
});

export const reply = tool<WrittenMail & { message: string; all?: boolean; preview?: boolean }>({
  name: "reply",
  title: "Reply",
  description:
    "Answers the sender in its thread (cannot be undone); all: everybody, cc too (cc: more people). preview: a draft that says who gets it.",
  input: {
    message: text(),
    ...body,
    all: flag(),
    cc: list(),
    preview: flag(),
    again: text(),
  },
  required: ["message", "text"],
  unlisted,
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { message, all = false, preview = false, ...written }) {
    if (preview) return previewOf(client, { message, all, written });
    const { written: answer } = await withTemplate(client, written, { message, leaves: true });
    const idempotencyKey = await keyOf("reply", { message, all, ...answer });
    const send = all ? client.messages.replyAll : client.messages.reply;
    return outcomeOf(client, send(message, contentOf(answer), { idempotencyKey }));
  },
});

/** A draft that says who the answer would go to. */
async function previewOf(
  client: Postroom,
  { message, all, written }: { message: string; all: boolean; written: WrittenMail },
): Promise<ToolAnswer> {
  const kind = all ? "reply_all" : "reply";
  const { written: answer, unfilled } = await withTemplate(client, written, { message, leaves: false });
  const idempotencyKey = await keyOf("reply preview", { message, all, ...answer });
  const draft = await client.messages.createDraft(
    message,
    { kind, ...contentOf(answer) },
    { idempotencyKey },
  );
  return draftAnswer(
    draft,
    ours`Draft ${id(draft.id)} would go to these. Send it with send_draft.${unfilledNote(unfilled)}`,
  );
}

export const forward = tool<WrittenMail & { message: string; to: string[] }>({
  name: "forward",
  title: "Forward",
  description: "Sends a message on, with its files (cannot be undone).",
  input: { message: text(), to: list(), text: text(), html: text(), again: text() },
  required: ["message", "to"],
  unlisted,
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { message, to, ...written }) {
    const idempotencyKey = await keyOf("forward", { message, to, ...written });
    return outcomeOf(
      client,
      client.messages.forward(message, { to, ...contentOf(written) }, { idempotencyKey }),
    );
  },
});
