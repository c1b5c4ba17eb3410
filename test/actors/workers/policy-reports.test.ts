// DMARC aggregate reports to domains that ask for them: counted by day, sent once, and readable, here too. RFC 9990
import { afterAll, expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { PolicyReports } from "../../../actors/workers/policy-reports.ts";
import { readPolicyReport } from "../../../src/mail/report/policy-reports.ts";
import { dkimDnsValue, generateDkimKeys, signMail } from "../../../src/outbound/dkim.ts";
import { destinationsOf } from "../../../src/screening/report-wish.ts";
import { createPoster } from "../../../src/webhooks/post.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../../support/app/app.ts";
import { outsideEnv, startDns } from "../../support/fakes/dns.ts";
import type { TakenMail } from "../../support/fakes/mx-server.ts";
import { startSink } from "../../support/fakes/receivers.ts";

const key = (await generateDkimKeys()).rsa.privateKey;
const dns = await startDns({
  "author.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.author.example": {
    TXT: [
      "v=DMARC1; p=reject; sp=quarantine; adkim=s; rua=mailto:dmarc@author.example,mailto:all@outside.example!10m,mailto:nobody@stranger.example,mailto:tiny@author.example!1k",
    ],
  },
  "author.example._report._dmarc.outside.example": { TXT: ["v=DMARC1"] },
  "one._domainkey.author.example": { TXT: [dkimDnsValue(key)] },
  "_dmarc.silent.example": { TXT: ["v=DMARC1; p=none"] },
  "_dmarc.guest.example": { TXT: ["v=DMARC1; p=none; rua=mailto:postmaster@guest.example"] },
});
const sink = await startSink();
const clock = new ShiftedClock();
afterAll(() => Promise.all([dns.stop(), sink.stop()]));

const env = {
  ...outsideEnv(dns),
  SMTP_RELAY_URL: sink.url,
  DMARC_REPORTS: "postmaster@agents.example",
};

test("where reports are to go", () => {
  expect(
    destinationsOf(" mailto:A@x.Example!50m , mailto:a%2Bb@x.example,https://x.example/r,mailto:A@x.example"),
  ).toEqual([
    { email: "a@x.example", maxBytes: 50 * 1024 ** 2 },
    { email: "a+b@x.example", maxBytes: null },
  ]);
  expect(destinationsOf("mailto:no address,mailto:,mailto:a@x.example!1x")).toEqual([]);
});

eachApp(
  "DMARC reports",
  (t) => {
    // DECISIONS Domains, pods, routing rules: DMARC_REPORTS: one aggregate report a domain and day, to those that ask
    test("say what was seen, to those that ask and may be asked, once", async () => {
      const before = sink.taken.items.length;
      const to = await t.address();
      const mail = (from: string, n: number) =>
        `From: a@${from}\r\nTo: ${to.email}\r\nSubject: S${n}\r\n\r\nHello\r\n`;
      const arrive = (raw: string | Uint8Array, from: string) =>
        t.raw({ from, to: to.email, raw: Buffer.from(raw as string).toString("latin1") });
      for (let n = 0; n < 3; n++) {
        const signer = { domain: "author.example", selector: "one", privateKey: key };
        const signed = await signMail(
          Buffer.from(mail("author.example", n)),
          [signer],
          "2026-01-01T00:00:00.000000Z",
        );
        await arrive(Buffer.from(signed), n < 2 ? "a@author.example" : "list@forwarder.example");
      }
      await expect(arrive(mail("author.example", 9), "eve@evil.example")).rejects.toThrow("5.7.1");
      await arrive(mail("silent.example", 1), "a@silent.example");
      const other = await t.otherAccount();
      dns.zone[`_dmarc.${other.domain}`] = {
        TXT: [`v=DMARC1; p=none; rua=mailto:postmaster@${other.domain}`],
      };
      await arrive(mail(other.domain, 1), "a@elsewhere.example");

      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const begin = Date.parse(`${day}T00:00:00Z`) / 1000;
      const { core } = t.app;
      const deps = { ...core, mailHostname: t.config.mailHostname, baseUrl: () => "", poster: noPoster };
      const second = new PolicyReports(deps);
      await second.round();
      // Other processes ask at the same time, and a process that was killed begins anew.
      clock.advance(25 * 3_600_000);
      await Promise.all([1, 2, 3].map(() => new PolicyReports(deps).round()));
      core.actors.feed.pokeAll();
      const isNew = (mail: TakenMail) => sink.taken.items.indexOf(mail) >= before && aboutAuthor(mail.raw);
      const [report] = await sink.taken.count(1, isNew);
      expect(report!.to.toSorted()).toEqual(["all@outside.example", "dmarc@author.example"]);
      const { subject, filename, file, type } = partsOf(report!);
      expect(subject).toMatch(
        /^Report Domain: author\.example Submitter: mx\.agents\.example Report-ID: <\d{8}\.[0-9a-f]{16}@mx\.agents\.example>$/,
      );
      expect(filename).toBe(`mx.agents.example!author.example!${begin}!${begin + 86_399}.xml.gz`);
      expect(type).toBe("application/gzip");
      const xml = gunzipSync(file).toString();
      expect(xml).toContain("<sp>quarantine</sp>\n<adkim>s</adkim>");
      const [read] = readPolicyReport(file);
      expect(read).toMatchObject({ kind: "dmarc", domain: "author.example", passed: 3, failed: 1 });
      expect(read!.rows.map(({ source, count, detail }) => ({ source, count, ...detail }))).toEqual([
        row({ count: 2, dkim: "pass", spf: "pass", disposition: "pass" }),
        ...[
          row({ count: 1, dkim: "fail", spf: "fail", disposition: "reject" }),
          row({ count: 1, dkim: "pass", spf: "fail", disposition: "pass" }),
        ].sort((a, b) => order(read!.rows, a.disposition) - order(read!.rows, b.disposition)),
      ]);

      // What goes to a domain here is read here.
      const found = await eventually(async () => {
        const { data } = (
          await other.api.get<PageOf<Record<string, unknown>>>(`/domains/${other.domainId}/reports`)
        ).json;
        return data[0];
      });
      expect(found).toMatchObject({ kind: "dmarc", organization: "mx.agents.example", passed: 0, failed: 1 });

      // Nothing goes twice, whoever asks again, and nothing to those that did not ask.
      await outcomes(t, [
        ["author.example", "sent"],
        [other.domain, "sent"],
        ["silent.example", "unwanted"],
      ]);
      await Promise.all([1, 2].map(() => new PolicyReports(deps).round()));
      clock.advance(24 * 3_600_000);
      await Promise.all([1, 2].map(() => new PolicyReports(deps).round()));
      core.actors.feed.pokeAll();
      await eventually(async () => {
        const [left] = await core.database.values(
          "select count(*)::int from outbound where next_attempt_at is not null",
        );
        return left?.[0] === 0;
      });
      expect(sink.taken.items.filter(isNew).length).toBe(1);
      expect(sink.taken.items.some((each) => each.to.includes("nobody@stranger.example"))).toBe(false);
      clock.advance(4 * 24 * 3_600_000);
      await new PolicyReports(deps).round();
      expect(await core.database.values("select 1 from policy_observations")).toEqual([]);
    });
  },
  { clock, env },
);

const noPoster = createPoster({ clock, allowed: [] });

const aboutAuthor = (raw: string) => /^Subject: Report Domain: author\.example/m.test(raw);

function row(of: { count: number; dkim: string; spf: string; disposition: string }) {
  return { source: "127.0.0.1", header_from: "author.example", ...of };
}

function order(rows: readonly { detail: Record<string, string> }[], disposition: string): number {
  return rows.slice(1).findIndex(({ detail }) => detail.disposition === disposition);
}

async function outcomes(t: SuiteApp, wanted: string[][]): Promise<void> {
  await eventually(async () => {
    const rows = await t.app.core.database.values(
      "select domain, outcome from policy_reports order by outcome, domain",
    );
    return JSON.stringify(rows) === JSON.stringify(wanted) || undefined;
  });
}

function partsOf({ raw }: TakenMail) {
  const text = raw.replace(/\r\n[ \t]+/g, " ");
  const [, subject = ""] = /^Subject: (.*)$/m.exec(text) ?? [];
  const at = raw.indexOf("Content-Type: application/gzip");
  const head = raw
    .slice(at)
    .split("\r\n\r\n", 1)[0]!
    .replace(/\r\n[ \t]+/g, " ");
  const [, filename = ""] = /filename="?([^";\r\n]+)"?/.exec(head) ?? [];
  const body = raw.slice(raw.indexOf("\r\n\r\n", at) + 4).split("\r\n--", 1)[0]!;
  return { subject, filename, type: "application/gzip", file: Buffer.from(body, "base64") };
}
