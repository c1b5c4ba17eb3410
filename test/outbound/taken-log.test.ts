// What was noted as taken, and is open still, is there whenever the process is killed: also while its file is written anew.
import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leftTaken } from "../../src/outbound/taken-log.ts";

test("a kill while the file is written anew loses nothing that is open", async () => {
  for (let kill = 0; kill < 12; kill++) {
    const dir = mkdtempSync(join(tmpdir(), "taken-"));
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "noting.ts"), dir, "250"], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const said = child.stdout.getReader();
    await said.read();
    expect(leftTaken(dir)).toEqual([]);
    const [first] = readdirSync(dir);
    // A file of another name, or a shorter one, says that it is written anew. Killed anywhere then.
    for (let size = 0; ; ) {
      const now = Bun.file(join(dir, first!));
      const isThere = await now.exists();
      if (!isThere || now.size < size) break;
      size = now.size;
    }
    child.kill("SIGKILL");
    await child.exited;
    const left = new Set(leftTaken(dir).flatMap(({ mails }) => mails.map(({ messageId }) => messageId)));
    const open = Array.from({ length: 250 }, (_, n) => `open-${n}`);
    expect(open.filter((id) => !left.has(id))).toEqual([]);
    rmSync(dir, { recursive: true });
  }
}, 60_000);
