// Reading: waiting for mail and for decisions, threads, codes.
import type { Message, Page } from "../../sdk/typescript/index.ts";
import {
  type AnswerPart,
  answerOf,
  answerTokens,
  packCursor,
  pageAnswer,
  portion,
  type ToolAnswer,
  unpackCursor,
} from "../answer.ts";
import { refusalWith, ToolRefusal } from "../right-call.ts";
import { estimateTokens } from "../tokens.ts";
import { address, cursor, flag, rows, text, tool } from "../tool.ts";
import { id, joined, nothing, type Ours, ours, Theirs, time, word } from "../words.ts";
import { addressOf } from "./addresses.ts";
import { decisionAnswer } from "./held.ts";
import { partsAnswer, partsMark } from "./parts.ts";
import { named, threadPart } from "./searching.ts";

/** Texts as Markdown, a part of them: an answer shows a few thousand words of a mail, which may have megabytes. */
const asText = { format: "markdown", view: "text" } as const;
/** Characters of a text that the API gives at once. */
const textLength = 100_000;

/** People of a field, and files, that an answer names. */
const maxNamed = 50;

/** The first of them, and how many more there are. */
function firstOf<T>(all: readonly T[]): { shown: readonly T[]; more: number } {
  return { shown: all.slice(0, maxNamed), more: Math.max(0, all.length - maxNamed) };
}

/** A message, from `offset` of its text on, which the message has been read from. */
export function messagePart(
  message: Message,
  { full, offset, most }: { full: boolean; offset: number; most: number },
) {
  const read = full ? (message.text ?? message.reply_text) : message.reply_text;
  const { part, next: left } = portion(read, 0, most);
  const end = left ?? (read.length < textLength ? null : read.length);
  const next = end === null ? null : offset + end;
  const [to, cc, attached] = [firstOf(message.to), firstOf(message.cc), firstOf(message.attachments)];
  const files = attached.shown.map(({ id, filename, content_type, size }) => ({
    id,
    filename,
    content_type,
    size,
  }));
  const mail = {
    from: named(message.from),
    to: to.shown.map(named),
    cc: cc.shown.map(named),
    subject: message.subject,
    text: part,
    ...(files.length > 0 ? { files } : {}),
  };
  const lines = [
    `From: ${mail.from}`,
    `To: ${mail.to.join(", ")}${andMore(to.more)}`,
    mail.cc.length > 0 ? `Cc: ${mail.cc.join(", ")}${andMore(cc.more)}` : null,
    `Subject: ${mail.subject ?? ""}`,
    ...files.map(
      ({ id, filename, content_type, size }) =>
        `File: ${filename} (${content_type}, ${size} bytes, id ${id})`,
    ),
    attached.more > 0 ? `and ${attached.more} more files` : null,
    "",
    offset > 0 ? `[goes on]\n${part}` : part,
  ];
  const { direction, created_at, is_read, invitation, calendar_event_id } = message;
  const event = calendar_event_id === null ? null : id(calendar_event_id);
  const asked = invitation ? ours`, invitation${event === null ? nothing : ours` ${event}`}` : nothing;
  const held = message.status === "held" ? ours`, held: it waits for a person` : nothing;
  const item: AnswerPart = {
    head: ours`Message ${id(message.id)} in thread ${id(message.thread_id)}, ${word(direction)}, ${time(created_at)}${is_read ? nothing : ours`, unread`}${asked}${held}`,
    fields: {
      id: id(message.id),
      thread_id: id(message.thread_id),
      direction: word(direction),
      created_at: time(created_at),
      is_read,
      ...(to.more + cc.more > 0 ? { more_recipients: to.more + cc.more } : {}),
      ...(attached.more > 0 ? { more_files: attached.more } : {}),
      ...(message.status === "held" ? { status: ours`held` } : {}),
      ...(event === null ? {} : { calendar_event_id: event }),
    },
    mail: new Theirs(mail, lines),
  };
  return { item, text: lines.join("\n"), next };
}

function andMore(count: number): string {
  return count > 0 ? ` and ${count} more` : "";
}

/** Tokens of a message's text in an answer that has its head and its fields' names too. */
export const textTokens = answerTokens - 600;

function oneMessage(message: Message, rest: { full?: boolean; offset?: number } = {}): ToolAnswer {
  const { full = false, offset = 0 } = rest;
  const { item, next } = messagePart(message, { full, offset, most: textTokens });
  return pageAnswer([item], {
    name: "messages",
    none: nothing,
    cursorAt: () => nothing,
    next: next === null ? null : packCursor([null, 0, next, message.id]),
  });
}

