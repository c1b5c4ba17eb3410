// The Python SDK in a process of its own, which takes a call a line.
import { join, resolve } from "node:path";
import { clientsFolder } from "./others.ts";

export interface Credentials {
  url: string;
  key: string;
}

export interface Refused {
  status: number;
  code: string;
  message: string;
}

export interface PythonSdk {
  /** A method by its path, `messages.reply`, and its arguments; the rows of a list, and bytes as text. @throws Error what the SDK raised, of an ApiError with `refusal` */
  invoke(method: string, ...given: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** What the SDK raised where the API refused. */
export class PythonRefusal extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal.message);
  }
}

export function startPythonSdk({ url, key }: Credentials): PythonSdk {
  const driver = join(import.meta.dir, "python_sdk.py");
  const child = Bun.spawn([join(clientsFolder(), "venv/bin/python"), "-u", driver, url, key], {
    env: {
      PYTHONPATH: resolve(import.meta.dir, "../../../src/sdk/python"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  return {
    async invoke(method, ...given) {
      child.stdin.write(`${JSON.stringify({ method, given })}\n`);
      child.stdin.flush();
      const { value } = await lines.next();
      const said = JSON.parse(value ?? '{"error":"the process ended"}') as {
        answer?: unknown;
        error?: string;
        refusal?: Refused;
      };
      if (said.refusal) throw new PythonRefusal(said.refusal);
      if (said.error !== undefined) throw new Error(`${method}: ${said.error}`);
      return said.answer;
    },
    async close() {
      child.stdin.end();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
}
