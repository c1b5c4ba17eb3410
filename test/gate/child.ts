// A server of the table in a process of its own, which can be killed: its clock stands where its parent says. It reads
// commands from stdin and answers on stdout, a line of JSON each. Argument: JSON of ChildOptions.
import { createInterface } from "node:readline";
import { ManualClock } from "../../src/lib/clock.ts";
import { startTestApp } from "../support/app/app.ts";
import { type Commands, commandsOf } from "./commands.ts";

export interface ChildOptions {
  store: { dataDir: string; databaseUrl: string | null };
  env: Record<string, string>;
  /** Where its clock stands, which moves by commands alone; Unix milliseconds. */
  at: number;
}

const { store, env, at } = JSON.parse(process.argv[2]!) as ChildOptions;
const clock = new ManualClock(at);
const app = await startTestApp(store, { clock, env });
const commands = commandsOf(app, clock);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const { accountId, domainId, domain } = app;
say({ id: 0, result: { accountId, domainId, domain, key: app.api.key } });

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, call, args } = JSON.parse(line) as { id: number; call: keyof Commands; args: never[] };
  try {
    say({ id, result: await (commands[call] as (...args: never[]) => Promise<unknown>)(...args) });
  } catch (error) {
    say({ id, error: String(error instanceof Error ? error.stack : error) });
  }
});
