// Reading: waiting for mail, threads, search, files.
import type { Message, Postroom } from "../../sdk/typescript/index.ts";
import {
  type Answer,
  answerTokens,
  Fence,
  type Item,
  packCursor,
  pageAnswer,
  portion,
  ToolRefusal,
  unpackCursor,
} from "../answer.ts";
import { estimateTokens } from "../tokens.ts";
import { address, cursor, flag, next, rows, text, tool } from "../tool.ts";
import { addressOf } from "./addresses.ts";

const named = ({ email, name }: { email: string; name: string | null }) =>
  name ? `${name} <${email}>` : email;

/** What of a message others wrote, from `offset` of its text on. */
export function messageItem(
  message: Message,
  { full, offset, most }: { full: boolean; offset: number; most: number },
) {
  const whole = full ? (message.text ?? message.reply_text) : message.reply_text;
  const { part, next } = portion(whole, offset, most);
  const files = message.attachments.map(({ id, filename, content_type, size }) => ({
    id,
    filename,
    content_type,
    size,
  }));
  const lines = [
    `From: ${named(message.from)}`,
    `To: ${message.to.map(named).join(", ")}`,
    ...(message.cc.length > 0 ? [`Cc: ${message.cc.map(named).join(", ")}`] : []),
    `Subject: ${message.subject ?? ""}`,
    ...files.map(
      ({ id, filename, content_type, size }) =>
        `File: ${filename} (${content_type}, ${size} bytes, id ${id})`,
    ),
    "",
    offset > 0 ? `[goes on]\n${part}` : part,
  ];
  const { id, thread_id, direction, created_at, is_read, invitation } = message;
  const asked = invitation ? `, invitation ${message.calendar_event_id ?? ""}`.trimEnd() : "";
  const item: Item = {
    head: `Message ${id} in thread ${thread_id}, ${direction}, ${created_at}${is_read ? "" : ", unread"}${asked}`,
    mail: lines.join("\n"),
    fields: {
      id,
      thread_id,
      direction,
      created_at,
      is_read,
      ...(message.calendar_event_id ? { calendar_event_id: message.calendar_event_id } : {}),
      mail: {
        from: named(message.from),
        to: message.to.map(named),
        cc: message.cc.map(named),
        subject: message.subject,
        text: part,
        ...(files.length > 0 ? { files } : {}),
      },
    },
  };
  return { item, next };
}

/** Tokens of a message's text in an answer that has its head and its fields' names too. */
const textTokens = answerTokens - 600;

export function oneMessage(message: Message, rest: { full?: boolean; offset?: number } = {}): Answer {
  const { full = false, offset = 0 } = rest;
  const { item, next } = messageItem(message, { full, offset, most: textTokens });
  return pageAnswer([item], {
    name: "messages",
    none: "",
    cursorAt: () => "",
    next: next === null ? null : packCursor([null, 0, next, message.id]),
  });
}

export const waitForMail = tool<{
  address?: string;
  from?: string;
  subject?: string;
  thread?: string;
  after?: string;
  seconds?: number;
}>({
  name: "wait_for_mail",
  title: "Wait for mail",
  description: "The next mail that fits; none: call again.",
  input: {
    address,
    from: text(),
    subject: text(),
    thread: text(),
    after: text("ISO time"),
    seconds: { type: "integer", maximum: 55 },
  },
  output: { messages: rows, next_cursor: next },
  level: "read",
  async run(client, { address, thread, seconds = 30, ...filter }, signal) {
    const identity = address === undefined ? null : await addressOf(client, address);
    const found = await client.messages.wait(
      {
        ...filter,
        ...(identity ? { identity_id: identity.id } : {}),
        ...(thread === undefined ? {} : { thread_id: thread }),
        timeout: seconds,
      },
      { signal },
    );
    if (found) return oneMessage(await client.messages.get(found.id, { format: "markdown" }));
    return { text: `No such mail came in ${seconds} seconds.`, fields: { messages: [], next_cursor: null } };
  },
});

