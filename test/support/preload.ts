// Loaded before every test file (bunfig.toml). Temporary files and databases of this process go with it, also when it is killed;
// the files of databases lie in memory where there is room: the suite makes hundreds of them, and a disk is slow at that.
import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collector } from "../../src/lib/collect.ts";
import { checkInvariants } from "../../src/lib/must.ts";
import { type DkimKey, rsaKeys } from "../../src/outbound/dkim.ts";
import { readTemplate } from "../../src/store/embedded/template.ts";
import { namePrefix } from "./app/name-prefix.ts";
import { watchStatements } from "./cluster/watch.ts";

const memory = "/dev/shm";
const folders = [tmpdir(), hasRoom(memory) ? memory : tmpdir()].map((at) =>
  join(at, `postroom-${process.pid}`),
);
for (const folder of folders) mkdirSync(folder, { recursive: true });
[process.env.TMPDIR, process.env.POSTROOM_TEST_STORE_DIR] = folders;

// It reads until this process is gone, however that ends; servers that it leaves are gone a moment later.
const script = `trap '' HUP INT TERM; cat; "$0" "$1" "$2"; shift 2; rm -rf "$@" || { sleep 5; rm -rf "$@"; }`;
const bun = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? "true" : process.execPath;
const drop = [bun, join(import.meta.dir, "app/drop-databases.ts"), namePrefix];
const ending = ["sh", "-c", script, ...drop, ...folders];
Bun.spawn(ending, { stdin: "pipe", stdout: "ignore", stderr: "ignore" }).unref();

checkInvariants();
// A fresh checkout has no database template: no test's time is spent on making it.
await readTemplate();
await watchStatements();
keepRsaKeys(4);
collectSeldom(20_000);

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 * 1024 ** 3;
}

/** Every domain has an RSA pair, whose making takes 75 ms of processor time: after so many they come round again. */
function keepRsaKeys(maxKeys: number): void {
  const { make } = rsaKeys;
  const kept: DkimKey[] = [];
  let drawn = 0;
  rsaKeys.make = async () => {
    if (drawn++ >= maxKeys && kept.length > 0) return kept[drawn % kept.length]!;
    const key = await make();
    kept.push(key);
    return key;
  };
}

/** A full collection takes long in a process that holds the code of hundreds of test files: a fifth of its main thread's time. */
function collectSeldom(everyMs: number): void {
  const { full } = collector;
  let nextMs = 0;
  collector.full = (atOnce) => {
    if (performance.now() < nextMs) return;
    full(atOnce);
    nextMs = performance.now() + everyMs;
  };
}
