// All commands but serve and healthcheck, and the parser of the command line.
import { parseArgs } from "node:util";
import { messageOf } from "../lib/failure.ts";
import { accountsDelete, accountsList } from "./accounts.ts";
import { appPasswordsCreate, appPasswordsList, appPasswordsRevoke } from "./app-passwords.ts";
import {
  backup,
  backupCopy,
  backupList,
  backupMark,
  backupPrune,
  backupState,
  backupVerify,
} from "./backup.ts";
import { certificatesRetry } from "./certificates.ts";
import { agentsSetup } from "./client/agents.ts";
import { listen } from "./client/listen.ts";
import { login } from "./client/login.ts";
import { events, inbox, next, read, search, wait } from "./client/mail.ts";
import { mcp } from "./client/mcp.ts";
import { quoted, tool } from "./client/tool.ts";
import { reply, send } from "./client/writing.ts";
import {
  clusterAdd,
  clusterIsolate,
  clusterPrepare,
  clusterRebalance,
  clusterStatusCommand,
} from "./cluster.ts";
import { consoleLink } from "./console-link.ts";
import {
  type CliCommand,
  type CliCommandHead,
  type ClientCommand,
  CommandError,
  type Input,
  type LocalCommand,
  type Option,
  valuesOf,
} from "./context.ts";
import { corrected, type Token, unpacked } from "./corrected.ts";
import { doctor, doctorExamine } from "./doctor.ts";
import {
  domainsAdd,
  domainsCheck,
  domainsList,
  domainsRotateDkim,
  domainsVerify,
  domainsZone,
} from "./domains.ts";
import { holdLift, holdSet } from "./hold.ts";
import { identitiesCreate, identitiesList } from "./identities.ts";
import { checkCommand, initCommand } from "./init.ts";
import { keysCreate, keysList, keysRevoke } from "./keys.ts";
import { exportCommand } from "./move/export.ts";
import { importCommand } from "./move/import.ts";
import { licenses } from "./notices/licenses.ts";
import { optionLike } from "./option-names.ts";
import { idOf } from "./other-things.ts";
import { queueDrop, queueHold, queueList, queueRelease, queueRetry, queueShow } from "./queue.ts";
import { repair } from "./repair.ts";
import { restore } from "./restore.ts";
import { sandbox } from "./sandbox.ts";
import { sandboxRun, sandboxScenarios } from "./sandbox-run.ts";
import { service } from "./service.ts";
import { setup } from "./setup/setup.ts";
import { upgrade } from "./upgrade.ts";

export type AnyCommand = CliCommand | LocalCommand | ClientCommand;

/** A name that begins another one comes after it. */
export const commands: readonly AnyCommand[] = [
  setup,
  initCommand,
  checkCommand,
  doctorExamine,
  doctor,
  service,
  upgrade,
  keysCreate,
  keysList,
  keysRevoke,
  domainsAdd,
  domainsList,
  domainsVerify,
  domainsCheck,
  domainsZone,
  domainsRotateDkim,
  identitiesCreate,
  identitiesList,
  appPasswordsCreate,
  appPasswordsList,
  appPasswordsRevoke,
  certificatesRetry,
  accountsList,
  accountsDelete,
  queueList,
  queueShow,
  queueRetry,
  queueHold,
  queueRelease,
  queueDrop,
  holdSet,
  holdLift,
  consoleLink,
  backupVerify,
  backupList,
  backupPrune,
  backupCopy,
  backupMark,
  backupState,
  backup,
  restore,
  repair,
  clusterPrepare,
  clusterStatusCommand,
  clusterAdd,
  clusterRebalance,
  clusterIsolate,
  exportCommand,
  importCommand,
  login,
  send,
  inbox,
  read,
  reply,
  next,
  wait,
  search,
  events,
  listen,
  tool,
  mcp,
  sandboxRun,
  sandboxScenarios,
  sandbox,
  agentsSetup,
  licenses,
];

/** The command that the arguments begin with, and the arguments after its name. */
export function findCommand(args: readonly string[]): { command: AnyCommand; rest: string[] } | null {
  for (const command of commands) {
    const name = command.name.split(" ");
    if (name.every((part, index) => args[index] === part)) return { command, rest: args.slice(name.length) };
  }
  return null;
}

/** Options of a command, as Node's parser takes them. */
function optionsOf(
  command: CliCommandHead,
): Record<string, { type: "string" | "boolean"; multiple: boolean }> {
  return Object.fromEntries(
    command.options.map((option) => [
      option.name,
      { type: option.value ? "string" : "boolean", multiple: option.repeats !== undefined },
    ]),
  );
}

