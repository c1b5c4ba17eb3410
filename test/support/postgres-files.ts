// bun test/support/postgres-files.ts FOLDER [FILE …]: names the FILEs, and test files beside them that ask PostgreSQL all that test
// files which run on it asked of the embedded database, by the notes in FOLDER (support/statements.ts), at little processor time.
// Greedy: next is the file that costs least for each unit that no file before it asks.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FileStatements } from "./statements.ts";

/** A file's cost before its first test. */
const startMs = 300;

const [folder, ...given] = process.argv.slice(2);
if (!folder || folder.startsWith("-")) {
  process.stdout.write(
    `${readFileSync(import.meta.path, "utf8")
      .split("\nimport")[0]!
      .replaceAll("// ", "")}\n`,
  );
  process.exit(folder === "--help" || folder === "-h" ? 0 : 2);
}
const repository = resolve(import.meta.dir, "../..");

/** Whether a file's suites run on both databases. Browsers see the pages alone, and are among the FILEs where they ask more. */
function isOnBoth(file: string): boolean {
  return (
    /^test\/(?:actors|app|console|dav|doctor|gate|http|imap|mcp|reading|smtp|store)\//.test(file) &&
    !file.endsWith(".e2e.test.ts") &&
    /\beach(?:App|Store|WholeStore)\(|\bstoreKinds\b/.test(readFileSync(join(repository, file), "utf8"))
  );
}

const files = readdirSync(folder)
  .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
  .map((line) => JSON.parse(line) as FileStatements)
  .filter(({ file }) => isOnBoth(file));
if (files.length === 0) throw new Error(`there are no notes of statements in ${folder}`);
const left = new Set(files.flatMap(({ asked }) => asked));
const all = left.size;
const chosen = new Map<string, FileStatements>();
const take = (one: FileStatements) => {
  chosen.set(one.file, one);
  for (const unit of one.asked) left.delete(unit);
};

for (const one of files) if (given.includes(one.file)) take(one);
while (left.size > 0) {
  let best: { one: FileStatements; rate: number } | null = null;
  for (const one of files) {
    const rate = one.asked.filter((unit) => left.has(unit)).length / (startMs + one.cpuMs);
    if (rate > (best?.rate ?? 0)) best = { one, rate };
  }
  if (!best) break;
  take(best.one);
}
// Those that others have made needless since go, the costliest first.
const counts = new Map<string, number>();
for (const { asked } of chosen.values())
  for (const unit of asked) counts.set(unit, (counts.get(unit) ?? 0) + 1);
for (const { file, asked } of [...chosen.values()].sort((a, b) => b.cpuMs - a.cpuMs)) {
  if (given.includes(file) || asked.some((unit) => counts.get(unit) === 1)) continue;
  chosen.delete(file);
  for (const unit of asked) counts.set(unit, counts.get(unit)! - 1);
}
const seconds = (some: Iterable<FileStatements>) =>
  Math.round([...some].reduce((sum, { cpuMs }) => sum + startMs + cpuMs, 0) / 1000);
process.stderr.write(
  `${chosen.size} of ${files.length} files ask PostgreSQL all ${all} clauses and columns, in ${seconds(chosen.values())} of ${seconds(files)} s of processor time\n`,
);
for (const file of new Set([...given, ...chosen.keys()])) process.stdout.write(`./${file}\n`);
