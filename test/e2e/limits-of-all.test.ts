// Limits hold over all processes of a database: three on one PostgreSQL, asked in turn.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { createUnrestrictedKey } from "../../actors/account/accounts/operator.ts";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { newId } from "../../src/lib/ids.ts";
import { LoginGuard } from "../../src/lib/login-guard.ts";
import { type BucketRequest, SharedLimits } from "../../src/lib/shared-limits.ts";
import { takeShared } from "../../src/store/access/rate-limits.ts";
import { createAccount } from "../../src/store/accounts/accounts.ts";
import type { Api } from "../support/app/api.ts";
import { eventually, type TestApp } from "../support/app/app.ts";
import { type Processes, startProcesses } from "../support/cluster/processes.ts";
import { dialogue } from "../support/smtp/client.ts";

const count = 3;
const burst = 24;

if (process.env.POSTROOM_TEST_DATABASE_URL === undefined)
  test.skip("limits of all processes: POSTROOM_TEST_DATABASE_URL is not set", () => {});
else {
  let processes: Processes;
  let apps: readonly TestApp[] = [];
  /** The same key at each process. */
  let apis: Api[] = [];

  beforeAll(async () => {
    processes = await startProcesses(count, {
      RATE_LIMIT_PER_SECOND: "1",
      RATE_LIMIT_BURST: String(burst),
      ADDRESS_DAILY_RECIPIENTS: "5",
      ACCOUNT_DAILY_RECIPIENTS: "12",
      SMTP_GREETING_MS: "0",
      // Not 0, which turns the limit of unknown recipients off.
      SMTP_TARPIT_MS: "1",
      // This machine is a stranger.
      TRUSTED_NETWORKS: "10.0.0.0/8",
    });
    apps = processes.apps;
    apis = apps.map(({ api }) => api);
  }, 120_000);
  afterAll(() => processes?.stop(), 120_000);

  const another = async (name: string) => {
    const [{ app, accountId }] = apps as [TestApp];
    const { token: key } = await createUnrestrictedKey(app.core.actors, accountId, name);
    return apis.map((api) => api.as(key));
  };
  /** Statuses of calls, one after the other, at each process in turn. */
  const statuses = async (calls: number, call: (n: number) => Promise<{ status: number }>) => {
    const found: number[] = [];
    for (let n = 0; n < calls; n++) found.push((await call(n)).status);
    return found;
  };
  const number = (found: readonly number[], status: number) => found.filter((one) => one === status).length;

  test("requests of a key", async () => {
    const own = await another("requests");
    const began = performance.now();
    const found = await statuses(3 * burst, (n) => own[n % count]!.get("/me"));
    const refilled = (performance.now() - began) / 1000 + 1;
    // A process far from the limit tells what it took a moment later: an eighth of the burst at most.
    expect(number(found, 200)).toBeGreaterThanOrEqual(burst);
    expect(number(found, 200)).toBeLessThanOrEqual(burst + count * (burst / 8) + refilled);
    expect(number(found, 429)).toBe(found.length - number(found, 200));
  }, 120_000);

  test("wrong keys of a network", async () => {
    const strangers = apis.map((api) => api.as(`pr_${"x".repeat(43)}`));
    const began = performance.now();
    const answers = Array.from({ length: 60 }, (_, n) => strangers[n % count]!.get("/me"));
    const found = (await Promise.all(answers)).map(({ status }) => status);
    const refilled = (performance.now() - began) / 10_000 + 1;
    expect(number(found, 401)).toBeLessThanOrEqual(30 + refilled);
    expect(number(found, 401) + number(found, 429)).toBe(60);
  }, 120_000);

  test("recipients of an address in a day", async () => {
    const { database } = apps[0]!.app.core;
    // The calls before used this key's tokens up.
    await database.values("delete from rate_limits");
    const own = await another("days");
    const made = own[0]!.post("/identities", { domain_id: apps[0]!.domainId, local_part: "daily" });
    const { email } = await own[0]!.must<{ email: string }>(201, made);
    const body = { from: email, to: "peer@outside.example", subject: "x", text: "x" };
    const found = await statuses(9, (n) => own[n % count]!.post("/messages", body));
    expect(found).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429]);
  }, 120_000);

  test("recipients of an account in a day", async () => {
    const [{ app }] = apps as [TestApp];
    const accountId = newId();
    const createdAt = nowInstant(systemClock);
    await app.core.database.transaction((tx) =>
      createAccount(tx, { accountId, podId: newId(), plan: "operator", ownerEmail: null, createdAt }),
    );
    const { token: key } = await createUnrestrictedKey(app.core.actors, accountId, "days");
    const own = apis.map((api) => api.as(key));
    const { id: domain_id } = await own[0]!.must<{ id: string }>(
      201,
      own[0]!.post("/domains", { domain: "days.example" }),
    );
    const from: string[] = [];
    for (const local_part of ["a", "b", "c"]) {
      const made = own[0]!.post("/identities", { domain_id, local_part });
      from.push((await own[0]!.must<{ email: string }>(201, made)).email);
    }
    // Each address stays below its own limit, and all ask at once.
    const body = (n: number) => ({ from: from[n % 3], to: "peer@outside.example", subject: "x", text: "x" });
    const answers = Array.from({ length: 15 }, (_, n) =>
      own[Math.floor(n / 3) % count]!.post("/messages", body(n)),
    );
    const found = (await Promise.all(answers)).map(({ status }) => status);
    expect([number(found, 201), number(found, 429)]).toEqual([12, 3]);
  }, 120_000);

  test("unknown recipients of a network", async () => {
    const began = performance.now();
    const session = async (n: number) => {
      const talk = await dialogue(apps[n % count]!.app.ports.smtp!);
      await talk.say("MAIL FROM:<a@outside.example>");
      const replies: string[] = [];
      for (let m = 0; m < 9 && !replies.at(-1)?.startsWith("421"); m++)
        replies.push((await talk.say(`RCPT TO:<nobody${m}@${apps[0]!.domain}>`)).slice(0, 3));
      talk.close();
      return replies;
    };
    const replies = (await Promise.all(Array.from({ length: 18 }, (_, n) => session(n)))).flat();
    const refilled = (performance.now() - began) / 10_000 + 1;
    const refused = replies.filter((code) => code === "550").length;
    // As with requests: a process far from the limit tells a moment later.
    expect(refused).toBeGreaterThanOrEqual(100);
    expect(refused).toBeLessThanOrEqual(100 + count * (100 / 8) + refilled);
    expect(replies.filter((code) => code === "421").length).toBeGreaterThan(0);
    for (let n = 0; n < count; n++) expect((await session(n)).at(-1)).toBe("421");
  }, 120_000);

  test("first contacts of an address in a day", async () => {
    const own = await another("contacts");
    const made = own[0]!.post("/identities", { domain_id: apps[0]!.domainId, local_part: "contacts" });
    const { id, email } = await own[0]!.must<{ id: string; email: string }>(201, made);
    const wanted = { outbound: "off", inbound: "off", first_contacts_a_day: 2, approver: "human" };
    await own[0]!.must(200, own[0]!.call("PUT", `/identities/${id}/protection`, wanted));
    const waiting: (string | undefined)[] = [];
    for (let n = 0; n < 4; n++) {
      const body = { from: email, to: `new${n}@outside.example`, subject: "x", text: "x" };
      const answer = own[(n + 1) % count]!.post<{ data: { status?: string } }>("/messages", body);
      waiting.push((await answer).json.data.status);
    }
    expect(waiting.map((status) => status === "pending_review")).toEqual([false, false, true, true]);
  }, 120_000);

  test("wrong passwords of a network, and for a name", async () => {
    const { database } = apps[0]!.app.core;
    const guards = Array.from({ length: count }, () => {
      const exchange = (asks: readonly BucketRequest[]) =>
        takeShared(database, asks, nowInstant(systemClock));
      return new LoginGuard(systemClock, new SharedLimits({ exchange, isOn: () => true }));
    });
    const wrong = async () => null;
    const right = async () => ({});
    const tries = Array.from({ length: 30 }, (_, n) =>
      guards[n % 2]!.attempt({ ip: "192.0.2.1", name: `name${n}@a.example`, trusted: false }, wrong),
    );
    expect(new Set(await Promise.all(tries))).toEqual(new Set([null]));
    const blocked = { ip: "192.0.2.1", name: "other@a.example", trusted: false };
    expect(await guards[2]!.attempt(blocked, right)).toBe("blocked");
    expect(await guards[2]!.attempt({ ...blocked, ip: "192.0.2.2" }, right)).toEqual({});
    // From everywhere, for one name: where it failed so often, few attempts wait at a time.
    const spread = Array.from({ length: 5 }, (_, n) =>
      guards[n % 2]!.attempt({ ip: `198.51.100.${n}`, name: "ann@a.example", trusted: false }, wrong),
    );
    await Promise.all(spread);
    const more = Array.from({ length: 5 }, (_, n) =>
      guards[2]!.attempt({ ip: `203.0.113.${n}`, name: "ann@a.example", trusted: false }, wrong),
    );
    expect((await Promise.all(more)).filter((found) => found === "blocked")).toHaveLength(1);
  }, 180_000);

  test("wrong passwords at one process close the door of another", async () => {
    const own = await another("doors");
    const made = own[0]!.post("/identities", { domain_id: apps[0]!.domainId, local_part: "doors" });
    const { id, email } = await own[0]!.must<{ id: string; email: string }>(201, made);
    const { password } = await own[0]!.must<{ password: string }>(
      201,
      own[0]!.post("/app-passwords", { identity_id: id, name: "Phone" }),
    );
    const over = new AbortController();
    const ask = async (n: number, name: string, secret: string) => {
      const { status } = await fetch(`http://127.0.0.1:${apps[n]!.app.ports.http}/dav/principals/${email}/`, {
        method: "PROPFIND",
        headers: {
          depth: "0",
          authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`,
        },
        signal: over.signal,
      });
      return status;
    };
    expect(await ask(2, email, password)).toBe(207);
    // Their refusals take longer and longer: nobody waits for the last.
    const wrong = Array.from({ length: 30 }, (_, n) =>
      ask(n % 2, `name${n}@a.example`, "wrong").catch(() => 0),
    );
    await eventually(async () => (await ask(2, email, password)) === 429);
    for (let n = 0; n < count; n++) expect(await ask(n, email, password)).toBe(429);
    over.abort();
    expect(new Set([0, 401, ...(await Promise.all(wrong))])).toEqual(new Set([0, 401]));
  }, 180_000);
}
