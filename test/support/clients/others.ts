// Programs of others that tests run as clients: from npm and PyPI, installed by .ci/clients/install into the folder that
// POSTROOM_TEST_CLIENTS names. Without it their tests are skipped, and say so.
import { existsSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.POSTROOM_TEST_CLIENTS;

/** Why tests with programs of others are skipped; null: they run. */
export const noClients =
  folder !== undefined && existsSync(join(folder, "node_modules/.bin"))
    ? null
    : "POSTROOM_TEST_CLIENTS names no folder that .ci/clients/install has filled";

/** Where the programs are. */
export function clientsFolder(): string {
  return folder!;
}

export interface Ran {
  exitCode: number;
  /** stdout and stderr. */
  text: string;
}

/** Runs a program of node_modules/.bin or venv/bin to its end. */
export async function runClient(
  words: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<Ran> {
  const [name, ...rest] = words as [string, ...string[]];
  const places = ["venv/bin", "node_modules/.bin"].map((place) => join(clientsFolder(), place));
  const program = places.map((place) => join(place, name)).find((path) => existsSync(path)) ?? name;
  const child = Bun.spawn([program, ...rest], {
    cwd,
    env: { HOME: cwd, TMPDIR: cwd, PATH: [...places, process.env.PATH].join(":"), ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, text: texts.join("") };
}
