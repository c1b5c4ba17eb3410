// Sending to mail servers that other people wrote: Debian's Postfix and Exim as MX behind a local DNS server, Postfix as
// relay with login, and opendkim as judge of our signatures. Each part says why when it has to be skipped.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { composeMail } from "../../src/mail/compose/compose.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import { createMxResolver } from "../../src/outbound/mx.ts";
import { createTransport, type SendAttempt, type Transport } from "../../src/outbound/transport.ts";
import { eventually } from "../support/app/app.ts";
import { freePort } from "../support/app/ports.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns } from "../support/fakes/dns.ts";
import { eximMissing, startExim } from "../support/fakes/exim.ts";
import {
  type Mta,
  postfixMissing,
  startPolicyServer,
  startPostfix,
  startSaslServer,
} from "../support/fakes/mta.ts";
import { askOpendkim, opendkimMissing } from "../support/fakes/opendkim.ts";

const certificate = makeCertificate("mx.far.example", "mx.exim.example", "127.0.0.5");
const stops: (() => unknown)[] = [];

afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

function skipReason(what: string, reason: string | null): boolean {
  if (reason) process.stderr.write(`${what}: skipped, ${reason}\n`);
  return reason !== null;
}

async function transportAt(port: number, ca: string | undefined): Promise<Transport> {
  const dns = await startDns({
    "far.example": { MX: ["10 mx.far.example"] },
    "mx.far.example": { A: ["127.0.0.5"] },
    "exim.example": { MX: ["10 mx.exim.example"] },
    "mx.exim.example": { A: ["127.0.0.6"] },
  });
  stops.push(() => dns.stop());
  const mx = createMxResolver({
    dns: createDns({ servers: [dns.server] }),
    clock: systemClock,
    hostname: "mx.near.example",
  });
  const made = createTransport({ hostname: "mx.near.example", mx, sts: null, port, ca });
  stops.push(() => made.close());
  return made;
}

const keys = await generateDkimKeys();
const signers = [
  { domain: "near.example", selector: "r1", privateKey: keys.rsa.privateKey },
  { domain: "near.example", selector: "e1", privateKey: keys.ed25519.privateKey },
];

/** A signed mail with everything that servers like to break. */
async function signedMail(subject: string, messageId = "<1@mx.near.example>"): Promise<Uint8Array> {
  const at = nowInstant(systemClock);
  const raw = await composeMail({
    from: { email: "a@near.example", name: "Ägidius" },
    to: [{ email: "b@far.example" }],
    cc: [],
    subject,
    text: `.\n..dots\nFrom here ${"lang ".repeat(300)}`,
    html: "<p>Grüße</p>",
    attachments: [
      {
        filename: "ü.bin",
        contentType: "application/octet-stream",
        content: crypto.getRandomValues(new Uint8Array(3000)),
      },
    ],
    inReplyTo: null,
    references: [],
    headers: {},
    messageId,
    date: at,
    autoSubmitted: false,
  });
  return signMail(raw, signers, at);
}

/** What was stored without the lines that delivery put on top, CRLF again. */
function asSent(stored: string): string {
  return stored.slice(stored.indexOf("DKIM-Signature:")).replaceAll("\n", "\r\n");
}

