// The server while a setup goes on: the one that runs already, or one that is started for it and stopped at its end.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { type Config, dataPath } from "../../config/config.ts";
import { ownProgram } from "../../config/runtime.ts";
import { checkServer } from "../../doctor/checks/server.ts";
import { contextOf } from "../../doctor/context.ts";
import { systemClock } from "../../lib/clock.ts";
import { CommandError } from "../context.ts";

export interface RunningServer {
  /** Whether it was started here. */
  isOwn: boolean;
  stop(): Promise<void>;
}

export async function isServing(config: Config): Promise<boolean> {
  const findings = await checkServer(await contextOf(null, { config, clock: systemClock }));
  return findings.every(({ severity }) => severity === "ok");
}

const stepMs = 200;

/** @param env of the server @throws CommandError with what a server that ends has said */
export async function ensureServer(
  config: Config,
  env: Record<string, string | undefined>,
): Promise<RunningServer> {
  if (await isServing(config)) return { isOwn: false, stop: async () => {} };
  mkdirSync(config.dataDir, { recursive: true });
  rmSync(dataPath(config, "ports.json"), { force: true });
  const logFile = dataPath(config, "setup.log");
  const log = openSync(logFile, "w", 0o600);
  const own = Object.entries(env).filter(([name]) => !name.startsWith("POSTROOM_DNS_"));
  const child = Bun.spawn([...ownProgram(), "serve"], {
    // Credentials of a zone are no server's.
    env: Object.fromEntries(own),
    stdin: "ignore",
    stdout: log,
    stderr: log,
  });
  closeSync(log);
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
  };
  try {
    while (!existsSync(dataPath(config, "ports.json"))) {
      if (child.exitCode !== null) throw new CommandError(whyEnded(readFileSync(logFile, "utf8")));
      await rest(stepMs);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { isOwn: true, stop };
}

function whyEnded(text: string): string {
  const said = text
    .trim()
    .split("\n")
    .findLast((line) => line.startsWith("postroom: "));
  const reason = said?.slice("postroom: ".length) ?? text.trim().split("\n").at(-1) ?? "it said nothing";
  const remedy = /needs more rights/.test(reason)
    ? `\nLet the program take small ports: sudo setcap cap_net_bind_service=+ep ${ownProgram().at(-1)}\nthen run setup again.`
    : "";
  return `The server does not start: ${reason}${remedy}`;
}
