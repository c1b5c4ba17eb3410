// Records that are published otherwise than they should be: which of them still do their work, and what a person is told to mend.
import { expect, test } from "bun:test";
import type { LookUp } from "../../src/lib/dns/look-up.ts";
import { type CheckedRecord, checkRecords, type WantedRecord } from "../../src/outbound/record-check.ts";

const domain = "agents.example";
const key = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${"MIIBCgKCAQEA7J".repeat(20)}`;
const wanted = {
  spf: { type: "TXT", name: domain, value: "v=spf1 mx -all", purpose: "spf" },
  dkim: {
    type: "TXT",
    name: `rsa-1._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${key}`,
    purpose: "dkim",
  },
  dmarc: { type: "TXT", name: `_dmarc.${domain}`, value: "v=DMARC1; p=quarantine", purpose: "dmarc" },
  receiving: { type: "MX", name: domain, value: "10 mail.example.com", purpose: "receiving" },
} as const satisfies Record<string, WantedRecord>;
type Purpose = keyof typeof wanted;

/** @param zone records by `NAME TYPE` */
async function checked(record: WantedRecord, zone: Record<string, string[]>): Promise<CheckedRecord> {
  const lookUp: LookUp = ({ name, type }) =>
    Promise.resolve({ ...blank, records: zone[`${name} ${type}`] ?? [] });
  const [found] = await checkRecords(lookUp, { domain, host: "mail.example.com", records: [record] });
  return found!;
}

const blank = { records: [], failed: false, isSigned: false, isValidated: false };

async function published(purpose: Purpose, ...texts: string[]): Promise<CheckedRecord> {
  const record = wanted[purpose];
  return checked(record, { [`${record.name} ${record.type}`]: texts });
}

const dkim = wanted.dkim.value;

for (const [purpose, text] of [
  ["spf", "v=spf1 include:spf.other.example MX:mail.example.com +mx ~all"],
  ["spf", "v=spf1  mx  -all"],
  ["spf", "v=spf1 mx x-note=anything -all"],
  ["dkim", `v=DKIM1;k=rsa;t=s;p=${key.slice(0, 90)} ${key.slice(90)};`],
  ["dkim", `k=rsa; p=${key}`],
  ["dmarc", "v=DMARC1; p=reject; sp=none; rua=mailto:a@b.example!10m,mailto:c@b.example;"],
  ["dmarc", "v=DMARC1;P=None"],
  ["dmarc", "v=DMARC1; p=reject;; rua; fo=1 ; ruf=mailto:ä@b.example"],
] as const)
  test(`${purpose} may be written so: ${text.slice(0, 60)}`, async () => {
    expect((await published(purpose, text)).state).toBe("same");
  });

for (const [purpose, text, remedy] of [
  ["spf", "“v=spf1 mx -all”", "Character 1 is U+201C"],
  ["spf", "v=spf1 mx –all", "Character 11 is U+2013"],
  ["spf", "3600 IN TXT v=spf1 mx -all", 'leave out "3600 IN TXT" before v=spf1'],
  ["spf", "v=spf1, mx, -all", '"mx," is no word of SPF'],
  ["spf", "v=spf1 mx; -all", '"mx;" is no word of SPF'],
  ["spf", "v=spf1 ip:192.0.2.1 mx -all", '"ip:192.0.2.1" is no word of SPF'],
  ["spf", "v=spf1 include:spf.other.example -all", "Add mx to it: v=spf1 mx include"],
  ["spf", '"v=spf1 mx -all"', "quotation marks"],
  ["dkim", dkim.replaceAll(";", "\\;"), "Leave out the backslashes"],
  ["dkim", `rsa-1._domainkey IN TXT ${dkim}`, 'leave out "rsa-1._domainkey IN TXT" before'],
  ["dkim", dkim.replaceAll(" ", "\u00a0"), "Character 9 is U+00A0"],
  ["dkim", `${dkim.slice(0, 60)}\u200b${dkim.slice(60)}`, "Character 61 is U+200B"],
  ["dkim", `${dkim.slice(0, 40)}\ufffd${dkim.slice(40)}`, "Character 41 is a line break"],
  ["dkim", "v=DKIM1; k=rsa; p=", "which revokes it"],
  ["dkim", dkim.slice(0, 255), "the panel cut it"],
  ["dmarc", "v=DMARC1; p=non", "Replace it."],
  ["dmarc", "v=DMARC1, p=quarantine", "Replace it."],
  ["dmarc", "v=DMARC1;\u00a0p=quarantine", "Character 10 is U+00A0"],
  ["dmarc", "_dmarc v=DMARC1; p=quarantine", 'leave out "_dmarc" before'],
  ["receiving", "10 mail.example.com.agents.example", "end it with a dot, mail.example.com."],
] as const)
  test(`${purpose} does nothing so: ${text.slice(0, 60)}`, async () => {
    const found = await published(purpose, text);
    expect(found.state).toBe("other");
    expect(found.remedy).toContain(remedy);
    expect(found.published).toEqual([text]);
  });

test("of two records of one kind none counts, also where one is right", async () => {
  const spf = await published("spf", wanted.spf.value, "v=spf1 include:x.example -all");
  expect([spf.state, spf.remedy]).toEqual(["other", "Join the 2 SPF records into one. RFC 7208 4.5"]);
  const dmarc = await published("dmarc", wanted.dmarc.value, "v=DMARC1; p=none");
  expect([dmarc.state, dmarc.remedy]).toEqual(["other", "Keep one of the 2 DMARC records. RFC 7489 6.6.3"]);
  // A text that only mentions the version is none.
  expect((await published("spf", wanted.spf.value, "note: v=spf1 was here")).state).toBe("same");
});

test("a record that stands elsewhere, or beside an alias, is said to", async () => {
  const { dkim, dmarc, receiving } = wanted;
  const remedy = async (record: WantedRecord, zone: Record<string, string[]>) => {
    const found = await checked(record, zone);
    expect(found.state).toBe("missing");
    return found.remedy;
  };
  expect(await remedy(dmarc, { [`${domain} TXT`]: [dmarc.value] })).toBe(
    `It stands at ${domain}: enter _dmarc as its name.`,
  );
  expect(await remedy(receiving, { [`${domain} TXT`]: [receiving.value] })).toContain("type MX");
  expect(await remedy(dkim, { [`${dkim.name} CNAME`]: ["gone.example"] })).toContain("CNAME to gone.example");
  expect(await remedy(dkim, { [`${dkim.name}.${domain} TXT`]: [dkim.value] })).toContain(
    "Enter rsa-1._domainkey as its name",
  );
  expect(await remedy(dkim, {})).toBe("Publish it.");
});
