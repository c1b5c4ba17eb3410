// Mail programs that are installed here: run in a folder of their own, and the state they leave behind.

import { test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { programPath } from "../support/clients/programs.ts";
import type { ImapTalk } from "../support/imap/client.ts";

export const env = {
  IMAP_PORT: "0",
  IMAPS_PORT: "0",
  SUBMISSION_PORT: "0",
  SUBMISSIONS_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
};

export async function run(
  command: readonly string[],
  options: { input?: string; dir: string; ok?: readonly number[] },
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: options.dir,
    env: { ...process.env, HOME: options.dir, LC_ALL: "C.UTF-8", TERM: "xterm" },
    stdin: options.input === undefined ? "ignore" : Buffer.from(options.input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const guard = setTimeout(() => child.kill(9), 60_000);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  clearTimeout(guard);
  if (!(options.ok ?? [0]).includes(code))
    throw new Error(`${command[0]} ended with ${code}\n${out}\n${err}`);
  return out + err;
}

/** Skips when the program is not there. */
export function withProgram(program: string, name: string, body: () => Promise<void>): void {
  if (programPath(program) !== null) test(`${program} ${name}`, body, 90_000);
  else test.skip(`${program} ${name}: ${program} is not installed`, () => {});
}

export function files(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** UIDs and flags of all messages in a folder. */
export async function state(talk: ImapTalk, folder: string): Promise<string> {
  const [status] = await talk.ok(`STATUS ${folder} (MESSAGES UIDNEXT UIDVALIDITY HIGHESTMODSEQ)`);
  await talk.ok(`EXAMINE ${folder}`);
  const lines = await talk.ok("UID FETCH 1:* (FLAGS MODSEQ)");
  await talk.ok("UNSELECT");
  return [status, ...lines].join("\n").replaceAll(" \\Recent", "").replaceAll("\\Recent", "");
}
