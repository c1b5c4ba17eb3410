// What may happen once happens once, whichever of the processes of a database is asked: three on one PostgreSQL, asked at once.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check } from "../../src/store/maintenance/check.ts";
import type { TestApp } from "../support/app/app.ts";
import { tempStore } from "../support/app/database.ts";
import { startServer } from "../support/app/server.ts";
import { eventText, withAuthorization } from "../support/clients/dav.ts";
import { answered, asking, redeem, refresh, signIn } from "../support/clients/oauth.ts";
import { type Processes, startProcesses } from "../support/cluster/processes.ts";

const count = 3;

if (process.env.POSTROOM_TEST_DATABASE_URL === undefined)
  test.skip("races of processes: POSTROOM_TEST_DATABASE_URL is not set", () => {});
else {
  let processes: Processes;
  let apps: readonly TestApp[] = [];

  beforeAll(async () => {
    processes = await startProcesses(count);
    apps = processes.apps;
  }, 120_000);
  afterAll(async () => {
    if (apps.length > 0) expect(await check(apps[0]!.app.core)).toEqual([]);
    await processes?.stop();
  }, 120_000);

  const statuses = async (answers: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort();

  test("the first key is made and printed by one of those that start at once on an empty database", async () => {
    const { databaseUrl, dataDir, dispose } = await tempStore("postgres");
    const dirs = Array.from({ length: count }, (_, n) => join(dataDir, `${n}`));
    for (const dir of dirs) mkdirSync(dir);
    const servers = await Promise.all(dirs.map((dir) => startServer({ databaseUrl, dataDir: dir })));
    const printed = await Promise.all(servers.map((server) => server.stop()));
    expect(printed.filter(({ stdout }) => stdout.includes("Your API key, shown this once"))).toHaveLength(1);
    await dispose();
  }, 120_000);

  test("a code of OAuth makes one grant, and no further one at any process", async () => {
    const [first] = apps as [TestApp];
    const browser = await signIn(first);
    for (let round = 0; round < 3; round++) {
      const asked = await asking(first);
      const back = await answered(browser, asked, { every: "yes" });
      const answers = await Promise.all([...apps, ...apps].map((app) => redeem(app, asked, back)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
      const refused = answers.filter(({ status }) => status === 400).map(({ json }) => json.error);
      expect(new Set(refused)).toEqual(new Set(["invalid_grant"]));
      // RFC 6749 4.1.2: who comes with a used code ends what it gave.
      const { access_token, refresh_token } = answers.find(({ status }) => status === 200)!.json;
      expect(await statuses(apps.map((app) => redeem(app, asked, back)))).toEqual([400, 400, 400]);
      expect(await statuses(apps.map(({ api }) => api.as(access_token).get("/me")))).toEqual([401, 401, 401]);
      expect(await statuses(apps.map((app) => refresh(app, asked.clientId, refresh_token)))).toEqual([
        400, 400, 400,
      ]);
    }
  }, 120_000);

  test("of changes of a calendar's object with one etag one is made, and of creations one", async () => {
    const [first] = apps as [TestApp];
    const made = first.api.post("/identities", { domain_id: first.domainId, local_part: "races" });
    const address = await first.api.must<{ id: string; email: string }>(201, made);
    const { password } = await first.api.must<{ password: string }>(
      201,
      first.api.post("/app-passwords", { identity_id: address.id, name: "Phone" }),
    );
    const authorization = `Basic ${Buffer.from(`${address.email}:${password}`).toString("base64")}`;
    const phones = apps.map((app) => withAuthorization(app, address, authorization));
    const text = (title: string) =>
      eventText("race", ["DTSTART:20270301T090000Z", "DTEND:20270301T100000Z", `SUMMARY:${title}`]);
    const race = async (condition: Record<string, string>, round: number) => {
      const puts = Array.from({ length: 5 * count }, async (_, n) => {
        const title = `${round}: ${n}`;
        const { status } = await phones[n % count]!.put("race.ics", text(title), condition);
        return { status, title };
      });
      return Promise.all(puts);
    };
    let condition: Record<string, string> = { "if-none-match": "*" };
    for (let round = 0; round < 4; round++) {
      const answers = await race(condition, round);
      const won = answers.filter(({ status }) => status === (round === 0 ? 201 : 204));
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(answers.length - 1);
      const shown = await Promise.all(phones.map((phone) => phone.get("race.ics")));
      for (const { text } of shown) expect(text).toContain(`SUMMARY:${won[0]!.title}\r\n`);
      const etags = new Set(shown.map(({ headers }) => headers.get("etag")));
      expect(etags.size).toBe(1);
      condition = { "if-match": [...etags][0]! };
    }
    // A change and a deletion with one etag: one of them.
    const path = `${phones[0]!.calendar}race.ics`;
    const ends = await statuses([
      phones[0]!.request("DELETE", path, { headers: condition }),
      phones[1]!.request("DELETE", path, { headers: condition }),
      phones[2]!.put("race.ics", text("late"), condition),
    ]);
    expect([ends.filter((status) => status === 204).length, ends.length]).toEqual([1, 3]);
    for (const status of ends) expect([204, 404, 412]).toContain(status);
  }, 120_000);
}
