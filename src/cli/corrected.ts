// A command that was typed in the way of another program, as this one takes it: options of other names, words in other places.
// What cannot be told for certain stays unsaid: a corrected command does what was meant, or there is none.
import { parseArgs } from "node:util";
import { knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
import type { CliCommandHead } from "./context.ts";

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

/** Options of other programs, by the one that is meant. */
const otherOptions: OtherNames = {
  text: ["body", "message", "content", "m", "b"],
  to: ["recipient", "recipients", "t"],
  subject: ["title", "s"],
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
  markdown: ["md", "html"],
  name: ["label", "title"],
};

export function optionLike(given: string, known: readonly string[]): string | null {
  return knownElsewhere(given.toLowerCase(), known, otherOptions) ?? nearest(given, known);
}

/** How much of a list, and how loud: nothing of it changes what a command does. */
const leftOut = ["limit", "max", "max-results", "count", "n", "page", "page-size", "per-page"];
const leftOutSwitches = ["verbose", "v", "quiet", "yes", "y"];
const asJson = ["format", "output", "o"];
const asPositional = ["id", "message-id", "message", "thread-id", "thread", "query", "q", "words"];
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
  known: ReadonlyMap<string, { takesValue: boolean }>;
}

/** The words of the corrected command, its name first; null: what is meant is not certain, or nothing is wrong with options. */
export function corrected(command: CliCommandHead, rest: readonly string[]): string[] | null {
  const known = new Map(
    command.options.map(({ name, value }) => [name, { takesValue: value !== undefined }]),
  );
  const writing: Writing = { command, name: command.name, positionals: [], options: [], known };
  if (command.name === "tool") return toolCall(rest);
  const tokens = tokensOf(command, rest);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    if (token.kind === "positional") writing.positionals.push(token.value);
    if (token.kind !== "option") continue;
    const behind = next?.kind === "positional" ? next.value : undefined;
    if (known.has(token.name)) {
      if (known.get(token.name)!.takesValue && token.value === undefined) return null;
      writing.options.push(`--${token.name}`, ...(token.value === undefined ? [] : [token.value]));
      continue;
    }
    const took = rename(writing, token.name, token.value ?? behind);
    if (took === null) return null;
    if (took === "value" && token.value === undefined) i += 1;
  }
  placePositionals(writing);
  return [...writing.name.split(" "), ...writing.positionals, ...writing.options];
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
  const { command, known, options, positionals } = writing;
  const name = given.toLowerCase();
  const isSearch = command.name === "search";
  if (leftOutSwitches.includes(name)) return "alone";
  if (value !== undefined) {
    if (leftOut.includes(name)) return "value";
    if (asJson.includes(name)) {
      if (value === "json" && known.has("json")) options.push("--json");
      return "value";
    }
    if (isSearch && operators[name] !== undefined) {
      positionals.push(`${operators[name]}:${value}`);
      return "value";
    }
    if (command.name === "inbox" && (name === "label" || name === "folder")) {
      writing.name = "search";
      positionals.push(`${operators[name]}:${value}`);
      return "value";
    }
    if (asPositional.includes(name) && command.positionals.length > 0 && positionals.length === 0) {
      positionals.push(value);
      return "value";
    }
    if (name === "html" && known.has("markdown") && value.startsWith("<")) {
      options.push("--markdown", "--text", value);
      return "value";
    }
    if ((name === "delay" || name === "in") && known.has("at")) {
      const span = spanOf(value);
      if (span === null) return null;
      options.push("--at", `in ${span}`);
      return "value";
    }
  }
  const meant = optionLike(name, [...known.keys()]);
  if (meant === null) return null;
  if (!known.get(meant)!.takesValue) {
    options.push(`--${meant}`);
    return "alone";
  }
  if (value === undefined) return null;
  options.push(`--${meant}`, valueFor(meant, value));
  return "value";
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** `5m` in seconds; null: it is no span. */
export function secondsOf(value: string): number | null {
  const [, count, unit = "s"] = /^(\d{1,6})\s*(s|sec|m|min|h|d)?$/.exec(value) ?? [];
  return count === undefined ? null : Number(count) * unitSeconds[unit]!;
}

/** `1h` in words, as times are said; null: it is no span. */
function spanOf(value: string): string | null {
  const [, count, unit] = /^(\d{1,4})\s*(m|min|h|d)$/.exec(value) ?? [];
  const word = { m: "minute", min: "minute", h: "hour", d: "day" }[unit ?? ""];
  return count === undefined || word === undefined ? null : `${count} ${word}${count === "1" ? "" : "s"}`;
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
  const takeLast = (at: number, ...words: string[]) => {
    positionals.splice(at, 1);
    options.push(...words);
  };
  for (let at = positionals.length - 1; at >= 0 && extra(); at--) {
    const word = positionals[at]!;
    const known = writing.known.get(word);
    if (word === "true" || word === "list" || word === "ls") takeLast(at);
    else if (known && !known.takesValue) takeLast(at, `--${word}`);
    else if (writing.known.has("forward") && !has("forward") && /^(?:\d{2,5}|[\w.-]+:\d{2,5}\S*)$/.test(word))
      takeLast(at, "--forward", /^\d+$/.test(word) ? `http://localhost:${word}` : `http://${word}`);
  }
  // An email, a subject and a text, as `mail` and other libraries take them.
  const [to = "", subject, text] = positionals;
  if (command.name === "send" && positionals.length === 3 && /^[^\s@]+@[^\s@]+$/.test(to))
    if (!has("to") && !has("subject") && !has("text")) {
      options.unshift("--to", to, "--subject", subject!, "--text", text!);
      positionals.length = 0;
    }
}

/** Arguments of a tool that were given as options, or as `name=value`. */
function toolCall(rest: readonly string[]): string[] | null {
  const fields: Record<string, unknown> = {};
  let name: string | undefined;
  for (let i = 0; i < rest.length; i++) {
    const [, dashes = "", key, inline] = /^(--?)?([A-Za-z]\w*(?:-\w+)*)(?:=([\s\S]*))?$/.exec(rest[i]!) ?? [];
    if (key === undefined) return null;
    const field = key.replaceAll("-", "_");
    if (dashes === "" && inline === undefined) {
      if (name !== undefined) return null;
      name = key;
      continue;
    }
    const behind = dashes !== "" && inline === undefined ? rest[i + 1] : undefined;
    const isSwitch =
      dashes !== "" && inline === undefined && (behind === undefined || behind.startsWith("--"));
    if (behind !== undefined && !isSwitch) i += 1;
    const value = isSwitch ? true : (inline ?? behind);
    if (field === "name" && name === undefined) name = String(value);
    else if (field === "json" && isSwitch) continue;
    else fields[field] = value;
  }
  if (name === undefined) return null;
  return ["tool", name, ...(Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : [])];
}
