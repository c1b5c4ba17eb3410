// The asking side of the control socket: a command runs inside the server that holds the embedded database.
import { existsSync } from "node:fs";
import { type Config, dataPath } from "../config/config.ts";
import type { Command, Input, Output } from "./context.ts";

/** Runs a command inside the server that holds DATA_DIR. @returns null when no server runs */
export async function runInServer(config: Config, command: Command, input: Input): Promise<Output | null> {
  const unix = dataPath(config, "control.sock");
  if (!existsSync(unix)) return null;
  try {
    const response = await fetch("http://control/", {
      unix,
      method: "POST",
      body: JSON.stringify({ name: command.name, input }),
      timeout: false,
    } as BunFetchRequestInit);
    return (await response.json()) as Output;
  } catch {
    return null;
  }
}
