// Certificates by ACME from a real authority, Pebble, which asks this server back: tls-alpn-01, http-01, hosts of domains,
// every listener, renewal while clients connect, one order for all processes.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { CertificateOrders } from "../../actors/workers/certificates.ts";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMtaSts } from "../../src/outbound/mta-sts.ts";
import { mtaStsId, mtaStsPolicy } from "../../src/outbound/service-records.ts";
import { eventually, ShiftedClock, startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { type Looking, shownBy } from "../support/clients/tls.ts";
import { startDns, type TestDns } from "../support/fakes/dns.ts";
import { hasPebble, type Pebble, startPebble } from "../support/fakes/pebble.ts";

const host = "mx.agents.example";
const stsHost = "mta-sts.agents.example";
const yearMs = 365 * 86_400_000;

if (!hasPebble) test.skip("ACME: pebble is not installed (apt-get install pebble)", () => {});

describe.if(hasPebble)("ACME", () => {
  const clock = new ShiftedClock();
  let dns: TestDns;
  let pebble: Pebble;
  let store: TempStore;
  let app: TestApp;
  let listeners: Looking[];

  beforeAll(async () => {
    const policy = mtaStsId(mtaStsPolicy(host));
    dns = await startDns({
      [host]: { A: ["127.0.0.1"] },
      [stsHost]: { CNAME: host },
      // Leads elsewhere: nobody is asked for it.
      "autodiscover.agents.example": { A: ["192.0.2.1"] },
      "_mta-sts.agents.example": { TXT: [`v=STSv1; id=${policy};`] },
    });
    const [httpPort, httpsPort] = [await freePort(), await freePort()];
    // It finds nothing at its port for http-01.
    pebble = await startPebble({ httpPort: await freePort(), tlsPort: httpsPort, dnsServer: dns.server });
    store = await tempStore("embedded");
    app = await startTestApp(store, {
      clock,
      env: {
        ...pebble.env,
        PORT: String(httpPort),
        HTTPS_PORT: String(httpsPort),
        SUBMISSION_PORT: "0",
        SUBMISSIONS_PORT: "0",
        IMAP_PORT: "0",
        IMAPS_PORT: "0",
        DNS_SERVERS: dns.server,
      },
    });
    const { ports } = app.app;
    const at = (port: number | null, start?: "smtp" | "imap") => ({
      port: port!,
      host,
      ca: pebble.root,
      start,
    });
    listeners = [
      at(ports.https),
      at(ports.imaps),
      at(ports.submissions),
      at(ports.smtp, "smtp"),
      at(ports.submission, "smtp"),
      at(ports.imap, "imap"),
    ];
  });
  afterAll(async () => {
    await app?.stop(500);
    await store?.dispose();
    await pebble?.stop();
    await dns?.stop();
  });

  test("every listener shows it, whether its host is named or not", async () => {
    await eventually(async () => (await shownBy(listeners[0]!)).trusted);
    const [first] = await Promise.all(listeners.map(shownBy));
    expect(first!.names).toEqual([host]);
    for (const each of await Promise.all(listeners.map(shownBy))) expect(each).toEqual(first!);
    for (const each of await Promise.all(listeners.map((one) => shownBy({ ...one, host: null }))))
      expect(each.serial).toBe(first!.serial);
  });

  test("a domain's host has its own, and its MTA-STS policy is what senders take", async () => {
    const sts = { ...listeners[0]!, host: stsHost };
    const shown = await eventually(async () => {
      // What a listener knows of a host it asks again after a minute.
      clock.advance(61_000);
      const found = await shownBy(sts);
      return found.names.includes(stsHost) && found;
    });
    expect(shown).toMatchObject({ names: [stsHost], trusted: true });
    const senders = createMtaSts({
      dns: createDns({ servers: [dns.server] }),
      clock: systemClock,
      ca: pebble.root,
      port: sts.port,
    });
    const policy = await senders.policyFor("agents.example");
    expect(policy?.mode).toBe("enforce");
    expect([policy?.allows(host), policy?.allows("mx.other.example")]).toEqual([true, false]);
    // Those that lead elsewhere, or nowhere, wait.
    const hosts = await app.app.core.database.values("select host from certificates where chain is not null");
    expect(hosts.flat().sort()).toEqual([stsHost, host]);
    expect(dns.queries).toContain("A autoconfig.agents.example");
  });

  test("is renewed in time while clients come and go: none is refused", async () => {
    const before = await shownBy(listeners[0]!);
    let renewed = false;
    let handshakes = 0;
    // The clock moves while nobody is connected: a server ends a session that has been silent for as long as it jumps.
    let connected = 0;
    let moving = Promise.resolve();
    const advance = async (ms: number) => {
      const moved = Promise.withResolvers<void>();
      moving = moved.promise;
      await eventually(async () => connected === 0);
      clock.advance(ms);
      moved.resolve();
    };
    const clients = listeners.map(async (listener) => {
      while (!renewed) {
        await moving;
        connected++;
        const shown = await shownBy(listener).finally(() => connected--);
        expect([shown.trusted, shown.names]).toEqual([true, [host]]);
        handshakes++;
        await Bun.sleep(5);
      }
    });
    const visits = (async () => {
      while (!renewed) {
        const response = await fetch(`https://127.0.0.1:${app.app.ports.https}/healthz`, {
          tls: { rejectUnauthorized: false },
          keepalive: false,
        });
        expect(response.status).toBe(200);
      }
    })();
    // Pebble's are valid for five years.
    await advance(4 * yearMs);
    await eventually(async () => {
      await advance(61_000);
      const shown = await Promise.all(listeners.map(shownBy));
      return shown.every(({ serial }) => serial !== before.serial);
    });
    renewed = true;
    await Promise.all([...clients, visits]);
    expect(handshakes).toBeGreaterThan(20);
  });

  test("processes that come at once make one order for each host", async () => {
    const { core } = app.app;
    const issued = () => pebble.log().match(/Issued certificate serial/g)?.length ?? 0;
    const atRest = async () => {
      const [row] = await core.database.values(
        "select count(*)::int from certificates where claimed_until is not null or due_at <= $1::timestamptz",
        [nowInstant(clock)],
      );
      return row![0] === 0;
    };
    await eventually(atRest);
    const before = issued();
    const ca = await Bun.file(core.config.acme!.caFile!).text();
    const deps = { ...core, ca, stopping: new AbortController().signal };
    clock.advance(5 * yearMs);
    await Promise.all(
      [1, 2, 3].map(async () => {
        const orders = new CertificateOrders(deps);
        while ((await orders.round()).more) {}
      }),
    );
    await eventually(atRest);
    expect(issued() - before).toBe(2);
  });

  test("what fails by one challenge is had by the other, and what fails by both rests", async () => {
    const other = await tempStore("embedded");
    const httpPort = await freePort();
    // It finds nothing at its port for tls-alpn-01.
    const authority = await startPebble({ httpPort, tlsPort: await freePort(), dnsServer: dns.server });
    const env = { ...authority.env, PORT: String(httpPort), HTTPS_PORT: "0", DNS_SERVERS: dns.server };
    const lonely = await startTestApp(other, {
      env: { ...env, BASE_URL: "https://elsewhere.agents.example" },
    });
    try {
      const { https } = lonely.app.ports;
      await eventually(async () => (await shownBy({ port: https!, host, ca: authority.root })).trusted);
      const failed = await eventually(async () => {
        const [row] = await lonely.app.core.database.values(
          "select failures, last_error, due_at > now() + interval '10 minutes' from certificates where host = $1::text and failures > 0",
          ["elsewhere.agents.example"],
        );
        return row;
      });
      expect(failed).toEqual([1, expect.stringMatching(/elsewhere\.agents\.example/), true]);
      const token = await fetch(`http://127.0.0.1:${httpPort}/.well-known/acme-challenge/unknown`);
      expect(token.status).toBe(404);
      // An authority that is away refused nothing: it is asked again within a minute.
      await authority.stop();
      const { core } = lonely.app;
      await core.database.values(
        "update certificates set due_at = '-infinity', claimed_until = null where host = $1::text returning 1",
        ["elsewhere.agents.example"],
      );
      await new CertificateOrders({ ...core, ca: null, stopping: new AbortController().signal }).round();
      const again = await eventually(async () => {
        const [row] = await core.database.values(
          "select due_at < now() + interval '1 minute' from certificates where host = $1::text and failures > 1",
          ["elsewhere.agents.example"],
        );
        return row;
      });
      expect(again).toEqual([true]);
    } finally {
      await lonely.stop(500);
      await other.dispose();
      await authority.stop();
    }
  });
});
