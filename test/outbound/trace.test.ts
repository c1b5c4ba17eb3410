// Outbound SMTP at log level trace: both directions by connection, without passwords and without mail.
import { afterEach, expect, test } from "bun:test";
import { createLog, type LogFields, type LogLevel } from "../../src/lib/log.ts";
import { startMxServer } from "../support/fakes/mx-server.ts";
import { certificate, cleanups, far, farZone, from, later, transport } from "./sending-parts.ts";

type Line = LogFields & { level: string; message: string };

const raw = Buffer.from("From: a@near.example\r\nSubject: persimmon\r\n\r\nDATA\r\nRSET\r\nmedlar\r\n");
const secrets = ["sesame-user", "sesame-word"];
const words = [
  ...secrets,
  ...secrets.map((word) => Buffer.from(word).toString("base64")),
  "persimmon",
  "medlar",
];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function kept(level: LogLevel) {
  const lines: Line[] = [];
  return { lines, log: createLog({ level, format: "json", write: (line) => lines.push(JSON.parse(line)) }) };
}

for (const method of ["PLAIN", "LOGIN", "CRAM-MD5"]) {
  test(`a relay that asks for AUTH ${method}: neither user, password nor mail is in the log`, async () => {
    const server = later(
      await startMxServer({
        ...certificate,
        authOptional: false,
        authMethods: [method],
        onAuth: (auth, _session, done) => done(null, { user: auth.username ?? "" }),
      }),
    );
    const { lines, log } = kept("trace");
    const { out } = await transport({}, { log, ca: certificate.cert });
    const url = `smtp://${secrets.join(":")}@127.0.0.1:${server.port}`;
    const [sent] = await out.sendOnce({
      from,
      recipients: ["b@far.example"],
      raw,
      route: { kind: "relay", url },
      logFields: { message_id: "m1" },
    });
    expect(sent).toMatchObject({ kind: "delivered" });
    const opened = lines.find(({ message_id }) => message_id === "m1")!;
    expect(opened).toMatchObject({ level: "debug", message: "connecting to an SMTP server" });
    const traced = lines.filter(({ level }) => level === "trace");
    expect(traced.every((line) => line.connection_id === opened.connection_id)).toBe(true);
    const said = traced.map(({ message }) => message);
    expect(said).toContain(`C: MAIL FROM:<${from}>`);
    expect(said).toContain("C: DATA");
    expect(said.some((line) => line.startsWith(`C: AUTH ${method}`))).toBe(true);
    expect(said.some((line) => line.startsWith("S: 235"))).toBe(true);
    for (const word of words) expect(JSON.stringify(lines)).not.toContain(word);
  });
}

test("a second mail names the connection that it uses again; below level trace no line of it is written", async () => {
  const server = later(await startMxServer({ ...certificate }));
  const { lines, log } = kept("debug");
  const { out } = await transport(farZone, { log, port: server.port });
  for (const message_id of ["m1", "m2"])
    await out.sendOnce({
      from,
      recipients: ["b@far.example"],
      raw,
      route: far,
      logFields: { message_id },
    });
  expect(lines.map(({ message, message_id }) => [message, message_id])).toEqual([
    ["connecting to an SMTP server", "m1"],
    ["an open SMTP connection is used again", "m2"],
  ]);
  expect(lines[0]!.connection_id).toBe(lines[1]!.connection_id!);
});
