// A mail to compose, and the text of what was composed.
import { expect } from "bun:test";
import { type ComposeInput, composeMail } from "../../src/mail/compose/compose.ts";

export const base: ComposeInput = {
  from: { email: "a@near.example", name: "Anna" },
  to: [{ email: "b@far.example" }],
  cc: [],
  subject: "Hello",
  text: "Hi there",
  html: null,
  attachments: [],
  inReplyTo: null,
  references: [],
  headers: {},
  messageId: "<0199c1a2-0000-7000-8000-000000000001@mx.near.example>",
  date: "2026-01-02T03:04:05.678901Z",
  autoSubmitted: false,
};

export const compose = (more: Partial<ComposeInput> = {}) => composeMail({ ...base, ...more });

export const text = (raw: Uint8Array) => Buffer.from(raw).toString("utf8");

export const header = (raw: Uint8Array) => text(raw).slice(0, text(raw).indexOf("\r\n\r\n") + 2);

/** Lines end with CRLF alone, none is too long, and the header is ASCII. RFC 5322 2.1.1 */
export function expectSound(raw: Uint8Array): void {
  for (const line of Buffer.from(raw).toString("latin1").split("\r\n")) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(line.length).toBeLessThanOrEqual(998);
  }
}
