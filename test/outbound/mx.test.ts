// Routes against a real DNS server on this machine.
import { afterEach, expect, test } from "bun:test";
import { ManualClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMxResolver, type MxOptions } from "../../src/outbound/mx.ts";
import { startDns, type TestDns, type Zone } from "../support/fakes/dns.ts";

let dns: TestDns | null = null;
afterEach(async () => {
  await dns?.stop();
  dns = null;
});

async function resolver(zone: Zone, more: Partial<MxOptions> = {}) {
  dns = await startDns(zone);
  const clock = new ManualClock(1_000_000);
  const mx = createMxResolver({
    dns: createDns({ servers: [dns.server], timeoutMs: 200 }),
    clock,
    hostname: "mx.near.example",
    ...more,
  });
  return { mx, clock, dns };
}

const names = (route: Awaited<ReturnType<ReturnType<typeof createMxResolver>["route"]>>) =>
  route.kind === "hosts" ? route.hosts.map((host) => host.name) : [route.kind, route.enhanced];

const a = { A: ["192.0.2.1"] };

test("by preference, in random order among equals", async () => {
  const { mx } = await resolver({
    "far.example": {
      MX: ["20 c.far.example.", "10 a.far.example.", "10 b.far.example.", "30 d.far.example"],
    },
    "a.far.example": a,
    "b.far.example": a,
    "c.far.example": a,
    "d.far.example": a,
  });
  const orders = new Set<string>();
  for (let i = 0; i < 60; i++) orders.add(names(await mx.route("far.example")).join(" "));
  expect([...orders].sort()).toEqual([
    "a.far.example b.far.example c.far.example d.far.example",
    "b.far.example a.far.example c.far.example d.far.example",
  ]);
});

test("both families, IPv4 first; one family may be missing or broken", async () => {
  const { mx } = await resolver({
    "far.example": { MX: ["10 mx.far.example"] },
    "mx.far.example": { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] },
    "six.example": { AAAA: ["2001:db8::2"] },
  });
  const route = await mx.route("far.example");
  expect(route.kind === "hosts" && route.hosts[0]?.addresses).toEqual(["192.0.2.1", "2001:db8::1"]);
  const six = await mx.route("six.example");
  expect(six.kind === "hosts" && six.hosts[0]?.addresses).toEqual(["2001:db8::2"]);
});

test("no MX: the domain itself; CNAMEs are followed", async () => {
  const { mx } = await resolver({
    "implicit.example": a,
    "alias.example": { CNAME: "far.example" },
    "far.example": { MX: ["10 mxalias.far.example"] },
    "mxalias.far.example": { CNAME: "real.far.example" },
    "real.far.example": a,
  });
  expect(names(await mx.route("implicit.example"))).toEqual(["implicit.example"]);
  expect(names(await mx.route("alias.example"))).toEqual(["mxalias.far.example"]);
});

test("what can never be reached is refused, what DNS did not say is deferred", async () => {
  const { mx } = await resolver({
    "null.example": { MX: ["0 ."] },
    "empty.example": { TXT: ["x"] },
    "noaddress.example": { MX: ["10 gone.noaddress.example"] },
    "numeric.example": { MX: ["10 192.0.2.1"] },
    "broken.example": "servfail",
    "quiet.example": "refused",
    "mxbroken.example": { MX: ["10 host.mxbroken.example"] },
    "host.mxbroken.example": "servfail",
    "half.example": { MX: ["10 host.mxbroken.example", "20 mx.half.example"] },
    "mx.half.example": a,
    "loopname.example": { CNAME: "loopname.example" },
  });
  expect(names(await mx.route("null.example"))).toEqual(["refused", "5.1.10"]);
  expect(names(await mx.route("nowhere.example"))).toEqual(["refused", "5.1.2"]);
  expect(names(await mx.route("empty.example"))).toEqual(["refused", "5.1.2"]);
  expect(names(await mx.route("loopname.example"))).toEqual(["refused", "5.1.2"]);
  expect(names(await mx.route("noaddress.example"))).toEqual(["refused", "5.4.4"]);
  expect(names(await mx.route("numeric.example"))).toEqual(["refused", "5.4.4"]);
  expect(names(await mx.route("broken.example"))).toEqual(["deferred", "4.4.3"]);
  expect(names(await mx.route("quiet.example"))).toEqual(["deferred", "4.4.3"]);
  expect(names(await mx.route("mxbroken.example"))).toEqual(["deferred", "4.4.3"]);
  expect(names(await mx.route("half.example"))).toEqual(["mx.half.example"]);
  for (const literal of [
    "[192.0.2.1]",
    "[IPv6:2001:db8::1]",
    "192.0.2.1",
    "",
    "a b.example",
    "..",
    `${"a".repeat(64)}.example`,
  ]) {
    expect([literal, ...names(await mx.route(literal))]).toEqual([literal, "refused", "5.1.2"]);
  }
});