describe.skipIf(skipReason("Postfix as MX and relay", postfixMissing()))("Postfix", () => {
  let postfix: Mta;
  let out: Transport;
  let submissionPort: number;
  const domain = { kind: "mx", domain: "far.example" } as const;
  const send = (attempt: Partial<SendAttempt> & { raw: Uint8Array }) =>
    out.sendOnce({
      from: "bounces+x@near.example",
      recipients: ["b@far.example"],
      route: domain,
      ...attempt,
    });

  beforeAll(async () => {
    const policy = await startPolicyServer();
    const sasl = await startSaslServer("us@er", "p:ss");
    const port = await freePort("127.0.0.5");
    submissionPort = await freePort("127.0.0.5");
    postfix = await startPostfix({
      address: "127.0.0.5",
      port,
      submissionPort,
      domain: "far.example",
      certificate,
      policy: policy.at,
      sasl: sasl.at,
    });
    stops.push(() => postfix.stop());
    stops.push(policy.stop, sasl.stop);
    out = await transportAt(port, certificate.cert);
  });

  test("takes a signed mail over TLS, byte for byte", async () => {
    const raw = await signedMail("Grüße");
    const [result] = await send({ raw });
    expect(result).toMatchObject({ kind: "delivered", code: 250, enhanced: "2.0.0", mx: "mx.far.example" });
    expect(result?.tls).toMatchObject({ protocol: "TLSv1.3", verified: true });
    await eventually(() => postfix.inbox().length === 1, postfix.log);
    expect(asSent(postfix.inbox()[0] ?? "")).toBe(Buffer.from(raw).toString("latin1"));
  });

  test("unknown recipients fail, the others get the mail", async () => {
    const before = postfix.inbox().length;
    const results = await send({
      raw: await signedMail("two"),
      recipients: ["gone@far.example", "b@far.example", "x@nowhere.example"],
    });
    expect(results.map(({ kind, enhanced }) => [kind, enhanced])).toEqual([
      ["failed", "5.1.1"],
      ["delivered", "2.0.0"],
      ["failed", "5.7.1"],
    ]);
    await eventually(() => postfix.inbox().length === before + 1, postfix.log);
  });

  test("greylisting puts a mail off once", async () => {
    const attempt = { raw: await signedMail("grey"), recipients: ["grey@far.example"] };
    expect(await send(attempt)).toMatchObject([{ kind: "deferred", code: 450, enhanced: "4.2.0" }]);
    expect(await send(attempt)).toMatchObject([{ kind: "delivered" }]);
  });

  test("a refusal after the data is final for all", async () => {
    const results = await send({
      raw: await signedMail("refuse at data"),
      recipients: ["b@far.example", "c@far.example"],
    });
    expect(results).toMatchObject([
      { kind: "failed", code: 550, enhanced: "5.7.1" },
      { kind: "failed", code: 550, enhanced: "5.7.1" },
    ]);
  });

  test("a header beyond ASCII goes by SMTPUTF8; a mail that is too large fails", async () => {
    const raw = Buffer.from(
      "From: a@near.example\r\nTo: b@far.example\r\nSubject: Grüße\r\nMessage-ID: <u@x>\r\n\r\nHi\r\n",
    );
    expect(await send({ raw })).toMatchObject([{ kind: "delivered" }]);
    const large = Buffer.concat([raw, Buffer.alloc(21_000_000, "x\r\n")]);
    expect(await send({ raw: large })).toMatchObject([{ kind: "failed", enhanced: "5.3.4" }]);
  });

  test("sixty mails at once arrive once each", async () => {
    const before = postfix.inbox().length;
    const raws = await Promise.all(
      Array.from({ length: 60 }, (_, i) => signedMail("many", `<many-${i}@mx.near.example>`)),
    );
    const results = await Promise.all(raws.map((raw) => send({ raw })));
    expect(results.flat().map((result) => result.kind)).toEqual(new Array(60).fill("delivered"));
    await eventually(() => postfix.inbox().length >= before + 60, postfix.log);
    const ids = postfix.inbox().flatMap((mail) => /^Message-ID: (<many-\d+@.*>)/m.exec(mail)?.[1] ?? []);
    expect(new Set(ids).size).toBe(60);
    expect(ids.length).toBe(60);
    const sessions = postfix.log().match(/: connect from/g)?.length ?? 0;
    expect(sessions).toBeLessThan(30);
  });

  test("as relay: login over TLS, wrong passwords wait", async () => {
    const relay = (password: string) =>
      ({ kind: "relay", url: `smtp://us%40er:${password}@127.0.0.5:${submissionPort}` }) as const;
    const attempt = { raw: await signedMail("relayed"), recipients: ["x@elsewhere.example"] };
    expect(await send({ ...attempt, route: relay("p%3Ass") })).toMatchObject([
      { kind: "delivered", tls: { protocol: "TLSv1.3" } },
    ]);
    const [refused] = await send({ ...attempt, route: relay("wrong") });
    expect(refused).toMatchObject({ kind: "deferred", enhanced: "4.7.0" });
    expect(refused?.response).toContain("535");
  });
});

