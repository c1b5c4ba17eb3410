// Sending to real SMTP servers: relay and MX, TLS in all its states, refusals at every command.
import { afterEach, describe, expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMxResolver } from "../../src/outbound/mx.ts";
import { createTransport, type Transport, type TransportOptions } from "../../src/outbound/transport.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns, type Zone } from "../support/fakes/dns.ts";
import {
  type MxServer,
  type ScriptedServer,
  smtpError,
  startMxServer,
  startScriptedServer,
} from "../support/fakes/mx-server.ts";

const certificate = makeCertificate("mx.far.example", "127.0.0.1");
const raw = Buffer.from("From: a@near.example\r\nTo: b@far.example\r\nSubject: Hi\r\n\r\nHello\r\n.dot\r\n");
const from = "bounces+x@near.example";
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mxServer(...args: Parameters<typeof startMxServer>): Promise<MxServer> {
  const server = await startMxServer(...args);
  cleanups.push(() => server.stop());
  return server;
}

async function scripted(...args: Parameters<typeof startScriptedServer>): Promise<ScriptedServer> {
  const server = await startScriptedServer(...args);
  cleanups.push(() => server.stop());
  return server;
}

async function transport(zone: Zone = {}, options: Partial<TransportOptions> = {}): Promise<Transport> {
  const dns = await startDns(zone);
  const mx = createMxResolver({
    dns: createDns({ servers: [dns.server], timeoutMs: 300 }),
    clock: systemClock,
    hostname: "mx.near.example",
  });
  const made = createTransport({ hostname: "mx.near.example", mx, sts: null, ...options });
  cleanups.push(() => dns.stop());
  cleanups.push(() => made.close());
  return made;
}

const farZone: Zone = {
  "far.example": { MX: ["10 mx.far.example."] },
  "mx.far.example": { A: ["127.0.0.1"] },
};
const far = { kind: "mx", domain: "far.example" } as const;
const relay = (port: number) => ({ kind: "relay", url: `smtp://127.0.0.1:${port}` }) as const;

describe("TLS to an MX", () => {
  test("STARTTLS is used where offered, whatever the certificate", async () => {
    const server = await mxServer({ ...certificate });
    const out = await transport(farZone, { port: server.port });
    const [result] = await out.sendOnce({ from, recipients: ["b@far.example"], raw, route: far });
    expect(result).toMatchObject({ kind: "delivered", code: 250, mx: "mx.far.example", tlsFallback: null });
    expect(result?.tls).toMatchObject({ protocol: "TLSv1.3", verified: false });
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatchObject({ from, to: ["b@far.example"], raw: raw.toString(), secure: true });
  });

  test("a certificate that is trusted and names the host is recorded as verified", async () => {
    const server = await mxServer({ ...certificate });
    const out = await transport(farZone, { port: server.port, ca: certificate.cert });
    const [result] = await out.sendOnce({ from, recipients: ["b@far.example"], raw, route: far });
    expect(result?.tls?.verified).toBe(true);
  });

  test("no STARTTLS: plain text, nothing to record", async () => {
    const server = await mxServer({ disabledCommands: ["STARTTLS"] });
    const out = await transport(farZone, { port: server.port });
    const [result] = await out.sendOnce({ from, recipients: ["b@far.example"], raw, route: far });
    expect(result).toMatchObject({ kind: "delivered", tls: null, tlsFallback: null });
    expect(server.mails[0]?.secure).toBe(false);
  });

  for (const [what, words] of [
    ["answered with rubbish", "this is no TLS record, and long enough to be seen as none"],
    ["cut off", "close"],
    ["never answered", null],
  ] as const) {
    test(`a handshake that is ${what} falls back to plain text and says so`, async () => {
      const usual = talk({ EHLO: "250-mx\r\n250 STARTTLS", STARTTLS: "220 go ahead" });
      const server = await scripted((line) => (line === "TLS" ? words : usual(line)));
      const out = await transport(farZone, { port: server.port, timeouts: { greeting: 1000 } });
      const [result] = await out.sendOnce({ from, recipients: ["b@far.example"], raw, route: far });
      expect(result).toMatchObject({ kind: "delivered", tls: null });
      expect(result?.tlsFallback).toBeTruthy();
    });
  }

  test("a refused STARTTLS goes on in plain text and says so", async () => {
    const server = await scripted(talk({ EHLO: "250-mx\r\n250 STARTTLS", STARTTLS: "454 4.7.0 not now" }));
    const out = await transport(farZone, { port: server.port });
    const [result] = await out.sendOnce({ from, recipients: ["b@far.example"], raw, route: far });
    expect(result).toMatchObject({
      kind: "delivered",
      tls: null,
      tlsFallback: "The server refused STARTTLS.",
    });
  });
});

