// The command line: subcommands, signals, exit codes.
import { readFileSync, readlinkSync, writeSync } from "node:fs";
import { get } from "node:http";
import { migrations } from "../../migrations/index.ts";
import { version } from "../../package.json" with { type: "json" };
import { type App, defaultDeps, startApp } from "../app/app.ts";
import { announcePorts } from "../app/ports.ts";
import { type Config, ConfigError, dataPath, readConfig } from "../config/config.ts";
import { lowLimits, processLimits } from "../config/process-limits.ts";
import { type LiveSettings, liveSettings } from "../config/reload.ts";
import { settings } from "../config/settings.ts";
import { strangeSettings } from "../config/strange-settings.ts";
import { watchIdle } from "../lib/collect.ts";
import { messageOf } from "../lib/failure.ts";
import type { Log } from "../lib/log.ts";
import { withRemedy } from "../store/database/remedies.ts";
import { holdReserve } from "../store/embedded/reserve.ts";
import { connectedOrNull } from "./client/caller.ts";
import { inShellWords, meantError, withCommand, withMessages } from "./client/shell-words.ts";
import { toolMeant } from "./client/tool.ts";
import {
  type CliCommand,
  type CliCommandHead,
  type ClientCommand,
  CommandError,
  type Input,
  type LocalCommand,
  type Output,
} from "./context.ts";
import { listenControl } from "./control.ts";
import { commands, didYouMean, findCommand, helpOf, readInput, shellLine } from "./index.ts";
import { groupLine, unknownCommand } from "./other-commands.ts";
import { asRun } from "./program-name.ts";
import { runLocal } from "./run-command.ts";
import { runOnStore } from "./run-on-store.ts";
import { firstStart, laterStart } from "./welcome.ts";

async function main(args: string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === "help" && rest.length > 0) return main([...rest, "--help"]);
  if (first === undefined || first === "help" || first === "--help" || first === "-h") return print(help());
  if (first === "version" || first === "--version")
    return print(rest.includes("--json") ? JSON.stringify(versions()) : `postroom ${version}`);
  if (first === "serve" || first === "healthcheck") {
    if (rest.includes("--help")) return print(first === "serve" ? serveHelp() : healthHelp);
    if (rest.length > 0)
      throw new CommandError(`postroom ${first} takes no arguments; settings come from the environment.`);
    return first === "serve" ? serve(readConfig()) : healthcheck(readConfig());
  }
  const found = findCommand(args);
  if (!found) {
    const group = commands.filter((command) => command.name.startsWith(`${first} `));
    if (group.length > 0 && rest.includes("--help")) return print(group.map(helpOf).join("\n"));
    if (group.length > 0) {
      const line = groupLine(args);
      const meant = line === null ? "" : didYouMean(line);
      return print(asRun(`${group.map(helpOf).join("\n")}${meant}`), 2);
    }
    throw new CommandError(await unknownOrTool(args));
  }
  if (found.rest.includes("--help") || found.rest[0] === "-h") return print(helpOf(found.command));
  const { command, rest: words } = found;
  if ("runClient" in command) return runClient(command, words);
  const config = settingsFor(command, words);
  return "exitCode" in config ? printed(config) : runFound(config, { command, rest: words });
}

/** The answer to a command that is none; where no other one is meant, a tool may be. */
async function unknownOrTool(args: readonly string[]): Promise<string> {
  const { why, meant, isOfPeople } = unknownCommand(args);
  const words = meant ?? (isOfPeople ? null : await toolMeant(args));
  const whole = words && (await withMessages(words, connectedOrNull()));
  return whole === null ? why : `${why}${didYouMean(shellLine(whole))}`;
}

/** The settings; or what the command answers where they are invalid. @throws ConfigError */
function settingsFor(command: CliCommand | LocalCommand, words: string[]): Config | Output {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError && "refused" in command && command.refused)) throw error;
    return command.refused(error, readInput(command, words));
  }
}

function printed({ stdout, stderr, exitCode }: Output): number {
  process.stdout.write(stdout);
  if (stderr) process.stderr.write(`${asRun(stderr)}\n`);
  return exitCode;
}

