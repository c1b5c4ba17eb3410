// A process that may have lost a mail to another one gives the server no end of it, so the server has no mail.
import { expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { createDns } from "../../src/lib/dns/dns.ts";
import { createMxResolver } from "../../src/outbound/mx.ts";
import { createTransport } from "../../src/outbound/transport.ts";
import { startMxServer } from "../support/fakes/mx-server.ts";

const header = "From: a@near.example\r\nTo: b@far.example\r\nSubject: Hi\r\n\r\n";

for (const [what, body] of [
  ["small", "Hello\r\n"],
  ["of several chunks", "a line of it\r\n".repeat(20_000)],
] as const) {
  test(`a mail, ${what}: cut short, and sent by the next attempt`, async () => {
    const server = await startMxServer({ disabledCommands: ["STARTTLS", "AUTH"] });
    const mx = createMxResolver({
      dns: createDns({ servers: ["127.0.0.1:9"], timeoutMs: 300 }),
      clock: systemClock,
      hostname: "mx.near.example",
    });
    const transport = createTransport({ hostname: "mx.near.example", mx, sts: null });
    const attempt = {
      from: "bounces+x@near.example",
      recipients: ["b@far.example"],
      raw: Buffer.from(header + body),
      route: { kind: "relay", url: `smtp://127.0.0.1:${server.port}` },
    } as const;
    const asked: number[] = [];
    const mayEnd = () => asked.push(server.mails.length) === 0;
    const [cut] = await transport.sendOnce({ ...attempt, mayEnd });
    expect(cut).toMatchObject({
      kind: "deferred",
      enhanced: "4.4.2",
      response: expect.stringContaining("Cut short"),
    });
    expect(asked).toEqual([0]);
    const [sent] = await transport.sendOnce({ ...attempt, mayEnd: () => true });
    expect(sent).toMatchObject({ kind: "delivered", code: 250 });
    expect(server.mails.map(({ raw }) => raw)).toEqual([header + body]);
    transport.close();
    await server.stop();
  });
}
