// DANE at work: TLSA records, the resolver's verdicts, aliases and roll-overs, against a server with certificates of its own.
// RFC 7672, RFC 6698.
import { afterEach, expect, test } from "bun:test";
import { createHash, X509Certificate } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { systemClock } from "../../src/lib/clock.ts";
import type { TlsObservation } from "../../src/mail/report/tls-report.ts";
import { writeTlsReport } from "../../src/mail/report/tls-report.ts";
import { createDane } from "../../src/outbound/dane.ts";
import { issuedBy, makeCertificate } from "../support/fakes/certificate.ts";
import { startDns, type Zone } from "../support/fakes/dns.ts";
import { startMxServer } from "../support/fakes/mx-server.ts";
import { cleanups, later, sending, transport } from "./sending-parts.ts";

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const authority = makeCertificate("authority.example");
const leaf = issuedBy(authority, "mx.far.example");
const other = makeCertificate("mx.far.example");

function tlsa(record: "2" | "3", [selector, type]: readonly [0 | 1, 0 | 1 | 2], pem: string): string {
  const certificate = new X509Certificate(pem);
  const bytes =
    selector === 0 ? certificate.raw : certificate.publicKey.export({ type: "spki", format: "der" });
  const data =
    type === 0
      ? bytes
      : createHash(type === 1 ? "sha256" : "sha512")
          .update(bytes)
          .digest();
  return `${record} ${selector} ${type} ${Buffer.from(data).toString("hex")}`;
}

const signed = { dnssec: "validated" } as const;

function zone(records: string[], more: Zone = {}): Zone {
  return {
    "far.example": { MX: ["10 mx.far.example"], ...signed },
    "mx.far.example": { A: ["127.0.0.1"], ...signed },
    "_25._tcp.mx.far.example": { TLSA: records, ...signed },
    ...more,
  };
}

/** Observations for reports: domain and what was seen. */
const seen: [string, TlsObservation][] = [];

async function sent(records: Zone, { cert = leaf, tls = true, sts = null as never } = {}) {
  const server = later(await startMxServer(tls ? { ...cert } : { disabledCommands: ["STARTTLS"] }));
  const resolver = later(await startDns(records));
  const dane = createDane({ servers: [resolver.server], clock: systemClock, timeoutMs: 500 });
  const { out } = await transport(records, {
    port: server.port,
    dane,
    sts,
    observe: (domain, one) => void seen.push([domain, one]),
  });
  const [result] = await sending(out);
  return { result: result!, mails: server.mails.length };
}

const all = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
] as const;

// DECISIONS Drafts and sending: DANE: TLS with a certificate that matches the TLSA records, or no mail
test("usages 2 and 3, both selectors, all matching types", async () => {
  for (const form of all) {
    for (const record of [tlsa("3", form, leaf.cert), tlsa("2", form, authority.cert)]) {
      const { result } = await sent(zone([record]));
      expect([record.slice(0, 5), result]).toMatchObject([
        record.slice(0, 5),
        { kind: "delivered", tls: { dane: true } },
      ]);
    }
    for (const record of [tlsa("3", form, other.cert), tlsa("2", form, other.cert)]) {
      const { result, mails } = await sent(zone([record]));
      expect([result, mails]).toMatchObject([{ kind: "deferred", enhanced: "4.7.5", tls: null }, 0]);
      expect(result.response).toContain("DANE: ");
    }
  }
});

test("while keys roll over one of the records matches", async () => {
  const both = [tlsa("3", [1, 1], other.cert), tlsa("3", [1, 1], leaf.cert)];
  for (const cert of [leaf, other])
    expect((await sent(zone(both), { cert })).result).toMatchObject({
      kind: "delivered",
      tls: { dane: true },
    });
  expect((await sent(zone(both.slice(0, 1)))).result).toMatchObject({ kind: "deferred" });
});

test("a name counts below a trust anchor, and not for the server's own certificate", async () => {
  const wrong = issuedBy(authority, "elsewhere.example");
  const below = await sent(zone([tlsa("2", [0, 1], authority.cert)]), { cert: wrong });
  expect(below.result.response).toContain("is not for mx.far.example");
  expect((await sent(zone([tlsa("3", [1, 1], wrong.cert)]), { cert: wrong })).result.kind).toBe("delivered");
});

test("TLS is demanded, of any certificate where no record is usable", async () => {
  const plain = await sent(zone([tlsa("3", [1, 1], leaf.cert)]), { tls: false });
  expect([plain.result.kind, plain.mails]).toEqual(["deferred", 0]);
  const unusable = ["1 1 1 00", "0 0 1 00", "3 1 1 0011", "3 2 1 00", "3 1 9 00"];
  expect((await sent(zone(unusable))).result).toMatchObject({
    kind: "delivered",
    tls: { dane: false, verified: false },
  });
  expect((await sent(zone(unusable), { tls: false })).result.kind).toBe("deferred");
});