test("nobody at or behind our own place in the list; ours alone is a loop", async () => {
  const { mx } = await resolver(
    {
      "backup.example": {
        MX: ["10 first.example", "20 MX.near.example", "20 equal.example", "30 later.example"],
      },
      "own.example": { MX: ["10 mx.near.example", "20 later.example"] },
      "byaddress.example": { MX: ["10 other-name.example", "20 later.example"] },
      "other-name.example": { A: ["198.51.100.9"] },
      "mx.near.example": { A: ["198.51.100.9"] },
      "first.example": a,
      "equal.example": a,
      "later.example": a,
    },
    { ownAddresses: ["198.51.100.9"] },
  );
  expect(names(await mx.route("backup.example"))).toEqual(["first.example"]);
  expect(names(await mx.route("own.example"))).toEqual(["refused", "5.4.6"]);
  expect(names(await mx.route("byaddress.example"))).toEqual(["refused", "5.4.6"]);
  expect(names(await mx.route("mx.near.example"))).toEqual(["refused", "5.4.6"]);
});

test("IDN: U-labels and A-labels are one domain; case and the last dot do not count", async () => {
  const { mx, dns: server } = await resolver({
    "xn--bcher-kva.example": { MX: ["10 mx.far.example"] },
    "mx.far.example": a,
  });
  for (const domain of [
    "bücher.example",
    "BÜCHER.example",
    "xn--bcher-kva.example.",
    "XN--BCHER-KVA.EXAMPLE",
  ]) {
    expect(names(await mx.route(domain))).toEqual(["mx.far.example"]);
  }
  expect(server.queries.filter((query) => query.startsWith("MX"))).toEqual(["MX xn--bcher-kva.example"]);
});

test("answers are kept for a while, questions in flight are shared, trouble is not kept", async () => {
  const {
    mx,
    clock,
    dns: server,
  } = await resolver({
    // Bun's resolver keeps answers for their TTL
    "far.example": { A: ["192.0.2.1"], ttl: 0 },
    "broken.example": "servfail",
  });
  await Promise.all([mx.route("far.example"), mx.route("far.example"), mx.route("far.example")]);
  const asked = server.queries.length;
  await mx.route("far.example");
  expect(server.queries.length).toBe(asked);
  clock.advance(6 * 60_000);
  await mx.route("far.example");
  expect(server.queries.length).toBeGreaterThan(asked);
  expect(names(await mx.route("broken.example"))[0]).toBe("deferred");
  server.zone["broken.example"] = a;
  expect(names(await mx.route("broken.example"))).toEqual(["broken.example"]);
});

test("answers that do not fit into UDP come by TCP", async () => {
  const hosts = Array.from({ length: 30 }, (_, i) => `mx${i}.a-rather-long-name-for-a-host.far.example`);
  const zone: Zone = { "far.example": { MX: hosts.map((host, i) => `${i} ${host}`) } };
  for (const host of hosts) zone[host] = a;
  const { mx, dns: server } = await resolver(zone);
  expect(names(await mx.route("far.example"))).toEqual(hosts.slice(0, 10));
  expect(server.queries).toContain("MX far.example tcp");
});
