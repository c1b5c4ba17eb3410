// The program as a client that writes: send and reply, with files, Markdown and a time. Both print what became of the mail.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { nearestAlone } from "../../lib/nearest.ts";
import { filledLetter, NoTemplate } from "../../mcp/named-template.ts";
import type { Draft, Postroom, Sent } from "../../sdk/typescript/index.ts";
import {
  type ClientCommand,
  CommandError,
  type Input,
  type Option,
  OtherCommand,
  type Output,
  optionOf,
  valuesOf,
  WrongWord,
} from "../context.ts";
import { address, addressOf, connect, exits, idOf, json, plain, shown } from "./caller.ts";

const draft: Option = { name: "draft", summary: "write a draft, which does not leave" };

/** Print where a draft is. */
function draftOutput(input: Input, written: Draft): Output {
  const { id, to, cc, bcc } = written;
  const people = [...to, ...cc, ...bcc].map(plain).join(", ");
  return shown(
    input,
    written,
    () =>
      `Draft ${id}${people === "" ? "" : ` to ${people}`}: nothing has left. To send it: postroom tool send_draft '{"draft":"${id}"}'`,
  );
}

/** Print a send's outcome. */
function sentOutput(input: Input, sent: Sent, from: string): Output {
  const { id, status, review_id, rejected } = sent;
  const isHeld = status === "pending_review";
  const refused = rejected.map(({ address, reason }) => `\nRefused: ${plain(address)} (${reason})`).join("");
  const text = isHeld
    ? `Held: nothing has left. A person must allow it first: review ${review_id}, draft ${id}`
    : status === "scheduled"
      ? `Scheduled${from}: leaves at ${sent.send_at}, draft ${id}`
      : `Sent${from}: message ${id}`;
  return { ...shown(input, sent, () => `${text}${refused}`), ...(isHeld ? { exitCode: exits.held } : {}) };
}

/** Recipients of each kind; the server refuses less than these. */
const maxRecipients = 50;
/** Files of one mail, and bytes of all of them. */
const maxFiles = 20;
const maxBytes = 100 * 1024 * 1024;

const writing: readonly Option[] = [
  { name: "text", value: "TEXT", summary: "the text" },
  { name: "stdin", summary: "read the text from standard input", readsStdin: true },
  {
    name: "template",
    value: "NAME",
    summary: "a template of the account in place of a text; its subject where none is given",
  },
  { name: "html", summary: "the text is HTML" },
  { name: "markdown", summary: "the text is Markdown: it leaves as text and HTML" },
  { name: "file", value: "PATH", summary: "a file to send with it; repeated, several", repeats: maxFiles },
  {
    name: "cc",
    value: "EMAIL",
    summary: "recipients of a copy, comma separated or repeated",
    repeats: maxRecipients,
  },
  {
    name: "bcc",
    value: "EMAIL",
    summary: "recipients whom the others do not see",
    repeats: maxRecipients,
  },
  {
    name: "from",
    value: "EMAIL",
    summary: "the address to write from; a subaddress (bot+tag@) and that of a routing rule too",
  },
  {
    name: "once",
    value: "WORD",
    summary: "the same command with the same word again sends nothing more (24 hours)",
  },
];

/**
 * The words of a letter. @throws CommandError: none, both of a text and a template, or a field of it that nothing is known for
 */
async function wordsOf(
  client: Postroom,
  input: Input,
  letter: { from?: string | undefined; to?: string | undefined; message?: string | undefined },
): Promise<{ text: string; subject?: string }> {
  const { stdin } = input;
  const text = optionOf(input, "text") ?? stdin;
  const template = optionOf(input, "template");
  if (stdin !== undefined && optionOf(input, "text") !== undefined)
    throw new CommandError("--text and --stdin say two texts. Give one.");
  // Mostly a program before the pipe that failed.
  if (stdin === "")
    throw new CommandError(
      "Standard input is empty, so nothing was sent. --text '' sends a mail without a text.",
    );
  if (input.options.html && (input.options.markdown || template !== undefined))
    throw new CommandError("--html says what the text is: give it without --markdown and --template.");
  if (text !== undefined && template !== undefined)
    throw new CommandError("Say what to write by a text or by --template, not by both.");
  if (text !== undefined) return { text };
  if (template === undefined) throw new CommandError("Say what to write: --text TEXT, or --stdin");
  const asked = { ...letter, markdown: input.options.markdown === true };
  const filled = await filledLetter(client, template, asked).catch((error: unknown) => {
    if (!(error instanceof NoTemplate)) throw error;
    const names = error.names.map((name) => `"${plain(name)}"`).join(", ") || "none yet";
    const why = `No template is named ${template}. There are: ${names}`;
    throw misspelt(why, template, error.names);
  });
  if (filled.unfilled.length > 0)
    throw new CommandError(
      `Nothing is known for these fields of the template: ${plain(filled.unfilled.join(", "))}. Nothing was sent; write the text yourself with --text.`,
    );
  return { text: filled.text, ...(filled.subject === null ? {} : { subject: filled.subject }) };
}

/** The mail that both write, beside its subject. @throws CommandError: a file that cannot be read */
function writtenOf(input: Input, { text }: { text: string }) {
  const people = ["cc", "bcc"].flatMap((name) => {
    const given = valuesOf(input, name).flatMap(listOf);
    return given.length === 0 ? [] : [[name, given]];
  });
  const attachments = valuesOf(input, "file").map((path) => fileOf(path, input.cwd));
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > maxBytes)
    throw new CommandError("The files are larger than any mail may be. Send a link instead.");
  return {
    ...(input.options.html ? { html: text } : input.options.markdown ? { markdown: text } : { text }),
    ...(Object.fromEntries(people) as { cc?: string[]; bcc?: string[] }),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}

