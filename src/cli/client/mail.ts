// The program as a client that reads: inbox, read, next, wait, search, events. Each takes --json, which prints what the API says.
import { type Message, NotFoundError, type ReviewDetail } from "../../sdk/typescript/index.ts";
import {
  type ClientCommand,
  CommandError,
  type Input,
  OtherCommand,
  type Output,
  ok,
  optionOf,
  table,
  WrongWord,
} from "../context.ts";
import { inboxOfAll, waitedSince } from "../other-calls.ts";
import { secondsOf } from "../spans.ts";
import {
  address,
  addressOf,
  connect,
  exits,
  idOf,
  json,
  plain,
  plainLines,
  SeveralAddresses,
  shown,
} from "./caller.ts";

export const inbox: ClientCommand = {
  name: "inbox",
  usage: "[--address EMAIL] [--unread] [--json]",
  summary: "list the newest threads",
  options: [address, { name: "unread", summary: "only those with unread mail" }, json],
  positionals: [],
  examples: ["postroom inbox --unread"],
  async runClient(input) {
    const client = connect();
    const { id } = await addressOf(client, input).catch((error: unknown) => {
      throw error instanceof SeveralAddresses ? new OtherCommand(error.message, inboxOfAll) : error;
    });
    const { data } = await client.mailboxes.listConversations("inbox", {
      identity_id: id,
      limit: 30,
      ...(input.options.unread ? { is_read: false } : {}),
    });
    const lines = () =>
      data.map((row) => [
        row.thread_id,
        row.is_read ? "" : "*",
        plain(row.from.email),
        plain(row.subject ?? ""),
      ]);
    return shown(input, data, () =>
      data.length === 0 ? "Nothing is there." : table(["THREAD", "NEW", "FROM", "SUBJECT"], lines()),
    );
  },
};

function wrongNumber(why: string, value: string): CommandError {
  const seconds = secondsOf(value);
  const message = `${why}, such as ${seconds ?? 60}.`;
  return seconds === null ? new CommandError(message) : new WrongWord(message, value, String(seconds));
}

function messageText(message: Message): string {
  const { id, from, to, cc, subject, created_at, reply_text, attachments } = message;
  const named = (some: { email: string }[]) => some.map(({ email }) => email).join(", ");
  return [
    `Message: ${id}`,
    `From: ${plain(from.email)}`,
    `To: ${plain(named(to))}`,
    ...(cc.length > 0 ? [`Cc: ${plain(named(cc))}`] : []),
    `Date: ${created_at}`,
    `Subject: ${plain(subject ?? "")}`,
    ...attachments.map((file) => `File: ${plain(file.filename)} (${file.size} bytes, ${file.id})`),
    "",
    plainLines(reply_text),
  ].join("\n");
}

export const read: ClientCommand = {
  name: "read",
  usage: "THREAD|MESSAGE [--json]",
  summary: "print the messages of a thread, or one message",
  options: [json],
  positionals: ["THREAD|MESSAGE"],
  examples: ["postroom read 019a2f4e-9f2c-7085-aae2-4d0fbf9f45e2"],
  async runClient(input) {
    const client = connect();
    const id = idOf(input.positionals[0]!);
    const messages = await client.messages
      .list({ thread_id: id, limit: 200 })
      .all()
      .catch(async (error) => {
        if (error instanceof NotFoundError) return [await client.messages.get(id)];
        throw error;
      });
    return shown(input, messages, () => messages.map(messageText).join("\n\n---\n\n"));
  },
};

export const next: ClientCommand = {
  name: "next",
  usage:
    "[--ack TOKEN] [--address EMAIL] [--from SENDER] [--subject WORDS] [--begin start|now] [--lease N] [--seconds N] [--json]",
  summary: "take the next mail, decision or bounce, or wait for one; exit 3 when none came",
  options: [
    {
      name: "ack",
      value: "TOKEN",
      summary: "the token of the item before: it is done, and does not come again",
    },
    address,
    { name: "from", value: "SENDER", summary: "from this address or domain alone" },
    { name: "subject", value: "WORDS", summary: "with this in its subject" },
    { name: "begin", value: "start|now", summary: "where the first call begins (default: start)" },
    { name: "lease", value: "N", summary: "seconds until the item comes again (default: 60)" },
    { name: "seconds", value: "N", summary: "how long to wait, up to 60 (default: 60)" },
    json,
  ],
  positionals: [],
  examples: ["postroom next --json", "postroom next --ack 3kTMd2PwVqZ8sXy4bNcR"],
  async runClient(input) {
    const client = connect();
    const numberOf = (name: string) => {
      const value = optionOf(input, name);
      if (value !== undefined && !/^\d{1,9}$/.test(value))
        throw wrongNumber(`--${name} takes a whole number`, value);
      return value === undefined ? undefined : Number(value);
    };
    const begin = optionOf(input, "begin");
    if (begin !== undefined && begin !== "start" && begin !== "now")
      throw new OtherCommand("--begin takes start or now.", ([, ...rest]) => waitedSince(rest));
    const named = optionOf(input, "address");
    const asked = {
      ack: optionOf(input, "ack"),
      address: named,
      from: optionOf(input, "from"),
      subject: optionOf(input, "subject"),
      begin: begin as "start" | "now" | undefined,
      lease: numberOf("lease"),
      wait: numberOf("seconds"),
    };
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const answer = await client.next(given);
    const { item, acknowledged } = answer;
    const late = acknowledged === false ? ["That ack does not hold: its item was handed out again."] : [];
    if (item === null) {
      const stdout = input.options.json ? `${JSON.stringify(answer)}\n` : "";
      return { stdout, stderr: [...late, "Nothing came."].join("\n"), exitCode: exits.nothingCame };
    }
    const lines = () => Object.entries(item.data).map(([name, value]) => `${name}: ${plain(String(value))}`);
    const told = () => (item.message ? messageText(item.message) : [item.type, ...lines()].join("\n"));
    return {
      ...shown(input, answer, told),
      stderr: [...late, `When it is done: postroom next --ack ${item.ack}`].join("\n"),
    };
  },
};

