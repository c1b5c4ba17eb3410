// Our DMARC aggregate reports as another reader of RFC 9990 takes them: Python's dmarc-report, which refuses what the schema
// does not allow and warns of what it would have to guess.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DmarcObservation, writeDmarcReport } from "../../../src/mail/report/dmarc-report.ts";
import { noClients, runClient } from "../../support/clients/others.ts";

const script = `
import json, sys
from dmarc_report.parser import DMARCParser
r = DMARCParser.parse_file(sys.argv[1])
print(json.dumps({
  "format": r.format.value, "warnings": [w.code for w in r.warnings], "org": r.report_metadata.org_name,
  "id": r.report_metadata.report_id, "begin": r.report_metadata.date_range.begin, "end": r.report_metadata.date_range.end,
  "domain": r.policy_published.domain, "p": r.policy_published.p.value, "np": r.policy_published.np.value,
  "testing": r.policy_published.testing.value, "adkim": r.policy_published.adkim.value,
  "rows": [[x.source_ip, x.count, x.policy_evaluated.disposition.value, x.policy_evaluated.dkim.value,
    x.policy_evaluated.spf.value, x.identifiers.header_from, [d.result.value for d in x.auth_results.dkim],
    [s.result.value for s in x.auth_results.spf], [y.type.value for y in x.policy_evaluated.reasons]] for x in r.records],
}))
`;

const base: DmarcObservation = {
  source_ip: "2001:db8::1",
  header_from: "news.example.com",
  envelope_from: "bounce.example.com",
  disposition: "pass",
  local_policy: false,
  dkim_aligned: true,
  spf_aligned: false,
  spf: { result: "softfail", domain: "bounce.example.com" },
  dkim: [
    { result: "pass", domain: "example.com", selector: "s1" },
    { result: "temperror", domain: "a<b.example", selector: "s&2" },
  ],
};

test.skipIf(noClients !== null)(
  `another program reads what we write${noClients ? `: ${noClients}` : ""}`,
  async () => {
    const cwd = mkdtempSync(join(tmpdir(), "postroom-dmarc-"));
    try {
      const about = { organization: "mx.near.example", email: "p@near.example", hostname: "mx.near.example" };
      const policy = { domain: "example.com", p: "reject", np: "none", adkim: "s", fo: "1:d", testing: "y" };
      const report = writeDmarcReport({ ...about, day: "2026-03-04" }, policy, [
        { detail: base, count: 12 },
        {
          detail: {
            ...base,
            source_ip: "192.0.2.7",
            envelope_from: "",
            disposition: "quarantine",
            local_policy: true,
            dkim_aligned: false,
            dkim: [],
            spf: null,
          },
          count: 1,
        },
      ]);
      writeFileSync(join(cwd, "read.py"), script);
      writeFileSync(join(cwd, report.filename), report.file);
      const { exitCode, text } = await runClient(["python", "read.py", report.filename], { cwd });
      expect([exitCode, exitCode === 0 ? "" : text]).toEqual([0, ""]);
      expect(JSON.parse(text)).toEqual({
        format: expect.stringContaining("9990"),
        warnings: [],
        org: "mx.near.example",
        id: report.id,
        begin: 1_772_582_400,
        end: 1_772_668_799,
        ...{ domain: "example.com", p: "reject", np: "none", testing: "y", adkim: "s" },
        rows: [
          [
            "2001:db8::1",
            12,
            "pass",
            "pass",
            "fail",
            "news.example.com",
            ["pass", "temperror"],
            ["softfail"],
            [],
          ],
          ["192.0.2.7", 1, "quarantine", "fail", "fail", "news.example.com", [], [], ["local_policy"]],
        ],
      });
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  },
  60_000,
);
