// A transport between test servers on the loopback network.
import { systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMxResolver } from "../../src/outbound/mx.ts";
import { createTransport, type Transport, type TransportOptions } from "../../src/outbound/transport.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns, type TestDns, type Zone } from "../support/fakes/dns.ts";

export const certificate = makeCertificate("mx.far.example", "mta-sts.far.example", "127.0.0.1");

export const raw = Buffer.from("From: a@near.example\r\nTo: b@far.example\r\nSubject: Hi\r\n\r\nHello\r\n");

export const from = "bounces+x@near.example";

export const cleanups: (() => unknown)[] = [];

export function later<T extends { stop(): unknown }>(started: T): T {
  cleanups.push(() => started.stop());
  return started;
}

export async function transport(
  zone: Zone,
  options: Partial<TransportOptions> = {},
): Promise<{ out: Transport; dns: TestDns }> {
  const server = later(await startDns(zone));
  const dns = createDns({ servers: [server.server], timeoutMs: 300 });
  const mx = createMxResolver({ dns, clock: systemClock, hostname: "mx.near.example" });
  const out = createTransport({ hostname: "mx.near.example", mx, sts: null, ...options });
  cleanups.push(() => out.close());
  return { out, dns: server };
}

export const farZone: Zone = {
  "far.example": { MX: ["10 mx.far.example"] },
  "mx.far.example": { A: ["127.0.0.1"] },
};

export const far = { kind: "mx", domain: "far.example" } as const;

export const mail = { from, recipients: ["b@far.example"], raw };

export function sending(out: Transport, more: Partial<Parameters<Transport["sendOnce"]>[0]> = {}) {
  return out.sendOnce({ ...mail, route: far, ...more });
}
