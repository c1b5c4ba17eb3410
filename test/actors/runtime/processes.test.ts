// Four processes on one Postgres, 100 turns each on the same identity: nothing lost, nothing twice, no gap.
import { expect, test } from "bun:test";
import type { Received } from "../../../actors/identity/receiving/receive.ts";
import { openBlobStore } from "../../../src/store/blobs/open.ts";
import { check } from "../../../src/store/maintenance/check.ts";
import { createActorsFixture } from "../../support/app/actors.ts";
import { withDatabase } from "../../support/app/database.ts";

const child = new URL("../../support/app/turns-child.ts", import.meta.url).pathname;
const processes = 4;
const turns = 100;

const run = process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;

run("four processes take 100 turns each on one identity (POSTROOM_TEST_DATABASE_URL)", () =>
  withDatabase("postgres", async (database, { databaseUrl, dataDir }) => {
    const fixture = await createActorsFixture(database);
    const id = await fixture.identity();
    const outputs = await Promise.all(
      Array.from({ length: processes }, (_, n) =>
        startChild([databaseUrl!, dataDir, fixture.accountId, id, n]),
      ),
    );
    for (const { go } of outputs) go();
    const received = (await Promise.all(outputs.map(({ lines }) => lines))).flat();
    expect(received).toHaveLength(processes * turns);
    expect(received.filter(({ repeated }) => repeated)).toEqual([]);
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(400);

    const total = processes * turns;
    const numbers = Array.from({ length: total }, (_, n) => n + 1);
    const column = async (sql: string) => (await database.values(sql, [id])).map(([value]) => value);
    expect(await column("select uid from placements where identity_id = $1::uuid order by uid")).toEqual(
      numbers,
    );
    expect(await column("select modseq from changes where identity_id = $1::uuid order by modseq")).toEqual(
      numbers.map((n) => n + 1),
    );
    // A new identity stands at 1.
    expect(await column("select modseq from identities where id = $1::uuid")).toEqual([total + 1]);
    const stored = await column("select id from messages where identity_id = $1::uuid order by created_at");
    expect(new Set(stored)).toEqual(new Set(received.map(({ messageId }) => messageId)));
    expect(
      await column("select count(distinct created_at)::int4 from messages where identity_id = $1::uuid"),
    ).toEqual([total]);
    // instants rise in commit order
    expect(
      await column("select message_id from changes where identity_id = $1::uuid order by modseq"),
    ).toEqual(stored);
    const blobs = openBlobStore({ dataDir, s3: null });
    expect(await check({ database, blobs })).toEqual([]);
  }),
);

interface Child {
  go(): void;
  lines: Promise<Received[]>;
}

/** Starts a process; resolves when it is ready to go. */
async function startChild(args: (string | number)[]): Promise<Child> {
  const [url, dir, account, identity, n] = args.map(String);
  const running = Bun.spawn(
    [process.execPath, child, url!, dir!, account!, identity!, String(turns), `p${n}`],
    {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    },
  );
  const reader = running.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("ready\n")) text += (await reader.read()).value ?? "";
  const lines = (async () => {
    text = text.slice(text.indexOf("\n") + 1);
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(await running.exited).toBe(0);
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Received);
  })();
  return {
    go() {
      running.stdin.write("go\n");
      running.stdin.flush();
    },
    lines,
  };
}
