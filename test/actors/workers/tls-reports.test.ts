// TLS reports to domains that ask for them: how sessions with their servers went, by mail and by HTTPS, once. RFC 8460
import { afterAll, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { PolicyReports } from "../../../actors/workers/policy-reports.ts";
import { parseNetwork } from "../../../src/lib/networks.ts";
import { readPolicyReport } from "../../../src/mail/report/policy-reports.ts";
import { noPolicy } from "../../../src/outbound/observe-tls.ts";
import { createPoster } from "../../../src/webhooks/post.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { makeCertificate } from "../../support/fakes/certificate.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { startMxServer } from "../../support/fakes/mx-server.ts";
import { Inbox } from "../../support/fakes/receivers.ts";

const clock = new ShiftedClock();
const certificate = makeCertificate("mx.far.example", "127.0.0.1");
const far = await startMxServer({ ...certificate });
const plain = await startMxServer(
  { disabledCommands: ["STARTTLS"] },
  { address: "127.0.0.3", port: far.port },
);
const posted = new Inbox<{ type: string | undefined; body: Buffer }>();
const web = createServer({ ...certificate }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    posted.add({ type: request.headers["content-type"], body: Buffer.concat(chunks) });
    response.writeHead(request.url === "/full" ? 500 : 201).end();
  });
});
await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", () => resolve()));
const url = `https://127.0.0.1:${(web.address() as AddressInfo).port}`;
const dns = await startDns({
  "far.example": { MX: ["10 mx.far.example"] },
  "mx.far.example": { A: ["127.0.0.1"] },
  "plain.example": { MX: ["10 mx.plain.example"] },
  "mx.plain.example": { A: ["127.0.0.3"] },
  "_smtp._tls.far.example": { TXT: ["v=TLSRPTv1; rua=mailto:tls@far.example"] },
  "_smtp._tls.plain.example": { TXT: ["v=TLSRPTv1;rua=mailto:tls@far.example,https://x.example/"] },
  "_smtp._tls.web.example": { TXT: [`v=TLSRPTv1; rua=${url}/full,${url}/taken`] },
});
afterAll(() => Promise.all([dns.stop(), far.stop(), plain.stop(), web.close()]));

const env = { DNS_SERVERS: dns.server };

eachApp(
  "TLS reports by mail",
  (t) => {
    // DECISIONS Domains, pods, routing rules: TLS_REPORTS: how sessions went, by mail
    test("say how sessions went, and are read by the reader of this service", async () => {
      const before = far.mails.length;
      const { email } = await t.address();
      for (const to of ["a@far.example", "b@far.example", "c@plain.example"])
        await t.api.must(201, t.api.post("/messages", { from: email, to, text: "T" }));
      await eventually(async () => {
        const [row] = await t.app.core.database.values(
          "select count(*)::int from outbound where status = 'delivered'",
        );
        return row?.[0] === 3;
      });
      const { core } = t.app;
      const poster = createPoster({ clock, allowed: [] });
      const deps = { ...core, mailHostname: t.config.mailHostname, baseUrl: () => "", poster };
      await new PolicyReports(deps).round();
      clock.advance(25 * 3_600_000);
      await Promise.all([1, 2, 3].map(() => new PolicyReports(deps).round()));
      core.actors.feed.pokeAll();
      const reports = await eventually(() => {
        const found = far.mails.slice(before).filter(({ raw }) => /^Subject: Report Domain/m.test(raw));
        return found.length === 2 ? found : undefined;
      });
      const read = (domain: string) => {
        const mail = reports.find(({ raw }) => new RegExp(`^TLS-Report-Domain: ${domain}`, "im").test(raw))!;
        expect(mail.raw).toMatch(/^Content-Type: multipart\/report; report-type="?tlsrpt"?;/m);
        expect(mail.raw).toMatch(/^TLS-Report-Submitter: mx\.agents\.example/im);
        expect(mail.raw).toMatch(/^DKIM-Signature: /m);
        const at = mail.raw.indexOf("Content-Type: application/tlsrpt+gzip");
        const body = mail.raw.slice(mail.raw.indexOf("\r\n\r\n", at) + 4).split("\r\n--", 1)[0]!;
        return Buffer.from(body, "base64");
      };
      expect(readPolicyReport(read("far.example"))).toMatchObject([
        { kind: "tls", domain: "far.example", passed: 2, failed: 0, organization: "mx.agents.example" },
      ]);
      expect(readPolicyReport(read("plain.example"))).toMatchObject([
        {
          domain: "plain.example",
          passed: 0,
          failed: 1,
          rows: [
            { source: "starttls-not-supported", count: 1, detail: { receiving_host: "mx.plain.example" } },
          ],
        },
      ]);
      // What is sent to report is no reason for two reports of the day.
      await Promise.all([1, 2].map(() => new PolicyReports(deps).round()));
      const rows = await core.database.values("select domain, outcome from policy_reports order by domain");
      expect(rows).toEqual([
        ["far.example", "sent"],
        ["plain.example", "sent"],
      ]);
    });
  },
  { clock, env: { ...env, TLS_REPORTS: "postmaster@agents.example" }, deps: { mxPort: far.port } },
);

eachApp(
  "TLS reports by HTTPS",
  (t) => {
    // DECISIONS Domains, pods, routing rules: TLS_REPORTS: by HTTPS where no address is named
    test("go to the first URL that takes them, and to none in a private network", async () => {
      const before = posted.items.length;
      const { core } = t.app;
      const config = { ...t.config, tlsReports: "postmaster@agents.example" };
      const deps = (allowed: string[]) => ({
        ...{ ...core, config, mailHostname: t.config.mailHostname, baseUrl: () => "" },
        poster: createPoster({
          clock,
          allowed: allowed.map((each) => parseNetwork(each)),
          ca: certificate.cert,
        }),
      });
      const seen = { host: "mx.web.example", ip: "192.0.2.1", reason: null };
      core.observed.tls.add("web.example", { policy: noPolicy, failure: null, ...seen });
      core.observed.tls.add("web.example", { policy: noPolicy, failure: "certificate-expired", ...seen });
      await new PolicyReports(deps([])).round();
      clock.advance(25 * 3_600_000);
      await new PolicyReports(deps([])).round();
      expect(posted.items.length).toBe(before);
      clock.advance(31 * 60_000);
      await new PolicyReports(deps(["127.0.0.0/8"])).round();
      await posted.count(before + 2);
      const [, taken] = posted.items.slice(before);
      expect(taken!.type).toBe("application/tlsrpt+gzip");
      expect(JSON.parse(gunzipSync(taken!.body).toString())).toMatchObject({
        policies: [
          {
            policy: { "policy-type": "no-policy-found", "policy-domain": "web.example" },
            summary: { "total-successful-session-count": 1, "total-failure-session-count": 1 },
            "failure-details": [{ "result-type": "certificate-expired", "receiving-ip": "192.0.2.1" }],
          },
        ],
      });
      await new PolicyReports(deps(["127.0.0.0/8"])).round();
      expect(posted.items.length).toBe(before + 2);
    });
  },
  { clock, env },
);
