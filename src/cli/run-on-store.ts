// A command on the store: inside the server that holds the embedded database, else in this process.
import { defaultDeps } from "../app/app.ts";
import { openCore } from "../app/core.ts";
import type { Config } from "../config/config.ts";
import type { Command, Input, Output } from "./context.ts";
import { runCommand, terminalProgress } from "./control.ts";
import { runInServer } from "./run-in-server.ts";

/** A first SIGINT or SIGTERM asks the command to stop, a second one ends the process. */
export async function runOnStore(config: Config, command: Command, input: Input): Promise<Output> {
  const progress = terminalProgress();
  try {
    const answer = config.databaseUrl === null ? await runInServer(config, command, input, progress) : null;
    return answer ?? (await runHere(config, { command, input, progress }));
  } finally {
    progress("");
  }
}

async function runHere(
  config: Config,
  { command, input, progress }: { command: Command; input: Input; progress: (text: string) => void },
): Promise<Output> {
  const quiet: Config = { ...config, logLevel: "error" };
  const core = await openCore(quiet, defaultDeps(quiet));
  const abort = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => abort.abort());
  try {
    return await runCommand(core, command, input, { progress, signal: abort.signal });
  } finally {
    await core.close();
  }
}