export const waitForMail = tool<{
  address?: string;
  from?: string;
  subject?: string;
  thread?: string;
  after?: string;
  review?: string;
  seconds?: number;
  cursor?: string;
}>({
  name: "wait_for_mail",
  title: "Wait for mail",
  description:
    "The oldest unread mail that fits, also one that is there, or a person's decision on a review; none: call again.",
  input: {
    address,
    from: text(),
    subject: text(),
    thread: text(),
    after: text("ISO time"),
    review: text(),
    seconds: { type: "integer", maximum: 55 },
    cursor,
  },
  output: { messages: rows, status: text() },
  level: "read",
  async run(client, { address, thread, review, seconds = 30, ...given }, signal) {
    if (review !== undefined) return decisionAnswer(client, { review, seconds }, signal);
    const identity = address === undefined ? null : await addressOf(client, address);
    const body = {
      ...given,
      ...asText,
      ...(identity ? { identity_id: identity.id } : {}),
      ...(thread === undefined ? {} : { thread_id: thread }),
      order: "asc",
      limit: 1,
      wait: seconds,
    };
    const { bytes } = await client.request("POST", "/messages/wait", { body, signal });
    const { data, next_cursor } = JSON.parse(new TextDecoder().decode(bytes)) as Page<Message>;
    const cursor = next_cursor === null ? null : id(next_cursor);
    if (data[0]) return waitedAnswer(data[0], cursor);
    const again = cursor === null ? ours`Call again` : ours`Call again with cursor "${cursor}"`;
    const tail = ours`No such mail came in ${seconds} seconds. ${again}: nothing that comes meanwhile is missed.`;
    return answerOf({ parts: [], rows: "messages", fields: { next_cursor: cursor }, tail });
  },
});

/** A mail that was waited for, and how to wait for the next one. */
function waitedAnswer(message: Message, cursor: Ours | null): ToolAnswer {
  const { item, next } = messagePart(message, { full: false, offset: 0, most: textTokens });
  const rest = next === null ? null : packCursor([null, 0, next, message.id]);
  const goesOn = rest === null ? nothing : ours`It goes on: read_thread with cursor "${rest}". `;
  const others = cursor === null ? nothing : ours`For the next one call again with cursor "${cursor}".`;
  return answerOf({
    parts: [item],
    rows: "messages",
    fields: { next_cursor: cursor, ...(rest === null ? {} : { rest_cursor: rest }) },
    tail: ours`${goesOn}${others}`,
  });
}

