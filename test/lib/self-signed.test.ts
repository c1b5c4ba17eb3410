// A certificate that TLS libraries read, whatever the dice gave: one that OpenSSL refuses would stop every start.
import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { newSerialNumber, selfSignedCertificate } from "../../src/lib/self-signed.ts";

test("a serial number is positive and written as short as it can be", () => {
  const numbers = Array.from({ length: 5000 }, newSerialNumber);
  for (const number of numbers) expect(number).toMatch(/^[4-7][0-9a-f]{31}$/);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("a certificate names its host and fits its key", () => {
  const now = Date.UTC(2026, 0, 1);
  const made = selfSignedCertificate("mx.agents.example", now);
  const read = new X509Certificate(made.cert);
  expect(read.checkHost("mx.agents.example")).toBe("mx.agents.example");
  expect(read.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  expect(new Date(read.validFrom).getTime()).toBeLessThan(now);
  expect(() => createSecureContext(made)).not.toThrow();
  expect(read.verify(read.publicKey)).toBe(true);
});
