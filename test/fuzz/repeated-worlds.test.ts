// One seed and one agent give one course of events, byte for byte: the world's log, the service's events, and the octets of each mail.
// The agent makes one call after the other, and the clock stands. Twenty scenarios, each twice in a normal run, 100 times with
// `bun run fuzz`. On PostgreSQL each address has its course in one order.
import { describe, expect, test } from "bun:test";
import { inhabit, standing } from "../../src/sandbox/scenarios/open-sandbox.ts";
import { readyScenarios } from "../../src/sandbox/scenarios/ready-scenarios.ts";
import { runScenario } from "../../src/sandbox/scenarios/run-scenario.ts";
import type { Scenario } from "../../src/sandbox/scenarios/scenario.ts";
import { scripted } from "../sandbox/scenarios/scripted.ts";
import { tempStore } from "../support/app/database.ts";
import { startTestSandbox, type TestSandbox } from "../support/app/sandbox.ts";

const times = Number(process.env.FUZZ ?? 1) >= 100 ? 100 : 2;
const all = readyScenarios();
/** Of all kinds, as far apart in their list as can be. */
const chosen = Array.from({ length: 20 }, (_, at) => all[Math.floor((at * all.length) / 20)]!);

interface Place {
  world: TestSandbox["world"];
  app: TestSandbox["app"];
}

/** All that happened; the port of this run, which the system chose, by a word. */
async function courseOf({ world, app }: Place): Promise<string> {
  const { http } = app.ports;
  const events: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = `limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const answer = await fetch(`http://127.0.0.1:${http}/api/v1/events?${query}`, {
      headers: { authorization: `Bearer ${app.operator.token}` },
    });
    const page = (await answer.json()) as { data: unknown[]; next_cursor: string | null };
    events.push(...page.data.map((event) => JSON.stringify(event)));
    cursor = page.next_cursor;
  }
  const log = world.events.after(0, 1_000_000).map((entry) => JSON.stringify(entry));
  const mails = world.mails.map(({ at, mail }) => `${at}\n${Buffer.from(mail.raw).toString("latin1")}`);
  return [...log, ...events, ...mails].join("\n").replaceAll(`:${http}`, ":PORT");
}

async function played(scenario: Scenario): Promise<string> {
  let course = "";
  const result = await runScenario(scenario, {
    agent: scripted({}),
    round: 1,
    seed: 1,
    async openWorld(setup) {
      const sandbox = await standing(setup.seed);
      return inhabit(sandbox, setup, async () => {
        course = await courseOf(sandbox);
        await sandbox.stop();
      });
    },
  });
  expect(result.broken).toBeNull();
  return course;
}

/** Calls whose work goes on beside them: many recipients, files, holds, webhooks, schedules, domains. */
async function busy(
  postgres: string | null = null,
  read: (place: Place) => Promise<string> | string = courseOf,
): Promise<string> {
  const s = await startTestSandbox({ seed: "busy", postgres });
  const called: string[] = [];
  const hook = Bun.serve({
    port: 0,
    async fetch(request) {
      const { id = "", type = "" } = JSON.parse(await request.text());
      called.push(`${type} ${id} ${request.headers.get("webhook-signature")}`);
      return new Response(null, { status: called.length % 5 === 0 ? 503 : 204 });
    },
  });
  const make = <T = { id: string }>(path: string, body: unknown, status = 201) =>
    s.api.must<T>(status, s.api.post(path, body));
  for (const ready of ["help@desk.example", "jon@latebounce.example", "anna@greylist.example"])
    await s.control("POST", "residents", { ready });
  const { port } = hook;
  const url = `http://127.0.0.1:${port}/`;
  await make("/webhooks", { url, events: ["message.received", "message.sent", "message.bounced"] });
  const { id } = await make("/identities", { email: s.own("bot") });
  await make("/identities", { email: s.own("shy"), send_policy: "reply_only" });
  await make("/domains", { domain: "mine.example" });
  const to = ["help@desk.example", "jon@latebounce.example", "anna@greylist.example", "x@gone.example"];
  const files = [{ filename: "a.txt", content_type: "text/plain", content: "aGVsbG8=" }];
  for (let n = 0; n < 3; n++)
    await make("/messages", {
      from: s.own("bot"),
      to,
      subject: `Hi ${n}`,
      html: "<p>Hi</p>",
      attachments: files,
    });
  await make("/next", { wait: 60 }, 200);
  await s.control("POST", "clock", { advance: "2d" });
  for (const { id: mail, direction } of await s.api.must<{ id: string; direction: string }[]>(
    200,
    s.api.get(`/messages?identity_id=${id}&order=asc`),
  ))
    if (direction === "inbound") await s.api.patch(`/messages/${mail}`, { is_read: true });
  await s.control("POST", "clock", { advance: "1d" });
  const course = await read(s);
  await s.stop();
  await hook.stop(true);
  return read === courseOf ? [course, ...called].join("\n").replaceAll(`:${port}`, ":PORT") : course;
}

/** The course of each address outside, one below the other. */
function byAddress({ world }: Place): string {
  const entries = world.events.after(0, 1_000_000);
  const outside = Map.groupBy(entries, ({ kind, from = "", to = "" }) => (kind === "came" ? from : to));
  return [...outside]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, all]) =>
      [address, ...all.map(({ kind, code, subject }) => `  ${[kind, code, subject].join(" ")}`)].join("\n"),
    )
    .join("\n");
}

describe("one seed, one course of events", () => {
  test.each(chosen.map((scenario) => [scenario.name, scenario] as const))("%s", async (_, scenario) => {
    const first = await played(scenario);
    expect(first).toMatch(/"kind":"(?:left|came)"/);
    for (let n = 1; n < times; n++) expect(await played(scenario)).toBe(first);
  });

  test("an agent that does much at once", async () => {
    const first = await busy();
    expect(first.match(/message\.received/g)!.length).toBeGreaterThan(3);
    expect(await busy()).toBe(first);
  });

  test.skipIf(process.env.POSTROOM_TEST_DATABASE_URL === undefined)(
    "on PostgreSQL, each address by itself",
    async () => {
      const once = async () => {
        const store = await tempStore("postgres", { empty: true });
        try {
          return await busy(store.databaseUrl, byAddress);
        } finally {
          await store.dispose();
        }
      };
      const first = await once();
      expect(first.match(/^ {2}(?:came|left)/gm)!.length).toBeGreaterThan(10);
      expect(await once()).toBe(first);
    },
  );
});
