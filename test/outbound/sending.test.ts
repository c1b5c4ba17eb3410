// More than one server, more than one mail: fail-over, reuse, limits, relays with login, extensions.
import { afterEach, describe, expect, test } from "bun:test";
import type { Zone } from "../support/fakes/dns.ts";
import { type MxServer, smtpError, startMxServer, startScriptedServer } from "../support/fakes/mx-server.ts";
import { certificate, cleanups, farZone, later, raw, sending, transport } from "./sending-parts.ts";

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe("fail-over", () => {
  const zone: Zone = {
    "far.example": { MX: ["10 dead.far.example", "20 rude.far.example", "30 mx.far.example"] },
    "dead.far.example": { A: ["127.0.0.9"] },
    "rude.far.example": { A: ["127.0.0.3"] },
    "mx.far.example": { A: ["127.0.0.4"] },
  };

  test("hosts that are down or refuse to talk are passed over, in order", async () => {
    const good = later(await startMxServer({ disabledCommands: ["STARTTLS"] }, { address: "127.0.0.4" }));
    const rude = later(
      await startScriptedServer(() => "554 5.3.2 go away", { address: "127.0.0.3", port: good.port }),
    );
    const { out } = await transport(zone, { port: good.port });
    const [result] = await sending(out);
    expect(result).toMatchObject({ kind: "delivered", mx: "mx.far.example" });
    expect(rude.lines).toEqual([]);
  });

  test("when none can be reached the mail waits; a refusal by one that talked is final", async () => {
    const rude = later(await startScriptedServer(() => "554 5.3.2 go away", { address: "127.0.0.3" }));
    const { out } = await transport(zone, { port: rude.port });
    expect(await sending(out)).toMatchObject([{ kind: "deferred", enhanced: "4.4.1", mx: "mx.far.example" }]);
  });

  test("hosts that never take mail end it", async () => {
    const only: Zone = {
      "far.example": { MX: ["10 rude.far.example"] },
      "rude.far.example": { A: ["127.0.0.3"] },
    };
    const rude = later(await startScriptedServer(() => "521 5.3.2 no mail here", { address: "127.0.0.3" }));
    const { out } = await transport(only, { port: rude.port });
    expect(await sending(out)).toMatchObject([{ kind: "failed", code: 521, enhanced: "5.3.2" }]);
  });

  test("every address of a host is tried, both families", async () => {
    const good = later(await startMxServer({ disabledCommands: ["STARTTLS"] }, { address: "::1" }));
    const two: Zone = { "far.example": { A: ["127.0.0.9"], AAAA: ["::1"] } };
    const { out } = await transport(two, { port: good.port });
    expect(await sending(out)).toMatchObject([{ kind: "delivered", mx: "far.example" }]);
  });

  test("no route: nothing is sent, and the verdict is the route's", async () => {
    const { out } = await transport({ "null.example": { MX: ["0 ."] }, "quiet.example": "servfail" });
    const to = (domain: string) => sending(out, { route: { kind: "mx", domain } });
    expect(await to("null.example")).toMatchObject([{ kind: "failed", enhanced: "5.1.10", mx: null }]);
    expect(await to("nowhere.example")).toMatchObject([{ kind: "failed", enhanced: "5.1.2" }]);
    expect(await to("quiet.example")).toMatchObject([{ kind: "deferred", enhanced: "4.4.3" }]);
  });

  test("addresses that mail may not go to", async () => {
    const { out } = await transport(farZone, { allowAddress: (address) => !address.startsWith("127.") });
    expect(await sending(out)).toMatchObject([{ kind: "failed", enhanced: "5.4.4" }]);
  });

  test("servers that fall silent at any point cost their time-out only", async () => {
    for (const silentAt of ["", "EHLO", "MAIL", "RCPT", "DATA", "."]) {
      const server = later(
        await startScriptedServer((line) => {
          if (silentAt === "" ? line === "" : line.startsWith(silentAt)) return null;
          if (line === "") return "220 mx";
          return line.startsWith("DATA") ? "354 go" : "250 ok";
        }),
      );
      const { out } = await transport(
        {},
        { timeouts: { connect: 150, greeting: 150, command: 150, final: 150 } },
      );
      const relay = { kind: "relay", url: `smtp://127.0.0.1:${server.port}` } as const;
      const [result] = await sending(out, { route: relay });
      expect([silentAt, result?.kind, result?.code]).toEqual([silentAt, "deferred", null]);
    }
  });
});

