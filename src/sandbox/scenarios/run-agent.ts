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

/** Characters of output that a transcript keeps. */
const maxOutput = 100_000;

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
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  clearTimeout(alarm);
  running.delete(child.pid);
  return {
    atMs,
    exitCode: isLate ? null : (child.exitCode ?? 1),
    output: (stdout + stderr).slice(0, maxOutput),
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended by itself.
  }
}
