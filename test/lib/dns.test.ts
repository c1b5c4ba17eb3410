// DNS questions of our own: what node:dns under Bun cannot tell apart, and what a server may do wrong.

import { afterAll, expect, test } from "bun:test";
import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { createDns, DnsTrouble } from "../../src/lib/dns/dns.ts";
import { startDns } from "../support/fakes/dns.ts";

const long = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
const zone = {
  "long.example": { TXT: [long, "v=spf1 mx -all", ""] },
  "many.example": { TXT: Array.from({ length: 40 }, (_, n) => `${n} ${"x".repeat(60)}`) },
  "alias.example": { CNAME: "long.example" },
  "other.example": { A: ["192.0.2.1"] },
  "way.example": { CNAME: "other.example" },
  "mail.example": { MX: ["5 MX.Example.", "10 xn--bcher-kva.example."] },
  "null.example": { MX: ["0 ."] },
  "xn--bcher-kva.example": { A: ["192.0.2.7"] },
  "six.example": { AAAA: ["2001:db8::5"] },
  "broken.example": "servfail" as const,
  "rude.example": "refused" as const,
  "silent.example": "silence" as const,
};
const server = await startDns(zone);
const dns = createDns({ servers: [server.server], timeoutMs: 100 });
afterAll(() => server.stop());

test("the strings of one record are joined, those of several are not", async () => {
  expect(await dns.txt("long.example")).toEqual([long, "v=spf1 mx -all", ""]);
  expect(await dns.txt("Alias.Example.")).toEqual([long, "v=spf1 mx -all", ""]);
});

test("an answer that is cut off comes again by TCP", async () => {
  expect(await dns.txt("many.example")).toHaveLength(40);
  expect(server.queries).toContain("TXT many.example tcp");
});

test("no such name and no such record are an empty list", async () => {
  expect(await dns.txt("nowhere.example")).toEqual([]);
  expect(await dns.txt("other.example")).toEqual([]);
  for (const name of ["", "a..example", `${"a".repeat(64)}.example`]) expect(await dns.txt(name)).toEqual([]);
});

test("a server that fails, refuses or is silent is trouble; the next one is asked", async () => {
  for (const name of ["broken.example", "rude.example", "silent.example"])
    expect(await dns.txt(name).catch((error: unknown) => error)).toBeInstanceOf(DnsTrouble);
  const dead = createSocket("udp4");
  await new Promise<void>((resolve) => dead.bind(0, "127.0.0.1", resolve));
  const two = createDns({ servers: [`127.0.0.1:${dead.address().port}`, server.server], timeoutMs: 50 });
  expect(await two.txt("long.example")).toHaveLength(3);
  dead.close();
});

test("mail hosts and addresses, by way of an alias too", async () => {
  expect(await dns.mx("mail.example")).toEqual([
    { preference: 5, exchange: "mx.example" },
    { preference: 10, exchange: "xn--bcher-kva.example" },
  ]);
  expect(await dns.mx("null.example")).toEqual([{ preference: 0, exchange: "" }]);
  expect(await dns.ipv4("way.example.")).toEqual(["192.0.2.1"]);
  expect(await dns.ipv4("bücher.example")).toEqual(["192.0.2.7"]);
  expect(await dns.ipv6("six.example")).toEqual(["2001:db8::5"]);
  for (const ask of [dns.mx, dns.ipv4, dns.ipv6]) {
    for (const name of ["nowhere.example", "", "a..example"]) expect(await ask(name)).toEqual([]);
    expect(await ask("rude.example").catch((error: unknown) => error)).toBeInstanceOf(DnsTrouble);
  }
});

test("a server whose port is closed is known at once, and nobody waits for it", async () => {
  const closed = createSocket("udp4");
  await new Promise<void>((resolve) => closed.bind(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  // An hour a try.
  const gone = createDns({ servers: [`127.0.0.1:${port}`], timeoutMs: 3_600_000 });
  for (const ask of [gone.mx, gone.ipv4, gone.ipv6, gone.txt])
    expect(await ask("mail.example").catch((error: unknown) => error)).toBeInstanceOf(DnsTrouble);
});

test("what is not the answer to the question is not heard", async () => {
  const liar = createSocket("udp4");
  liar.on("message", (message, from) => {
    const other = Buffer.from(message);
    other[0] = message[0]! ^ 1;
    // Another id, noise, and the question itself.
    for (const reply of [other, Buffer.from("noise"), message]) liar.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => liar.bind(0, "127.0.0.1", resolve));
  const { port } = liar.address() as AddressInfo;
  const asked = createDns({ servers: [`127.0.0.1:${port}`], timeoutMs: 50 }).txt("long.example");
  expect(await asked.catch((error: unknown) => error)).toBeInstanceOf(DnsTrouble);
  liar.close();
});
