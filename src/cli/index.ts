// All commands but serve and healthcheck, and the parser of the command line.
import { parseArgs } from "node:util";
import { messageOf } from "../lib/failure.ts";
import { knownElsewhere, nearest, type OtherNames } from "../lib/nearest.ts";
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
  valuesOf,
} from "./context.ts";
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
  const parsed = parse(command, rest, optionsOf(command));
  const { insteadOfFirst } = command;
  const isReplaced = insteadOfFirst !== undefined && parsed.options[insteadOfFirst] !== undefined;
  const most = command.positionals.length - Number(isReplaced);
  const least = command.positionals.filter((name) => !name.startsWith("[")).length - Number(isReplaced);
  if (parsed.positionals.length > most || parsed.positionals.length < least) {
    const takes = command.positionals.join(" ") || "no arguments";
    const meant = meantWords(command, { rest, parsed, most });
    throw new CommandError(`postroom ${command.name} takes ${takes}.${meant}\n${helpOf(command)}`);
  }
  const missing = command.options.find(
    (option) => option.required && parsed.options[option.name] === undefined,
  );
  if (missing)
    throw new CommandError(`--${missing.name} ${missing.value ?? ""} is missing.\n${helpOf(command)}`);
  for (const { name, repeats = 1 } of command.options)
    if (valuesOf(parsed, name).length > repeats)
      throw new CommandError(`--${name} may stand ${repeats} times at most.`);
  return parsed;
}

/** The command with the one word too many behind the option that takes its kind, or words of a search as one; nothing: neither is plain. */
function meantWords(
  command: CliCommandHead,
  { rest, parsed, most }: { rest: readonly string[]; parsed: Input; most: number },
): string {
  const { positionals: words, options } = parsed;
  if (words.length > 1 && command.positionals.includes("WORDS"))
    return `\nIn quotes: postroom ${command.name} ${quoted(words.join(" "))}`;
  const stray = words.at(-1);
  if (stray === undefined || words.length !== most + 1) return "";
  const value = /^[^\s@]+@[^\s@]+$/.test(stray) ? "EMAIL" : /^https?:\/\//.test(stray) ? "URL" : "TEXT";
  const names = { EMAIL: ["to", "address"], URL: ["forward"], TEXT: ["text"] }[value];
  const option = command.options.find(({ name, value: takes }) => takes === value && names.includes(name));
  const isWritten = ["stdin", "template"].some((name) => options[name] !== undefined);
  if (option === undefined || options[option.name] !== undefined || (value === "TEXT" && isWritten))
    return "";
  // By its place: a value of an option may be the same word.
  const at = placeOfLast(command, rest);
  const line = [...rest.slice(0, at), ...rest.slice(at + 1), `--${option.name}`, stray];
  return `\nDid you mean: postroom ${[command.name, ...line.map(shellWord)].join(" ")}`;
}

/** Where the last argument that belongs to no option stands. */
function placeOfLast(command: CliCommandHead, rest: readonly string[]): number {
  const options = optionsOf(command);
  const { tokens } = parseArgs({ args: [...rest], options, allowPositionals: true, tokens: true });
  return tokens.findLast(({ kind }) => kind === "positional")!.index;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word);
}

function parse(
  command: CliCommandHead,
  args: string[],
  options: Record<string, { type: "string" | "boolean"; multiple: boolean }>,
): Input {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    return { positionals, options: { ...values } as Input["options"] };
  } catch (error) {
    // Node goes on with how a positional argument may begin with a hyphen.
    const [refusal] = messageOf(error).split(". To specify");
    const [, given = ""] = /^Unknown option '(--?[\w-]+)'/.exec(refusal!) ?? [];
    const near = given === "" ? null : optionLike(given.replace(/^--?/, ""), Object.keys(options));
    const meant = near === null ? "" : `. Did you mean --${near}?`;
    throw new CommandError(`${refusal}${meant}\n${helpOf(command)}`);
  }
}

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
  markdown: ["md", "html"],
  name: ["label", "title"],
};

function optionLike(given: string, known: readonly string[]): string | null {
  return knownElsewhere(given.toLowerCase(), known, otherOptions) ?? nearest(given, known);
}

export function helpOf(command: CliCommandHead): string {
  const lines = [`postroom ${command.name} ${command.usage}`.trimEnd(), `  ${command.summary}`];
  for (const { name, value, summary } of command.options)
    lines.push(`  --${name}${value ? ` ${value}` : ""}  ${summary}`);
  for (const example of command.examples ?? []) lines.push(`  example: ${example}`);
  return lines.join("\n");
}
