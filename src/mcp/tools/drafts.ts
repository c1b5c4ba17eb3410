// Drafts: writing, listing, sending, scheduling, and taking back what is scheduled or waits for a person.
import { type Draft, NotFoundError, type Postroom, type RawAnswer } from "../../sdk/typescript/index.ts";
import {
  type AnswerPart,
  answerOf,
  packCursor,
  pageAnswer,
  type ToolAnswer,
  unpackCursor,
} from "../answer.ts";
import { orNull } from "../corrections.ts";
import { refusalWith, ToolRefusal } from "../right-call.ts";
import { address, cursor, flag, keyOf, list, rows, text, tool } from "../tool.ts";
import { id, nothing, type Ours, ours, Theirs, time, word } from "../words.ts";
import { addressOf, writingFrom } from "./addresses.ts";
import { reviewIdOf } from "./held.ts";
import { outcome } from "./sending.ts";
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

export const saveDraft = tool<
  WrittenMail & { address?: string; draft?: string; to?: string[]; message?: string }
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
    bcc: list(),
    subject: text(),
    ...body,
  },
  unlisted,
  output: sent,
  level: "draft",
  idempotent: true,
  async run(client, { address, draft, to, message, ...written }) {
    const letter =
      written.template === undefined ? {} : await letterOf(client, { address, draft, to, message });
    const { written: whole, unfilled } = await withTemplate(client, written, { ...letter, leaves: false });
    const content = { ...contentOf(whole), ...(to === undefined ? {} : { to }) };
    if (draft === undefined) return createOnce(client, { address, message, content, unfilled });
    const saved = await client.drafts.update(draft, { ...replaced(whole), ...content });
    return draftAnswer(saved, ours`Draft ${id(saved.id)} is written, and not sent.${unfilledNote(unfilled)}`);
  },
});

/** The other form of what a draft says: one that is written anew leaves nothing of before in it. */
function replaced({ text, html, markdown = false }: WrittenMail): { text?: null; html?: null } {
  if (html) return text ? {} : { text: null };
  return text === undefined || markdown ? {} : { html: null };
}

/** Facts of a letter, by which a template's fields are filled. An answer is from the address that has the message. */
async function letterOf(
  client: Postroom,
  {
    address,
    draft,
    to,
    message,
  }: {
    address: string | undefined;
    draft: string | undefined;
    to: string[] | undefined;
    message: string | undefined;
  },
): Promise<{ from?: string; to?: string; message?: string; subject?: string | null }> {
  if (draft !== undefined) {
    const there = await client.drafts.get(draft);
    const [recipient = there.to[0]] = to ?? [];
    const { from, subject, in_reply_to_message_id: answered } = there;
    return {
      from,
      subject,
      ...(recipient === undefined ? {} : { to: recipient }),
      ...(answered === null ? {} : { message: answered }),
    };
  }
  const known = {
    ...(to?.[0] === undefined ? {} : { to: to[0] }),
    ...(message === undefined ? {} : { message }),
  };
  if (address === undefined && message !== undefined) return known;
  return { ...known, from: await writingFrom(client, address, async (email) => email) };
}

/** Writes a draft once for its arguments, and once more where the one before is no longer there. */
async function createOnce(
  client: Postroom,
  { unfilled, ...given }: NewDraft & { unfilled: readonly string[] },
): Promise<ToolAnswer> {
  let after: string | null = null;
  for (let round = 0; round < mostRounds; round++) {
    const idempotencyKey = await keyOf("save_draft", { ...given, ...(after === null ? {} : { after }) });
    const { data, answer } = await create(client, given, { idempotencyKey });
    if (!answer.headers.has("idempotency-replayed"))
      return draftAnswer(data, ours`Draft ${id(data.id)} is written, and not sent.${unfilledNote(unfilled)}`);
    const there = await orNull(client.drafts.get(data.id));
    const isSame = there?.text === data.text && there.html === data.html && there.subject === data.subject;
    if (there !== null && isSame)
      return draftAnswer(there, ours`Draft ${id(data.id)} was written before, and is not sent.`);
    after = data.id;
  }
  throw new ToolRefusal(ours`This draft was written too often. Change a word of it.`);
}

interface NewDraft {
  address?: string | undefined;
  message?: string | undefined;
  content: DraftContent;
}

/** An answer is of the address that has the message, unless another one is named. */
async function create(
  client: Postroom,
  { address, message, content }: NewDraft,
  options: { idempotencyKey: string },
): Promise<{ data: Draft; answer: RawAnswer }> {
  const make = (draft: Parameters<Postroom["drafts"]["create"]>[0]) =>
    client.drafts.create(draft, options).withResponse();
  const answered = message === undefined ? {} : { in_reply_to_message_id: message };
  if (address === undefined && message !== undefined) {
    const { identity } = await client.messages.get(message);
    if (identity !== null) return make({ identity_id: identity, ...content, ...answered });
  }
  return writingFrom(client, address, (from) => make({ from, ...content, ...answered }));
}

