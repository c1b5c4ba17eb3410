// A process that loads all modules of the program and prints the regular expressions that were put together meanwhile: those
// made by `RegExp`, and the patterns of schemas, which become ones when something is validated. Started by find.ts.
import { join } from "node:path";
import type { Built } from "./find.ts";

const repository = `${join(import.meta.dir, "../../..")}/`;
const built: Built[] = [];
const own = RegExp;

/** The place in the program that called `RegExp`, or null where a library did. */
function callerOf(stack: string): string | null {
  const caller = stack.split("\n").find((line) => line.includes("/") && !line.includes(import.meta.path));
  const at = caller?.match(/\(?(\/[^():]+):(\d+):\d+\)?$/);
  if (!at?.[1]?.startsWith(repository)) return null;
  const file = at[1].slice(repository.length);
  return /^(?:src|actors)\//.test(file) ? `${at[1]}:${at[2]}` : null;
}

globalThis.RegExp = new Proxy(own, {
  construct: (target, args, receiver) => note(Reflect.construct(target, args, receiver)),
  apply: (target, self, args) => note(Reflect.apply(target, self, args)),
});

function note(made: RegExp): RegExp {
  const place = callerOf(new Error().stack ?? "");
  if (place !== null) built.push({ source: made.source, flags: made.flags, place });
  return made;
}

const modules = [...new Bun.Glob("{src,actors}/**/*.ts").scanSync(repository)].sort();
for (const file of modules) {
  if (file.endsWith(".d.ts") || (await begins(file))) continue;
  const loaded = (await import(join(repository, file))) as Record<string, unknown>;
  if (file.startsWith("src/schema/"))
    for (const value of Object.values(loaded)) notePatterns(value, join(repository, file), new Set());
}
process.stdout.write(JSON.stringify(built), () => process.exit(0));

/** Whether a module begins something when it is loaded: a program, a thread, a child process, a page's script. */
async function begins(file: string): Promise<boolean> {
  if (/^src\/(?:main\.ts$|console\/client\/)/.test(file)) return true;
  return /^(?:self\.onmessage|addEventListener|declare var self|parentPort|process\.on\("message")/m.test(
    await Bun.file(join(repository, file)).text(),
  );
}

function notePatterns(value: unknown, place: string, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const { pattern } = value as { pattern?: unknown };
  if (typeof pattern === "string")
    built.push({ source: new own(pattern).source, flags: "", place: `${place}:0` });
  for (const inner of Object.values(value)) notePatterns(inner, place, seen);
}
