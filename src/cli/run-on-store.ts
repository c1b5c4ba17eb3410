// A command on the store: inside the server that holds the embedded database, else in this process.
import { existsSync } from "node:fs";
import { defaultDeps } from "../app/app.ts";
import { openCore } from "../app/core.ts";
import { type Config, dataPath } from "../config/config.ts";
import { refuseUnfinished } from "../store/backup/unfinished.ts";
import { type CliCommand, CommandError, type Input, type Output } from "./context.ts";
import { runCommand, terminalProgress } from "./run-command.ts";
import { runInServer } from "./run-in-server.ts";

/** A first SIGINT or SIGTERM asks the command to stop, a second one ends the process. */
export async function runOnStore(config: Config, command: CliCommand, input: Input): Promise<Output> {
  const progress = terminalProgress();
  try {
    const answer = config.databaseUrl === null ? await runInServer(config, command, input, progress) : null;
    return answer ?? (await runHere(config, { command, input, progress }));
  } finally {
    progress("");
  }
}

/** @throws CommandError, BackupError: the embedded database is not there, or not whole */
export function refuseWithoutDatabase(config: Config): void {
  if (config.databaseUrl !== null) return;
  // A restore that was interrupted before its rows has left no database either.
  refuseUnfinished(config.dataDir);
  if (existsSync(dataPath(config, "postgres"))) return;
  throw new CommandError(
    `DATA_DIR=${config.dataDir} has no database, and none was made. Name the directory of the server, or start one there: postroom serve (or postroom init).`,
  );
}

const signals = ["SIGTERM", "SIGINT"] as const;

async function runHere(
  config: Config,
  { command, input, progress }: { command: CliCommand; input: Input; progress: (text: string) => void },
): Promise<Output> {
  if (command.name !== "init") refuseWithoutDatabase(config);
  const quiet: Config = { ...config, logLevel: "error" };
  const core = await openCore(quiet, defaultDeps(quiet));
  const abort = new AbortController();
  const stop = () => abort.abort();
  for (const name of signals) process.once(name, stop);
  try {
    return await runCommand(core, command, input, { progress, signal: abort.signal });
  } finally {
    for (const name of signals) process.removeListener(name, stop);
    await core.close();
  }
}
