// The asking side of the control socket: a command runs inside the server that holds the embedded database.
import { existsSync } from "node:fs";
import { type Config, dataPath } from "../config/config.ts";
import { type CliCommand, CommandError, type ControlLine, type Input, type Output } from "./context.ts";

/**
 * Runs a command inside the server that holds DATA_DIR.
 * @returns null when no server runs
 * @throws CommandError when the server ends before the command does
 */
export async function runInServer(
  config: Config,
  command: CliCommand,
  input: Input,
  progress: (text: string) => void = () => undefined,
): Promise<Output | null> {
  const unix = dataPath(config, "control.sock");
  if (!existsSync(unix)) return null;
  const response = await fetch("http://control/", {
    unix,
    method: "POST",
    body: JSON.stringify({ name: command.name, input }),
    timeout: false,
  } as BunFetchRequestInit).catch(() => null);
  if (!response?.body) return null;
  try {
    for await (const told of linesOf(response.body)) {
      if ("output" in told) return told.output;
      progress(told.progress);
    }
  } catch {
    // As below.
  }
  throw new CommandError("The server ended before the command did. Start it and run the command again.");
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ControlLine> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as ControlLine;
  }
}