/** @throws CommandError for arguments that the command does not take */
export function readInput(command: CliCommandHead, rest: string[]): Input {
  const { tokens, ...parsed } = parse(command, rest);
  const { least, most } = argumentsOf(command, parsed);
  const isObject =
    ["read", "reply"].includes(command.name) && unpacked(parsed.positionals) !== parsed.positionals;
  if (parsed.positionals.length > most || parsed.positionals.length < least || isObject) {
    const takes = command.positionals.join(" ") || "no arguments";
    const meant = meantWords(command, { rest, parsed, tokens });
    throw new CommandError(`postroom ${command.name} takes ${takes}.${meant}\n${helpOf(command)}`);
  }
  const missing = missingOf(command, parsed);
  if (missing)
    throw new CommandError(`--${missing.name} ${missing.value ?? ""} is missing.\n${helpOf(command)}`);
  const twice = saidTwice(command, tokens);
  if (twice)
    throw new CommandError(
      `--${twice.name} has two values: ${twice.values.map(quoted).join(" and ")}. Give one.`,
    );
  const often = tooOften(command, parsed);
  if (often) throw new CommandError(`--${often.name} may stand ${often.repeats ?? 1} times at most.`);
  return parsed;
}

/** An option that counts once, with different values; Node's parser takes the last one. */
function saidTwice(
  { options }: CliCommandHead,
  tokens: readonly Token[],
): { name: string; values: string[] } | null {
  for (const { name, repeats } of options) {
    const given = tokens.flatMap((token) =>
      token.kind === "option" && token.name === name && token.value !== undefined ? [token.value] : [],
    );
    const values = [...new Set(given)];
    if (repeats === undefined && values.length > 1) return { name, values };
  }
  return null;
}

/** Arguments that the command takes beside these options. */
function argumentsOf({ insteadOfFirst, positionals }: CliCommandHead, { options }: Input) {
  const replaced = Number(insteadOfFirst !== undefined && options[insteadOfFirst] !== undefined);
  const least = positionals.filter((name) => !name.startsWith("[")).length - replaced;
  const isMany = positionals.at(-1)?.endsWith("…") ?? false;
  return { least, most: isMany ? Number.POSITIVE_INFINITY : positionals.length - replaced };
}

function missingOf(command: CliCommandHead, { options }: Input): Option | undefined {
  return command.options.find(({ name, required }) => required && options[name] === undefined);
}

/** The input of a whole command; null: it is none, or is refused. */
export function takenAs(words: readonly string[]): { command: AnyCommand; input: Input } | null {
  const found = findCommand(words);
  if (!found) return null;
  const { command, rest } = found;
  try {
    const input = parsedBy(command, rest);
    const { least, most } = argumentsOf(command, input);
    const count = input.positionals.length;
    const isTaken = count >= least && count <= most && missingOf(command, input) === undefined;
    return isTaken && saidTwice(command, input.tokens) === null && tooOften(command, input) === undefined
      ? { command, input }
      : null;
  } catch {
    return null;
  }
}

/** Whether a command is taken; of words that other programs have, only an id names a mail, and what is written says something. */
export function isWhole(words: readonly string[]): boolean {
  const taken = takenAs(words);
  if (taken === null) return false;
  const { command, input } = taken;
  const isEmpty = Object.entries(input.options).some(([name, value]) => value === "" && name !== "subject");
  const isOfMail = ["send", "reply"].includes(command.name);
  const isWritten = ["text", "stdin", "template"].some((name) => input.options[name] !== undefined);
  if (isEmpty || (isOfMail && !isWritten)) return false;
  const [id = ""] = input.positionals;
  return !["read", "reply"].includes(command.name) || idOf(id) !== null;
}

function tooOften(command: CliCommandHead, input: Input): Option | undefined {
  return command.options.find(({ name, repeats = 1 }) => valuesOf(input, name).length > repeats);
}

/** The command with its words where they are taken, those of a search as one; nothing: it is not plain. */
function meantWords(
  command: CliCommandHead,
  { rest, parsed, tokens }: { rest: string[]; parsed: Input; tokens: readonly Token[] },
): string {
  const { positionals: words } = parsed;
  if (words.length > 1 && command.positionals.includes("WORDS")) {
    const places = tokens.flatMap(({ kind, index }) => (kind === "positional" ? [index] : []));
    const options = rest.filter((_, index) => !places.includes(index));
    return didYouMean(shellLine([command.name, words.join(" "), ...options]));
  }
  return correction(command, rest);
}

