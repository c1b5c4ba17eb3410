// What is remembered of MTA-STS policies, and for how long. RFC 8461 3.3, 5.1
import { afterEach, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { ManualClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMtaSts } from "../../src/outbound/mta-sts.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns, type Zone } from "../support/fakes/dns.ts";

const certificate = makeCertificate("mta-sts.far.example", "mta-sts.xn--bcher-kva.example");
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const hour = 3_600_000;

async function setUp() {
  const host = { policy: policy("mx.far.example"), asked: 0 };
  const server = createServer({ ...certificate }, (_request, response) => {
    host.asked++;
    if (host.policy === "") response.writeHead(404).end();
    else response.setHeader("content-type", "text/plain; charset=utf-8").end(host.policy);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  cleanups.push(() => server.close());
  const record = (id: string) => ({ TXT: [`v=STSv1; id=${id};`], ttl: 0 });
  const zone: Zone = {
    "_mta-sts.far.example": record("1"),
    "mta-sts.far.example": { A: ["127.0.0.1"], ttl: 0 },
    "_mta-sts.xn--bcher-kva.example": record("1"),
    "mta-sts.xn--bcher-kva.example": { A: ["127.0.0.1"], ttl: 0 },
  };
  const dns = await startDns(zone);
  cleanups.push(() => dns.stop());
  const clock = new ManualClock(1_000_000);
  const sts = createMtaSts({
    dns: createDns({ servers: [dns.server], timeoutMs: 300 }),
    clock,
    port: (server.address() as AddressInfo).port,
    ca: certificate.cert,
    timeoutMs: 2000,
  });
  const allows = async (mx: string) => (await sts.policyFor("far.example"))?.allows(mx) ?? null;
  return { sts, zone, clock, host, allows, record };
}

function policy(mx: string, maxAge = 86_400): string {
  return `version: STSv1\nmode: enforce\nmx: ${mx}\nmax_age: ${maxAge}\n`;
}

test("one fetch for many mails at once and for as long as the id stays", async () => {
  const { sts, clock, host, allows } = await setUp();
  await Promise.all([
    sts.policyFor("far.example"),
    sts.policyFor("FAR.example"),
    sts.policyFor("far.example"),
  ]);
  expect(await allows("mx.far.example")).toBe(true);
  expect(await allows("mx.evil.example")).toBe(false);
  clock.advance(hour);
  expect(await allows("mx.far.example")).toBe(true);
  expect(host.asked).toBe(1);
});

test("a new id brings the new policy", async () => {
  const { zone, clock, host, allows, record } = await setUp();
  expect(await allows("mx.far.example")).toBe(true);
  host.policy = policy("*.new.example");
  zone["_mta-sts.far.example"] = record("2");
  expect(await allows("a.new.example")).toBe(false);
  clock.advance(hour);
  expect(await allows("a.new.example")).toBe(true);
  expect(await allows("a.b.new.example")).toBe(false);
});

test("a valid policy outlives a missing record, broken DNS and a broken host, but not its max_age", async () => {
  const { zone, clock, host, allows, record } = await setUp();
  expect(await allows("mx.far.example")).toBe(true);
  host.policy = "";
  for (const answer of [undefined, "servfail", record("3")] as const) {
    if (answer) zone["_mta-sts.far.example"] = answer;
    else delete zone["_mta-sts.far.example"];
    clock.advance(hour);
    expect(await allows("mx.far.example")).toBe(true);
  }
  clock.advance(24 * hour);
  expect(await allows("mx.far.example")).toBeNull();
});

test("no policy, a failed fetch and an untrusted certificate are remembered as none for a while", async () => {
  const { sts, clock, host, allows } = await setUp();
  host.policy = "";
  expect(await allows("mx.far.example")).toBeNull();
  expect(await allows("mx.far.example")).toBeNull();
  expect(host.asked).toBe(1);
  host.policy = policy("mx.far.example");
  clock.advance(hour);
  expect(await allows("mx.far.example")).toBe(true);
  expect(await sts.policyFor("nowhere.example")).toBeNull();
});

test("IDN: the policy host has the A-label", async () => {
  const { sts } = await setUp();
  expect((await sts.policyFor("bücher.example"))?.mode).toBe("enforce");
});
