// The built executable that tests start, as users do: made once for a state of the sources, kept beside the data directory's
// template, and shared by all test processes. It starts with a fifth of the CPU time that the sources take.
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { lockExclusively } from "../../../src/lib/libc.ts";

const repository = resolve(import.meta.dir, "../../..");
const cache = join(repository, "node_modules/.cache/postroom");
const sources = ["src", "actors", "migrations", "package.json", "bun.lock", "test/support/build.ts"];

let made: Promise<string> | null = null;

/** @returns its path */
export function executable(): Promise<string> {
  made ??= make();
  return made;
}

async function make(): Promise<string> {
  const file = join(cache, `tested-${stateOf(sources)}`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const lock = openSync(join(cache, "tested.lock"), "a");
  try {
    while (!lockExclusively(lock)) await Bun.sleep(50);
    if (existsSync(file)) return file;
    for (const name of readdirSync(cache))
      if (/^tested-[0-9a-f]+$/.test(name)) rmSync(join(cache, name), { force: true });
    const build = Bun.spawn(
      [process.execPath, join(repository, "test/support/build.ts"), "--outfile", `${file}.new`],
      { stdout: "ignore" },
    );
    if ((await build.exited) !== 0) throw new Error("the executable could not be built");
    renameSync(`${file}.new`, file);
    return file;
  } finally {
    closeSync(lock);
  }
}

/** A digest of the names, sizes and times of the files. */
function stateOf(paths: readonly string[]): string {
  const hash = createHash("sha256").update(Bun.version);
  const add = (path: string) => {
    const info = statSync(join(repository, path));
    if (info.isDirectory())
      for (const name of readdirSync(join(repository, path)).sort()) add(`${path}/${name}`);
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  paths.forEach(add);
  return hash.digest("hex").slice(0, 16);
}