type DraftContent = ReturnType<typeof contentOf> & { to?: string[] };

export const sendDraft = tool<{ draft: string; at?: string; cancel?: boolean }>({
  name: "send_draft",
  title: "Send a draft",
  description: "Now or at a time. cancel: take back what is scheduled, or held (which deletes it).",
  input: { draft: text(), at: text("ISO time"), cancel: flag() },
  required: ["draft"],
  output: sent,
  level: "send",
  idempotent: true,
  open: true,
  async run(client, { draft, at, cancel = false }) {
    if (cancel) return takeBack(client, draft);
    if (at === undefined) return sendOnce(client, draft);
    return scheduledAnswer(await client.drafts.schedule(draft, { send_at: at }));
  },
});

/** Drafts of the same arguments, or reviews of one that gave it back, one after the other. */
const mostRounds = 20;

/**
 * Sends a draft once for its id, and once more each time that it was given back and changed: the key names the review that gave
 * it back, so a repeated call finds what the last one did.
 */
async function sendOnce(client: Postroom, draft: string): Promise<ToolAnswer> {
  let after: string | null = null;
  for (let round = 0; round < mostRounds; round++) {
    const idempotencyKey = await keyOf("send_draft", { draft, ...(after === null ? {} : { after }) });
    const { data, answer } = await client.drafts.send(draft, { idempotencyKey }).withResponse();
    const held = reviewIdOf(data);
    if (held === null || !answer.headers.has("idempotency-replayed") || !(await isBack(client, draft, held)))
      return outcome(client, data, answer);
    after = held;
  }
  throw new ToolRefusal(ours`This draft was given back too often. Write a new one.`);
}

/** Whether a review has given the draft back, and it was changed or sent since. */
async function isBack(client: Postroom, draft: string, held: string): Promise<boolean> {
  const { status, decided_at } = await client.reviews.get(held);
  if (["pending", "approved", "withdrawn"].includes(status) || decided_at === null) return false;
  try {
    return (await client.drafts.get(draft)).updated_at > decided_at;
  } catch (error) {
    if (error instanceof NotFoundError) return true;
    throw error;
  }
}

async function takeBack(client: Postroom, draft: string): Promise<ToolAnswer> {
  const before = await client.drafts.get(draft);
  if (before.status === "scheduled")
    return draftAnswer(
      await client.drafts.unschedule(draft),
      ours`Draft ${id(before.id)} is not scheduled any more.`,
    );
  if (before.status !== "pending_review")
    throw refusalWith(
      ours`This draft is neither scheduled nor does it wait for a person: nothing is to be taken back.`,
      { given: { draft }, right: { tool: "list_drafts", arguments: { address: before.identity_id } } },
    );
  await client.drafts.delete(draft);
  const fields = { thread_id: id(before.thread_id), status: ours`withdrawn` };
  const head = ours`Taken back: nothing has left, nobody is asked any more, and draft ${id(before.id)} is deleted.`;
  return answerOf({ parts: [{ head, fields, mail: peopleOf(before) }] });
}

export const listDrafts = tool<{ address?: string; cursor?: string }>({
  name: "list_drafts",
  title: "List drafts",
  description: "Drafts, scheduled and held mail of an address.",
  input: { address, cursor },
  output: { drafts: rows },
  level: "read",
  async run(client, { address, cursor }) {
    const { id: own } = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.drafts.list({
      identity_id: own,
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    });
    return pageAnswer(page.data.slice(skip).map(draftPart), {
      name: "drafts",
      none: ours`There are no drafts.`,
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});

const states: Readonly<Record<Draft["status"], Ours>> = {
  draft: ours`a draft`,
  scheduled: ours`scheduled`,
  sending: ours`on its way`,
  pending_review: ours`held: it waits for a person`,
};

function draftPart(draft: Draft): AnswerPart {
  const { to, cc, subject, status, send_at, failed_reason } = draft;
  const text = (draft.text ?? "").slice(0, 300);
  const leaves = send_at === null ? nothing : ours`, leaves at ${time(send_at)}`;
  // The reason of a refused send quotes addresses, so it is theirs.
  const why = failed_reason === null ? {} : { not_sent: failed_reason };
  return {
    head: ours`Draft ${id(draft.id)} in thread ${id(draft.thread_id)}, ${states[status]}${leaves}`,
    fields: {
      id: id(draft.id),
      thread_id: id(draft.thread_id),
      status: word(status),
      send_at: send_at === null ? null : time(send_at),
    },
    mail: new Theirs({ to, cc, subject, text, ...why }, [
      `To: ${to.join(", ")}`,
      cc.length > 0 ? `Cc: ${cc.join(", ")}` : null,
      `Subject: ${subject ?? ""}`,
      failed_reason === null ? null : `Not sent: ${failed_reason}`,
      text,
    ]),
  };
}
