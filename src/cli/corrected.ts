// A command that was typed in the way of another program, as this one takes it: options of other names, words in other places.
// What cannot be told for certain stays unsaid: a corrected command does what was meant, or there is none.
import { parseArgs } from "node:util";
import { isUuid } from "../lib/ids.ts";
import { knownElsewhere } from "../lib/nearest.ts";
import { isSignature } from "../lib/signature.ts";
import { mailNouns } from "./command-words.ts";
import type { CliCommandHead } from "./context.ts";
import {
  asPositional,
  idle,
  nowhere,
  operatorOf,
  optionLike,
  otherOptions,
  switchesOfSearch,
  textOrPeople,
} from "./option-names.ts";
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

/** Commands that change nothing: an option for how much they list may be left out. */
const listing = /^(?:inbox|search|read|events|next|(?:\w|-)+ list)$/;
const leftOut =
  /^(?:limit|n|count|first|page-size|per-page|max(?:-(?:results|items|count|messages|emails|mails))?|num(?:ber)?)$/;
/** Switches for how much a command prints, and for its questions: none changes what it does. */
const leftOutSwitches = ["verbose", "v", "quiet", "yes", "y"];
/** How much of it a command shows, where that is always all. */
const allOfIt = ["all", "full", "raw"];
const asJson = ["format", "output", "o"];
/** The command in words, being put right. */
interface Writing {
  command: CliCommandHead;
  name: string;
  positionals: string[];
  options: string[];
  /** Options with a value, each as often as it is given. */
  named: string[];
  /** The word behind the command's name: `send mail`, where a word further behind may be the text. */
  first: string | undefined;
  /** An option of how much is listed was left out. */
  isCut: boolean;
  /** The lines below the text. */
  signature: string | null;
  known: ReadonlyMap<string, { takesValue: boolean }>;
}

/** The words of the corrected command, its name first; null: what is meant is not certain, or nothing is wrong with options. */
export function corrected(command: CliCommandHead, given: readonly string[]): string[] | null {
  const known = new Map(
    command.options.map(({ name, value }) => [name, { takesValue: value !== undefined }]),
  );
  const writing: Writing = {
    command,
    name: command.name,
    positionals: [],
    options: [],
    named: [],
    first: given[0],
    isCut: false,
    signature: null,
    known,
  };
  if (command.name === "tool") return toolCall(given);
  if (given.includes("--")) return null;
  const rest = withDashes(unpacked(given), [...known.keys()]);
  if (rest === null) return null;
  const tokens = tokensOf(command, rest);
  const other = otherCall(command.name, rest) ?? otherCall(command.name, withOurNames(rest, known));
  if (other !== undefined && (other !== null || command.name === "send")) return other;
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
    // A switch that says yes, and one that has the fields to print in other programs.
    const isFields = token.name === "json" && /^[a-zA-Z_]+(?:,[a-zA-Z_]+)+$/.test(behind ?? "");
    if (took === "alone" && behind === "false") return null;
    if (took === "alone" && token.value === undefined && (behind === "true" || isFields)) i += 1;
  }
  placePositionals(writing);
  if (!isSigned(writing)) return null;
  if (command.name === "send" && !["--subject", "--template"].some((one) => writing.options.includes(one)))
    writing.options.push("--subject", "");
  if (saysTwice(writing) || (writing.isCut && writing.options.includes("--follow"))) return null;
  return [...writing.name.split(" "), ...writing.positionals, ...writing.options];
}

/** Puts a signature below the text; false: there is no text to sign. */
function isSigned({ options, signature }: Writing): boolean {
  const at = options.indexOf("--text") + 1;
  if (signature === null) return true;
  if (at === 0 || options.includes("--html")) return false;
  options[at] += `\n\n${signature}`;
  return true;
}

/** An option with the hyphen of a letter, as `-to`, with both; null: it may be letters. */
function withDashes(rest: readonly string[], known: readonly string[]): string[] | null {
  const all = rest.map((word) => {
    const [, name = "", inline = ""] = /^-([a-z][a-z-]+)(=[\s\S]*)?$/.exec(word) ?? [];
    if (name === "") return word;
    const meant = known.includes(name) ? name : knownElsewhere(name, known, otherOptions);
    return meant === null ? null : `--${meant}${inline}`;
  });
  return all.some((word) => word === null) ? null : (all as string[]);
}