// DECISIONS Drafts and sending: DANE: what is insecure changes nothing, what is bogus defers, and it counts before MTA-STS
test("insecure or absent records change nothing; bogus ones defer", async () => {
  const mismatch = [tlsa("3", [1, 1], other.cert)];
  const usual = { kind: "delivered", tls: { dane: false } };
  const insecure = { "far.example": { MX: ["10 mx.far.example"] } };
  const insecureHost = { "mx.far.example": { A: ["127.0.0.1"] } };
  for (const more of [
    insecure,
    insecureHost,
    { "_25._tcp.mx.far.example": { TLSA: mismatch } },
    { "_25._tcp.mx.far.example": { ...signed } },
  ] as Zone[])
    expect((await sent(zone(mismatch, more))).result).toMatchObject(usual);
  const absent = zone([]);
  delete absent["_25._tcp.mx.far.example"];
  expect((await sent(absent)).result).toMatchObject(usual);
  for (const trouble of [
    { TLSA: [tlsa("3", [1, 1], leaf.cert)], dnssec: "bogus" as const },
    "servfail" as const,
    "silence" as const,
  ]) {
    const { result, mails } = await sent(zone([], { "_25._tcp.mx.far.example": trouble }));
    expect([result, mails]).toMatchObject([{ kind: "deferred", enhanced: "4.7.5" }, 0]);
  }
});

test("another server of the domain is used where the records of the first cannot be known", async () => {
  const more: Zone = {
    "far.example": { MX: ["10 mx.far.example", "20 mx2.far.example"], ...signed },
    "mx2.far.example": { A: ["127.0.0.1"], ...signed },
    "_25._tcp.mx.far.example": "servfail",
    "_25._tcp.mx2.far.example": { TLSA: [tlsa("3", [1, 1], leaf.cert)], ...signed },
  };
  expect((await sent(zone([], more))).result).toMatchObject({ kind: "delivered", mx: "mx2.far.example" });
});

test("aliases: the records of their end, or else of the name itself", async () => {
  const good = tlsa("3", [1, 1], leaf.cert);
  const bad = tlsa("3", [1, 1], other.cert);
  const alias: Zone = {
    "mx.far.example": { CNAME: "real.far.example", ...signed },
    "real.far.example": { A: ["127.0.0.1"], ...signed },
  };
  const atEnd = { "_25._tcp.real.far.example": { TLSA: [good], ...signed } };
  expect((await sent(zone([bad], { ...alias, ...atEnd }))).result.tls?.dane).toBe(true);
  expect((await sent(zone([good], alias))).result.tls?.dane).toBe(true);
  // TLSA records may be aliases too. RFC 7672 2.2.1
  const shared: Zone = {
    "_25._tcp.mx.far.example": { CNAME: "tlsa.far.example", ...signed },
    "tlsa.far.example": { TLSA: [good], ...signed },
  };
  expect((await sent(zone([], shared))).result.tls?.dane).toBe(true);
});

test("DANE counts before MTA-STS, which still counts for servers without records", async () => {
  const sts = { policyFor: async () => ({ mode: "enforce", allows: () => false }) } as never;
  expect((await sent(zone([tlsa("3", [1, 1], leaf.cert)]), { sts })).result).toMatchObject({
    kind: "delivered",
    tls: { dane: true, verified: false },
  });
  const none = zone([]);
  delete none["_25._tcp.mx.far.example"];
  expect((await sent(none, { sts })).result).toMatchObject({ kind: "deferred", enhanced: "4.7.5" });
});

test("how sessions went is told for reports, with the records that counted", async () => {
  const good = tlsa("3", [1, 1], leaf.cert);
  const anchor = tlsa("2", [0, 1], authority.cert);
  const wrongName = issuedBy(authority, "elsewhere.example");
  seen.length = 0;
  await sent(zone([good, "1 1 1 00"]));
  await sent(zone([good]), { cert: other });
  await sent(zone([anchor]), { cert: other });
  await sent(zone([anchor]), { cert: wrongName });
  await sent(zone([good]), { tls: false });
  await sent(zone([], { "_25._tcp.mx.far.example": "servfail" }));
  const host = "mx.far.example";
  expect(
    seen.map(([domain, { policy, failure, host, ip }]) => [domain, policy.strings, failure, host, ip]),
  ).toEqual([
    ["far.example", [good], null, host, "127.0.0.1"],
    ["far.example", [good], "certificate-not-trusted", host, "127.0.0.1"],
    ["far.example", [anchor], "certificate-not-trusted", host, "127.0.0.1"],
    ["far.example", [anchor], "certificate-host-mismatch", host, "127.0.0.1"],
    ["far.example", [good], "starttls-not-supported", host, "127.0.0.1"],
    ["far.example", [], "dnssec-invalid", null, null],
  ]);
  // RFC 8460 4.4: one policy an object, with its records.
  const about = { organization: "near.example", email: "r@near.example", hostname: "near.example" };
  const rows = seen.map(([, detail]) => ({ detail, count: 2 }));
  const { file } = writeTlsReport({ ...about, day: "2026-01-01" }, "far.example", rows);
  const { policies } = JSON.parse(gunzipSync(file).toString());
  expect(
    policies.map((one: { policy: object; summary: object }) => ({ ...one.policy, ...one.summary })),
  ).toEqual(
    [
      { strings: [good], passed: 2, failed: 4 },
      { strings: [anchor], passed: 0, failed: 4 },
      { strings: undefined, passed: 0, failed: 2 },
    ].map(({ strings, passed, failed }) => ({
      "policy-type": "tlsa",
      "policy-domain": "far.example",
      ...(strings && { "policy-string": strings }),
      "total-successful-session-count": passed,
      "total-failure-session-count": failed,
    })),
  );
  expect(policies[0]["failure-details"]).toMatchObject([
    { "result-type": "certificate-not-trusted", "receiving-mx-hostname": host, "failed-session-count": 2 },
    { "result-type": "starttls-not-supported", "failed-session-count": 2 },
  ]);
});
