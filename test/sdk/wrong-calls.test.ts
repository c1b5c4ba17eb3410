// Wrong calls that a program of Python writes: each is refused with what would be right, and that works; plain forms are taken.
// DECISIONS Errors
import { expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { eachApp } from "../support/app/app.ts";
import { storeKinds } from "../support/app/database.ts";
import { clientsFolder, noClients } from "../support/clients/others.ts";

/** Rows of wrong_calls.py. */
const rowCount = 156;

eachApp("wrong calls of Python", (t) => {
  // On one database: what the SDK says has none.
  test.skipIf(t.kind !== storeKinds[0] || noClients !== null)(
    "are answered with the right one, which then works",
    async () => {
      const [own, other, held] = [await t.address(), await t.address(), await t.address()];
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${held.id}/protection`, { outbound: "all", approver: "key" }),
      );
      const words = [t.api.base, t.api.key!, own.id, other.email, held.email];
      const child = Bun.spawn(
        [
          join(clientsFolder(), "venv/bin/python"),
          "-W",
          "ignore",
          join(import.meta.dir, "wrong_calls.py"),
          ...words,
        ],
        {
          env: {
            PYTHONPATH: resolve(import.meta.dir, "../../src/sdk/python"),
            PYTHONDONTWRITEBYTECODE: "1",
          },
          stdout: "pipe",
          stderr: "pipe",
        },
      );
      const [text, trouble] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect(trouble).toBe("");
      const rows = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { name: string; isGood: boolean; said: string });
      expect(rows.filter(({ isGood }) => !isGood)).toEqual([]);
      expect(rows).toHaveLength(rowCount);
    },
  );
});