async function runClient(command: ClientCommand, rest: string[]): Promise<number> {
  const input = await filledInput(command, rest);
  try {
    const print = (line: string) => {
      if (command.endsWithReader && broken.get(process.stdout) === "EPIPE") process.exit(0);
      process.stdout.write(`${line}\n`);
    };
    return printed(await command.runClient(input, print));
  } catch (error) {
    const words = [...command.name.split(" "), ...rest];
    const client = connectedOrNull();
    const told = await inShellWords(error, client);
    throw withCommand(told, await meantError(error, words, client), words);
  }
}

async function filledInput(command: CliCommandHead, rest: string[]): Promise<Input> {
  const input = readInput(command, rest);
  if (command.options.some((option) => option.readsStdin && input.options[option.name]))
    input.stdin = await Bun.stdin.text();
  input.cwd = process.cwd();
  return input;
}

async function runFound(
  config: Config,
  { command, rest }: { command: CliCommand | LocalCommand; rest: string[] },
): Promise<number> {
  const input = await filledInput(command, rest);
  return printed(
    "runHere" in command ? await runLocal(config, command, input) : await runOnStore(config, command, input),
  );
}

async function serve(config: Config): Promise<number> {
  const { promise: signal, resolve } = Promise.withResolvers<string>();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => resolve(name));
  const live = liveSettings(config);
  const deps = defaultDeps(live.config);
  for (const strange of strangeSettings())
    deps.log.warn(`${strange}${strange.endsWith("?") ? "" : "."} postroom serve --help lists the settings`);
  for (const { message, remedy } of lowLimits(processLimits())) deps.log.warn(`${message} ${remedy}`);
  const app = await startApp(live.config, deps);
  process.on("SIGHUP", () => void reload(live, app, deps.log));
  // With Postgres, commands open the database themselves.
  const control = config.databaseUrl === null ? listenControl(app.core) : null;
  announcePorts(app.core.config, app.ports);
  process.stdout.write(app.operator.token === null ? laterStart(app) : firstStart(app, config));
  const letReserveBe = holdReserve(config.dataDir);
  watchIdle();
  const name = await signal;
  deps.log.info("shutting down", { signal: name });
  letReserveBe();
  await control?.stop();
  await app.drain();
  await app.stop();
  return 0;
}

/** Reads `.env` and the files of certificates again; no connection notices. */
async function reload(live: LiveSettings, app: App, log: Log): Promise<void> {
  try {
    const { reloaded, needRestart } = live.reload();
    log.info("settings were read again", {
      reloaded: reloaded.join(",") || "none changed",
      ...(needRestart.length === 0 ? {} : { needs_a_restart: needRestart.join(",") }),
    });
  } catch (error) {
    log.error("the settings cannot be used; those of before hold", { error: messageOf(error) });
  }
  await app.reloadCertificates();
}

const healthHelp = "postroom healthcheck\n  exit 0 when the server on this machine answers, else 1";

async function healthcheck(config: Config): Promise<number> {
  const file = Bun.file(dataPath(config, "ports.json"));
  const taken = (await file.exists()) ? ((await file.json()) as { http: number }).http : config.port;
  const troubles: string[] = [];
  // A dead server's port in the file does not hide the server at PORT.
  for (const port of new Set([taken, config.port])) {
    if (port === 0) continue;
    const answered = await readyStatus(config.host, port).catch(messageOf);
    if (answered === 200) return print("ok");
    troubles.push(
      typeof answered === "string"
        ? `not reachable on port ${port}: ${answered}`
        : `not ready on port ${port}: ${answered}`,
    );
  }
  return print(troubles.join("\n") || "not running: DATA_DIR has no ports.json, and PORT is 0", 1);
}

