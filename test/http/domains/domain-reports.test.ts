// What others report about a domain: mails to postmaster@ become rows of /domains/{id}/reports. DECISIONS Domains, pods, routing
// rules.
import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { domainReportRound } from "../../../actors/workers/domain-reports.ts";
import { dmarc, record, tls, zipped } from "../../mail/report/policy-files.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";

interface Report {
  id: string;
  kind: string;
  organization: string;
  passed: number;
  failed: number;
  rows: object[];
}

eachApp("reports about domains", (t) => {
  const send = (to: string, file: Buffer, name: string, contentType: string) =>
    t.mail({
      from: "noreply@reporter.example",
      to,
      subject: "Report domain",
      text: "attached",
      attachments: [{ filename: name, content: file, contentType }],
    });
  const reports = async (domainId: string, query = "") =>
    (await t.api.get<PageOf<Report>>(`/domains/${domainId}/reports${query}`)).json.data;
  const read = () =>
    eventually(async () => {
      while ((await domainReportRound(t.app.core)).more);
      const [row] = await t.app.core.database.values("select count(*)::int from report_mails");
      return row![0] === 0;
    });

  // DECISIONS Domains, pods, routing rules: DMARC and TLS reports are read, once, for the domain's owner
  test("they are read, listed by their domain's owner, and stored once", async () => {
    const to = `postmaster@${t.domain}`;
    const rows = record("192.0.2.1", 7, "pass", "fail") + record("192.0.2.9", 2, "fail", "fail");
    for (let n = 0; n < 2; n++)
      await send(to, zipped(dmarc(t.domain, rows)), "r.example!d!1!2.zip", "application/zip");
    await send(to, gzipSync(tls(t.domain)), "r.json.gz", "application/tlsrpt+gzip");
    // of another domain, and no report at all
    await send(to, gzipSync(dmarc("elsewhere.example", rows, "r2")), "x.xml.gz", "application/gzip");
    await send(to, Buffer.from("no report"), "x.xml", "text/xml");
    await read();
    const found = await reports(t.domainId);
    expect(found.map(({ kind, passed, failed }) => [kind, passed, failed]).sort()).toEqual([
      ["dmarc", 7, 2],
      ["tls", 5326, 303],
    ]);
    expect(await reports(t.domainId, "?kind=tls")).toEqual(found.filter(({ kind }) => kind === "tls"));
    expect(found.find(({ kind }) => kind === "dmarc")).toMatchObject({
      organization: "Reporter",
      report_id: "r1",
      authenticated: false,
      rows: [{ source: "192.0.2.1", count: 7, passed: true }, { source: "192.0.2.9" }],
    });
    const other = await t.otherAccount();
    expect((await other.api.get(`/domains/${t.domainId}/reports`)).status).toBe(403);
    expect((await t.api.get(`/domains/${other.domainId}/reports`)).status).toBe(404);
    const one = await t.address();
    expect((await (await restrictedKey(t.api, [one.id])).get(`/domains/${t.domainId}/reports`)).status).toBe(
      403,
    );
  });

  test("the records of a domain ask for them at an address that is received at", async () => {
    const zone = Buffer.from(await t.api.bytes(`/domains/${t.domainId}/zone`)).toString();
    expect(zone).toContain(`rua=mailto:postmaster@${t.domain}`);
    const other = await t.otherAccount();
    // on the domain of another account, which has no postmaster of its own
    await send(
      `postmaster@${other.domain}`,
      gzipSync(dmarc(other.domain, "", "r3")),
      "x.xml.gz",
      "application/gzip",
    );
    await read();
    const { json } = await other.api.get<PageOf<Report>>(`/domains/${other.domainId}/reports`);
    expect(json.data).toHaveLength(1);
  });
});
