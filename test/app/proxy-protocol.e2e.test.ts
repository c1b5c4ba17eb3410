// The PROXY protocol: headers by hand, and Debian's HAProxy in front of SMTP, submission and IMAP.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { readProxyHeader } from "../../src/app/proxy-protocol.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { freePort } from "../support/app/ports.ts";
import { haproxy } from "../support/fakes/haproxy.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { asDialogue, submitMail } from "../support/smtp/client.ts";
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

/** A connection that began with this. */
function opened(port: number, header: Buffer | string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(header);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

/** "none": from this machine, which is trusted; "checked": from elsewhere. */
const authentication = async (t: SuiteApp, to: Parameters<typeof received>[1]) =>
  (await received(t, to)).authentication.status;

const env = {
  TRUSTED_PROXIES: "127.0.0.1",
  PROXY_PROTOCOL: "on",
  SUBMISSION_PORT: "0",
  IMAP_PORT: "0",
  IMAPS_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
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

    // DECISIONS Settings and command line: ALLOW_PLAINTEXT_AUTH
    test("submission and IMAP take passwords in the clear from whom the header says is this machine", async () => {
      const { email, password } = await mailbox(t);
      const plain = Buffer.from(`\0${email}\0${password}`).toString("base64");
      const named = (ip: number[]) => [
        `PROXY TCP4 ${ip.join(".")} 198.51.100.1 4000 25\r\n`,
        v2(1, 0x11, [...ip, 198, 51, 100, 1, ...port4000!, ...port25!]),
      ];
      for (const [headers, isHere] of [
        [named([127, 0, 0, 5]), true],
        [named([192, 0, 2, 7]), false],
      ] as const) {
        for (const header of headers) {
          const imap = new ImapTalk(await opened(t.app.ports.imap!, header));
          expect(await imap.line()).toContain(isHere ? "AUTH=PLAIN" : "LOGINDISABLED");
          expect(await imap.reply(`LOGIN ${email} ${password}`)).toStartWith(
            isHere ? "OK" : "NO [PRIVACYREQUIRED]",
          );
          await imap.say("LOGOUT");
          const submission = asDialogue(await opened(t.app.ports.submission!, header));
          expect(await submission.reply()).toStartWith("220");
          expect((await submission.say("EHLO client.example")).includes("AUTH PLAIN")).toBe(isHere);
          expect(await submission.say(`AUTH PLAIN ${plain}`)).toStartWith(isHere ? "235" : "5");
          submission.close();
        }
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

    const dir = mkdtempSync(join(tmpdir(), "postroom-haproxy-"));
    let balancer: ReturnType<typeof Bun.spawn> | null = null;
    afterAll(() => {
      balancer?.kill();
      rmSync(dir, { recursive: true, force: true });
    });
    test.skipIf(haproxy === null)("HAProxy passes on SMTP, submission and IMAP with TLS", async () => {
      const { smtp, submission, imap, imaps } = t.app.ports;
      const all = ["send-proxy", "send-proxy-v2"].flatMap((version) =>
        [smtp, submission, imap, imaps].map((port) => `127.0.0.1:${port} ${version}`),
      );
      const free = await Promise.all(all.map(() => freePort()));
      const parts = all.map(
        (server, n) => `listen part${n}\n  bind 127.0.0.1:${free[n]}\n  server one ${server}\n`,
      );
      const times = "timeout connect 10s\n  timeout client 60s\n  timeout server 60s";
      writeFileSync(join(dir, "haproxy.cfg"), `defaults\n  mode tcp\n  ${times}\n${parts.join("")}`);
      balancer = Bun.spawn([haproxy!, "-f", join(dir, "haproxy.cfg")], { stderr: "ignore" });
      while (!(await isOpen(free.at(-1)!))) await Bun.sleep(50);
      for (const ports of [free.slice(0, 4), free.slice(4)]) {
        const to = await mailbox(t);
        await sayAll(ports[0]!, "", to.email);
        expect(await authentication(t, to)).toBe("none");
        expect(await submitMail(ports[1]!, to, { from: to.email, to: to.email, text: "Hi" })).toContain(
          "250",
        );
        const talk = await ImapTalk.logIn(ports[2]!, to);
        expect((await talk.say("SELECT INBOX")).join("\n")).toContain("EXISTS");
        await talk.say("LOGOUT");
        const secure = new ImapTalk(
          connectTls({ host: "127.0.0.1", port: ports[3], rejectUnauthorized: false }),
        );
        await secure.line();
        await secure.ok(`LOGIN ${to.email} ${to.password}`);
        expect((await secure.say("SELECT INBOX")).join("\n")).toContain("EXISTS");
        await secure.say("LOGOUT");
      }
    });
  },
  { env },
);
