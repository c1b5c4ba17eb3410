// The PROXY protocol: headers by hand, and Debian's HAProxy in front of SMTP, submission and IMAP.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { readProxyHeader } from "../../src/app/proxy-protocol.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { submitMail } from "../support/smtp/client.ts";
import { received } from "../support/smtp/received.ts";

const v2 = (command: number, family: number, body: number[]) =>
  Buffer.from([
    ...Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1"),
    0x20 | command,
    family,
    body.length >> 8,
    body.length & 255,
    ...body,
  ]);
const [port25, port4000] = [
  [0, 25],
  [0x0f, 0xa0],
];
const ipv6 = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7];

test("headers of both versions", () => {
  const of = (text: string | Buffer) => readProxyHeader(Buffer.from(text));
  const line = "PROXY TCP4 192.0.2.7 198.51.100.1 4000 25\r\n";
  expect(of(`${line}EHLO a\r\n`)).toEqual({
    client: { ip: "192.0.2.7", port: 4000 },
    length: line.length,
  });
  expect(of("PROXY TCP6 2001:db8::7 2001:db8::1 4000 25\r\n")).toMatchObject({
    client: { ip: "2001:db8::7", port: 4000 },
  });
  expect(of("PROXY UNKNOWN anything at all\r\n")).toMatchObject({ client: null, length: 31 });
  for (const wrong of [
    "EHLO a\r\n",
    "PROXY TCP4 2001:db8::7 2001:db8::1 4000 25\r\n",
    "PROXY TCP4 192.0.2.300 198.51.100.1 4000 25\r\n",
    "PROXY TCP4 192.0.2.7 198.51.100.1 x 25\r\n",
    `PROXY TCP4 ${"1".repeat(120)}`,
  ])
    expect(of(wrong)).toBe("wrong");
  for (let n = 0; n < line.length; n++) expect(of(line.slice(0, n))).toBe("more");
  const four = v2(1, 0x11, [192, 0, 2, 7, 198, 51, 100, 1, ...port4000!, ...port25!, 3, 0, 1, 9]);
  expect(of(four)).toEqual({ client: { ip: "192.0.2.7", port: 4000 }, length: four.length });
  for (let n = 0; n < four.length; n++) expect(of(four.subarray(0, n))).toBe("more");
  expect(of(v2(1, 0x21, [...ipv6, ...ipv6, ...port4000!, ...port25!]))).toMatchObject({
    client: { ip: "2001:db8:0:0:0:0:0:7", port: 4000 },
  });
  expect(of(v2(0, 0, []))).toEqual({ client: null, length: 16 });
  expect(of(v2(1, 0x31, Array(216).fill(0)))).toMatchObject({ client: null });
  expect(of(v2(2, 0x11, []))).toBe("wrong");
});

/** Says a whole mail with this in front of it; resolves to what came back. */
function sayAll(port: number, header: Buffer | string, to: string): Promise<string> {
  const lines = ["EHLO client.example", "MAIL FROM:<x@y.example>", `RCPT TO:<${to}>`, "DATA"];
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(header));
    let heard = "";
    const next = () => {
      const line = lines.shift();
      if (line) socket.write(`${line}\r\n`);
      else if (/\r\n354 /.test(heard) && !heard.includes("queued")) {
        heard += "queued";
        socket.write("Subject: proxied\r\nFrom: x@y.example\r\n\r\nHi\r\n.\r\nQUIT\r\n");
      }
    };
    socket.on("data", (chunk: Buffer) => {
      heard += chunk;
      if (/^\d{3} .*\r\n$/m.test(String(chunk))) next();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(heard));
  });
}

/** "none": from this machine, which is trusted; "checked": from elsewhere. */
const authentication = async (t: SuiteApp, to: Parameters<typeof received>[1]) =>
  (await received(t, to)).authentication.status;

const env = {
  TRUSTED_PROXIES: "127.0.0.1",
  PROXY_PROTOCOL: "on",
  SUBMISSION_PORT: "0",
  IMAPS_PORT: "0",
  SMTP_GREETING_MS: "0",
};

eachApp(
  "behind a proxy",
  (t) => {
    test("the client is the one that the header names", async () => {
      const header = v2(1, 0x21, [...ipv6, ...ipv6, ...port4000!, ...port25!]);
      for (const [line, status] of [
        ["PROXY TCP4 192.0.2.7 198.51.100.1 4000 25\r\n", "checked"],
        [header, "checked"],
        ["PROXY TCP4 127.0.0.5 127.0.0.1 4000 25\r\n", "none"],
        [v2(0, 0, []), "none"],
      ] as const) {
        const to = await t.address();
        await sayAll(t.app.ports.smtp!, line, to.email);
        expect(await authentication(t, to)).toBe(status);
      }
    });

    test("a connection without a header is closed, and the log names the setting", async () => {
      expect(await sayAll(t.app.ports.smtp!, "EHLO client.example\r\n", "x@agents.example")).toBe("");
      expect(t.trouble).toMatchObject([
        {
          message: "a connection of a trusted proxy began without a PROXY header",
          fields: { setting: "PROXY_PROTOCOL" },
        },
      ]);
    });

    const haproxy = Bun.which("haproxy");
    const dir = mkdtempSync(join(tmpdir(), "postroom-haproxy-"));
    let balancer: ReturnType<typeof Bun.spawn> | null = null;
    afterAll(() => {
      balancer?.kill();
      rmSync(dir, { recursive: true, force: true });
    });
    test.skipIf(haproxy === null)("HAProxy passes on SMTP, submission and IMAP with TLS", async () => {
      const { smtp, submission, imaps } = t.app.ports;
      const free = Array.from({ length: 3 }, () => {
        const probe = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
        probe.stop();
        return probe.port;
      });
      const parts = [
        ["smtp", free[0], `127.0.0.1:${smtp} send-proxy`],
        ["submission", free[1], `127.0.0.1:${submission} send-proxy-v2`],
        ["imaps", free[2], `127.0.0.1:${imaps} send-proxy-v2`],
      ].map(([name, port, server]) => `listen ${name}\n  bind 127.0.0.1:${port}\n  server one ${server}\n`);
      const times = "timeout connect 10s\n  timeout client 60s\n  timeout server 60s";
      writeFileSync(join(dir, "haproxy.cfg"), `defaults\n  mode tcp\n  ${times}\n${parts.join("")}`);
      balancer = Bun.spawn([haproxy!, "-f", join(dir, "haproxy.cfg")], { stderr: "ignore" });
      const up = async () => {
        for (;;) {
          const socket = await Bun.connect({
            hostname: "127.0.0.1",
            port: free[2]!,
            socket: { data() {} },
          }).catch(() => null);
          if (socket) return socket.end();
          await Bun.sleep(50);
        }
      };
      await up();
      const to = await mailbox(t);
      await sayAll(free[0]!, "", to.email);
      expect(await authentication(t, to)).toBe("none");
      expect(await submitMail(free[1]!, to, { from: to.email, to: to.email, text: "Hi" })).toContain("250");
      const secure = connectTls({ host: "127.0.0.1", port: free[2], rejectUnauthorized: false });
      const talk = new ImapTalk(secure);
      await talk.line();
      expect((await talk.say(`LOGIN ${to.email} ${to.password}`)).at(-1)).toContain("OK");
      expect((await talk.say("SELECT INBOX")).join("\n")).toContain("EXISTS");
      secure.destroy();
    });
  },
  { env },
);