/** The command as it would be right, where it can be told and then is taken; else nothing. */
function correction(command: CliCommandHead, rest: readonly string[]): string {
  const { words: given, path } = fromFile(rest);
  const words = corrected(command, given);
  if (words === null || !isWhole(words)) return "";
  // A file beside a text would take its place, and the source of a page is no text.
  const isPage = path !== null && /\.html?$/i.test(path) && !words.includes("--html");
  if (isPage || (path !== null && words.includes("--text"))) return "";
  return didYouMean(`${shellLine(words)}${path === null ? "" : ` < ${shellLine([path])}`}`);
}

/** An option whose text is in a file, which the shell reads: `--body-file PATH`. */
const ofFile = /^--?(?:body|text|message|content|input)-?file(?:=([\s\S]+))?$/;

function fromFile(rest: readonly string[]): { words: readonly string[]; path: string | null } {
  const at = rest.findIndex((word) => ofFile.test(word));
  const inline = at === -1 ? undefined : ofFile.exec(rest[at]!)![1];
  const path = inline ?? (at === -1 ? undefined : rest[at + 1]);
  if (path === undefined || path.startsWith("-")) return { words: rest, path: null };
  return { words: rest.toSpliced(at, inline === undefined ? 2 : 1, "--stdin"), path };
}

/** The end of a refusal: the line that a person pastes, which program-name.ts knows by its beginning. */
export function didYouMean(line: string): string {
  return `\nDid you mean: postroom ${line}`;
}

/** Words as a shell takes them. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quotedForScreen(word))).join(" ");
}

/** Characters that a screen obeys, beside the end of a line. */
const obeyed = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** In the form of bash and zsh for what a screen would obey, and for several lines: a command to paste is one. */
function quotedForScreen(word: string): string {
  if (word.search(obeyed) === -1 && !word.includes("\n")) return quoted(word);
  const escaped = word
    .replaceAll(/[\\']/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll(obeyed, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `$'${escaped}'`;
}

/** @throws what Node's parser says */
function parsedBy(command: CliCommandHead, args: string[]): Input & { tokens: Token[] } {
  const { values, positionals, tokens } = parseArgs({
    args: command.positionals[0] === "WORDS" ? args.map((word) => withMark(command, word)) : args,
    options: optionsOf(command),
    allowPositionals: true,
    strict: true,
    tokens: true,
  });
  return {
    positionals: positionals.map((word) => word.replace(excludedMark, "")),
    options: { ...values } as Input["options"],
    tokens: tokens as Token[],
  };
}

/** Stands before what is no option; no shell gives it. */
const excludedMark = "\0";

/** A word of a search that begins with a hyphen, `-is:read`, is none: no option of a search has one letter. `-json` is a slip. */
function withMark(command: CliCommandHead, word: string): string {
  const [, name] = /^-([^-\s=][^\s=]+)/.exec(word) ?? [];
  if (name === undefined || Object.hasOwn(optionsOf(command), name)) return word;
  return `${excludedMark}${word}`;
}

function parse(command: CliCommandHead, args: string[]): Input & { tokens: Token[] } {
  try {
    return parsedBy(command, args);
  } catch (error) {
    // Node goes on with how a positional argument may begin with a hyphen.
    const [refusal] = messageOf(error).split(". To specify");
    const [, given = ""] = /^Unknown option '(-{0,2}[\w-]+)'/.exec(refusal!) ?? [];
    const options = optionsOf(command);
    const like = given === "" ? null : optionLike(given.replace(/^--?/, ""), Object.keys(options));
    // A switch has no value: what was given one is something else.
    const hasValue = args.some((word) => word.startsWith(`${given}=`) && word !== `${given}=true`);
    const near = like !== null && hasValue && options[like]!.type === "boolean" ? null : like;
    const meant = near === null ? "" : `. Did you mean --${near}?`;
    const whole = given === "" ? "" : correction(command, args);
    throw new CommandError(`${refusal}${meant}${whole}\n${helpOf(command)}`);
  }
}

export function helpOf(command: CliCommandHead): string {
  const lines = [`postroom ${command.name} ${command.usage}`.trimEnd(), `  ${command.summary}`];
  for (const { name, value, summary } of command.options)
    lines.push(`  --${name}${value ? ` ${value}` : ""}  ${summary}`);
  for (const example of command.examples ?? []) lines.push(`  example: ${example}`);
  return lines.join("\n");
}
