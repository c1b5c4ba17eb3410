// The hold of the data directory, with real processes.
import { afterAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownRemedy } from "../../src/store/database/remedies.ts";
import { lockDataDir } from "../../src/store/embedded/data-dir.ts";
import { freeReserve, holdReserve, keepReserve, reserveBytes } from "../../src/store/embedded/reserve.ts";
import { eventually } from "../support/app/app.ts";

const root = mkdtempSync(join(tmpdir(), "postroom-test-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const script = join(import.meta.dir, "../support/app/lock-child.ts");

/** A process that says "held", or why not, and then waits. */
async function holder(dir: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, script, dir, ...args], {
    stdout: "pipe",
    stderr: "inherit",
    stdin: "pipe",
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return { child, said: new TextDecoder().decode(value) };
}

test("makes the directory for its owner alone", async () => {
  const dir = join(root, "a/b");
  const hold = await lockDataDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dir)).toEqual(["lock"]);
  hold.release();
});

test("takes a relative path", async () => {
  const child = Bun.spawn([process.execPath, script, "some/where"], {
    cwd: root,
    stdout: "pipe",
    stdin: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("held");
  child.kill("SIGKILL");
  await child.exited;
  expect(readdirSync(join(root, "some/where"))).toEqual(["lock"]);
});

test("a second process is told which directory is in use", async () => {
  const dir = join(root, "two");
  const first = await holder(dir);
  expect(first.said).toBe("held");
  const second = await holder(dir);
  expect(second.said).toBe(
    `DATA_DIR=${dir} is in use by another Postroom process. Stop that one, or set DATA_DIR to another directory.`,
  );
  expect(knownRemedy(new Error(second.said))).toContain("control.sock");
  first.child.kill("SIGSTOP");
  await eventually(async () => readFileSync(`/proc/${first.child.pid}/status`, "utf8").includes("(stopped)"));
  expect((await holder(dir)).said).toBe(
    `DATA_DIR=${dir} is in use by another Postroom process (${first.child.pid}), which was stopped by a signal. Let it go on: kill -CONT ${first.child.pid}`,
  );
  first.child.kill("SIGKILL");
  await first.child.exited;
  const third = await holder(dir);
  expect(third.said).toBe("held");
  third.child.kill("SIGKILL");
  await third.child.exited;
});

test("the same process cannot lock it twice, but again after releasing it", async () => {
  const dir = join(root, "same");
  const hold = await lockDataDir(dir);
  expect(await lockDataDir(dir).catch((error) => error.name)).toBe("DataDirError");
  hold.release();
  hold.release();
  (await lockDataDir(dir)).release();
});

// DECISIONS Settings and command line: One process holds a data directory, by the kernel, and a kill leaves nothing behind
test("kill -9 releases it, though a child of the killed process lives on", async () => {
  const dir = join(root, "killed");
  const first = await holder(dir, "with-child");
  expect(first.said).toMatch(/^held, child \d+$/);
  first.child.kill("SIGKILL");
  await first.child.exited;
  const second = await holder(dir);
  expect(second.said).toBe("held");
  second.child.kill("SIGKILL");
  await second.child.exited;
  process.kill(Number(first.said.split(" ").at(-1)), "SIGKILL");
});

test("a directory that cannot be made", async () => {
  const error = await lockDataDir("/proc/nothing/here").catch((thrown) => thrown);
  expect(error.name).toBe("DataDirError");
  expect(error.message).toStartWith("DATA_DIR=/proc/nothing/here cannot be used: ");
});

test("what cannot be given up of the reserve hinders no start", () => {
  const dir = join(root, "odd");
  mkdirSync(join(dir, "reserve.new"), { recursive: true });
  expect(freeReserve(dir)).toBe(false);
  keepReserve(dir);
  expect(readdirSync(dir)).toEqual(["reserve.new"]);
});

const canMount = process.getuid?.() === 0 && Bun.spawnSync(["unshare", "-m", "true"]).exitCode === 0;

// DECISIONS Settings and command line
test.skipIf(!canMount)(
  "a start on a full disk has the room that was kept for it, which is kept again once there is room",
  async () => {
    const dir = join(root, "full");
    mkdirSync(dir);
    expect(Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", dir]).exitCode).toBe(0);
    try {
      keepReserve(dir);
      expect(statSync(join(dir, "reserve")).mode & 0o777).toBe(0o600);
      expect(freeReserve(dir)).toBe(false);
      const { bavail, bsize } = statfsSync(dir);
      writeFileSync(join(dir, "fill"), Buffer.alloc(bavail * bsize));
      expect(() => writeFileSync(join(dir, "recovered"), "x")).toThrow("ENOSPC");
      expect(freeReserve(dir)).toBe(true);
      writeFileSync(join(dir, "recovered"), Buffer.alloc(reserveBytes));
      // the disk stays as full as it was: nothing is kept until there is room
      keepReserve(dir);
      expect(readdirSync(dir).toSorted()).toEqual(["fill", "recovered"]);
      expect(freeReserve(dir)).toBe(false);
      const letBe = holdReserve(dir, 1);
      try {
        expect(existsSync(join(dir, "reserve"))).toBe(false);
        rmSync(join(dir, "fill"));
        await eventually(() => existsSync(join(dir, "reserve")));
      } finally {
        letBe();
      }
    } finally {
      Bun.spawnSync(["umount", dir]);
    }
  },
);
