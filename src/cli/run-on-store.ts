// A command on the store: inside the server that holds the embedded database, else in this process.
import { defaultDeps } from "../app/app.ts";
import { openCore } from "../app/core.ts";
import type { Config } from "../config/config.ts";
import type { Command, Input, Output } from "./context.ts";
import { runCommand } from "./control.ts";
import { runInServer } from "./run-in-server.ts";

export async function runOnStore(config: Config, command: Command, input: Input): Promise<Output> {
  const answer = config.databaseUrl === null ? await runInServer(config, command, input) : null;
  return answer ?? runHere(config, command, input);
}

async function runHere(config: Config, command: Command, input: Input): Promise<Output> {
  const quiet: Config = { ...config, logLevel: "error" };
  const core = await openCore(quiet, defaultDeps(quiet));
  try {
    return await runCommand(core, command, input);
  } finally {
    await core.close();
  }
}
