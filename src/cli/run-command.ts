// Runs a command and makes its refusals output.
import type { Core } from "../app/core.ts";
import type { Config } from "../config/config.ts";
import { Failure, messageOf } from "../lib/failure.ts";
import { BackupError } from "../store/backup/places.ts";
import { withRemedy } from "../store/database/remedies.ts";
import {
  type CliCommand,
  CommandError,
  type CommandJob,
  type Input,
  type LocalCommand,
  type Output,
  unwatched,
} from "./context.ts";

export async function runCommand(
  core: Core,
  command: CliCommand,
  input: Input,
  job: CommandJob = unwatched,
): Promise<Output> {
  try {
    return await command.run(core, input, job);
  } catch (error) {
    if (isRefusal(error)) return { stdout: "", stderr: error.message, exitCode: 1 };
    core.log.error("a command failed", { command: command.name, error: messageOf(error) });
    return { stdout: "", stderr: `It failed: ${withRemedy(error)}`, exitCode: 1 };
  }
}

/** Writes progress on one line of a terminal; nothing where stderr is none. An empty text clears the line. */
export function terminalProgress(): (text: string) => void {
  return process.stderr.isTTY
    ? (text) => void process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`)
    : () => undefined;
}

/** Runs a command in this process; its progress goes to stderr, on one line of a terminal. */
export async function runLocal(config: Config, command: LocalCommand, input: Input): Promise<Output> {
  const progress = terminalProgress();
  try {
    const output = await command.runHere(config, input, progress);
    progress("");
    return output;
  } catch (error) {
    progress("");
    if (isRefusal(error)) return { stdout: "", stderr: error.message, exitCode: 1 };
    throw error;
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof CommandError || error instanceof Failure || error instanceof BackupError;
}
