// The contract, row by row: every sentence of the service's specification (SPEC) and of the decisions that fill its gaps
// (DECISIONS) is a row of table.ts, and each row is a test here. One app with its real listeners runs all rows that ask
// it; the other rows name the test that holds them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { makeWorld, type World } from "./fixtures.ts";
import { rowsOf, table } from "./table.ts";

const root = new URL("..", import.meta.url).pathname;
const clock = new ShiftedClock();
// Their ports are in the app's settings.
const sink = await startSink();
const dns = await startDns({});
afterAll(async () => {
  await sink.stop();
  await dns.stop();
});

const all = rowsOf(table);

eachApp(
  "the contract",
  (t) => {
    let world: World;
    beforeAll(async () => {
      world = makeWorld(t, { sink, dns, clock });
      // What takes long begins now, and is looked at by its row.
      await world.silent();
    });
    afterAll(() => world?.end());
    for (const source of Object.keys(table)) {
      describe(source, () => {
        for (const { says, check } of all.filter((row) => row.source === source))
          if (typeof check === "function") test(says, async () => void (await check(world)));
      });
    }
  },
  {
    clock,
    checkOnce: true,
    env: {
      SMTP_RELAY_URL: sink.url,
      DNS_SERVERS: dns.server,
      SUBMISSION_PORT: "0",
      IMAP_PORT: "0",
      ALLOW_PLAINTEXT_AUTH: "loopback",
      TRUSTED_PROXIES: "127.0.0.0/8",
    },
  },
);

describe("rows that are held elsewhere", () => {
  for (const { source, says, check } of all) {
    if (typeof check === "function") continue;
    test(`${source}: ${says}`, async () => {
      if ("decided" in check) {
        expect(Object.keys(table)).toContain(check.decided);
        return;
      }
      const file = Bun.file(join(root, check.test));
      expect(await file.exists()).toBe(true);
      expect(await file.text()).toContain(check.title);
    });
  }
});

describe("the table", () => {
  test("says nothing twice in one section", () => {
    const names = all.map(({ source, says }) => `${source}: ${says}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  // The documents stand beside the checkout, where there are any: POSTROOM_TEST_DATA is a folder next to them.
  const documents = dirname(process.env.POSTROOM_TEST_DATA ?? "");
  const there = existsSync(join(documents, "SPEC.md"));
  test.skipIf(!there)("has every section of SPEC and DECISIONS", async () => {
    for (const name of ["SPEC", "DECISIONS"]) {
      const text = await Bun.file(join(documents, `${name}.md`)).text();
      // What stands in brackets behind a heading is a remark.
      const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(
        ([, heading]) => `${name} ${heading!.replace(/ \([^)]*\)/g, "")}`,
      );
      expect(headings.filter((heading) => !(heading in table))).toEqual([]);
    }
  });
});
