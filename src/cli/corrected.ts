// A command that was typed in the way of another program, as this one takes it: options of other names, words in other places.
// What cannot be told for certain stays unsaid: a corrected command does what was meant, or there is none.
import { parseArgs } from "node:util";
import { isUuid } from "../lib/ids.ts";
import { knownElsewhere, nearestAlone, type OtherNames } from "../lib/nearest.ts";
import type { CliCommandHead } from "./context.ts";
import { otherCall, toolCall } from "./other-calls.ts";
import { secondsOf, spanOf } from "./spans.ts";

/** One argument, as Node's parser tells it: where it stands, and the option that it belongs to. */
export type Token =
  | { kind: "positional"; index: number; value: string }
  | {
      kind: "option";
      index: number;
      name: string;
      rawName: string;
      value: string | undefined;
      inlineValue: boolean | undefined;
    }
  | { kind: "option-terminator"; index: number };

/** Parts of a mail by their names in other programs. */
export const partsOfMail = {
  text: ["body", "message", "content", "m"],
  to: ["recipient", "recipients", "t"],
  subject: ["title", "s"],
} satisfies OtherNames;

/** Options of other programs, by the one that is meant. */
const otherOptions: OtherNames = {
  ...partsOfMail,
  file: ["attach", "attachment", "attachments", "a", "f"],
  at: ["schedule", "send-at", "scheduled-at", "when"],
  address: ["inbox", "identity", "account", "mailbox"],
  all: ["reply-all"],
  seconds: ["timeout", "wait"],
  after: ["since"],
  type: ["kind", "event"],
  follow: ["tail", "watch"],
  forward: ["url", "to"],
  from: ["from-address", "sender"],
  markdown: ["md"],
  html: ["is-html", "as-html"],
  name: ["label", "title"],
};

/** The option that is meant; null: nobody knows, or two are equally near. */
export function optionLike(given: string, known: readonly string[]): string | null {
  const name = given.toLowerCase();
  const elsewhere = knownElsewhere(name, known, otherOptions);
  if (elsewhere !== null) return elsewhere;
  return nearestAlone(name, known);
}

/** Commands that change nothing: an option for how much they list may be left out. */
const listing = /^(?:inbox|search|read|events|next|(?:\w|-)+ list)$/;
const leftOut = ["limit", "max", "max-results", "count", "n", "page-size", "per-page"];
/** Switches for how much a command prints, and for its questions: none changes what it does. */
const leftOutSwitches = ["verbose", "v", "quiet", "yes", "y"];
const asJson = ["format", "output", "o"];
/** Options of other programs, by the argument of ours that each is. */
const asPositional: readonly (readonly [argument: RegExp, names: readonly string[]])[] = [
  [/\bID$|^THREAD|^MESSAGE/, ["id"]],
  [/^THREAD|^MESSAGE/, ["message-id", "message", "thread-id", "thread", "to", "in-reply-to"]],
  [/^WORDS$/, ["query", "q", "words"]],
  [/^URL$/, ["url", "server", "host", "base-url"]],
  [/^PROGRAM$/, ["program", "client", "name", "for"]],
];
/** Operators of a search that other programs have as options. */
const operators: Readonly<Record<string, string>> = {
  from: "from",
  to: "to",
  subject: "subject",
  label: "label",
  folder: "in",
  mailbox: "in",
  after: "after",
  since: "after",
  before: "before",
  until: "before",
};

/** The command in words, being put right. */
interface Writing {
  command: CliCommandHead;
  name: string;
  positionals: string[];
  options: string[];
  /** Options with a value, each as often as it is given. */
  named: string[];
  /** An option of how much is listed was left out. */
  isCut: boolean;
  known: ReadonlyMap<string, { takesValue: boolean }>;
}

/** The words of the corrected command, its name first; null: what is meant is not certain, or nothing is wrong with options. */
export function corrected(command: CliCommandHead, rest: readonly string[]): string[] | null {
  const known = new Map(
    command.options.map(({ name, value }) => [name, { takesValue: value !== undefined }]),
  );
  const writing: Writing = {
    command,
    name: command.name,
    positionals: [],
    options: [],
    named: [],
    isCut: false,
    known,
  };
  if (command.name === "tool") return toolCall(rest);
  if (rest.includes("--")) return null;
  const tokens = tokensOf(command, rest);
  const other = otherCall(command.name, rest);
  if (other !== undefined) return other;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    if (token.kind === "positional") writing.positionals.push(token.value);
    if (token.kind !== "option") continue;
    const behind = next?.kind === "positional" ? next.value : undefined;
    const took = known.has(token.name)
      ? kept(writing, token.name, token.value)
      : rename(writing, token.name, token.value ?? behind);
    if (took === null || (took === "alone" && (token.value ?? "true") !== "true")) return null;
    if (took === "value" && token.value === undefined) i += 1;
    // A switch that says yes.
    if (took === "alone" && token.value === undefined && behind === "true") i += 1;
  }
  placePositionals(writing);
  if (command.name === "send" && !["--subject", "--template"].some((one) => writing.options.includes(one)))
    writing.options.push("--subject", "");
  if (saysTwice(writing) || (writing.isCut && writing.options.includes("--follow"))) return null;
  return [...writing.name.split(" "), ...writing.positionals, ...writing.options];
}

/** Takes an option that the command has. */
function kept({ known, named, options }: Writing, name: string, value: string | undefined) {
  if (!known.get(name)!.takesValue) {
    options.push(`--${name}`);
    return "alone";
  }
  if (value === undefined) return null;
  named.push(name);
  options.push(`--${name}`, value);
  return "value";
}

/** Whether an option that counts once has two values. */
function saysTwice({ command, named }: Writing): boolean {
  return command.options.some(
    ({ name, repeats = 1 }) => named.filter((one) => one === name).length > repeats,
  );
}

