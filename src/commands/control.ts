// The control socket: while a server holds the embedded database, other commands run inside it. The socket is in
// DATA_DIR, open to its owner only.
import { chmodSync, existsSync, rmSync } from "node:fs";
import type { Core } from "../app.ts";
import { type Config, dataPath } from "../config.ts";
import { Failure, messageOf } from "../lib/failure.ts";
import { type Command, CommandError, type Input, type Output } from "./context.ts";
import { commands } from "./index.ts";

interface Answer extends Output {
  stderr?: string;
}

/** Serves commands to this machine's owner of DATA_DIR. */
export function listenControl(core: Core): { stop(): Promise<void> } {
  const unix = dataPath(core.config, "control.sock");
  // The data directory is held, so whoever left this socket is gone.
  rmSync(unix, { force: true });
  const server = Bun.serve({
    unix,
    async fetch(request) {
      const { name, input } = (await request.json()) as { name: string; input: Input };
      const command = commands.find((candidate) => candidate.name === name);
      if (!command) return Response.json({ stdout: "", stderr: `unknown command ${name}`, exitCode: 2 });
      return Response.json(await runCommand(core, command, input));
    },
  });
  chmodSync(unix, 0o600);
  return {
    async stop() {
      await server.stop(true);
      rmSync(unix, { force: true });
    },
  };
}

export async function runCommand(core: Core, command: Command, input: Input): Promise<Answer> {
  try {
    return await command.run(core, input);
  } catch (error) {
    if (error instanceof CommandError || error instanceof Failure)
      return { stdout: "", stderr: error.message, exitCode: 1 };
    core.log.error("a command failed", { command: command.name, error: messageOf(error) });
    return { stdout: "", stderr: `It failed: ${messageOf(error)}`, exitCode: 1 };
  }
}

/** Runs a command inside the server that holds the data directory; null when there is none. */
export async function runInServer(config: Config, command: Command, input: Input): Promise<Answer | null> {
  const unix = dataPath(config, "control.sock");
  if (!existsSync(unix)) return null;
  try {
    const response = await fetch("http://control/", {
      unix,
      method: "POST",
      body: JSON.stringify({ name: command.name, input }),
    });
    return (await response.json()) as Answer;
  } catch {
    return null;
  }
}