export const wait: ClientCommand = {
  name: "wait",
  usage:
    "[--address EMAIL] [--from EMAIL] [--subject TEXT] [--after ID | TIME] [--review ID] [--seconds N] [--json]",
  summary: "print the oldest unread mail, or wait for one, or for a decision; exit 3 when none came",
  options: [
    { name: "review", value: "ID", summary: "wait for what a person decides of a held mail" },
    address,
    { name: "from", value: "EMAIL", summary: "the sender, or its domain" },
    { name: "subject", value: "TEXT", summary: "a part of the subject" },
    {
      name: "after",
      value: "ID",
      summary: "the message that was printed before: what came behind it; or a time: whatever came since",
    },
    { name: "seconds", value: "N", summary: "how long to wait (default: 60)" },
    json,
  ],
  positionals: [],
  examples: [
    "postroom wait --from example.com --seconds 300 --json | jq -r .reply_text",
    "postroom wait --after 019a2f4e-9e5f-7202-b776-c21388575532",
  ],
  async runClient(input) {
    const client = connect();
    const seconds = Number(optionOf(input, "seconds") ?? 60);
    if (!Number.isFinite(seconds) || seconds < 0)
      throw wrongNumber("--seconds takes a number", optionOf(input, "seconds")!);
    const review = optionOf(input, "review");
    if (review !== undefined)
      return decided(input, await client.reviews.wait(idOf(review), { timeout: seconds }));
    const given = ["from", "subject", "after"].flatMap((name) => {
      const value = optionOf(input, name);
      return value === undefined ? [] : [[name, value]];
    });
    const of =
      optionOf(input, "address") === undefined ? {} : { identity_id: (await addressOf(client, input)).id };
    const found = await client.messages.wait({ ...Object.fromEntries(given), ...of, timeout: seconds });
    if (found)
      return {
        ...shown(input, found, () => messageText(found)),
        stderr: `For the next: postroom wait --after ${found.id}`,
      };
    return {
      stdout: input.options.json ? "null\n" : "",
      stderr: "Nothing came.",
      exitCode: exits.nothingCame,
    };
  },
};

function decided(input: Input, review: ReviewDetail | null): Output {
  if (review === null)
    return {
      stdout: input.options.json ? "null\n" : "",
      stderr: "Nobody has decided.",
      exitCode: exits.nothingCame,
    };
  const { status, comment, message_id } = review;
  const said = comment === null ? "" : `: ${plain(comment)}`;
  return shown(input, review, () => `${status}${said} (${message_id})`);
}

export const search: ClientCommand = {
  name: "search",
  usage: "WORDS [--threads] [--address EMAIL] [--json]",
  summary: "find messages, or threads",
  options: [{ name: "threads", summary: "the threads of what is found, each once" }, address, json],
  positionals: ["WORDS"],
  examples: ["postroom search 'invoice march'", "postroom search 'from:ada has:attachment after:2026-01-31'"],
  async runClient(input) {
    const client = connect();
    const of =
      optionOf(input, "address") === undefined ? {} : { identity_id: (await addressOf(client, input)).id };
    const asked = { q: input.positionals[0]!, limit: 30, ...of };
    if (input.options.threads) {
      const { data } = await client.threads.list(asked);
      const lines = data.map((row) => [
        row.id,
        row.last_message_at?.slice(0, 16) ?? "",
        String(row.message_count),
        plain(row.subject ?? ""),
      ]);
      return shown(input, data, () =>
        data.length === 0 ? "Nothing was found." : table(["THREAD", "DATE", "MESSAGES", "SUBJECT"], lines),
      );
    }
    const { data } = await client.messages.search(asked);
    const lines = () =>
      data.map((row) => [
        row.thread_id,
        row.created_at.slice(0, 16),
        plain(row.from.email),
        plain(row.subject ?? ""),
      ]);
    return shown(input, data, () =>
      data.length === 0 ? "Nothing was found." : table(["THREAD", "DATE", "FROM", "SUBJECT"], lines()),
    );
  },
};

export const events: ClientCommand = {
  name: "events",
  usage: "[--follow] [--type KIND] [--json]",
  summary: "print events; --follow goes on as they happen",
  options: [
    { name: "follow", summary: "go on until it is interrupted" },
    { name: "type", value: "KIND", summary: "such as message.received" },
    json,
  ],
  positionals: [],
  examples: ["postroom events --follow --type message.received --json"],
  endsWithReader: true,
  async runClient(input, print) {
    const client = connect();
    const type = optionOf(input, "type");
    const query = type === undefined ? {} : { type: type as "message.received" };
    const line = (event: { created_at: string; type: string; data: object }) =>
      input.options.json
        ? JSON.stringify(event)
        : `${event.created_at} ${event.type} ${plain(JSON.stringify(event.data))}`;
    if (input.options.follow) for await (const event of client.events.stream(query)) print(line(event));
    const { data } = await client.events.list({ ...query, order: "desc", limit: 50 });
    return ok(data.reverse().map(line).join("\n"));
  },
};
