// Reports about domains, as they come: XML and JSON, packed or not; and what is beyond the bounds.
import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readPolicyReport } from "../../../src/mail/report/policy-reports.ts";
import { dmarc, record, tls, zipped } from "./policy-files.ts";

const bytes = (text: string) => Buffer.from(text);

test("a DMARC report, plain, in gzip and in zip", () => {
  const text = dmarc(
    "A.example",
    record("192.0.2.1", 3, "pass", "fail") + record("192.0.2.2", 2, "fail", "fail"),
  );
  for (const file of [bytes(text), gzipSync(text), zipped(text)])
    expect(readPolicyReport(file)).toEqual([
      {
        kind: "dmarc",
        domain: "a.example",
        organization: "Reporter",
        reportId: "r1",
        beginsAt: "2026-01-01T00:00:00.000000Z",
        endsAt: "2026-01-01T23:59:59.000000Z",
        passed: 3,
        failed: 2,
        rows: [
          {
            source: "192.0.2.1",
            count: 3,
            passed: true,
            detail: { dkim: "pass", spf: "fail", disposition: "none", header_from: "a.example" },
          },
          {
            source: "192.0.2.2",
            count: 2,
            passed: false,
            detail: { dkim: "fail", spf: "fail", disposition: "none", header_from: "a.example" },
          },
        ],
      },
    ]);
});

test("a TLS report, plain and in gzip", () => {
  for (const file of [bytes(tls("a.example")), gzipSync(tls("a.example"))])
    expect(readPolicyReport(file)).toEqual([
      {
        kind: "tls",
        domain: "a.example",
        organization: "Company-X",
        reportId: "5065427c@r.example",
        beginsAt: "2026-04-01T00:00:00.000000Z",
        endsAt: "2026-04-01T23:59:59.000000Z",
        passed: 5326,
        failed: 303,
        rows: [
          {
            source: "certificate-expired",
            count: 100,
            passed: false,
            detail: { policy: "sts", sending_ip: "2001:db8::1", receiving_host: "mx1.a.example", reason: "" },
          },
        ],
      },
    ]);
});

test("of many rows 500 are kept, and all are counted", () => {
  const [report] = readPolicyReport(
    bytes(dmarc("a.example", record("192.0.2.1", 2, "pass", "pass").repeat(700))),
  );
  expect([report!.rows.length, report!.passed]).toEqual([500, 1400]);
});

// DECISIONS Domains, pods, routing rules: Bombs, entities and damage are no reports
test("bombs, entities, depth, damage and other files are no reports", () => {
  const bomb = Buffer.alloc(40 * 1024 * 1024, 0x20);
  const entities = `<?xml version="1.0"?><!DOCTYPE feedback [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${dmarc("a.example", "").slice(21)}`;
  const deep = dmarc("a.example", `${"<x>".repeat(50)}${"</x>".repeat(50)}`);
  const text = dmarc("a.example", record("192.0.2.1", 1, "pass", "pass"));
  for (const file of [
    gzipSync(bomb),
    zipped(bomb),
    bytes(entities),
    bytes(deep),
    bytes(text.slice(0, -20)),
    gzipSync(text).subarray(0, 100),
    zipped(text).subarray(0, 90),
    bytes("<feedback/>"),
    bytes('{"policies":[]}'),
    bytes("{"),
    bytes(""),
    Buffer.from([0x50, 0x4b, 3, 4]),
    bytes(dmarc("not a domain", "")),
  ])
    expect(readPolicyReport(file)).toEqual([]);
});