export const listThreads = tool<{
  address?: string;
  folder?: string;
  unread?: boolean;
  from?: string;
  query?: string;
  cursor?: string;
}>({
  name: "list_threads",
  title: "Conversations",
  description:
    "Of a folder (inbox), newest first; with query those of all folders that search_mail's words find.",
  input: {
    address,
    query: text(),
    folder: text(),
    unread: flag(),
    from: text(),
    cursor,
  },
  output: { threads: rows },
  level: "read",
  async run(client, { address, folder, unread, from, query, cursor }) {
    const identity = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    if (query !== undefined) {
      if (folder !== undefined)
        throw new ToolRefusal(ours`With \`query\`, name the folder in it: in:inbox, for example.`);
      const found = await client.threads.list({
        q: query,
        identity_id: identity.id,
        limit: 40,
        ...(unread ? { is_read: false } : {}),
        ...(from === undefined ? {} : { from }),
        ...(at === null ? {} : { cursor: at }),
      });
      return pageAnswer(found.data.slice(skip).map(threadPart), {
        name: "threads",
        none: ours`Nothing was found. Try fewer or other words.`,
        cursorAt: (index) => packCursor([at, skip + index]),
        next: found.next_cursor === null ? null : packCursor([found.next_cursor, 0]),
      });
    }
    const page = await client.mailboxes.listConversations(folder ?? "inbox", {
      identity_id: identity.id,
      limit: 40,
      ...(unread ? { is_read: false } : {}),
      ...(from === undefined ? {} : { from }),
      ...(at === null ? {} : { cursor: at }),
    });
    const items = page.data.slice(skip).map((row): AnswerPart => {
      const { message_count, is_read, has_attachments, last_message_at: last } = row;
      const marks = [...(is_read ? [] : [ours`unread`]), ...(has_attachments ? [ours`files`] : [])];
      const labels = row.labels.length > 0 ? { labels: row.labels } : {};
      const mail = {
        from: named(row.from),
        subject: row.subject,
        preview: row.preview.slice(0, 200),
        ...labels,
      };
      return {
        head: joined(
          [
            ours`Thread ${id(row.thread_id)}`,
            ours`newest message ${id(row.message_id)}`,
            message_count === 1 ? ours`1 message` : ours`${message_count} messages`,
            word(row.status),
            ...(last === null ? [] : [time(last)]),
            ...marks,
          ],
          ours`, `,
        ),
        fields: {
          thread_id: id(row.thread_id),
          message_id: id(row.message_id),
          message_count,
          is_read,
          status: word(row.status),
          last_message_at: last === null ? null : time(last),
        },
        mail: new Theirs(mail, [
          `From: ${mail.from}`,
          `Subject: ${mail.subject ?? ""}`,
          row.labels.length > 0 ? `Labels: ${row.labels.join(", ")}` : null,
          mail.preview,
        ]),
      };
    });
    return pageAnswer(items, {
      name: "threads",
      none: ours`Nothing is there.`,
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});

export const readThread = tool<{
  thread?: string;
  message?: string;
  full?: boolean;
  parts?: boolean;
  cursor?: string;
}>({
  name: "read_thread",
  title: "Read",
  description: "A thread, newest message first, or a message, as Markdown.",
  input: {
    thread: text(),
    message: text(),
    full: flag("with quoted history"),
    parts: flag("of a message: whose words"),
    cursor,
  },
  output: { messages: rows, parts: rows },
  level: "read",
  async run(client, { thread, message, full = false, parts = false, cursor }) {
    const [at = null, skip = 0, offset = 0, one = null, within = null, mark = null] = unpackCursor(
      cursor,
    ) as [string | null, number, number, (string | null)?, (string | null)?, (string | null)?];
    const from = (id: string) => client.messages.get(id, { ...asText, text_from: offset });
    const alone = one ?? message ?? null;
    if (parts || mark === partsMark) {
      if (alone === null) throw new ToolRefusal(ours`\`parts\` are of one \`message\`: say which.`);
      return partsAnswer(await client.messages.getParts(alone), { index: skip, offset, most: textTokens });
    }
    if (alone !== null) return oneMessage(await from(alone), { full, offset });
    if (thread === undefined)
      throw refusalWith(ours`Say which \`thread\`, or which \`message\`. list_threads shows them.`, {
        given: {},
        right: { tool: "search_mail", arguments: { query: "in:inbox" } },
      });
    const page = await client.messages.list({
      thread_id: thread,
      order: "desc",
      ...asText,
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    });
    const items: AnswerPart[] = [];
    let left = textTokens;
    const listed = page.data.slice(skip);
    // Places are times: what comes meanwhile is in front of them, and moves nothing.
    const placeAt = (index: number) => (index === 0 ? at : listed[index - 1]!.created_at);
    for (const [index, one] of listed.entries()) {
      const isWithin = index === 0 && one.id === within;
      const row = isWithin ? await from(one.id) : one;
      const begin = isWithin ? offset : 0;
      const { item, text, next } = messagePart(row, { full, offset: begin, most: Math.max(left, 200) });
      items.push(item);
      left -= estimateTokens(text) + 80;
      // A long message goes on in the next answer.
      if (next !== null) return pageOf(items, packCursor([placeAt(index), 0, next, null, row.id]));
      if (left < 200 && index < listed.length - 1)
        return pageOf(items, packCursor([placeAt(index + 1), 0, 0]));
    }
    return pageOf(items, page.next_cursor === null ? null : packCursor([page.next_cursor, 0, 0]));

    function pageOf(some: AnswerPart[], next: Ours | null): ToolAnswer {
      return pageAnswer(some, {
        name: "messages",
        none: ours`There is no message in this thread.`,
        cursorAt: (index) => packCursor([placeAt(index), 0, 0]),
        next,
      });
    }
  },
});

export const findCodes = tool<{ message: string }>({
  name: "find_codes",
  title: "Codes",
  description: "Codes and confirmation links in a message.",
  input: { message: text() },
  required: ["message"],
  output: { authenticated: flag(), mail: { type: "object" } },
  level: "read",
  async run(client, { message }) {
    const { authenticated, aligned_domain, codes, links } = await client.messages.getCodes(message);
    const proof = authenticated
      ? ours`The sender is proved: it is the domain between the marks.`
      : ours`The sender is NOT proved: anybody may have written this. Do not open its links.`;
    const isEmpty = codes.length + links.length === 0;
    const mail = new Theirs({ aligned_domain, codes, links }, [
      aligned_domain === null ? null : `Domain ${aligned_domain}`,
      ...codes.map(({ code, confidence }) => `Code ${code} (${confidence})`),
      ...links.map(({ kind, url, text, confidence }) => `${kind} link ${url} "${text}" (${confidence})`),
    ]);
    const head = isEmpty ? ours`${proof} No code or link was found.` : proof;
    return answerOf({ parts: [{ head, fields: { authenticated }, mail }] });
  },
});
