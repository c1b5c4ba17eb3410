// One run of the agent: a command that finds in its environment where the world is and what it is to do.
import { sandboxRuntimeSettings } from "../../config/runtime.ts";
import type { AgentRun } from "./outcome.ts";

/** The variables that an agent finds. */
export interface AgentEnvironment {
  POSTROOM_URL: string;
  POSTROOM_API_KEY: string;
  /** The same, by the name that the clients and the command line read. */
  POSTROOM_KEY: string;
  POSTROOM_MCP_URL: string;
  POSTROOM_ADDRESS: string;
  POSTROOM_TASK: string;
  /** The world's time when it starts. */
  POSTROOM_NOW: string;
}

/** A command line for the shell, or a function in its place. */
export type Agent = string | ((environment: AgentEnvironment) => Promise<void>);

/** Octets of each stream's begin, and of its end, that a transcript keeps: the reason of a crash stands at the end. */
const keptOctets = 25_000;
/** For so long what an agent printed is read after its end: a process in a session of its own may hold the stream. */
const lastWordsMs = 1_000;

/** Groups of agents that run now. */
const running = new Set<number>();

/** Ends all agents, as this process ends. */
export function endAgents(): void {
  for (const pid of running) endGroup(pid);
}

export async function runAgent(
  agent: Agent,
  environment: AgentEnvironment,
  { atMs, seconds }: { atMs: number; seconds: number },
): Promise<AgentRun> {
  if (typeof agent !== "string") {
    await agent(environment);
    return { atMs, exitCode: 0, output: "" };
  }
  // By `env`, what is set here comes on top of what the command line's own environment has.
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  // The runtime's settings are of the sandbox: an agent in JavaScript runs as it would elsewhere.
  const unset = Object.keys(sandboxRuntimeSettings).flatMap((name) => ["-u", name]);
  const child = Bun.spawn(["env", ...unset, ...settings, "sh", "-c", agent], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // A group of its own, so that all that it started ends with it.
    detached: true,
  });
  running.add(child.pid);
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, seconds * 1000);
  const streams = [child.stdout, child.stderr].map(readPrinted);
  const exitCode = await child.exited;
  clearTimeout(alarm);
  // Processes that it left in the background end with it.
  endGroup(child.pid);
  running.delete(child.pid);
  const output = await printedBy(streams);
  return { atMs, exitCode: isLate ? null : exitCode, output };
}

/** Why a run counts as failed by itself; null: it ended as it should, or was ended, which the world says. */
export function crashOf({ exitCode, output }: AgentRun): string | null {
  if (exitCode === 0 || exitCode === null) return null;
  return `the agent ended with ${exitCode}: ${endOf(output)}`;
}

/** The end of what a command printed: from its last error on, below which a runtime may print a long stack. */
function endOf(output: string): string {
  const tail = output.trim().slice(-3000);
  const last = [...tail.matchAll(/^[\w.]{0,80}(?:Error|Exception)\b[^\n]{0,200}:/gm)].at(-1);
  return last === undefined ? tail.slice(-500) : tail.slice(last.index, last.index + 500);
}

interface Printed {
  text(): string;
  ended: Promise<void>;
  cancel(): void;
}

async function printedBy(streams: readonly Printed[]): Promise<string> {
  const late = Promise.withResolvers<void>();
  const alarm = setTimeout(late.resolve, lastWordsMs);
  await Promise.race([late.promise, Promise.all(streams.map(({ ended }) => ended))]);
  clearTimeout(alarm);
  for (const { cancel } of streams) cancel();
  return streams.map((one) => one.text()).join("");
}

/** Reads whatever is printed, and keeps how it begins and ends. */
function readPrinted(stream: ReadableStream<Uint8Array>): Printed {
  const reader = stream.getReader();
  let begin = Buffer.alloc(0);
  let end = Buffer.alloc(0);
  let leftOut = 0;
  const keep = (chunk: Uint8Array) => {
    const free = keptOctets - begin.length;
    if (free > 0) begin = Buffer.concat([begin, chunk.subarray(0, free)]);
    // A large chunk is copied at its end alone.
    const rest = chunk.subarray(Math.max(free, 0));
    const last = Buffer.concat([end, rest.subarray(-keptOctets)]);
    leftOut += end.length + rest.length - Math.min(last.length, keptOctets);
    end = last.subarray(-keptOctets);
  };
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      keep(value);
    }
  };
  return {
    text: () => `${begin}${leftOut > 0 ? `\n… ${leftOut} octets …\n` : ""}${end}`,
    ended: read().catch(() => {}),
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
}
