// A sender over STARTTLS who is faster than what reads the mail: little of it waits in memory, and all of it comes.
import { expect, test } from "bun:test";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { selfSignedCertificate } from "../../src/lib/self-signed.ts";
import { patchSmtpServer } from "../../src/smtp/smtp-server-patches.ts";
import { sendRaw } from "../support/smtp/client.ts";

const mails = 3;
const mailBytes = 12_000_000;
/** Of each connection; a piece of the system is at most half a megabyte. */
const maxWaiting = 2_000_000;

test("what waits is bounded", async () => {
  patchSmtpServer();
  let received = 0;
  let waiting = 0;
  const server = new SMTPServer({
    ...selfSignedCertificate("a.example", Date.now()),
    authOptional: true,
    async onData(stream, _session, callback) {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        received += chunk.length;
        for (const { _socket } of server.connections) waiting = Math.max(waiting, _socket.readableLength);
        for (let turns = 0; turns < 4; turns++) await new Promise((next) => setImmediate(next));
      }
      callback();
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  const line = `${"a".repeat(76)}\r\n`;
  const body = line.repeat(mailBytes / line.length);
  const sender = { from: "a@sender.example", to: "b@a.example" };
  const head = "From: a@sender.example\r\nSubject: x\r\n\r\n";
  await Promise.all(Array.from({ length: mails }, () => sendRaw(port, { ...sender, raw: head + body })));
  server.close();
  expect(received).toBe(mails * (head.length + body.length));
  expect(waiting).toBeLessThan(maxWaiting);
}, 120_000);
