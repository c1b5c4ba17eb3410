// Commands on the store of a running app, as its control socket runs them.
import type { Core } from "../../../src/app/core.ts";
import type { Output } from "../../../src/cli/context.ts";
import { findCommand, readInput } from "../../../src/cli/index.ts";
import { runCommand } from "../../../src/cli/run-command.ts";

/** @throws Error when the words name no command of the store */
export function runOnStore(core: Core, words: readonly string[], stdin?: string): Promise<Output> {
  const { command, rest } = findCommand(words)!;
  if (!("run" in command)) throw new Error(`${command.name} is not a command of the store`);
  return runCommand(core, command, { ...readInput(command, rest), stdin });
}
