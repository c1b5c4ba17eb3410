// The contract, row by row: every sentence of the service's specification (SPEC) and of the decisions that fill its gaps
// (DECISIONS) is a row of table/, and each row is a test here. One app with its real listeners runs all rows that ask
// it; the other rows name the test that holds them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { carriedSentences } from "./carried.ts";
import { type Fixtures, makeFixtures } from "./fixtures.ts";
import { rows, sections } from "./table/table.ts";

const root = join(import.meta.dir, "..");
const carried = await carriedSentences(root);
const known = [...sections, ...carried.map(({ source }) => source)];
const clock = new ShiftedClock();
// Their ports are in the app's settings.
const sink = await startSink();
const dns = await startDns({});
afterAll(async () => {
  await sink.stop();
  await dns.stop();
});

eachApp(
  "the contract",
  (t) => {
    let fixtures: Fixtures;
    beforeAll(async () => {
      fixtures = makeFixtures(t, { sink, dns, clock });
      // What takes long begins now, and is looked at by its row.
      await fixtures.silent();
    });
    afterAll(() => fixtures?.end());
    for (const source of sections) {
      describe(source, () => {
        for (const { says, check } of rows.filter((row) => row.source === source))
          if (typeof check === "function") test(says, async () => void (await check(fixtures)));
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
      // A name of this machine: sign-ups have their addresses on it.
      MAIL_DOMAIN: "agents.test",
    },
  },
);

describe("the table", () => {
  test("and the tests elsewhere say nothing twice in one section", () => {
    const names = [...rows, ...carried].map(({ source, says }) => `${source}: ${says}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("leads from gaps to sections that are there", () => {
    const named = rows.flatMap(({ check }) => ("decided" in check ? [check.decided] : []));
    expect(named.filter((section) => !known.includes(section))).toEqual([]);
  });

  test("is carried on by tests: each sentence stands above one", () => {
    expect(carried.filter(({ hasTest }) => !hasTest).map(({ at }) => at)).toEqual([]);
  });

  test.each(["SPEC", "DECISIONS"])("has every section of %s", async (name) => {
    const text = await Bun.file(join(root, "contract", `${name}.md`)).text();
    // What stands in brackets behind a heading is a remark.
    const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(
      ([, heading]) => `${name} ${heading!.replace(/ \([^)]*\)/g, "")}`,
    );
    expect(headings.length).toBeGreaterThan(10);
    // This one is about how the program is built, not about what a client sees.
    const unproven = headings.filter((heading) => heading !== "DECISIONS Built otherwise than planned");
    expect(unproven.filter((heading) => !known.includes(heading))).toEqual([]);
    const carriers = carried.filter(({ source }) => source.startsWith(name));
    expect(carriers.filter(({ source }) => !headings.includes(source)).map(({ at }) => at)).toEqual([]);
  });
});