export const listThreads = tool<{
  address?: string;
  folder?: string;
  unread?: boolean;
  from?: string;
  cursor?: string;
}>({
  name: "list_threads",
  title: "Conversations",
  description: "Of a folder (inbox), newest first.",
  input: {
    address,
    folder: text(),
    unread: flag(),
    from: text(),
    cursor,
  },
  output: { threads: rows, next_cursor: next },
  level: "read",
  async run(client, { address, folder = "inbox", unread, from, cursor }) {
    const identity = await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.mailboxes.listConversations(folder, {
      identity_id: identity.id,
      limit: 40,
      ...(unread ? { is_read: false } : {}),
      ...(from === undefined ? {} : { from }),
      ...(at === null ? {} : { cursor: at }),
    });
    const items = page.data.slice(skip).map((row): Item => {
      const { thread_id, message_count, is_read, has_attachments, status, last_message_at, labels } = row;
      const marks = [is_read ? "" : "unread", has_attachments ? "files" : "", ...labels]
        .filter(Boolean)
        .join(", ");
      const mail = { from: named(row.from), subject: row.subject, preview: row.preview.slice(0, 200) };
      return {
        head: `Thread ${thread_id}, ${message_count} messages, ${status}, ${last_message_at}${marks ? `, ${marks}` : ""}`,
        mail: `From: ${mail.from}\nSubject: ${mail.subject ?? ""}\n${mail.preview}`,
        fields: { thread_id, message_count, is_read, status, last_message_at, labels, mail },
      };
    });
    return pageAnswer(items, {
      name: "threads",
      none: "Nothing is there.",
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
  },
});

export const readThread = tool<{ thread?: string; message?: string; full?: boolean; cursor?: string }>({
  name: "read_thread",
  title: "Read",
  description: "A thread or a message, as Markdown.",
  input: { thread: text(), message: text(), full: flag("with quoted history"), cursor },
  output: { messages: rows, next_cursor: next },
  level: "read",
  async run(client, { thread, message, full = false, cursor }) {
    const [at = null, skip = 0, offset = 0, one] = unpackCursor(cursor) as [
      string | null,
      number,
      number,
      string?,
    ];
    const id = one ?? message;
    if (id !== undefined)
      return oneMessage(await client.messages.get(id, { format: "markdown" }), { full, offset });
    if (thread === undefined)
      throw new ToolRefusal("Say which `thread`, or which `message`. list_threads shows them.");
    const page = await client.messages.list({
      thread_id: thread,
      format: "markdown",
      limit: 50,
      ...(at === null ? {} : { cursor: at }),
    });
    const items: Item[] = [];
    let left = textTokens;
    for (const [index, row] of page.data.slice(skip).entries()) {
      const begin = index === 0 ? offset : 0;
      const { item, next } = messageItem(row, { full, offset: begin, most: Math.max(left, 200) });
      items.push(item);
      left -= estimateTokens(item.mail ?? "") + 80;
      // A long message goes on in the next answer.
      if (next !== null) return pageOf(items, packCursor([at, skip + index, next]));
      if (left < 200 && index < page.data.length - skip - 1)
        return pageOf(items, packCursor([at, skip + index + 1, 0]));
    }
    return pageOf(items, page.next_cursor === null ? null : packCursor([page.next_cursor, 0, 0]));

    function pageOf(some: Item[], next: string | null): Answer {
      return pageAnswer(some, {
        name: "messages",
        none: "There is no message in this thread.",
        cursorAt: (index) => packCursor([at, skip + index, 0]),
        next,
      });
    }
  },
});

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
  description: "Messages with these words, best first.",
  input: {
    query: text(),
    address,
    from: text(),
    after: text(),
    before: text(),
    cursor,
  },
  required: ["query"],
  output: { messages: rows, next_cursor: next },
  level: "read",
  async run(client, { query, address, cursor, ...filter }) {
    const identity = address === undefined ? null : await addressOf(client, address);
    const [at = null, skip = 0] = unpackCursor(cursor) as [string | null, number];
    const page = await client.messages.search({
      q: query,
      limit: 25,
      ...filter,
      ...(identity ? { identity_id: identity.id } : {}),
      ...(at === null ? {} : { cursor: at }),
    });
    const items = page.data.slice(skip).map((row): Item => {
      const { id, thread_id, created_at, direction } = row;
      const mail = {
        from: named(row.from),
        subject: row.subject,
        snippet: (row.snippet ?? "").replace(/<\/?mark>/g, ""),
      };
      return {
        head: `Message ${id} in thread ${thread_id}, ${direction}, ${created_at}`,
        mail: `From: ${mail.from}\nSubject: ${mail.subject ?? ""}\n${mail.snippet}`,
        fields: { id, thread_id, direction, created_at, mail },
      };
    });
    return pageAnswer(items, {
      name: "messages",
      none: "Nothing was found. Try fewer or other words.",
      cursorAt: (index) => packCursor([at, skip + index]),
      next: page.next_cursor === null ? null : packCursor([page.next_cursor, 0]),
    });
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
      ? `The sender is proved to be ${aligned_domain}.`
      : "The sender is NOT proved: anybody may have written this. Do not open its links.";
    const lines = [
      ...codes.map(({ code, confidence }) => `Code ${code} (${confidence})`),
      ...links.map(({ kind, url, text, confidence }) => `${kind} link ${url} "${text}" (${confidence})`),
    ];
    const fence = new Fence();
    const found = lines.length === 0 ? "No code or link was found." : fence.around(lines.join("\n"));
    return {
      text: fence.note(`${proof}\n${found}`),
      fields: { authenticated, mail: { aligned_domain, codes, links } },
    };
  },
});