describe("what a server may answer", () => {
  test("each recipient has its own result", async () => {
    const server = await mxServer({
      disabledCommands: ["STARTTLS"],
      onRcptTo({ address }, _session, callback) {
        if (address.startsWith("gone")) return callback(smtpError(550, "5.1.1 No such user"));
        if (address.startsWith("grey")) return callback(smtpError(450, "4.7.1 Greylisted"));
        callback();
      },
    });
    const out = await transport();
    const recipients = ["a@far.example", "gone@far.example", "grey@far.example", "b@far.example"];
    const results = await out.sendOnce({ from, recipients, raw, route: relay(server.port) });
    expect(results.map((result) => [result.recipient, result.kind, result.code, result.enhanced])).toEqual([
      ["a@far.example", "delivered", 250, null],
      ["gone@far.example", "failed", 550, "5.1.1"],
      ["grey@far.example", "deferred", 450, "4.7.1"],
      ["b@far.example", "delivered", 250, null],
    ]);
    expect(server.mails[0]?.to).toEqual(["a@far.example", "b@far.example"]);
  });

  for (const pipelining of [false, true]) {
    const ehlo = pipelining ? "250-mx\r\n250-SIZE 1000000\r\n250 PIPELINING" : "250 mx";
    const name = pipelining ? "with PIPELINING" : "command by command";
    const cases: [string, Record<string, string>, [string, number | null, string | null][]][] = [
      [
        "MAIL refused for good",
        { "MAIL FROM": "550 5.7.1 no" },
        [
          ["failed", 550, "5.7.1"],
          ["failed", 550, "5.7.1"],
        ],
      ],
      [
        "MAIL deferred",
        { "MAIL FROM": "451 4.3.0 later" },
        [
          ["deferred", 451, "4.3.0"],
          ["deferred", 451, "4.3.0"],
        ],
      ],
      [
        "MAIL deferred, and what followed it without a mail transaction",
        { "MAIL FROM": "452 4.3.1 full", "RCPT TO": "503 5.5.1 need MAIL", DATA: "503 5.5.1 need RCPT" },
        [
          ["deferred", 452, "4.3.1"],
          ["deferred", 452, "4.3.1"],
        ],
      ],
      [
        "MAIL refused, and the connection closed at once",
        { "MAIL FROM": "550 5.7.1 no", "RCPT TO": "close" },
        [
          ["failed", 550, "5.7.1"],
          ["failed", 550, "5.7.1"],
        ],
      ],
      [
        "all RCPT refused differently",
        { "RCPT TO:<a": "550 5.1.1 who", "RCPT TO:<b": "452 4.2.2 full" },
        [
          ["failed", 550, "5.1.1"],
          ["deferred", 452, "4.2.2"],
        ],
      ],
      [
        "DATA refused",
        { DATA: "554 5.5.1 no" },
        [
          ["failed", 554, "5.5.1"],
          ["failed", 554, "5.5.1"],
        ],
      ],
      [
        "DATA deferred after one refused RCPT",
        { "RCPT TO:<a": "550 5.1.1 who", DATA: "451 4.3.0 later" },
        [
          ["failed", 550, "5.1.1"],
          ["deferred", 451, "4.3.0"],
        ],
      ],
      [
        "data refused",
        { ".": "554 5.6.0 spam" },
        [
          ["failed", 554, "5.6.0"],
          ["failed", 554, "5.6.0"],
        ],
      ],
      [
        "data deferred after one refused RCPT",
        { "RCPT TO:<b": "550 5.1.1 who", ".": "450 4.2.0 wait" },
        [
          ["deferred", 450, "4.2.0"],
          ["failed", 550, "5.1.1"],
        ],
      ],
      [
        "connection lost at MAIL",
        { "MAIL FROM": "close" },
        [
          ["deferred", null, "4.4.2"],
          ["deferred", null, "4.4.2"],
        ],
      ],
      [
        "connection lost at the final dot",
        { ".": "close" },
        [
          ["deferred", null, "4.4.2"],
          ["deferred", null, "4.4.2"],
        ],
      ],
      [
        "421 at RCPT",
        { "RCPT TO:<b": "421 4.3.2 bye" },
        [
          ["deferred", 421, "4.3.2"],
          ["deferred", 421, "4.3.2"],
        ],
      ],
      [
        "552 for one of two",
        { "RCPT TO:<b": "552 too many recipients" },
        [
          ["delivered", 250, null],
          ["deferred", 552, null],
        ],
      ],
    ];
    for (const [what, words, expected] of cases) {
      test(`${what}, ${name}`, async () => {
        const server = await scripted(talk({ EHLO: ehlo, ...words }));
        const out = await transport();
        const recipients = ["a@far.example", "b@far.example"];
        const results = await out.sendOnce({ from, recipients, raw, route: relay(server.port) });
        expect(results.map((result) => [result.kind, result.code, result.enhanced])).toEqual(expected);
      });
    }
  }

  test("many lines become one, control characters go", async () => {
    const server = await scripted(
      talk({ "RCPT TO": "550-5.1.1 first\r\n550-5.1.1 sec\u0007ond\r\n550 5.1.1 third é" }),
    );
    const out = await transport();
    const [result] = await out.sendOnce({
      from,
      recipients: ["a@far.example"],
      raw,
      route: relay(server.port),
    });
    expect(result?.response).toBe("550 5.1.1 first sec ond third é");
  });
});

/** A server that is content with everything but what the words say. Keys are beginnings of lines. */
function talk(words: Record<string, string>) {
  return (line: string): string => {
    const key = Object.keys(words).find((start) => (start === "." ? line === "." : line.startsWith(start)));
    if (key !== undefined) return words[key] ?? "";
    if (line === "") return "220 mx ESMTP";
    if (line.startsWith("EHLO")) return "250 mx";
    if (line.startsWith("DATA")) return "354 go on";
    if (line.startsWith("QUIT")) return "221 bye";
    return "250 ok";
  };
}