/** A name that is not there, with the one that it is near to; numbered ones are others. */
function misspelt(why: string, given: string, known: readonly string[]): CommandError {
  const digits = (name: string) => name.replaceAll(/\D/g, "");
  const near = nearestAlone(
    given,
    known.filter((one) => digits(one) === digits(given)),
  );
  return near === null ? new CommandError(why) : new WrongWord(why, given, near);
}

/** Names of the files in the folder of a path; none where it cannot be read. */
function filesBeside(path: string): string[] {
  try {
    const all = readdirSync(dirname(path), { withFileTypes: true });
    return all.filter((one) => one.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** @throws CommandError */
function fileOf(path: string, cwd = "."): { filename: string; content: string; content_type?: string } {
  const whole = resolve(cwd, path);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw misspelt(
      `--file ${path} names no file here. Say the path of one that you can read.`,
      path,
      filesBeside(whole).map((name) => join(dirname(path), name)),
    );
  if (found.size > maxBytes)
    throw new CommandError(`--file ${path} is larger than any mail may be. Send a link to it instead.`);
  const type = Bun.file(whole).type.split(";")[0]!;
  return {
    filename: basename(whole),
    content: readFileSync(whole).toBase64(),
    ...(type ? { content_type: type } : {}),
  };
}

/** How often it is done: once for a word. */
function onceOf(input: Input): { idempotencyKey?: string } {
  const word = optionOf(input, "once");
  return word === undefined ? {} : { idempotencyKey: word };
}

export const send: ClientCommand = {
  name: "send",
  usage:
    "--to EMAIL [--subject TEXT] [--text TEXT | --stdin | --template NAME] [--markdown | --html] [--file PATH]... [--cc EMAIL] [--bcc EMAIL] [--from EMAIL] [--at TIME | --draft] [--once WORD] [--json]",
  summary: "send a mail, now or at a time; exit 4 when it waits for a person",
  options: [
    {
      name: "to",
      value: "EMAIL",
      summary: "recipients, comma separated or repeated",
      required: true,
      repeats: maxRecipients,
    },
    { name: "subject", value: "TEXT", summary: "the subject, which a template may give" },
    ...writing,
    {
      name: "at",
      value: "TIME",
      summary: "when it is to leave: 2026-11-25T09:00:00Z, or in words, such as 'tomorrow 9:00'",
    },
    draft,
    address,
    json,
  ],
  positionals: [],
  examples: [
    "postroom send --to ada@example.com --subject Hello --text 'It works.'",
    "date | postroom send --to ada@example.com --subject Date --stdin",
    "postroom send --to ada@example.com --subject Report --text 'As promised.' --file report.pdf --at 'tomorrow 9:00'",
  ],
  async runClient(input) {
    const given = optionOf(input, "subject");
    if (given === undefined && optionOf(input, "template") === undefined)
      throw new OtherCommand(
        "--subject TEXT is missing: say it, or a --template that has one. A mail may leave without one.",
        (words) => [...words, "--subject", ""],
      );
    const client = connect();
    const from = optionOf(input, "from") ?? (await addressOf(client, input)).email;
    const to = valuesOf(input, "to").flatMap(listOf);
    const words = await wordsOf(client, input, { from, to: to[0] });
    const subject = given ?? words.subject;
    if (subject === undefined) throw new CommandError("The template has no subject. Say one: --subject TEXT");
    const at = optionOf(input, "at");
    const letter = { from, to, subject, ...writtenOf(input, words) };
    if (input.options.draft && at !== undefined)
      throw new CommandError("--draft does not leave, and --at says when it does. Give one.");
    if (input.options.draft) return draftOutput(input, await client.drafts.create(letter, onceOf(input)));
    const mail = { ...letter, ...(at === undefined ? {} : { send_at: at }) };
    return sentOutput(input, await client.messages.send(mail, onceOf(input)), ` from ${from}`);
  },
};

function listOf(given: string): string[] {
  return given.split(",").map((part) => part.trim());
}

export const reply: ClientCommand = {
  name: "reply",
  usage:
    "MESSAGE [--text TEXT | --stdin | --template NAME] [--all] [--markdown | --html] [--file PATH]... [--cc EMAIL] [--bcc EMAIL] [--from EMAIL] [--draft] [--once WORD] [--json]",
  summary: "answer the sender of a message; exit 4 when it waits for a person",
  options: [
    ...writing,
    { name: "all", summary: "all its recipients too" },
    { name: "sender", summary: "the sender alone, as without it" },
    draft,
    json,
  ],
  positionals: ["MESSAGE"],
  examples: ["postroom reply 019a2f4e-9e5f-7202-b776-c21388575532 --text 'Tomorrow.'"],
  async runClient(input) {
    if (input.options.all && input.options.sender)
      throw new CommandError(
        "--all and --sender say two things. Give one: the sender alone is answered without both.",
      );
    const client = connect();
    const id = idOf(input.positionals[0]!);
    const call = input.options.all ? client.messages.replyAll : client.messages.reply;
    const from = optionOf(input, "from");
    const words = await wordsOf(client, input, { from, message: id });
    const mail = { ...writtenOf(input, words), ...(from === undefined ? {} : { from }) };
    if (input.options.draft) {
      const kind = input.options.all ? "reply_all" : "reply";
      return draftOutput(input, await client.messages.createDraft(id, { kind, ...mail }, onceOf(input)));
    }
    const sent = await call(id, mail, onceOf(input));
    return sentOutput(input, sent, "");
  },
};
