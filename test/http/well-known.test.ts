// What other programs ask for at agreed places: settings for mail programs, MTA-STS policies, a zone file's records for
// them. A domain that is not here is not there.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mailService } from "../../src/mail/client-settings.ts";
import { readClientHello } from "../../src/tls/client-hello.ts";
import { eachApp } from "../support/app/app.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";

const dir = mkdtempSync(join(tmpdir(), "postroom-known-"));
const made = makeCertificate("mx.agents.example", "mta-sts.agents.example");
for (const name of ["cert", "key"] as const) writeFileSync(join(dir, name), made[name]);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const env = {
  TLS_CERT_FILE: join(dir, "cert"),
  TLS_KEY_FILE: join(dir, "key"),
  HTTPS_PORT: "0",
  IMAP_PORT: "0",
  IMAPS_PORT: "0",
  SUBMISSION_PORT: "0",
  SUBMISSIONS_PORT: "0",
};

eachApp(
  "agreed places",
  (t) => {
    const get = (path: string, host: string) =>
      fetch(`http://127.0.0.1:${t.app.ports.http}${path}`, { headers: { host } });
    const discover = (path: string, email: string) =>
      fetch(`http://127.0.0.1:${t.app.ports.http}${path}`, {
        method: "POST",
        headers: { "content-type": "text/xml" },
        body: `<?xml version="1.0" encoding="utf-8"?><Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/requestschema/2006"><Request><EMailAddress>${email}</EMailAddress><AcceptableResponseSchema>http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a</AcceptableResponseSchema></Request></Autodiscover>`,
      });

    test("mail programs find their servers by autoconfig", async () => {
      const { ports } = t.app;
      for (const answer of [
        await get("/mail/config-v1.1.xml?emailaddress=ada%40agents.example", "anything.example"),
        await get("/mail/config-v1.1.xml", "autoconfig.agents.example"),
        await get("/.well-known/autoconfig/mail/config-v1.1.xml", "agents.example"),
      ]) {
        expect([answer.status, answer.headers.get("content-type")]).toEqual([
          200,
          "application/xml; charset=utf-8",
        ]);
        const xml = await answer.text();
        const servers = [
          ...xml.matchAll(
            /<(incoming|outgoing)Server type="(\w+)">\s*<hostname>([\w.]+)<\/hostname>\s*<port>(\d+)<\/port>\s*<socketType>(\w+)</g,
          ),
        ];
        expect(servers.map((match) => match.slice(1))).toEqual([
          ["incoming", "imap", "mx.agents.example", String(ports.imaps), "SSL"],
          ["incoming", "imap", "mx.agents.example", String(ports.imap), "STARTTLS"],
          ["outgoing", "smtp", "mx.agents.example", String(ports.submissions), "SSL"],
          ["outgoing", "smtp", "mx.agents.example", String(ports.submission), "STARTTLS"],
        ]);
        expect(xml).toContain('<emailProvider id="agents.example">');
        expect(xml).toContain("<username>%EMAILADDRESS%</username>");
      }
    });

    test("and by autodiscover, however the path is written", async () => {
      for (const path of ["/autodiscover/autodiscover.xml", "/Autodiscover/Autodiscover.xml"]) {
        const answer = await discover(path, "ada@agents.example");
        expect(answer.status).toBe(200);
        const xml = await answer.text();
        expect(xml.match(/<Type>\w+<|<Port>\d+<|<Encryption>\w+</g)).toEqual([
          "<Type>IMAP<",
          `<Port>${t.app.ports.imaps}<`,
          "<Encryption>SSL<",
          "<Type>IMAP<",
          `<Port>${t.app.ports.imap}<`,
          "<Encryption>TLS<",
          "<Type>SMTP<",
          `<Port>${t.app.ports.submissions}<`,
          "<Encryption>SSL<",
          "<Type>SMTP<",
          `<Port>${t.app.ports.submission}<`,
          "<Encryption>TLS<",
        ]);
        expect(xml).toContain("<LoginName>ada@agents.example</LoginName>");
      }
    });

    test("a policy is there for a domain's own host, and names this server", async () => {
      const answer = await get("/.well-known/mta-sts.txt", "mta-sts.agents.example");
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
      expect(await answer.text()).toBe(
        "version: STSv1\r\nmode: enforce\r\nmx: mx.agents.example\r\nmax_age: 1209600\r\n",
      );
    });

    test("other domains, hosts and tokens are not there", async () => {
      for (const answer of [
        await get("/mail/config-v1.1.xml?emailaddress=ada%40other.example", "autoconfig.agents.example"),
        await get("/mail/config-v1.1.xml", "127.0.0.1"),
        await get("/.well-known/mta-sts.txt", "agents.example"),
        await get("/.well-known/mta-sts.txt", "mta-sts.other.example"),
        await get("/.well-known/acme-challenge/token", "mx.agents.example"),
        await get("/.well-known/acme-challenge/..%2f..%2fetc", "mx.agents.example"),
        await discover("/autodiscover/autodiscover.xml", "ada@other.example"),
        await discover("/autodiscover/autodiscover.xml", "nobody"),
      ])
        expect(answer.status).toBe(404);
      expect((await discover("/api/v1/identities", "ada@agents.example")).status).toBe(401);
    });

    test("the zone file says where they are", async () => {
      const { ports } = t.app;
      const zone = (await t.api.get(`/domains/${t.domainId}/zone`)).text;
      const host = "mx.agents.example.";
      const lines = zone.split("\n").filter((line) => /SRV|CNAME|_mta-sts|_tls|_caldavs/.test(line));
      expect(lines).toEqual([
        '_smtp._tls.agents.example. 3600 IN TXT "v=TLSRPTv1; rua=mailto:postmaster@agents.example"',
        `mta-sts.agents.example. 3600 IN CNAME ${host}`,
        expect.stringMatching(/^_mta-sts\.agents\.example\. 3600 IN TXT "v=STSv1; id=[0-9a-f]{32};"$/),
        `_imaps._tcp.agents.example. 3600 IN SRV 0 1 ${ports.imaps} ${host}`,
        `_submissions._tcp.agents.example. 3600 IN SRV 0 1 ${ports.submissions} ${host}`,
        `_imap._tcp.agents.example. 3600 IN SRV 0 1 ${ports.imap} ${host}`,
        `_submission._tcp.agents.example. 3600 IN SRV 0 1 ${ports.submission} ${host}`,
        `autoconfig.agents.example. 3600 IN CNAME ${host}`,
        `autodiscover.agents.example. 3600 IN CNAME ${host}`,
        `_caldavs._tcp.agents.example. 3600 IN SRV 0 1 ${ports.https} ${host}`,
        '_caldavs._tcp.agents.example. 3600 IN TXT "path=/dav/"',
      ]);
    });

    test("HTTPS serves the same API, with client addresses and secure cookies", async () => {
      const secure = (path: string, init: RequestInit = {}) =>
        fetch(`https://127.0.0.1:${t.app.ports.https}${path}`, {
          ...init,
          tls: { rejectUnauthorized: false },
        });
      const answer = await secure("/api/v1/identities");
      expect(answer.status).toBe(401);
      const page = await secure("/console/login");
      expect(page.headers.get("set-cookie")).toContain("; Secure");
      const plain = await fetch(`http://127.0.0.1:${t.app.ports.http}/console/login`);
      expect(plain.headers.get("set-cookie")).not.toContain("Secure");
      // As much as the largest body, both ways.
      const big = "x".repeat(5_000_000);
      const sent = await secure("/api/v1/pods", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${t.api.key}` },
        body: JSON.stringify({ name: big }),
      });
      expect(sent.status).toBe(400);
    });
  },
  { env },
);

test("the settings' own ports stand for those of the protocols", () => {
  const ports = { imap: 2143, imaps: 2993, submission: 0, submissions: null, https: 8443 };
  expect(mailService("mx.example", ports)).toEqual({
    host: "mx.example",
    imap: 143,
    imaps: 993,
    submission: null,
    submissions: null,
    https: 443,
  });
});

test("where the server takes the protocols' ports itself, its other default ports are not told of", () => {
  const ports = { imap: 2143, imaps: 993, submission: 2587, submissions: 465, https: 443 };
  expect(mailService("mx.example", ports)).toEqual({
    host: "mx.example",
    imap: null,
    imaps: 993,
    submission: null,
    submissions: 465,
    https: 443,
  });
  expect(mailService("mx.example", { ...ports, submission: 587, imap: 10143 })).toMatchObject({
    imap: 10143,
    submission: 587,
  });
});

test("a ClientHello is read in parts of any size, and never trusted", () => {
  const extension = (type: number, data: Buffer) =>
    Buffer.concat([Buffer.from([type >> 8, type & 255, data.length >> 8, data.length & 255]), data]);
  const short = (data: Buffer) => Buffer.concat([Buffer.from([data.length >> 8, data.length & 255]), data]);
  const name = Buffer.from("MX.agents.example");
  const sni = extension(0, short(Buffer.concat([Buffer.from([0]), short(name)])));
  const alpn = extension(16, short(Buffer.concat([Buffer.from([10]), Buffer.from("acme-tls/1")])));
  const body = Buffer.concat([
    Buffer.alloc(34, 3),
    Buffer.from([0]),
    short(Buffer.alloc(1400, 7)),
    Buffer.from([1, 0]),
    short(Buffer.concat([sni, alpn])),
  ]);
  const message = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 255]), body]);
  const record = (part: Buffer) => Buffer.concat([Buffer.from([22, 3, 1]), short(part)]);
  const hello = Buffer.concat([record(message.subarray(0, 900)), record(message.subarray(900))]);
  const wanted = { host: "mx.agents.example", protocols: ["acme-tls/1"] };
  expect(readClientHello(hello)).toEqual(wanted);
  for (let length = 0; length < hello.length; length++)
    expect(readClientHello(hello.subarray(0, length))).toBeNull();
  expect(readClientHello(Buffer.from("GET / HTTP/1.1\r\n"))).toEqual({ host: null, protocols: [] });
  for (let at = 0; at < hello.length; at++) {
    const changed = Buffer.from(hello);
    changed[at] = (changed[at]! + 1 + (at % 255)) & 255;
    readClientHello(changed);
  }
});
