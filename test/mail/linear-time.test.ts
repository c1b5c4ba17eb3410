// Mails that are made to cost: short ones that met expressions of exponential time, and 64 kB of what repeats in each grammar. A
// process reads them, which is ended when it takes long, so that nothing here can hang a run.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { shapesOf } from "./linear-time/shapes.ts";

/** Milliseconds for one: a thousand times what it takes, and less than any power needs. */
const patience = 120_000;

describe("a mail that is made to cost", () => {
  test("is read in linear time, whatever repeats in it", async () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "linear-time/read.ts")], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const read: string[] = [];
    const watch = { timer: setTimeout(() => child.kill("SIGKILL"), patience) };
    const decoder = new TextDecoder();
    let text = "";
    for await (const piece of child.stdout) {
      text += decoder.decode(piece, { stream: true });
      const lines = text.split("\n");
      text = lines.pop()!;
      read.push(...lines);
      clearTimeout(watch.timer);
      watch.timer = setTimeout(() => child.kill("SIGKILL"), patience);
    }
    clearTimeout(watch.timer);
    await child.exited;
    // What is missing here was never read to its end.
    expect(read).toEqual(Object.keys(shapesOf(0)));
    expect(child.exitCode).toBe(0);
  }, 1_800_000);
});