/** Options that are known by another name under ours; what means more than an option's name stays. */
function withOurNames(rest: readonly string[], known: Writing["known"]): string[] {
  return rest.map((word) => {
    const [, name = "", inline = ""] = /^--([a-z][\w-]*)(=[\s\S]*)?$/.exec(word) ?? [];
    const meant = name === "" || known.has(name) ? null : optionLike(name, [...known.keys()]);
    return meant === null ? word : `--${meant}${inline}`;
  });
}

/** Options by which other programs take all fields as JSON. */
const asObject = /^--?(?:json|data|d|input|params|payload|cli-input-json)$/;

/** Fields of a JSON object as options; what is none, or has fields that are no words, stays as it is. */
export function unpacked(rest: readonly string[]): readonly string[] {
  const at = rest.findIndex((word) => word.trimStart().startsWith("{"));
  const before = rest[at - 1];
  if (at === -1 || (before?.startsWith("-") && !asObject.test(before))) return rest;
  const words: string[] = [];
  for (const [name, value] of Object.entries(objectOf(rest[at]!) ?? { "": null })) {
    const option = `--${name.replaceAll("_", "-")}`;
    const isWords =
      Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","));
    if (value === true) words.push(option);
    else if (typeof value === "string" || typeof value === "number") words.push(`${option}=${value}`);
    else if (isWords && value.length > 0) words.push(`${option}=${value.join()}`);
    else return rest;
  }
  const isOption = before !== undefined && asObject.test(before);
  return [...rest.slice(0, isOption ? at - 1 : at), ...words, ...rest.slice(at + 1)];
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Takes an option that the command has. */
function kept({ command, known, named, options }: Writing, name: string, value: string | undefined) {
  if (!known.get(name)!.takesValue) {
    options.push(`--${name}`);
    return "alone";
  }
  if (value === undefined || !fits(command, name, value)) return null;
  // Other programs read the text of a mail so.
  if (name === "text" && value === "-" && known.has("stdin")) {
    named.push("text");
    options.push("--stdin");
    return "value";
  }
  named.push(name);
  options.push(`--${name}`, value);
  return "value";
}

