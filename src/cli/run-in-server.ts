// The asking side of the control socket: a command runs inside the server that holds the embedded database.
import { existsSync } from "node:fs";
import { type Config, dataPath } from "../config/config.ts";
import { type CliCommand, CommandError, type ControlLine, type Input, type Output } from "./context.ts";
import { HungServer } from "./hung-server.ts";

/** A server that says nothing for so long hangs: it gives a sign of life each second. */
const silentMs = 5000;

/**
 * Runs a command inside the server that holds DATA_DIR.
 * @returns null when no server runs
 * @throws CommandError when the server ends before the command does; HungServer when it does not answer
 */
export async function runInServer(
  config: Config,
  command: CliCommand,
  input: Input,
  progress: (text: string) => void = () => undefined,
): Promise<Output | null> {
  const unix = dataPath(config, "control.sock");
  if (!existsSync(unix)) return null;
  const silence = new Silence();
  const response = await Promise.race([
    fetch("http://control/", {
      unix,
      method: "POST",
      body: JSON.stringify({ name: command.name, input }),
      timeout: false,
      signal: silence.signal,
    } as BunFetchRequestInit).catch(() => null),
    silence.fallen,
  ]);
  if (silence.signal.aborted) throw new HungServer(config);
  if (!response?.body) {
    silence.end();
    return null;
  }
  try {
    for await (const told of linesOf(response.body)) {
      silence.broken();
      if ("output" in told) return told.output;
      if ("progress" in told) progress(told.progress);
    }
  } catch {
    // As below.
  } finally {
    silence.end();
  }
  if (silence.signal.aborted) throw new HungServer(config);
  throw new CommandError("The server ended before the command did. Start it and run the command again.");
}

/** Ends a request to a server that says nothing for `silentMs`. */
class Silence {
  readonly #abort = new AbortController();
  readonly #fallen = Promise.withResolvers<null>();
  #timer = this.#begin();

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Resolves when the server has said nothing for so long. */
  get fallen(): Promise<null> {
    return this.#fallen.promise;
  }

  broken(): void {
    this.end();
    this.#timer = this.#begin();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #begin(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#abort.abort();
      this.#fallen.resolve(null);
    }, silentMs);
  }
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
