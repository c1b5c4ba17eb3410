// Terms of an SPF record, with DNS of its own.
import { expect, test } from "bun:test";
import { spfTerms } from "../../src/doctor/checks/spf-terms.ts";
import type { LookUp } from "../../src/lib/dns/look-up.ts";
import { NoAnswer } from "../../src/lib/dns/query.ts";
import type { ExpectedDnsRecord } from "../../src/outbound/domain-records.ts";

const record = { type: "TXT", name: "a.example", value: "v=spf1 mx -all" } as ExpectedDnsRecord;

async function judged(text: string, zone: Record<string, string | null> = {}) {
  const asked: string[] = [];
  const lookUp: LookUp = ({ name }) => {
    asked.push(name);
    const found = zone[name];
    if (found === null) throw new NoAnswer(`TXT ${name}: no answer`);
    return Promise.resolve({
      failed: false,
      records: found === undefined ? [] : [found],
      isSigned: false,
      isValidated: false,
    });
  };
  const result = await spfTerms(record, text, lookUp);
  return { code: result?.code, record: result?.record, asked };
}

test("what stands behind all, and a redirect beside it, is asked by nobody and not counted", async () => {
  const many =
    "a:1.example a:2.example a:3.example a:4.example a:5.example a:6.example a:7.example a:8.example";
  const zone = { "b.example": `v=spf1 ${many} -all include:c.example redirect=d.example` };
  const { code, asked } = await judged("v=spf1 mx include:b.example -all redirect=e.example", zone);
  expect([code, asked]).toEqual([undefined, ["b.example"]]);
  expect((await judged(`v=spf1 mx a ${many} a:9.example -all`)).code).toBe("spf_look_ups");
  expect((await judged(`v=spf1 mx a ${many} redirect=d.example`)).code).toBe("spf_look_ups");
  expect((await judged(`v=spf1 mx a ${many} -all redirect=d.example`)).code).toBeUndefined();
});

test("records that lead to each other end after ten look-ups", async () => {
  const zone = { "b.example": "v=spf1 include:c.example -all", "c.example": "v=spf1 redirect=b.example" };
  const { code, asked } = await judged("v=spf1 mx include:b.example -all", zone);
  expect([code, asked.length]).toEqual(["spf_look_ups", 9]);
});

test("servers of others that are silent are asked once, and are no finding", async () => {
  const { code, asked } = await judged("v=spf1 mx include:b.example include:c.example -all", {
    "b.example": null,
    "c.example": null,
  });
  expect([code, asked]).toEqual([undefined, ["b.example"]]);
});

test("the record to paste has one all, at its end, and words as they were written", async () => {
  const { code, record: line } = await judged("v=spf1 -all MX exists:%{I}._spf.A.example ~all");
  expect(code).toBe("spf_behind_all");
  expect(line).toContain('"v=spf1 MX exists:%{I}._spf.A.example -all"');
});
