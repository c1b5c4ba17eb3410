// Order in the mailbox: read state, folders, labels, and handing a thread to a person.

import { isUuid } from "../../lib/ids.ts";
import type { Postroom } from "../../sdk/typescript/index.ts";
import { answerOf } from "../answer.ts";
import { refusalWith, ToolRefusal } from "../right-call.ts";
import { flag, keyOf, list, text, tool } from "../tool.ts";
import { id, ours, word } from "../words.ts";

export const organize = tool<{
  messages: string[];
  read?: boolean;
  folder?: string;
  label?: string[];
  unlabel?: string[];
  snooze?: string;
}>({
  name: "organize",
  title: "Organize",
  description:
    "Marks as read, moves to a folder (archive, trash, spam), labels by name, snoozes their threads.",
  input: {
    messages: list(),
    read: flag(),
    folder: text(),
    label: list(),
    unlabel: list(),
    snooze: text("until (ISO)"),
  },
  required: ["messages"],
  output: { changed: { type: "integer" } },
  level: "draft",
  idempotent: true,
  async run(client, { messages, read, folder, label = [], unlabel = [], snooze }) {
    const threads = snooze === undefined ? [] : await threadsOf(client, messages);
    const labels = await labelIds(client, messages, { label, unlabel });
    const changes = {
      ...(read === undefined ? {} : { is_read: read }),
      ...(folder === undefined ? {} : { folder }),
      ...labels,
    };
    // A label to take off that there is not is off already.
    const isDone = snooze !== undefined || unlabel.length > 0;
    if (!isDone || Object.keys(changes).length > 0)
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

/** Labels that one call puts on or takes off. */
const mostLabels = 20;

/** Ids of labels by their names or ids; one to put on is made where it is missing, one to take off is passed over. */
async function labelIds(
  client: Postroom,
  messages: readonly string[],
  { label, unlabel }: { label: readonly string[]; unlabel: readonly string[] },
): Promise<{ add_label_ids?: string[]; remove_label_ids?: string[] }> {
  if (label.length + unlabel.length === 0) return {};
  if (label.length + unlabel.length > mostLabels)
    throw new ToolRefusal(ours`A call takes ${mostLabels} labels at most. Nothing was done.`);
  const { identity } = await client.messages.get(messages[0]!);
  if (identity === null) throw new ToolRefusal(ours`This message is of no address, so it takes no labels.`);
  const known = await client.labels.list({ identity_id: identity, limit: 200 }).all(1000);
  const like = (given: string) =>
    known.find(({ id, name }) => id === given.toLowerCase() || name.toLowerCase() === given.toLowerCase());
  // A comma may be of a name; it is between two where both are labels.
  const wanted = (given: readonly string[]) =>
    given.flatMap((one) => {
      const parts = one.split(",").map((part) => part.trim());
      return !like(one) && parts.every(like) ? parts : [one];
    });
  const [added, removed] = [wanted(label), wanted(unlabel)];
  const strange = added.find((one) => isUuid(one.toLowerCase()) && !like(one));
  if (strange !== undefined) {
    const names = known.slice(0, mostLabels).map(({ name }) => name);
    throw refusalWith(
      ours`No label has this id. Give labels by name: between the marks stand those that there are. Nothing was done.`,
      {
        given: { label: strange, there_are: names },
        right: {
          arguments: { label: names.slice(0, 1) },
          ...(names.length === 0 ? { without: ["label"] } : {}),
        },
      },
    );
  }
  const ids: string[] = [];
  for (const name of added) {
    if (name === "") continue;
    const meant = like(name) ?? (await client.labels.create({ identity_id: identity, name }));
    known.push(meant);
    ids.push(meant.id);
  }
  return {
    ...(ids.length > 0 ? { add_label_ids: [...new Set(ids)] } : {}),
    ...(removed.some(like)
      ? { remove_label_ids: [...new Set(removed.flatMap((one) => like(one)?.id ?? []))] }
      : {}),
  };
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