/** Whether a value can be one of the option: people of a mail are addresses, and no text is empty. */
function fits({ name: command }: CliCommandHead, option: string, value: string): boolean {
  if (value === "" && option !== "subject") return false;
  if (option === "seconds") return /^\d+$/.test(value);
  const isOfPeople = ["send", "reply"].includes(command) && ["to", "cc", "bcc"].includes(option);
  return !isOfPeople || value.split(",").every((one) => /^[^@{}]*[^\s@{}]@[^\s@{}]+$/.test(one.trim()));
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
  const said = isSearch || command.name === "inbox" ? switchesOfSearch[name] : undefined;
  if (said !== undefined && !known.has(name)) {
    if (writing.name === "inbox" && !positionals.includes("in:inbox")) positionals.push("in:inbox");
    writing.name = "search";
    positionals.push(said);
    return "alone";
  }
  if (leftOutSwitches.includes(name)) return "alone";
  if (allOfIt.includes(name) && listing.test(command.name) && !known.has(name)) return "alone";
  if (leftOut.test(name) && optionLike(name, [...known.keys()]) === null) {
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
    const isInbox = command.name === "inbox";
    const isWords = isInbox && ["query", "q", "search"].includes(name);
    const ofSearch = isWords ? null : operatorOf(name);
    const operator = ofSearch === null ? "" : `${ofSearch}:`;
    if (isWords || ((isSearch || isInbox) && ofSearch !== null)) {
      if (value === "" || value.includes('"')) return null;
      if (operator !== "" && positionals.some((word) => word.startsWith(operator))) return null;
      if (isInbox && !["label:", "in:"].includes(operator) && !positionals.includes("in:inbox"))
        positionals.push("in:inbox");
      writing.name = "search";
      const isPhrase = operator !== "" && /\s/.test(value);
      positionals.push(isPhrase ? `${operator}"${value}"` : `${operator}${value}`);
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
    if (["html-body", "body-html"].includes(name) && known.has("html") && value !== "" && value !== "-") {
      named.push("text");
      options.push("--html", "--text", value);
      return "value";
    }
    if (name === "port" && known.has("forward") && /^\d{2,5}$/.test(value)) {
      named.push("forward");
      options.push("--forward", `http://localhost:${value}`);
      return "value";
    }
    const part = name === "b" && known.has("text") ? textOrPeople(value) : null;
    if (part !== null) return kept(writing, part, value);
    if (idle.includes(name) && known.has("text")) return "value";
    if (nowhere.includes(name) && known.has("draft")) {
      if (!options.includes("--draft")) options.push("--draft");
      return "value";
    }
    if (name === "signature" && known.has("text") && isSignature(value)) {
      writing.signature = value;
      return "value";
    }
    if (/^(?:timeout|wait)-ms$/.test(name) && known.has("seconds") && /^\d{1,9}$/.test(value))
      return kept(writing, "seconds", String(Math.ceil(Number(value) / 1000)));
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
  if (meant === null) return null;
  // Several files, as other programs take them.
  const [one, ...more] = meant === "file" && value !== undefined ? value.split(",") : [value];
  for (const path of more) kept(writing, meant, path);
  return kept(writing, meant, one === undefined ? one : valueFor(meant, one));
}

/** The value of an option as it takes it. */
function valueFor(option: string, value: string): string {
  if (option === "seconds") return String(secondsOf(value) ?? value);
  const span = option === "after" ? spanOf(value) : null;
  return span === null ? value : `${span} ago`;
}

/** Where events can be posted to: a port, a host with one, or a whole URL. */
const isPlace = /^(?:https?:\/\/\S+|\d{2,5}|[\w.-]+:\d{2,5}\S*)$/;
const placeOf = (word: string) =>
  /^http/.test(word) ? word : /^\d+$/.test(word) ? `http://localhost:${word}` : `http://${word}`;

/** Puts arguments too many where they are taken. */
function placePositionals(writing: Writing): void {
  const { command, positionals, options } = writing;
  const isListing = listing.test(command.name);
  const has = (option: string) => options.includes(`--${option}`);
  if (writing.name === "search") {
    const unread = options.indexOf("--unread");
    if (unread !== -1) {
      options.splice(unread, 1);
      positionals.push("is:unread");
    }
    // `search mail --from EMAIL`: what is searched, and no word of it.
    const [noun = "", another = ""] = positionals;
    if (mailNouns.includes(noun.toLowerCase()) && /^[a-z]+:/.test(another)) positionals.shift();
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
    if (isListing && at === 0 && (word === "list" || word === "ls")) takeLast(at);
    else if (at === 0 && word === writing.first && mailNouns.includes(word.toLowerCase())) takeLast(at);
    else if (isListing && known && !known.takesValue) takeLast(at, `--${word}`);
    else if (has("html") && !has("text") && word.startsWith("<")) takeLast(at, "--text", word);
    else if (writing.known.has("forward") && !has("forward") && isPlace.test(word))
      takeLast(at, "--forward", placeOf(word));
  }
  const missing = command.options.filter(({ name, required }) => required && !has(name));
  if (positionals.length === most + 1 && missing.length === 1 && missing[0]!.value === "NAME")
    takeLast(most, `--${missing[0]!.name}`, positionals[most]!);
  placeLetter(writing, most);
}

/** Puts what is left where its kind goes: people, and of a subject and a text the one that lacks, or both in this order. */
function placeLetter({ command, positionals, options, named, known }: Writing, most: number): void {
  const lacks = (option: string) => known.has(option) && !options.includes(`--${option}`);
  const left = positionals.slice(most);
  const isEmail = (word: string) => /^[^\s@{}]+@[^\s@{}]+$/.test(word);
  const emails = left.filter(isEmail);
  const words = left.filter((word) => !isEmail(word));
  const person = ["to", "address"].find((option) => known.has(option));
  const isWritten = ["text", "stdin", "template"].some((option) => !lacks(option) && known.has(option));
  const parts = ["subject", "text"].filter((option) => lacks(option) && !(option === "text" && isWritten));
  // One word of two that lack may be either; a template has its own subject; and an object says more than a text.
  const isPlain =
    words.length === parts.length &&
    !options.includes("--template") &&
    !words.some((word) => /^[{[]/.test(word));
  const isTaken = emails.length === 0 || (emails.length === 1 && person !== undefined && lacks(person));
  if (left.length === 0 || !isTaken || (words.length > 0 && !isPlain)) return;
  if (words.length > 0 && !["send", "reply"].includes(command.name)) return;
  positionals.length = most;
  const put = (option: string, value: string) => {
    named.push(option);
    options.push(...(option === "text" && value === "-" ? ["--stdin"] : [`--${option}`, value]));
  };
  if (emails.length === 1) put(person!, emails[0]!);
  for (const [index, word] of words.entries()) put(parts[index]!, word);
}