/** Tokens, also of what the command does not take. */
function tokensOf(command: CliCommandHead, rest: readonly string[]): Token[] {
  const options = Object.fromEntries(
    command.options.map(({ name, value }) => [
      name,
      { type: value ? ("string" as const) : ("boolean" as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...rest],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  return tokens as Token[];
}

/** Takes an option of another name; says whether its value is used up; null: nobody knows what it means here. */
function rename(writing: Writing, given: string, value: string | undefined): "value" | "alone" | null {
  const { command, known, named, options, positionals } = writing;
  const name = given.toLowerCase();
  const isSearch = command.name === "search";
  if (leftOutSwitches.includes(name)) return "alone";
  if (leftOut.includes(name)) {
    if (value === undefined || !listing.test(command.name)) return null;
    if (known.has("limit")) return kept(writing, "limit", value);
    writing.isCut = true;
    return "value";
  }
  if (asJson.includes(name)) {
    if (value !== "text" && (value !== "json" || !known.has("json"))) return null;
    if (value === "json") options.push("--json");
    return "value";
  }
  if (value !== undefined) {
    const isOperator = isSearch || (command.name === "inbox" && (name === "label" || name === "folder"));
    if (isOperator && Object.hasOwn(operators, name)) {
      const operator = `${operators[name]}:`;
      if (value === "" || value.includes('"') || positionals.some((word) => word.startsWith(operator)))
        return null;
      writing.name = "search";
      positionals.push(/\s/.test(value) ? `${operator}"${value}"` : `${operator}${value}`);
      return "value";
    }
    const isArgument = asPositional.some(
      ([argument, names]) => names.includes(name) && argument.test(command.positionals[0] ?? ""),
    );
    // A message is its id, or what it says; a person is none.
    const isOfId = ["message", "to"].includes(name);
    if (isArgument && positionals.length === 0 && (!isOfId || isUuid(value))) {
      positionals.push(value);
      return "value";
    }
    if (["html-body", "body-html"].includes(name) && known.has("html")) {
      named.push("text");
      options.push("--html", "--text", value);
      return "value";
    }
    if (name === "port" && known.has("forward") && /^\d{2,5}$/.test(value)) {
      named.push("forward");
      options.push("--forward", `http://localhost:${value}`);
      return "value";
    }
    if ((name === "delay" || name === "in") && known.has("at")) {
      const span = spanOf(value);
      if (span === null) return null;
      named.push("at");
      options.push("--at", `in ${span}`);
      return "value";
    }
  }
  const switches = [...known.keys()].filter((one) => one.startsWith(name) && !known.get(one)!.takesValue);
  const meant = optionLike(name, [...known.keys()]);
  // The first letter of a switch.
  if (meant === null && name.length === 1 && switches.length === 1)
    return kept(writing, switches[0]!, undefined);
  return meant === null ? null : kept(writing, meant, value === undefined ? value : valueFor(meant, value));
}

/** The value of an option as it takes it. */
function valueFor(option: string, value: string): string {
  if (option === "seconds") return String(secondsOf(value) ?? value);
  const span = option === "after" ? spanOf(value) : null;
  return span === null ? value : `${span} ago`;
}

/** Puts arguments too many where they are taken. */
function placePositionals(writing: Writing): void {
  const { command, positionals, options } = writing;
  const has = (option: string) => options.includes(`--${option}`);
  if (writing.name === "search") {
    if (positionals.length > 1) positionals.splice(0, positionals.length, positionals.join(" "));
    return;
  }
  const most = command.positionals.length;
  const extra = () => positionals.length > most;
  // `to=ada@example.com`, as other programs take fields.
  for (let at = positionals.length - 1; at >= 0 && extra(); at--) {
    const word = positionals[at]!;
    const sign = word.indexOf("=");
    const given = word.slice(0, Math.max(sign, 0));
    const value = word.slice(sign + 1);
    const isName = given !== "" && value !== "" && !/[^\w-]/.test(given);
    const name = isName ? optionLike(given, [...writing.known.keys()]) : null;
    if (name === null || !writing.known.get(name)!.takesValue) continue;
    positionals.splice(at, 1);
    writing.named.push(name);
    options.unshift(`--${name}`, value);
  }
  const takeLast = (at: number, ...words: string[]) => {
    positionals.splice(at, 1);
    options.push(...words);
  };
  for (let at = positionals.length - 1; at >= 0 && extra(); at--) {
    const word = positionals[at]!;
    const known = writing.known.get(word);
    const isListing = listing.test(command.name);
    if (isListing && at === 0 && (word === "list" || word === "ls")) takeLast(at);
    else if (isListing && known && !known.takesValue) takeLast(at, `--${word}`);
    else if (has("html") && !has("text") && word.startsWith("<")) takeLast(at, "--text", word);
    else if (writing.known.has("forward") && !has("forward") && /^(?:\d{2,5}|[\w.-]+:\d{2,5}\S*)$/.test(word))
      takeLast(at, "--forward", /^\d+$/.test(word) ? `http://localhost:${word}` : `http://${word}`);
  }
  const missing = command.options.filter(({ name, required }) => required && !has(name));
  if (positionals.length === most + 1 && missing.length === 1 && missing[0]!.value === "NAME")
    takeLast(most, `--${missing[0]!.name}`, positionals[most]!);
  // An email, a subject and a text, as `mail` and other libraries take them.
  const [to = "", subject, text] = positionals;
  if (command.name === "send" && positionals.length === 3 && /^[^\s@]+@[^\s@]+$/.test(to))
    if (!has("to") && !has("subject") && !has("text")) {
      options.unshift("--to", to, "--subject", subject!, "--text", text!);
      positionals.length = 0;
    }
}