test("a server that falls silent inside TLS costs its time-out only", async () => {
  for (const silent of ["onMailFrom", "onRcptTo", "onData"] as const) {
    const server = later(await startMxServer({ ...certificate, [silent]: () => {} }));
    const { out } = await transport(farZone, { port: server.port, timeouts: { command: 400, final: 400 } });
    const [result] = await sending(out);
    expect([silent, result?.kind, result?.enhanced]).toEqual([silent, "deferred", "4.4.2"]);
  }
});

describe("relays", () => {
  const login = (server: MxServer, scheme = "smtp", user = "us%40er", pass = "p%3Ass") =>
    ({ kind: "relay", url: `${scheme}://${user}:${pass}@127.0.0.1:${server.port}` }) as const;
  const auth: Parameters<typeof startMxServer>[0] = {
    ...certificate,
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === "us@er" && password === "p:ss"
        ? callback(null, { user: username })
        : callback(smtpError(535, "5.7.8 no")),
  };

  test("login with STARTTLS, and over TLS from the start; user and password percent-encoded", async () => {
    const starttls = later(await startMxServer(auth));
    const implicit = later(await startMxServer({ ...auth, secure: true }));
    const { out } = await transport({});
    expect(await sending(out, { route: login(starttls) })).toMatchObject([
      { kind: "delivered", tls: { protocol: "TLSv1.3" } },
    ]);
    expect(await sending(out, { route: login(implicit, "smtps") })).toMatchObject([
      { kind: "delivered", tls: { protocol: "TLSv1.3" } },
    ]);
    expect(starttls.mails[0]?.secure).toBe(true);
    expect(implicit.mails[0]?.secure).toBe(true);
  });

  test("a wrong password is our trouble: the mail waits, and rides on nobody else's session", async () => {
    const server = later(await startMxServer(auth));
    const { out } = await transport({});
    expect(await sending(out, { route: login(server) })).toMatchObject([{ kind: "delivered" }]);
    const [result] = await sending(out, { route: login(server, "smtp", "us%40er", "wrong") });
    expect(result).toMatchObject({ kind: "deferred", enhanced: "4.7.0" });
    expect(result?.response).not.toContain("wrong");
  });

  test("a relay that offers no login, or cannot be reached or read, lets the mail wait", async () => {
    const server = later(await startMxServer({ disabledCommands: ["AUTH", "STARTTLS"] }));
    const { out } = await transport({});
    expect(await sending(out, { route: login(server) })).toMatchObject([{ kind: "deferred" }]);
    for (const url of ["smtp://127.0.0.9:1", "ftp://127.0.0.1", "nonsense", "smtp://no-such-host.invalid"]) {
      expect(await sending(out, { route: { kind: "relay", url } })).toMatchObject([{ kind: "deferred" }]);
    }
  });
});

