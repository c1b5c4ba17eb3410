// MTA-STS at work: what a policy of the far domain allows. RFC 8461 4, 5.
import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import type { TlsObservation } from "../../src/mail/report/tls-report.ts";
import { createMtaSts } from "../../src/outbound/mta-sts.ts";
import type { TransportOptions } from "../../src/outbound/transport.ts";
import { startDns, type Zone } from "../support/fakes/dns.ts";
import { startMxServer } from "../support/fakes/mx-server.ts";
import { certificate, cleanups, farZone, later, sending, transport } from "./sending-parts.ts";

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe("MTA-STS", () => {
  async function policyHost(
    policy: string,
    type = "text/plain",
  ): Promise<{ port: number; asked: () => number }> {
    let asked = 0;
    const server = createServer({ ...certificate }, (request, response) => {
      asked++;
      expect([request.url, request.headers.host]).toEqual([
        "/.well-known/mta-sts.txt",
        "mta-sts.far.example",
      ]);
      response.setHeader("content-type", type).end(policy);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    cleanups.push(() => server.close());
    return { port: (server.address() as AddressInfo).port, asked: () => asked };
  }

  const zone: Zone = {
    ...farZone,
    "_mta-sts.far.example": { TXT: ["v=STSv1; id=20260101"] },
    "mta-sts.far.example": { A: ["127.0.0.1"] },
  };

  async function withPolicy(
    policy: string,
    options: { port: number; ca?: string; type?: string; observe?: TransportOptions["observe"] },
  ) {
    const host = await policyHost(policy, options.type);
    const server = later(await startDns(zone));
    const dns = createDns({ servers: [server.server], timeoutMs: 300 });
    const sts = createMtaSts({
      dns,
      clock: systemClock,
      port: host.port,
      ca: certificate.cert,
      timeoutMs: 2000,
    });
    const { out } = await transport(zone, {
      port: options.port,
      sts,
      ...(options.ca ? { ca: options.ca } : {}),
      observe: options.observe,
    });
    return { out, host };
  }

  const enforce = "version: STSv1\nmode: enforce\nmx: mx.far.example\nmax_age: 86400\n";

  test("enforce: a trusted certificate or nothing; the policy is fetched once", async () => {
    const server = later(await startMxServer({ ...certificate }));
    const { out, host } = await withPolicy(enforce, { port: server.port, ca: certificate.cert });
    for (let i = 0; i < 3; i++) {
      expect(await sending(out)).toMatchObject([{ kind: "delivered", tls: { verified: true } }]);
    }
    expect(host.asked()).toBe(1);
    const { out: untrusting } = await withPolicy(enforce, { port: server.port });
    expect(await sending(untrusting)).toMatchObject([{ kind: "deferred", enhanced: "4.7.5", tls: null }]);
    const plain = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
    const { out: noTls } = await withPolicy(enforce, { port: plain.port, ca: certificate.cert });
    expect(await sending(noTls)).toMatchObject([{ kind: "deferred" }]);
    expect([server.mails.length, plain.mails.length]).toEqual([3, 0]);
  });

  test("enforce: only the hosts of the policy", async () => {
    const server = later(await startMxServer({ ...certificate }));
    const { out } = await withPolicy(enforce.replace("mx.far.example", "*.elsewhere.example"), {
      port: server.port,
      ca: certificate.cert,
    });
    expect(await sending(out)).toMatchObject([{ kind: "deferred", enhanced: "4.7.5" }]);
  });

  test("how sessions went is told for reports", async () => {
    const seen: TlsObservation[] = [];
    const observe = (domain: string, one: TlsObservation) => {
      expect(domain).toBe("far.example");
      seen.push(one);
    };
    const server = later(await startMxServer({ ...certificate }));
    const plain = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
    const good = { port: server.port, ca: certificate.cert, observe };
    for (const [policy, options] of [
      [enforce, good],
      [enforce, { port: server.port, observe }],
      [enforce, { ...good, port: plain.port }],
      [enforce.replace("mx.far.example", "*.elsewhere.example"), good],
      [enforce.replace("enforce", "testing"), { port: server.port, observe }],
      [enforce.replace("enforce", "testing").replace("mx.far.example", "other.example"), good],
    ] as const)
      await sending((await withPolicy(policy, options)).out);
    expect(seen.map(({ failure, host }) => [failure, host])).toEqual([
      [null, "mx.far.example"],
      ["certificate-not-trusted", "mx.far.example"],
      ["starttls-not-supported", "mx.far.example"],
      ["validation-failure", null],
      ["certificate-not-trusted", "mx.far.example"],
      ["validation-failure", "mx.far.example"],
    ]);
    expect(seen[0]!.policy).toEqual({
      type: "sts",
      strings: ["version: STSv1", "mode: enforce", "mx: mx.far.example", "max_age: 86400"],
      hosts: ["mx.far.example"],
    });
  });

  test("testing, none, unreadable and badly served policies leave everything as it is", async () => {
    const server = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
    for (const [policy, type] of [
      [enforce.replace("enforce", "testing"), "text/plain"],
      ["version: STSv1\nmode: none\nmax_age: 86400\n", "text/plain"],
      ["rubbish", "text/plain"],
      [enforce, "text/html"],
      [enforce + "x: ".repeat(40_000), "text/plain"],
    ] as const) {
      const { out } = await withPolicy(policy, { port: server.port, type });
      expect(await sending(out)).toMatchObject([{ kind: "delivered", tls: null }]);
    }
  });
});
