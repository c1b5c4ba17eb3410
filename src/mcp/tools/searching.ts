// Searching mail: what is found, as messages and as threads.
import type { Thread } from "../../sdk/typescript/index.ts";
import { type AnswerPart, packCursor, pageAnswer, unpackCursor } from "../answer.ts";
import { address, cursor, rows, text, tool } from "../tool.ts";
import { id, joined, ours, Theirs, time, word } from "../words.ts";
import { addressOf } from "./addresses.ts";

/** A name with its address. */
export const named = ({ email, name }: { email: string; name: string | null }) =>
  name ? `${name} <${email}>` : email;

/** A thread that was found. */
export function threadPart(row: Thread): AnswerPart {
  const { message_count, last_message_at: last } = row;
  const thread = id(row.id);
  const status = word(row.status);
  const when = last === null ? null : time(last);
  return {
    head: joined(
      [ours`Thread ${thread}`, ours`${message_count} messages`, status, ...(when === null ? [] : [when])],
      ours`, `,
    ),
    fields: { thread_id: thread, message_count, status, last_message_at: when },
    mail: new Theirs({ subject: row.subject }, [`Subject: ${row.subject ?? ""}`]),
  };
}

export const searchMail = tool<{
  query: string;
  address?: string;
  from?: string;
  after?: string;
  before?: string;
  cursor?: string;
}>({
  name: "search_mail",
  title: "Search mail",
  description:
    "Messages with these words, best first. Also from: subject: has:attachment is:unread after:2026-01-31.",
  input: {
    query: text(),
    address,
    from: text(),
    after: text(),
    before: text(),
    cursor,
  },
  required: ["query"],
  output: { messages: rows },
  level: "read",
  async run(client, { query, address, cursor, ...filter }) {
    const identity = address === undefined ? null : await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.messages.search({
      q: query,
      limit: 25,
      view: "summary",
      ...filter,
      ...(identity ? { identity_id: identity.id } : {}),
      ...(at === null ? {} : { cursor: at }),
    });
    const items = page.data.slice(skip).map((row): AnswerPart => {
      const mail = {
        from: named(row.from),
        subject: row.subject,
        snippet: (row.snippet ?? "").replace(/<\/?mark>/g, ""),
      };
      const lines = [`From: ${mail.from}`, `Subject: ${mail.subject ?? ""}`, mail.snippet];
      const fields = {
        id: id(row.id),
        thread_id: id(row.thread_id),
        direction: word(row.direction),
        created_at: time(row.created_at),
      };
      const head = ours`Message ${fields.id} in thread ${fields.thread_id}, ${fields.direction}, ${fields.created_at}`;
      return { head, fields, mail: new Theirs(mail, lines) };
    });
    return pageAnswer(items, {
      name: "messages",
      none: ours`Nothing was found. Try fewer or other words.`,
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});
