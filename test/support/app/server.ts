// The real server as a process of its own, for tests of what a kill, a signal or a second process does.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runtimeSettings } from "../../../src/config/runtime.ts";
import { testEnv } from "./app.ts";
import type { TempStore } from "./database.ts";
import { executable } from "./executable.ts";

export type Store = Pick<TempStore, "dataDir" | "databaseUrl">;

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Server {
  readonly ports: { http: number; smtp: number };
  readonly process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** Resolves when this has been written to stderr. */
  said(text: string): Promise<string>;
  /** All of stderr so far. */
  log(): string;
  /** Resolves, to all of stdout so far, when this has been written there. */
  printed(text: string): Promise<string>;
  /** Ends it without a word, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves to the status and everything that it printed. */
  stop(): Promise<Finished>;
}

/** A test run that ends leaves no server behind. setpriv(1) */
export const tied =
  process.platform === "linux" && Bun.which("setpriv") ? ["setpriv", "--pdeathsig", "KILL", "--"] : [];

/** The environment of a process: these settings and nothing of this one's. */
export function cleanEnv(settings: Record<string, string>): Record<string, string> {
  const { PATH = "", HOME = "/", TMPDIR = "/tmp" } = process.env;
  return { PATH, HOME, TMPDIR, ...settings };
}

/**
 * Settings of the runtime that this process has, for a program that lives no longer (`.ci/tests`), with the program's own,
 * so that it need not begin anew with them.
 */
function runtimeOfThis(): Record<string, string> {
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => /^(?:BUN_JSC|MIMALLOC)_/.test(entry[0]) && entry[1] !== undefined,
  );
  return given.length === 0 ? {} : { ...runtimeSettings, ...Object.fromEntries(given) };
}

/** Starts `serve` and waits until it is ready. @throws Error with its stderr when it ends before that */
export async function startServer(store: Store, settings: Record<string, string> = {}): Promise<Server> {
  const portsFile = join(store.dataDir, "ports.json");
  rmSync(portsFile, { force: true });
  const child = Bun.spawn([...tied, await executable(), "serve"], {
    env: cleanEnv({ ...runtimeOfThis(), ...testEnv(store), ...settings }),
    cwd: store.dataDir,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stdout = new Lines(child.stdout);
  const stderr = new Lines(child.stderr);
  while (!existsSync(portsFile)) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${await stderr.all()}`);
    await Bun.sleep(10);
  }
  return {
    ports: JSON.parse(readFileSync(portsFile, "utf8")) as Server["ports"],
    process: child,
    said: (text) => stderr.wait(text),
    log: () => stderr.text,
    printed: (text) => stdout.wait(text),
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
    async stop() {
      child.kill("SIGTERM");
      const exitCode = await child.exited;
      return { exitCode, stdout: await stdout.all(), stderr: await stderr.all() };
    },
  };
}

/** Runs a command to its end. */
export async function runCommand(
  store: Store,
  words: readonly string[],
  rest: { settings?: Record<string, string>; stdin?: string; killWhen?: () => Promise<boolean> } = {},
): Promise<Finished> {
  const child = Bun.spawn([await executable(), ...words], {
    env: cleanEnv({ ...runtimeOfThis(), ...testEnv(store), ...rest.settings }),
    cwd: store.dataDir,
    stdin: rest.stdin === undefined ? "ignore" : Buffer.from(rest.stdin),
    stdout: "pipe",
    stderr: "pipe",
  });
  const { killWhen } = rest;
  while (killWhen && child.exitCode === null) {
    if (await killWhen()) {
      child.kill("SIGKILL");
      break;
    }
    await Bun.sleep(1);
  }
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { exitCode: await child.exited, stdout, stderr };
}

/** What a process writes, kept and waited for. */
class Lines {
  #text = "";
  #ended = false;
  #waiting: (() => void)[] = [];
  readonly #end: Promise<void>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#end = this.#read(stream);
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      this.#text += decoder.decode(chunk, { stream: true });
      for (const wake of this.#waiting.splice(0)) wake();
    }
    this.#ended = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async wait(text: string): Promise<string> {
    while (!this.#text.includes(text)) {
      if (this.#ended) throw new Error(`it ended without saying "${text}": ${this.#text}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#text;
  }

  get text(): string {
    return this.#text;
  }

  async all(): Promise<string> {
    await this.#end;
    return this.#text;
  }
}