describe("extensions", () => {
  const international = Buffer.from(
    "From: a@near.example\r\nTo: 用户@例子.example\r\nSubject: Grüße\r\n\r\nHi\r\n",
  );

  test("SMTPUTF8 is asked for by addresses and by headers; without it the mail fails with 5.6.7", async () => {
    const able = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
    const unable = later(
      await startMxServer({ disabledCommands: ["STARTTLS"], hideSMTPUTF8: true } as object),
    );
    const { out } = await transport({});
    const relay = (server: MxServer) => ({ kind: "relay", url: `smtp://127.0.0.1:${server.port}` }) as const;
    const byAddress = { recipients: ["用户@例子.example"], raw };
    const byHeader = { recipients: ["b@far.example"], raw: international };
    for (const what of [byAddress, byHeader]) {
      expect(await sending(out, { ...what, route: relay(able) })).toMatchObject([{ kind: "delivered" }]);
      expect(await sending(out, { ...what, route: relay(unable) })).toMatchObject([
        { kind: "failed", enhanced: "5.6.7" },
      ]);
    }
    expect(able.mails.map((taken) => taken.mailArgs.SMTPUTF8)).toEqual([true, true]);
    expect(able.mails[1]?.raw).toBe(international.toString("latin1"));
    expect(unable.mails).toEqual([]);
  });

  test("IDN domains travel as A-labels when nothing else is international", async () => {
    const server = later(await startMxServer({ disabledCommands: ["STARTTLS"] }));
    const { out } = await transport({});
    const relay = { kind: "relay", url: `smtp://127.0.0.1:${server.port}` } as const;
    expect(await sending(out, { recipients: ["b@bücher.example"], route: relay })).toMatchObject([
      { recipient: "b@bücher.example", kind: "delivered" },
    ]);
    expect(server.mails[0]?.mailArgs.SMTPUTF8).toBeUndefined();
  });

  test("8-bit mails say so, DSN parameters and the null sender go out as asked", async () => {
    const server = later(
      await startScriptedServer((line) => {
        if (line === "") return "220 mx";
        if (line.startsWith("EHLO"))
          return "250-mx\r\n250-8BITMIME\r\n250-DSN\r\n250-SMTPUTF8\r\n250 SIZE 1000";
        return line.startsWith("DATA") ? "354 go" : "250 ok";
      }),
    );
    const { out } = await transport({});
    const relay = { kind: "relay", url: `smtp://127.0.0.1:${server.port}` } as const;
    const eightBit = Buffer.from("From: a@near.example\r\n\r\nGrüße\r\n");
    const dsn = {
      ret: "HDRS",
      envid: "a+b c",
      notify: ["FAILURE", "DELAY"],
      orcpt: "rfc822;b+x@far.example",
    } as const;
    const foreign = { notify: ["NEVER"], orcpt: "utf-8;\\x{7528}@far.example" } as const;
    const both = {
      recipients: ["b@far.example", "c@far.example", "d@far.example"],
      dsn: [dsn, null, foreign],
    };
    expect(await sending(out, { from: "", raw: eightBit, ...both, route: relay })).toMatchObject(
      new Array(3).fill({ kind: "delivered", dsn: true }),
    );
    expect(server.lines[1]).toBe(
      `MAIL FROM:<> BODY=8BITMIME SIZE=${eightBit.length} RET=HDRS ENVID=a+2Bb+20c`,
    );
    expect(server.lines.slice(2, 5)).toEqual([
      "RCPT TO:<b@far.example> NOTIFY=FAILURE,DELAY ORCPT=rfc822;b+2Bx@far.example",
      "RCPT TO:<c@far.example>",
      "RCPT TO:<d@far.example> NOTIFY=NEVER ORCPT=utf-8;\\x{7528}@far.example",
    ]);
    const large = Buffer.concat([raw, Buffer.alloc(2000, "x")]);
    expect(await sending(out, { raw: large, route: relay })).toMatchObject([
      { kind: "failed", enhanced: "5.3.4" },
    ]);
  });

  test("bytes arrive as they are: dots, long lines, megabytes", async () => {
    const server = later(await startMxServer({ disabledCommands: ["STARTTLS"], size: 20_000_000 }));
    const { out } = await transport(farZone, { port: server.port });
    const body = `.\r\n..\r\n.x\r\n${"y".repeat(900)}\r\n`;
    const big = Buffer.from(`From: a@near.example\r\n\r\n${body.repeat(4000)}.`);
    expect(await sending(out, { raw: big })).toMatchObject([{ kind: "delivered" }]);
    expect(server.mails[0]?.raw).toBe(`${big.toString("latin1")}\r\n`);
  });
});