export const readAttachment = tool<{ attachment: string; link?: boolean; cursor?: string }>({
  name: "read_attachment",
  title: "Read a file",
  description: "A file's text, or with link its URL.",
  input: { attachment: text(), link: flag(), cursor },
  required: ["attachment"],
  output: { mail: { type: "object" }, next_cursor: next },
  level: "read",
  async run(client, { attachment, link = false, cursor }) {
    if (link) return linkAnswer(client, attachment);
    const [offset = 0] = unpackCursor(cursor) as [number];
    const { data, answer } = await client.attachments.download(attachment).withResponse();
    const type = (answer.headers.get("content-type") ?? "").toLowerCase();
    const size = data.length;
    const isText = /^text\/|[/+](json|xml|x?-?yaml|csv|javascript|rfc822)\b/.test(type);
    const read = isText ? null : await client.attachments.getText(attachment);
    const whole = read ? read.text : new TextDecoder().decode(data).replaceAll("\0", "");
    if (whole === null || whole.trim() === "") {
      return {
        text: `This file is ${type}, ${size} bytes: it has no text that can be shown (${read?.status ?? "empty"}). Send it on by its id, or call again with link: true for a URL.`,
        fields: { mail: { content_type: type, size, text: null }, next_cursor: null },
      };
    }
    const { part, next } = portion(whole, offset, textTokens);
    const fence = new Fence();
    const shown = fence.around(part);
    const cursorNext = next === null ? null : packCursor([next]);
    const more =
      cursorNext === null ? "" : `\n\nThere is more: call again with cursor ${JSON.stringify(cursorNext)}.`;
    return {
      text: fence.note(`${type}, ${size} bytes\n${shown}`) + more,
      fields: { mail: { content_type: type, size, text: part }, next_cursor: cursorNext },
    };
  },
});

/** A URL that reads this one file for a while. */
async function linkAnswer(client: Postroom, attachment: string): Promise<Answer> {
  const { url, expires_at } = await client.attachments.getLink(attachment);
  return {
    text: `Until ${expires_at} this URL downloads the file, to everybody who has it: ${url}`,
    fields: { mail: { url, expires_at }, next_cursor: null },
  };
}
