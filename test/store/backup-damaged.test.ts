// Places of backups that are damaged, or can be read alone: what is wrong is named, and the rest is read.
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, backupPrune, backupVerify } from "../../src/cli/backup.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { openPlace } from "../../src/store/backup/places.ts";
import { testEnv } from "../support/app/app.ts";
import { tempStore } from "../support/app/database.ts";

const root = mkdtempSync(join(tmpdir(), "damaged-"));
const whole = join(root, "whole");
let store: Awaited<ReturnType<typeof tempStore>>;
let config: Config;
let manifests: string[] = [];

beforeAll(async () => {
  store = await tempStore("embedded");
  const database = await store.open();
  await database.values(
    "insert into policy_reports (kind, day, domain, attempts) values ('tls', '2020-01-01', 'a.example', 0) returning 1",
  );
  await database.close();
  config = readConfig(testEnv(store));
  for (let times = 0; times < 2; times++) await run(backup, [whole]);
  manifests = readdirSync(join(whole, "backups")).sort();
  expect(manifests.length).toBe(2);
});
afterAll(async () => {
  await store.dispose();
  rmSync(root, { recursive: true, force: true });
});

type Command = typeof backup;

async function run(command: Command, positionals: string[], options: Record<string, string | true> = {}) {
  try {
    return await command.runHere(config, { positionals, options }, () => undefined);
  } catch (error) {
    return { stdout: "", stderr: (error as Error).message, exitCode: 1 };
  }
}

/** A copy of the whole place, for a test to damage. */
function copy(): string {
  const folder = mkdtempSync(join(root, "copy-"));
  cpSync(whole, folder, { recursive: true });
  return folder;
}

function anObject(place: string): string {
  const files = readdirSync(join(place, "blobs"), { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile())!;
  return join(file.parentPath, file.name);
}

for (const [damage, bytes] of [
  ["emptied", ""],
  ["cut off", null],
  ["zeros", "\0".repeat(4096)],
  ["another file", "hello\n"],
] as const)
  test(`a list that is ${damage} is named as damaged, and the other backups are read`, async () => {
    const place = copy();
    const newest = join(place, "backups", manifests[1]!);
    writeFileSync(newest, bytes ?? readFileSync(newest).subarray(0, -40));
    const verified = await run(backupVerify, [place], { all: true });
    expect(verified.exitCode).toBe(1);
    expect(verified.stdout).toContain(`is damaged: backups/${manifests[1]}`);
    expect(verified.stdout).toMatch(/[1-9]\d* objects, 0 problems\.\n/);
    expect(verified.stdout).toContain("0 objects, 1 problem.\n");
    // What the damaged one needs is not known: nothing is deleted, and the file to delete is named.
    const pruned = await run(backupPrune, [place], { keep: "1" });
    expect([pruned.exitCode, pruned.stderr]).toEqual([1, expect.stringContaining(manifests[1]!)]);
    expect(readdirSync(join(place, "backups")).length).toBe(2);
    // The next backup goes on from the whole one.
    expect((await run(backup, [place])).stdout).toContain("rows");
  });

test("a list of a later format asks for the newer program", async () => {
  const place = copy();
  writeFileSync(join(place, "backups", manifests[1]!), "postroom backup 2\n{}");
  expect((await run(backupVerify, [place])).stdout).toContain("newer Postroom");
});

test("an object that cannot be read is one problem among others", async () => {
  const place = copy();
  const object = anObject(place);
  rmSync(object);
  mkdirSync(object);
  const { stdout, exitCode } = await run(backupVerify, [place]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain("(EISDIR)");
  expect(stdout).toMatch(/[1-9]\d* objects, 1 problem\./);
});

test("a copy without its lock is read, and a folder that is no place is not", async () => {
  const place = copy();
  rmSync(join(place, "lock"));
  expect((await run(backupVerify, [place])).stdout).toContain("0 problems");
  expect((await run(backupVerify, [root])).stderr).toContain("holds no backups");
});

// Root may write everywhere: permissions bind only other users.
test.skipIf(process.getuid?.() === 0)("a place that can be read alone is read", async () => {
  const place = copy();
  for (const path of [join(place, "lock"), place]) chmodSync(path, path === place ? 0o500 : 0o400);
  try {
    openPlace(place, null, { make: false }).close();
    expect((await run(backupVerify, [place])).stdout).toContain("0 problems");
  } finally {
    chmodSync(place, 0o700);
  }
});
