// What is found out about a mail has its time, whatever DNS does.
import { expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { DnsError } from "../../src/lib/dns/cache.ts";
import { authenticate } from "../../src/screening/authenticate.ts";

test("questions that are never answered are a temperror once the time is over", async () => {
  const deps = {
    resolve: () => new Promise<never>(() => {}),
    clock: systemClock,
    mailHostname: "mx.agents.example",
    timeoutMs: 50,
  };
  const head = "From: ann@silent.example\r\n\r\n";
  const client = { ip: "192.0.2.1", helo: "x.example", from: "ann@silent.example", trusted: false };
  const found = await authenticate(deps, { raw: Buffer.from(head), head }, client);
  expect([found?.spf?.result, found?.dmarc?.result]).toEqual(["temperror", "temperror"]);
});

test("what is known of an author counts, however long the names of others take", async () => {
  const records: Record<string, string> = { "_dmarc.victim.example": "v=DMARC1; p=reject" };
  const deps = {
    resolve: (name: string) => {
      if (name.endsWith("silent.example")) return new Promise<never>(() => {});
      const text = records[name];
      return text ? Promise.resolve([[text]]) : Promise.reject(new DnsError("ENOTFOUND", name));
    },
    clock: systemClock,
    mailHostname: "mx.agents.example",
    timeoutMs: 50,
  };
  const signature = (domain: string) =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=s; h=from; b=AAAA;\r\n bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\r\n`;
  const head = `${signature("silent.example")}${signature("victim.example")}From: ceo@victim.example\r\n\r\n`;
  const client = { ip: "192.0.2.1", helo: "x.example", from: "x@silent.example", trusted: false };
  const found = await authenticate(deps, { raw: Buffer.from(head), head }, client);
  expect(found?.spf?.result).toBe("temperror");
  expect(found?.dmarc).toMatchObject({ result: "fail", policy: "reject" });
});
