// The control socket: while a server holds the embedded database, other commands run inside it. The socket is in
// DATA_DIR, open to its owner only.
import { rmSync } from "node:fs";
import type { Core } from "../app/core.ts";
import { dataPath } from "../config/config.ts";
import type { CommandJob, ControlLine, Input, Output } from "./context.ts";
import { commands } from "./index.ts";
import { runCommand } from "./run-command.ts";

/** No idle timeout: a command such as check may take long. Bun types the option for TCP only. */
const noTimeout: object = { idleTimeout: 0 };

/** sun_path holds 104 to 108 bytes with its NUL. unix(7) */
const maxSocketPath = 103;

/** Serves commands to the owner of DATA_DIR. @throws Error when DATA_DIR is too long for a socket path */
export function listenControl(core: Core): { stop(): Promise<void> } {
  const unix = dataPath(core.config, "control.sock");
  if (Buffer.byteLength(unix) > maxSocketPath) {
    throw new Error(
      `DATA_DIR=${core.config.dataDir} is too long for the control socket. Choose a path of at most ${maxSocketPath - "/control.sock".length} bytes.`,
    );
  }
  // This process has locked the data directory, so the process that left the socket has ended.
  rmSync(unix, { force: true });
  // By umask, not chmod: other users may not open the socket at any moment.
  const umask = process.umask(0o177);
  const server = Bun.serve({
    unix,
    ...noTimeout,
    async fetch(request) {
      const { name, input } = (await request.json()) as { name: string; input: Input };
      const command = commands.find((candidate) => candidate.name === name);
      if (!command || !("run" in command))
        return new Response(
          jsonLine({ output: { stdout: "", stderr: `unknown command ${name}`, exitCode: 2 } }),
        );
      return new Response(watched(request.signal, (job) => runCommand(core, command, input, job)));
    },
  });
  process.umask(umask);
  return {
    async stop() {
      await server.stop(true);
      rmSync(unix, { force: true });
    },
  };
}

function jsonLine(told: ControlLine): string {
  return `${JSON.stringify(told)}\n`;
}

/** Milliseconds between two lines of progress. */
const progressMs = 200;
/** Between two signs of life of a server whose command says nothing. */
const aliveMs = 1000;

/** The lines of a running command. It is aborted when its caller goes away. */
function watched(signal: AbortSignal, run: (job: CommandJob) => Promise<Output>): ReadableStream<Uint8Array> {
  const abort = new AbortController();
  const encoder = new TextEncoder();
  let toldMs = 0;
  signal.addEventListener("abort", () => abort.abort());
  return new ReadableStream({
    async start(controller) {
      const tell = (told: ControlLine) => {
        if (!abort.signal.aborted) controller.enqueue(encoder.encode(jsonLine(told)));
      };
      const progress = (text: string) => {
        if (performance.now() - toldMs < progressMs) return;
        toldMs = performance.now();
        tell({ progress: text });
      };
      const alive = setInterval(() => tell({ alive: true }), aliveMs);
      try {
        tell({ alive: true });
        tell({ output: await run({ progress, signal: abort.signal }) });
      } finally {
        clearInterval(alive);
      }
      if (!abort.signal.aborted) controller.close();
    },
    cancel: () => abort.abort(),
  });
}
