// Sending. One call is one mail: the same arguments again answer with the mail that was sent, for 24 hours. What is sent,
// to whom, and what waits for a person is the API's to decide.
import { ApiError, type Postroom, type Sent } from "../../sdk/typescript/index.ts";
import { type Answer, packCursor, pageAnswer, ToolRefusal, unpackCursor } from "../answer.ts";
import { address, cursor, flag, list, next, rows, text, tool } from "../tool.ts";
import { addressOf } from "./addresses.ts";

interface Written {
  subject?: string;
  text?: string;
  cc?: string[];
  files?: string[];
  again?: string;
}

const body = { text: text(), files: list() };
const again = text("any word: once more");
const sent = {
  status: text(),
  message_id: text(),
  draft_id: text(),
};

function contentOf({ subject, text, cc, files }: Written) {
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(text === undefined ? {} : { text }),
    ...(cc === undefined ? {} : { cc }),
    ...filesOf(files),
  };
}

/** Files by id are there already; the server fetches those of URLs, so that no file passes through a model. */
function filesOf(files: readonly string[] | undefined) {
  if (files === undefined) return {};
  const isUrl = (file: string) => /^https?:\/\//i.test(file);
  const urls = files.filter(isUrl);
  return {
    attachment_ids: files.filter((file) => !isUrl(file)),
    ...(urls.length > 0 ? { attachments: urls.map((url) => ({ url })) } : {}),
  };
}

/** The same tool with the same arguments has the same key. */
async function keyOf(name: string, args: object): Promise<string> {
  const sorted = Object.entries(args).sort(([one], [other]) => (one < other ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify([name, sorted]));
  return `mcp-${new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex()}`;
}

type Pending = ReturnType<Postroom["messages"]["send"]>;

/** What became of a send, with everybody whom it went to. */
async function outcome(client: Postroom, pending: Pending): Promise<Answer> {
  const { data, answer } = await pending.withResponse();
  const refused = data.rejected.map(({ address, reason }) => `${address}: ${reason}`);
  const remark = refused.length > 0 ? ` Refused: ${refused.join("; ")}.` : "";
  const held = heldOf(data);
  const review = held ? await client.reviews.get(held) : null;
  // A call that is repeated after the person has decided has the answer of before.
  if (held && review?.status === "approved") {
    return {
      text: `A person has allowed it, and it has left (thread ${data.thread_id}).`,
      fields: { thread_id: data.thread_id, status: "sent", rejected: data.rejected },
    };
  }
  if (held && review && review.status !== "pending") {
    const words = review.comment ? `: ${review.comment}` : ".";
    return {
      text: `Nothing has left: the person decided "${review.status}"${words} Draft ${data.id} has it.`,
      fields: { draft_id: data.id, thread_id: data.thread_id, status: "draft", rejected: data.rejected },
    };
  }
  if (held) {
    const { subject } = await client.drafts.get(data.id);
    return {
      review: { id: held, subject: subject ?? "" },
      text: `Nothing has left: a person must allow it first (review ${held}, draft ${data.id}). Tell them that it waits in the console under Reviews, or in the reviewer's mail; then go on. Do not send it in another way.${remark}`,
      fields: { draft_id: data.id, thread_id: data.thread_id, status: "held", rejected: data.rejected },
    };
  }
  const message = await client.messages.get(data.id);
  const [to, cc] = [message.to, message.cc].map((some) => some.map(({ email }) => email)) as [
    string[],
    string[],
  ];
  const isRepeat = answer.headers.has("idempotency-replayed");
  const people = `to ${to.join(", ")}${cc.length > 0 ? `, cc ${cc.join(", ")}` : ""}`;
  const ids = `(message ${data.id}, thread ${data.thread_id})`;
  const said = isRepeat
    ? `Not sent again: the same mail left at ${message.created_at} ${people} ${ids}. If it must, give \`again\` a word.`
    : `Sent ${people} ${ids}.`;
  return {
    text: `${said}${remark}`,
    fields: {
      message_id: data.id,
      thread_id: data.thread_id,
      status: isRepeat ? "repeated" : "sent",
      to,
      cc,
      rejected: data.rejected,
    },
  };
}

/** The review that a send waits for; null: it has left. */
function heldOf(answer: Sent): string | null {
  const { status, review_id } = answer as Sent & { status?: string; review_id?: string };
  return status === "pending_review" ? (review_id ?? "") : null;
}

export const sendMail = tool<Written & { address?: string; to: string[] }>({
  name: "send_mail",
  title: "Send a mail",
  description: "A new mail. To answer one, use reply. files: ids or URLs.",
  input: { address, to: list(), cc: list(), subject: text(), ...body, again },
  required: ["to", "subject", "text"],
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { address, to, ...written }) {
    const { email } = await addressOf(client, address);
    const idempotencyKey = await keyOf("send_mail", { email, to, ...written });
    return outcome(
      client,
      client.messages.send({ from: email, to, ...contentOf(written) }, { idempotencyKey }),
    );
  },
});

export const reply = tool<Written & { message: string; only_sender?: boolean; preview?: boolean }>({
  name: "reply",
  title: "Reply",
  description: "Answers all in its thread, cc too (cc: others). preview: a draft that says who gets it.",
  input: {
    message: text(),
    ...body,
    only_sender: flag(),
    cc: list(),
    preview: flag(),
    again: text(),
  },
  required: ["message", "text"],
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { message, only_sender = false, preview = false, ...written }) {
    if (preview) return previewOf(client, { message, only_sender, written });
    const idempotencyKey = await keyOf("reply", { message, only_sender, ...written });
    const send = only_sender ? client.messages.reply : client.messages.replyAll;
    return outcome(client, send(message, contentOf(written), { idempotencyKey }));
  },
});