describe.skipIf(skipReason("Exim as MX", eximMissing()))("Exim", () => {
  let exim: Mta;
  let broken: Mta;
  let out: Transport;
  let outToBroken: Transport;
  const domain = { kind: "mx", domain: "exim.example" } as const;
  const send = (attempt: Partial<SendAttempt> & { raw: Uint8Array }, by = out) =>
    by.sendOnce({
      from: "bounces+x@near.example",
      recipients: ["b@exim.example"],
      route: domain,
      ...attempt,
    });

  beforeAll(async () => {
    const port = await freePort("127.0.0.6");
    const brokenPort = await freePort("127.0.0.6");
    const shared = { address: "127.0.0.6", domain: "exim.example", certificate };
    exim = await startExim({ ...shared, port });
    stops.push(() => exim.stop());
    broken = await startExim({ ...shared, port: brokenPort, brokenTls: true });
    stops.push(() => broken.stop());
    out = await transportAt(port, undefined);
    outToBroken = await transportAt(brokenPort, undefined);
  });

  test("takes a signed mail over TLS with a certificate that nobody knows", async () => {
    const raw = await signedMail("Grüße");
    const [result] = await send({ raw });
    expect(result).toMatchObject({
      kind: "delivered",
      code: 250,
      tls: { verified: false },
      tlsFallback: null,
    });
    await eventually(() => exim.inbox().length === 1, exim.log);
    expect(asSent(exim.inbox()[0] ?? "")).toBe(Buffer.from(raw).toString("latin1"));
  });

  test("refusals: unknown, greylisted, relaying, content", async () => {
    const results = await send({
      raw: await signedMail("x"),
      recipients: ["gone@exim.example", "grey@exim.example", "x@nowhere.example", "b@exim.example"],
    });
    expect(results.map(({ kind, code, enhanced }) => [kind, code, enhanced])).toEqual([
      ["failed", 550, "5.1.1"],
      ["deferred", 451, "4.7.1"],
      ["failed", 550, "5.7.1"],
      ["delivered", 250, null],
    ]);
    expect(await send({ raw: await signedMail("refuse at data") })).toMatchObject([
      { kind: "failed", enhanced: "5.7.1" },
    ]);
  });

  test("a slow server is waited for", async () => {
    expect(await send({ raw: await signedMail("slow"), from: "slow@near.example" })).toMatchObject([
      { kind: "delivered" },
    ]);
  });

  test("broken TLS: plain text, and the reason on record", async () => {
    const [result] = await send({ raw: await signedMail("plain") }, outToBroken);
    expect(result).toMatchObject({ kind: "delivered", tls: null });
    expect(result?.tlsFallback).toBeTruthy();
    await eventually(() => broken.inbox().length === 1, broken.log);
  });

  test("a server that went away: the mail waits", async () => {
    await exim.stop();
    // an open session has a process of its own, which outlives the server
    out.close();
    expect(await send({ raw: await signedMail("down") })).toMatchObject([
      { kind: "deferred", enhanced: "4.4.1" },
    ]);
  });
});

describe.skipIf(skipReason("opendkim as judge", opendkimMissing()))("opendkim", () => {
  const records = [
    { name: "r1._domainkey.near.example", value: keys.rsa.dnsValue },
    { name: "e1._domainkey.near.example", value: keys.ed25519.dnsValue },
  ];
  const judge = (raw: Uint8Array) => askOpendkim(raw, records);

  const head =
    "From: a@near.example\r\nTo: b@far.example\r\nDate: Fri, 02 Jan 2026 03:04:05 +0000\r\nSubject: x\r\n";
  const mails: [string, () => Promise<Uint8Array>][] = [
    [
      "8-bit",
      async () =>
        signMail(
          Buffer.from(
            `${head}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGrüße 山田 \t\r\n\r\n`,
          ),
          signers,
          nowInstant(systemClock),
        ),
    ],
    [
      "long lines",
      async () =>
        signMail(
          Buffer.from(`${head}\r\n${"y".repeat(990)}\r\n${"z ".repeat(400)}\r\n`),
          signers,
          nowInstant(systemClock),
        ),
    ],
    ["attachments", () => signedMail("Grüße")],
  ];

  for (const [name, make] of mails) {
    test(`verifies both algorithms: ${name}`, async () => {
      const raw = await make();
      const verdict = await judge(raw);
      expect(verdict).toMatch(/dkim=pass[^\n]*header\.a=rsa-sha256/);
      expect(verdict).toMatch(/dkim=pass[^\n]*header\.a=ed25519-sha256/);
      const changed = Buffer.from(raw);
      changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
      expect(await judge(changed)).not.toMatch(/dkim=pass/);
    });
  }
});
