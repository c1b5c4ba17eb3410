// Order in the mailbox: read state, folders, labels, and handing a thread to a person.
import type { Postroom } from "../../sdk/typescript/index.ts";
import { answerOf } from "../answer.ts";
import { ToolRefusal } from "../right-call.ts";
import { flag, keyOf, list, text, tool } from "../tool.ts";
import { id, ours, word } from "../words.ts";

export const organize = tool<{
  messages: string[];
  read?: boolean;
  folder?: string;
  label?: string;
  snooze?: string;
}>({
  name: "organize",
  title: "Organize",
  description:
    "Marks as read, moves to a folder (archive, trash, spam), labels by name, snoozes their threads.",
  input: { messages: list(), read: flag(), folder: text(), label: text(), snooze: text("until (ISO)") },
  required: ["messages"],
  output: { changed: { type: "integer" } },
  level: "draft",
  idempotent: true,
  async run(client, { messages, read, folder, label, snooze }) {
    const threads = snooze === undefined ? [] : await threadsOf(client, messages);
    const labels = await labelIds(client, messages, label);
    const changes = {
      ...(read === undefined ? {} : { is_read: read }),
      ...(folder === undefined ? {} : { folder }),
      ...labels,
    };
    if (snooze === undefined || Object.keys(changes).length > 0)
      await client.messages.updateMany({ ids: messages, ...changes });
    for (const thread of threads) await client.threads.update(thread, { snoozed_until: snooze! });
    const head = ours`Done for ${messages.length} ${messages.length === 1 ? ours`message` : ours`messages`}.`;
    return answerOf({ parts: [{ head, fields: { changed: messages.length }, mail: null }] });
  },
});

/** Messages whose threads one call snoozes. */
const mostSnoozed = 50;

async function threadsOf(client: Postroom, messages: readonly string[]): Promise<string[]> {
  if (messages.length > mostSnoozed)
    throw new ToolRefusal(
      ours`A call snoozes the threads of ${mostSnoozed} messages at most. Nothing was done.`,
    );
  const threads = new Set<string>();
  for (const one of messages) threads.add((await client.messages.get(one, { view: "summary" })).thread_id);
  return [...threads];
}

/** The id of a label by its name; it is made where it is missing. */
async function labelIds(
  client: Postroom,
  messages: readonly string[],
  name: string | undefined,
): Promise<{ add_label_ids?: string[] }> {
  if (name === undefined) return {};
  const { identity } = await client.messages.get(messages[0]!);
  if (identity === null) throw new ToolRefusal(ours`This message is of no address, so it takes no labels.`);
  const known = await client.labels.list({ identity_id: identity, limit: 200 }).all(1000);
  const found = known.find((label) => label.name.toLowerCase() === name.toLowerCase());
  return { add_label_ids: [found?.id ?? (await client.labels.create({ identity_id: identity, name })).id] };
}

export const askForReview = tool<{ thread: string; reason?: string }>({
  name: "ask_for_review",
  title: "Ask a person",
  description: "Hands a thread to a person; reason: what they are to decide.",
  input: { thread: text(), reason: text() },
  required: ["thread"],
  output: { thread_id: text(), status: text() },
  level: "draft",
  idempotent: true,
  async run(client, { thread, reason }) {
    if (reason !== undefined) {
      const idempotencyKey = await keyOf("ask_for_review", { thread, reason });
      await client.threads.createNote(thread, { text: reason }, { idempotencyKey });
    }
    const { id: thread_id, status } = await client.threads.update(thread, { status: "human_review" });
    const why = reason === undefined ? ours`no reason` : ours`your reason as a note`;
    return answerOf({
      parts: [
        {
          head: ours`Thread ${id(thread_id)} waits for a person, with ${why}.`,
          fields: { thread_id: id(thread_id), status: word(status) },
          mail: null,
        },
      ],
    });
  },
});
