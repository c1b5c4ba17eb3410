// MCP's tools, and the command line: its own commands where it has them, and `postroom tool` for the rest.
import type { Finished } from "../../../support/app/server.ts";
import type { McpClient } from "../../../support/clients/mcp.ts";
import type { Door, Item, Outgoing } from "./door.ts";
import { type ApiItem, itemOf } from "./fields.ts";

type Fields = Record<string, unknown>;
/** Calls a tool. @throws when it refuses */
type Tool = (name: string, args: object) => Promise<Fields>;

export function mcpDoor(mcp: McpClient): Door {
  let calls = 0;
  const tool: Tool = async (name, args) => {
    calls++;
    return (await mcp.must(name, args as Fields)).fields;
  };
  return { ...toolDoor(tool), calls: () => calls, close: () => mcp.close() };
}

interface ToldItem {
  id?: string;
  kind: string;
  mail?: { text?: string; files?: { id: string }[] };
}

function toolDoor(tool: Tool): Omit<Door, "calls" | "close"> {
  const mailOf = ({ from, file, ...mail }: Outgoing) => ({
    address: from,
    ...mail,
    ...(file ? { new_files: [file] } : {}),
  });
  return {
    async next(address, ack) {
      const asked = { address, seconds: ack === undefined ? 30 : 0, ...(ack === undefined ? {} : { ack }) };
      const fields = await tool("whats_next", asked);
      const [item] = fields.items as ToldItem[];
      if (item === undefined) return null;
      const { id = null, kind, mail } = item;
      const files = mail?.files?.map((file) => file.id) ?? [];
      return { kind, message: id, text: mail?.text ?? "", files, ack: fields.ack as string } satisfies Item;
    },
    async reply(message, text) {
      await tool("reply", { message, text });
    },
    async codes(message) {
      const { codes } = (await tool("find_codes", { message })).mail as { codes: { code: string }[] };
      return codes.map(({ code }) => code);
    },
    send: async (mail) => (await tool("send_mail", mailOf(mail))).status as "sent" | "held",
    sendLater: async (mail, at) => (await tool("send_mail", { ...mailOf(mail), at })).status as string,
    fileText: async (file) =>
      ((await tool("read_attachment", { attachment: file })).mail as { text: string }).text,
    async freeHour(address, span) {
      const { times } = await tool("find_time", { address, ...span, minutes: 60 });
      return (times as { start: string }[])[0]!.start;
    },
    async invite(address, { guest, ...event }) {
      const made = await tool("create_event", { address, ...event, timezone: "UTC", attendees: [guest] });
      return made.id as string;
    },
    async move(address, event, to) {
      await tool("change_event", { address, event, ...to });
    },
    async unread(address) {
      const { threads } = await tool("list_threads", { address, unread: true });
      return (threads as { mail: { subject: string } }[]).map(({ mail }) => mail.subject);
    },
    async find(address, words) {
      const { messages } = await tool("search_mail", { address, query: words });
      return (messages as { id: string }[]).map(({ id }) => id);
    },
    async markRead(messages) {
      await tool("organize", { messages, read: true });
    },
  };
}

/** Runs a command with its words, and keeps a file of this name beside it. */
export interface Shell {
  run(words: string[]): Promise<Finished>;
  keep(name: string, text: string): void;
}

/** Exit codes of a command that was done: nothing came, and a person must allow it, are two of them. */
const done = [0, 3, 4];

export function shellDoor(shell: Shell): Door {
  let calls = 0;
  const run = async (...words: string[]): Promise<Finished> => {
    calls++;
    const finished = await shell.run(words);
    if (!done.includes(finished.exitCode)) throw new Error(`${words.join(" ")}: ${finished.stderr}`);
    return finished;
  };
  const json = async <T>(...words: string[]) => JSON.parse((await run(...words, "--json")).stdout) as T;
  const tools = toolDoor((name, args) => json("tool", name, JSON.stringify(args)));
  const written = ({ from, to, subject, text, file }: Outgoing) => {
    if (file) shell.keep(file.name, file.text);
    const all = ["send", "--address", from, "--to", to, "--subject", subject, "--text", text];
    return file ? [...all, "--file", file.name] : all;
  };
  return {
    ...tools,
    async next(address, ack) {
      const asked = ack === undefined ? ["--seconds", "30"] : ["--ack", ack, "--seconds", "0"];
      return itemOf((await json<{ item: ApiItem | null }>("next", "--address", address, ...asked)).item);
    },
    async reply(message, text) {
      await run("reply", message, "--text", text);
    },
    send: async (mail) => ((await run(...written(mail))).exitCode === 4 ? "held" : "sent"),
    sendLater: async (mail, at) => (await json<{ status: string }>(...written(mail), "--at", at)).status,
    unread: async (address) =>
      (await json<{ subject: string }[]>("inbox", "--address", address, "--unread")).map(
        ({ subject }) => subject,
      ),
    find: async (address, words) =>
      (await json<{ id: string }[]>("search", words, "--address", address)).map(({ id }) => id),
    calls: () => calls,
    close: async () => undefined,
  };
}