/** A draft that says who the answer would go to. */
async function previewOf(
  client: Postroom,
  { message, only_sender, written }: { message: string; only_sender: boolean; written: Written },
): Promise<Answer> {
  const answered = await client.messages.get(message);
  if (answered.identity === null)
    throw new ToolRefusal("This message is of no address, so it cannot be answered.");
  const own = (await client.identities.get(answered.identity)).email;
  const others = [...answered.to, ...answered.cc].map(({ email }) => email).filter((email) => email !== own);
  const draft = await client.drafts.create({
    identity_id: answered.identity,
    in_reply_to_message_id: message,
    ...contentOf({ ...(only_sender ? {} : { cc: others }), ...written }),
  });
  const people = `to ${draft.to.join(", ")}${draft.cc.length > 0 ? `, cc ${draft.cc.join(", ")}` : ""}`;
  return {
    text: `Draft ${draft.id} would go ${people}. Send it with send_draft.`,
    fields: { draft_id: draft.id, thread_id: draft.thread_id, status: "draft", to: draft.to, cc: draft.cc },
  };
}

export const forward = tool<Written & { message: string; to: string[] }>({
  name: "forward",
  title: "Forward",
  description: "Sends a message on, with its files.",
  input: { message: text(), to: list(), text: text(), again: text() },
  required: ["message", "to"],
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { message, to, ...written }) {
    const idempotencyKey = await keyOf("forward", { message, to, ...written });
    return outcome(
      client,
      client.messages.forward(message, { to, ...contentOf(written) }, { idempotencyKey }),
    );
  },
});

export const saveDraft = tool<
  Written & { address?: string; draft?: string; to?: string[]; message?: string }
>({
  name: "save_draft",
  title: "Write a draft",
  description: "A new mail or an answer, not sent.",
  input: {
    draft: text("to change it"),
    message: text("to answer it"),
    address,
    to: list(),
    cc: list(),
    subject: text(),
    ...body,
  },
  output: sent,
  level: "draft",
  async run(client, { address, draft, to, message, ...written }) {
    const content = { ...contentOf(written), ...(to === undefined ? {} : { to }) };
    const saved =
      draft === undefined
        ? await client.drafts.create({
            identity_id: await identityOf(client, { address, message }),
            ...content,
            ...(message === undefined ? {} : { in_reply_to_message_id: message }),
          })
        : await client.drafts.update(draft, content);
    return {
      text: `Draft ${saved.id} to ${saved.to.join(", ") || "nobody yet"}${saved.cc.length > 0 ? `, cc ${saved.cc.join(", ")}` : ""}.`,
      fields: { draft_id: saved.id, thread_id: saved.thread_id, status: "draft", to: saved.to, cc: saved.cc },
    };
  },
});

async function identityOf(
  client: Postroom,
  { address, message }: { address?: string | undefined; message?: string | undefined },
): Promise<string> {
  if (address === undefined && message !== undefined) {
    const { identity } = await client.messages.get(message);
    if (identity !== null) return identity;
  }
  return (await addressOf(client, address)).id;
}

export const sendDraft = tool<{ draft: string; at?: string; cancel?: boolean }>({
  name: "send_draft",
  title: "Send a draft",
  description: "Now or at a time. cancel: take that back.",
  input: { draft: text(), at: text("ISO time"), cancel: flag() },
  required: ["draft"],
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { draft, at, cancel = false }) {
    if (cancel || at !== undefined) {
      const found = cancel
        ? await client.drafts.unschedule(draft)
        : await client.drafts.schedule(draft, { send_at: at! });
      return {
        text: cancel
          ? `Draft ${draft} is not scheduled any more.`
          : `Draft ${draft} leaves at ${found.send_at}.`,
        fields: {
          draft_id: draft,
          thread_id: found.thread_id,
          status: found.status,
          to: found.to,
          cc: found.cc,
        },
      };
    }
    const idempotencyKey = await keyOf("send_draft", { draft });
    return outcome(client, client.drafts.send(draft, { idempotencyKey }));
  },
});

export const listDrafts = tool<{ address?: string; cursor?: string }>({
  name: "list_drafts",
  title: "List drafts",
  description: "Drafts and scheduled mail of an address.",
  input: { address, cursor },
  output: { drafts: rows, next_cursor: next },
  level: "read",
  async run(client, { address, cursor }) {
    const { id } = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.drafts.list({
      identity_id: id,
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    });
    const items = page.data.slice(skip).map(({ id, thread_id, to, cc, subject, status, send_at, text }) => {
      const mail = { to, cc, subject, text: (text ?? "").slice(0, 300) };
      return {
        head: `Draft ${id} in thread ${thread_id}, ${status}${send_at ? `, leaves at ${send_at}` : ""}`,
        mail: `To: ${to.join(", ")}\nSubject: ${subject ?? ""}\n${mail.text}`,
        fields: { id, thread_id, status, send_at, mail },
      };
    });
    return pageAnswer(items, {
      name: "drafts",
      none: "There are no drafts.",
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});

/** What a model reads of an error: the API's own words, which say what to do instead. */
export function refusalText(error: unknown): string {
  if (error instanceof ApiError)
    return `${error.message} (${error.code}${error.requestId ? `, request ${error.requestId}` : ""})`;
  return error instanceof Error ? error.message : String(error);
}
