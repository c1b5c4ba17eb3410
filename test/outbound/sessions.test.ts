// Sessions with a server: carried on from mail to mail, replaced where the server ended them, limited in number.
import { afterEach, expect, test } from "bun:test";
import { eventually } from "../support/app/app.ts";
import type { Zone } from "../support/fakes/dns.ts";
import { andClose, smtpError, startMxServer, startScriptedServer } from "../support/fakes/mx-server.ts";
import { cleanups, far, farZone, later, sending, transport } from "./sending-parts.ts";

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("one session carries mail after mail; a refusal between does no harm", async () => {
  const server = later(
    await startMxServer({
      disabledCommands: ["STARTTLS"],
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith("gone") ? smtpError(550, "no") : null),
    }),
  );
  const { out } = await transport(farZone, { port: server.port });
  const kinds: (string | undefined)[] = [];
  for (const local of ["a", "gone", "b", "gone", "c"]) {
    const [result] = await sending(out, { recipients: [`${local}@far.example`] });
    kinds.push(result?.kind);
  }
  expect(kinds).toEqual(["delivered", "failed", "delivered", "failed", "delivered"]);
  expect(server.connections()).toBe(1);
  expect(server.mails.map((taken) => taken.to)).toEqual([
    ["a@far.example"],
    ["b@far.example"],
    ["c@far.example"],
  ]);
});

test("a session that the server ended meanwhile is replaced, and the mail goes once", async () => {
  const server = later(await startMxServer({ disabledCommands: ["STARTTLS"], socketTimeout: 500 }));
  const { out } = await transport(farZone, { port: server.port });
  expect(await sending(out)).toMatchObject([{ kind: "delivered" }]);
  // smtp-server says 421 and closes once its time-out is over
  await eventually(() => server.open() === 0);
  expect(await sending(out)).toMatchObject([{ kind: "delivered" }]);
  expect([server.connections(), server.mails.length]).toEqual([2, 2]);
});

for (const extension of ["PIPELINING", "8BITMIME"]) {
  test(`a server that closes after each mail gets every mail once (${extension})`, async () => {
    let taken = 0;
    const server = later(
      await startScriptedServer((line) => {
        if (line === ".") {
          taken++;
          return `250 queued${andClose}`;
        }
        if (line === "") return "220 mx";
        if (line.startsWith("EHLO")) return `250-mx\r\n250 ${extension}`;
        return line === "DATA" ? "354 go" : "250 ok";
      }),
    );
    const { out } = await transport(farZone, { port: server.port });
    const mails = 300;
    const results = await Promise.all(Array.from({ length: mails }, () => sending(out)));
    expect(results.flat().filter(({ kind }) => kind !== "delivered")).toEqual([]);
    expect(taken).toBe(mails);
  });
}

test("a session with a reply that nobody asked for carries no further mail", async () => {
  const server = later(
    await startScriptedServer((line) => {
      if (line === "") return "220 mx";
      if (line === "DATA") return "354 go";
      return line === "." ? "250 queued\r\n250 again" : "250 ok";
    }),
  );
  const { out } = await transport(farZone, { port: server.port });
  const results = await Promise.all(Array.from({ length: 40 }, () => sending(out)));
  expect(results.flat().filter(({ response }) => response !== "250 queued")).toEqual([]);
  expect(server.lines.filter((line) => line === ".")).toHaveLength(40);
});

test("a refusal does not wait for the reply to RSET", async () => {
  const server = later(
    await startScriptedServer((line) => {
      if (line === "") return "220 mx";
      if (line.startsWith("MAIL")) return "550 5.7.1 no";
      return line === "RSET" ? null : "250 ok";
    }),
  );
  const { out } = await transport(farZone, { port: server.port, timeouts: { command: 100_000 } });
  expect(await sending(out)).toMatchObject([{ kind: "failed", code: 550 }]);
});

test("a recipient that cannot be written fails alone", async () => {
  const server = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
  const { out } = await transport(farZone, { port: server.port });
  const recipients = ["a@far.example", '"x<y"@far.example', "b@far.example"];
  const results = await sending(out, { recipients });
  expect(results.map(({ recipient, kind, enhanced }) => [recipient, kind, enhanced])).toEqual([
    ["a@far.example", "delivered", null],
    ['"x<y"@far.example', "failed", "5.1.3"],
    ["b@far.example", "delivered", null],
  ]);
  expect(server.mails.map(({ to }) => to)).toEqual([["a@far.example", "b@far.example"]]);
});

test("a session carries only so many mails", async () => {
  const server = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
  const { out } = await transport(farZone, { port: server.port, limits: { mailsPerSession: 2 } });
  for (let i = 0; i < 5; i++) await sending(out);
  expect(server.connections()).toBe(3);
});

test("limits per destination and in all hold; who waits comes in order", async () => {
  let inside = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const server = later(
    await startMxServer({
      disabledCommands: ["STARTTLS"],
      onRcptTo: (_address, _session, callback) => {
        inside++;
        most = Math.max(most, inside);
        gates.push(() => {
          inside--;
          callback();
        });
      },
    }),
  );
  const zone: Zone = { ...farZone, "other.example": { MX: ["10 mx.far.example"] } };
  const { out } = await transport(zone, { port: server.port, limits: { perDestination: 2, total: 3 } });
  const other = { kind: "mx", domain: "other.example" } as const;
  const done: number[] = [];
  const all = [far, far, far, other, other, far].map(async (route, i) => {
    await sending(out, { route });
    done.push(i);
  });
  await eventually(() => inside === 3);
  expect([out.free(far), out.free(other)]).toEqual([0, 0]);
  for (let i = 0; i < 6; i++) {
    await eventually(() => gates.length > 0);
    gates.shift()?.();
  }
  await Promise.all(all);
  expect(most).toBe(3);
  expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  expect([out.free(far), out.free(other)]).toEqual([2, 2]);
});

test("an aborted attempt does not wait for a slot, and one under way is cut short", async () => {
  const server = later(
    await startScriptedServer((line) => (line === "" ? "220 mx" : line.startsWith("MAIL") ? null : "250 ok")),
  );
  const relay = { kind: "relay", url: `smtp://127.0.0.1:${server.port}` } as const;
  const { out } = await transport({}, { limits: { perDestination: 1 } });
  const stop = new AbortController();
  const running = sending(out, { route: relay, signal: stop.signal });
  const waiting = sending(out, { route: relay, signal: stop.signal });
  await eventually(() => server.lines.some((line) => line.startsWith("MAIL")));
  stop.abort(new Error("stopping"));
  expect(await waiting).toMatchObject([{ kind: "deferred", enhanced: "4.3.2" }]);
  expect(await running).toMatchObject([{ kind: "deferred", enhanced: "4.4.2" }]);
  expect(out.free(relay)).toBe(1);
});