/** The status of /readyz. Not by fetch, which would use a proxy of the environment. */
function readyStatus(listening: string, port: number): Promise<number> {
  const host = listening === "0.0.0.0" ? "127.0.0.1" : listening === "::" ? "::1" : listening;
  return new Promise((resolve, reject) => {
    const request = get({ host, port, path: "/readyz", timeout: 5000 }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on("timeout", () => request.destroy(new Error("no answer within 5 seconds")));
    request.on("error", reject);
  });
}

/** Return the versions that a report of a fault should name. */
function versions(): Record<string, string> {
  const schema = migrations.at(-1)!.name;
  return { version, schema, bun: Bun.version, platform: `${process.platform}-${process.arch}` };
}

/** Characters of a usage that its summary stands beside. */
const maxUsage = 38;

function help(): string {
  const rows: [string, string][] = [
    ["serve", "run the service"],
    ["healthcheck", "exit 0 when the server on this machine answers"],
    ...commands
      .filter(({ internal }) => !internal)
      .map(({ name, usage, summary }): [string, string] => [`${name} ${usage}`.trimEnd(), summary]),
    ["version [--json]", "print the version; as JSON with the schema and the runtime"],
  ];
  // A long usage has a line of its own: beside it all others would begin far to the right.
  const lines = rows.map(([usage, summary]) =>
    usage.length <= maxUsage
      ? `  ${usage.padEnd(maxUsage)}  ${summary}`
      : `  ${usage}\n  ${" ".repeat(maxUsage)}  ${summary}`,
  );
  return `postroom: the email service that software agents live in\n\n${lines.join("\n")}\n\nEach takes --help. Settings: postroom serve --help`;
}

function serveHelp(): string {
  const width = Math.max(...settings.map((setting) => setting.name.length));
  const lines = settings.map(
    (setting) => `  ${setting.name.padEnd(width)}  ${setting.meaning} (${setting.default})`,
  );
  return `postroom serve\n  run the service; settings come from the environment or .env:\n\n${lines.join("\n")}`;
}

function print(text: string, exitCode = 0): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

/** Runs the program with these arguments, and ends the process. */
export async function runProgram(args: string[]): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => broken.set(stream, error.code ?? error.message));
  let exitCode: number;
  try {
    exitCode = await main(args);
  } catch (error) {
    // The message is for the operator: no stack.
    process.stderr.write(`postroom: ${asRun(withRemedy(error))}\n`);
    exitCode = error instanceof ConfigError || error instanceof CommandError ? 2 : 1;
  }
  const all = Promise.all([process.stdout, process.stderr].map(written));
  // A command waits for a slow reader. A server has ended its work: nothing holds it where nobody reads its log.
  await (args[0] === "serve" ? Promise.race([all, Bun.sleep(unreadMs)]) : all);
  // The exit code of a server says how it ended, and that of healthcheck how it is: their lines are of no matter.
  const isPrinted = args[0] !== "serve" && args[0] !== "healthcheck";
  process.exit(exitCode === 0 && isPrinted ? unwrittenCode() : exitCode);
}

/** The exit code of a command that did its work: 1 where nobody has what it printed, as a key. A reader that has gone has enough. */
function unwrittenCode(): number {
  const code = broken.get(process.stdout) ?? (isClosed(1) ? "it is closed" : undefined);
  if (code === undefined || code === "EPIPE") return 0;
  try {
    writeSync(
      2,
      `postroom: The output could not be written (${code}); the command itself was carried out.\n`,
    );
  } catch {
    // Nothing is left to say it with.
  }
  return 1;
}

/** fcntl(2) on Linux, by fdinfo of proc(5) */
const closeOnExec = 0o2000000;

/**
 * Whether nothing was open here when the program began: the runtime opens /dev/null there. It marks that as its own, as nothing is
 * that a program is started with. execve(2)
 */
function isClosed(descriptor: number): boolean {
  try {
    const [, flags = "0"] =
      /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (
      (Number.parseInt(flags, 8) & closeOnExec) !== 0 &&
      readlinkSync(`/proc/self/fd/${descriptor}`) === "/dev/null"
    );
  } catch {
    return false;
  }
}

/** The wait of a server for a reader of its last lines. */
const unreadMs = 1000;

/** Outputs that took no more, as on a full disk, with the error's code: the runtime does not say again that they ended. */
const broken = new Map<NodeJS.WriteStream, string>();

/** Settles when all output is written: a pipe takes 64 kB at once, and the end of the process drops the rest. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (broken.has(stream)) return resolve();
    // The reader may have gone, as `head` does.
    stream.on("error", () => resolve());
    stream.end(() => resolve());
  });
}
