// Answers and failures are kept, equal questions are one, a server that is gone costs nobody's time.

import { afterAll, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { ManualClock } from "../../src/lib/clock.ts";
import { DnsCache } from "../../src/lib/dns/cache.ts";

import { startDns } from "../support/fakes/dns.ts";

const zone = {
  "a.example": { A: ["192.0.2.1", "192.0.2.2"], TXT: ["v=spf1 -all"], MX: ["10 mx.a.example"], ttl: 20 },
  "b.example": { CNAME: "a.example" },
  "broken.example": "servfail" as const,
  "silent.example": "silence" as const,
};
const server = await startDns(zone);
afterAll(() => server.stop());

const codeOf = (error: { code?: string }) => error.code;

function fresh(servers = [server.server]): { dns: DnsCache; clock: ManualClock; asked(): string[] } {
  const clock = new ManualClock(1_800_000_000_000);
  server.queries.length = 0;
  return { dns: new DnsCache(() => servers, clock), clock, asked: () => [...server.queries] };
}

test("records come in node's form, and are asked for once until their TTL ends", async () => {
  const { dns, clock, asked } = fresh();
  const twice = await Promise.all([dns.resolve("a.example", "A"), dns.resolve("A.Example.", "A")]);
  expect(twice).toEqual([
    ["192.0.2.1", "192.0.2.2"],
    ["192.0.2.1", "192.0.2.2"],
  ]);
  expect(await dns.resolve("a.example", "TXT")).toEqual([["v=spf1 -all"]]);
  expect(await dns.resolve("b.example", "MX")).toEqual([{ exchange: "mx.a.example", priority: 10 }]);
  clock.advance(19_000);
  await dns.resolve("a.example", "A");
  expect(asked()).toEqual(["A a.example", "TXT a.example", "MX b.example"]);
  clock.advance(2000);
  await dns.resolve("a.example", "A");
  expect(asked()).toHaveLength(4);
});

test("no name, no record, no answer are told apart, and kept too", async () => {
  const { dns, clock, asked } = fresh();
  const ask = (name: string) => dns.resolve(name, "AAAA").then(() => "found", codeOf);
  for (let i = 0; i < 2; i++) {
    expect(await ask("nowhere.example")).toBe("ENOTFOUND");
    expect(await ask("a.example")).toBe("ENODATA");
    expect(await ask("broken.example")).toBe("ESERVFAIL");
    expect(await ask(`${"x".repeat(64)}.example`)).toBe("EBADNAME");
    expect(await ask("")).toBe("EBADNAME");
  }
  expect(asked()).toHaveLength(3);
  clock.advance(31_000);
  await ask("broken.example");
  expect(asked()).toHaveLength(4);
});

test("a name that is not answered does not shut out the server", async () => {
  const { dns, asked } = fresh();
  expect(await dns.resolve("silent.example", "A").catch(codeOf)).toBe("ETIMEOUT");
  expect(asked()).toContain("NS .");
  expect(await dns.resolve("a.example", "A")).toHaveLength(2);
});

test("a server that is gone is skipped for half a minute; another one is asked meanwhile", async () => {
  const deaf = createSocket("udp4");
  await new Promise<void>((resolve) => deaf.bind(0, "127.0.0.1", resolve));
  let heard = 0;
  deaf.on("message", () => heard++);
  const { dns, clock } = fresh([`127.0.0.1:${(deaf.address() as AddressInfo).port}`, server.server]);
  expect(await dns.resolve("a.example", "A")).toHaveLength(2);
  // The question and then the one whether it is there at all.
  while (heard < 2) await Bun.sleep(10);
  // Time: an answer that does not come is waited for, for a second.
  await Bun.sleep(1100);
  for (const name of ["b.example", "nowhere.example", "c.example"])
    await dns.resolve(name, "A").catch(codeOf);
  expect(heard).toBe(2);
  clock.advance(31_000);
  await dns.resolve("d.example", "A").catch(codeOf);
  expect(heard).toBeGreaterThan(2);
  deaf.close();
});

test("where nothing listens the answer is no answer, at once", async () => {
  const { dns } = fresh(["127.0.0.1:9"]);
  // A single question that is waited for takes 2.4 s: this one is asked first, and still open at the end.
  let isOver = false;
  const waitedFor = fresh()
    .dns.resolve("silent.example", "A")
    .catch(() => (isOver = true));
  expect(await dns.resolve("a.example", "A").catch(codeOf)).toBe("ETIMEOUT");
  expect(await dns.resolve("b.example", "A").catch(codeOf)).toBe("ETIMEOUT");
  expect(isOver).toBe(false);
  await waitedFor;
});
