// A process that is killed while its rules forward mail and its reports about other domains go out. Each acknowledged mail
// is stored once and reaches each address of its rule; each domain gets one report of a kind for the day. What comes twice
// was taken by the relay from a process that was killed before it could note that (RFC 5321 4.2.5). Two kills, KILLS=20 more.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { addMs, nowInstant, systemClock } from "../../../src/lib/clock.ts";
import type { DmarcObservation } from "../../../src/mail/report/dmarc-report.ts";
import type { TlsObservation } from "../../../src/mail/report/tls-report.ts";
import { noPolicy } from "../../../src/outbound/observe-tls.ts";
import { dayLater, dayOf } from "../../../src/outbound/ramp.ts";
import type { Database } from "../../../src/store/database/database.ts";
import { addObservations } from "../../../src/store/domains/policy-observations.ts";
import { apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { type Kind, storeKinds, tempStore } from "../../support/app/database.ts";
import { seeded } from "../../support/app/random.ts";
import { runCommand, type Server, startServer } from "../../support/app/server.ts";
import { startDns, type TestDns, type Zone } from "../../support/fakes/dns.ts";
import { type Sink, startSink } from "../../support/fakes/receivers.ts";
import { session } from "../numbered-mail.ts";

const kills = Number(process.env.KILLS ?? 2);
const seed = Number(process.env.SEED ?? 1);
const sessions = 4;
const rules = 5;
const domains = Array.from({ length: 20 }, (_, n) => `d${n}.example`);
const friends = (rule: number) => [`a${rule}@far.example`, `b${rule}@far.example`];

/** A copy that the relay was given, to one recipient. */
interface Copy {
  /** A mail's number and its recipient, or a report's kind and domain. */
  what: string;
  /** Which start of the service brought it. */
  host: string;
}

let dns: TestDns;
beforeAll(async () => {
  const zone: Zone = {};
  for (const name of domains) {
    zone[`_dmarc.${name}`] = { TXT: [`v=DMARC1; p=none; rua=mailto:reports@${name}`] };
    zone[`_smtp._tls.${name}`] = { TXT: [`v=TLSRPTv1; rua=mailto:reports@${name}`] };
  }
  dns = await startDns(zone);
});
afterAll(() => dns?.stop());

/** A relay that takes its time, so that kills come between the end of a mail and its 250. */
async function startRelay(copies: Copy[], roll: (below: number) => number): Promise<Sink> {
  const relay: Sink = await startSink({
    onData(_stream, session, done) {
      const host = session.hostNameAppearsAs || "";
      setTimeout(() => {
        // What this takes becomes the newest of `mails` within this call.
        done();
        const { raw, to } = relay.mails.at(-1)!;
        const [, domain] = /^Subject: Report Domain: (\S+)/m.exec(raw) ?? [];
        const [, number] = /^Subject: k(\d+)\r$/m.exec(raw) ?? [];
        const kind = /^TLS-Report-Domain: /im.test(raw) ? "tls" : "dmarc";
        for (const address of to)
          copies.push({ what: domain ? `${kind} ${domain}` : `${number} ${address}`, host });
      }, roll(20));
    },
  });
  return relay;
}

/** What was seen of the domains on a day that is over. */
async function observe(database: Database): Promise<void> {
  const day = dayLater(dayOf(addMs(nowInstant(systemClock), -3_600_000)), -1);
  const dmarc: DmarcObservation = {
    source_ip: "192.0.2.1",
    header_from: "author.example",
    envelope_from: "author.example",
    disposition: "none",
    local_policy: false,
    dkim_aligned: false,
    spf_aligned: false,
    spf: { result: "fail", domain: "author.example" },
    dkim: [],
  };
  const tls: TlsObservation = {
    policy: noPolicy,
    failure: null,
    host: "mx.example",
    ip: "192.0.2.1",
    reason: null,
  };
  const counted = (detail: object) => domains.map((subject) => ({ subject, detail, count: 3 }));
  await addObservations(database, { kind: "dmarc", day }, counted(dmarc));
  await addObservations(database, { kind: "tls", day }, counted(tls));
}

async function killing(kind: Kind): Promise<void> {
  const roll = seeded(seed);
  const copies: Copy[] = [];
  const relay = await startRelay(copies, roll);
  const store = await tempStore(kind);
  const running: Server[] = [];
  const hostOf = (n: number) => `mx${n}.agents.example`;
  const start = async (n: number) => {
    const server = await startServer(store, {
      MAIL_HOSTNAME: hostOf(n),
      SMTP_RELAY_URL: relay.url,
      DNS_SERVERS: dns.server,
      DMARC_REPORTS: "postmaster@agents.example",
      TLS_REPORTS: "postmaster@agents.example",
      METRICS_PORT: "0",
    });
    running.push(server);
    return server;
  };
  /** The database, while no process has it. */
  const aside = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await store.open();
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  try {
    const addresses = await prepare(store);
    await aside(observe);
    const accepted: number[] = [];
    const unsure = new Set<number>();
    let last = 0;
    const sends = (server: Server, next: () => number | null) =>
      session(server.ports.smtp, addresses, {
        next,
        accepted(number) {
          accepted.push(number);
          unsure.delete(number);
        },
      });
    for (let round = 0; round < kills; round++) {
      const server = await start(round);
      const again = [...unsure];
      const next = () => {
        const number = again.shift() ?? ++last;
        unsure.add(number);
        return number;
      };
      const before = copies.length;
      const goal = 20 + roll(60);
      const underWay = Array.from({ length: sessions }, () => sends(server, next));
      await eventually(
        () => copies.length - before >= goal,
        () => `${copies.length - before} of ${goal} copies: ${server.log()}`,
      );
      await Bun.sleep(roll(30));
      await server.kill();
      await Promise.all(underWay);
    }
    // A report that a dead process had begun would be begun again after half an hour.
    await aside((database) =>
      database.values("update policy_reports set due_at = now() where outcome is null returning 1"),
    );
    const server = await start(kills);
    const again = [...unsure];
    await sends(server, () => again.shift() ?? null);
    const wanted = Array.from({ length: last }, (_, n) => n + 1);
    const every = [
      ...wanted.flatMap((n) => friends(n % rules).map((friend) => `${n} ${friend}`)),
      ...domains.flatMap((name) => [`dmarc ${name}`, `tls ${name}`]),
    ].sort();
    const came = () => [...new Set(copies.map(({ what }) => what))].sort();
    const missing = () =>
      `missing: ${every
        .filter((what) => !came().includes(what))
        .slice(0, 20)
        .join(", ")}`;
    await eventually(() => came().length >= every.length, missing);
    // What the relay took from a process that died before it noted that is sent again once the process is found dead.
    await eventually(() => hasSentAll(server));
    expect(came()).toEqual(every);
    expect(accepted.toSorted((a, b) => a - b)).toEqual(wanted);
    expect((await server.stop()).exitCode).toBe(0);
    expect(await runCommand(store, ["check"])).toMatchObject({ exitCode: 0, stdout: "Everything agrees.\n" });

    // A later process brought it again, and each but the last one was killed. When the relay read a copy says nothing: what a
    // killed process had sent is still in the network then.
    const startOf = ({ host }: Copy) => running.findIndex((_, n) => hostOf(n) === host);
    const twice: Copy[] = [];
    for (const list of Map.groupBy(copies, ({ what }) => what).values()) {
      for (const [n, copy] of list.slice(0, -1).entries()) {
        expect(startOf(list[n + 1]!)).toBeGreaterThan(startOf(copy));
        twice.push(copy);
      }
    }
    process.stderr.write(
      `${kills} kills, ${last} mails forwarded to two each; ${twice.length} of ${copies.length} copies were taken from a process that died before it noted that, ${twice.filter(({ what }) => !/^\d/.test(what)).length} of them reports\n`,
    );
    await aside(async (database) => {
      const stored = "select substr(subject, 2)::int4, count(*)::int4 from messages";
      expect(
        await database.values(`${stored} where direction = 'inbound' group by subject order by 1`),
      ).toEqual(wanted.map((n) => [n, 1]));
      expect(
        await database.values(
          "select status, count(*)::int4 from outbound where forward is not null group by status",
        ),
      ).toEqual([["delivered", 2 * last]]);
      expect(
        await database.values(
          "select kind, outcome, count(*)::int4 from policy_reports group by 1, 2 order by 1",
        ),
      ).toEqual([
        ["dmarc", "sent", domains.length],
        ["tls", "sent", domains.length],
      ]);
      const reports = "select id from messages where subject like 'Report Domain: %'";
      expect(await database.values(reports)).toHaveLength(2 * domains.length);
    });
  } finally {
    for (const server of running) await server.kill();
    await relay.stop();
    await store.dispose();
  }
}

/** Whether the outcome of each outgoing mail is stored. */
async function hasSentAll({ ports }: Server): Promise<boolean> {
  const { metrics } = ports as Server["ports"] & { metrics: number };
  const page = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  return page.includes('postroom_queue_entries{queue="outbound"} 0\n');
}

/** Rules that lead to an address and outside. @returns the addresses that they match */
async function prepare(store: Parameters<typeof startServer>[0]): Promise<string[]> {
  const init = await runCommand(store, ["init", "--json"]);
  const { api_key, domain_id } = JSON.parse(init.stdout) as { api_key: string; domain_id: string };
  const server = await startServer(store);
  const api = apiClient(`http://127.0.0.1:${server.ports.http}`, api_key);
  const made = api.post("/identities", { domain_id, local_part: "kept" });
  const { id: identity_id } = await api.must<{ id: string }>(201, made);
  const addresses: string[] = [];
  for (let n = 0; n < rules; n++) {
    const rule = { domain_id, local_part: `role${n}`, identity_id, forward_to: friends(n) };
    addresses.push((await api.must<{ address: string }>(201, api.post("/routing-rules", rule))).address);
  }
  await server.stop();
  return addresses;
}

for (const kind of storeKinds) {
  const run = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined ? test.skip : test;
  run(
    `${kills} kills amid forwards and reports: each goes out, and twice only where a kill came before its outcome was noted, ${kind}`,
    () => killing(kind),
    { timeout: 300_000 + kills * 60_000 },
  );
}
