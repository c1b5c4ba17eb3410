// Who connects and brings nothing: the idlest of those who have most makes room for others, and who does not come to the
// point in time is sent away, in SMTP, submission and IMAP. Clients come from several addresses of this machine, none trusted.
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { systemClock } from "../../src/lib/clock.ts";
import { boundHandshakes } from "../../src/smtp/handshakes.ts";
import { type StartOptions, startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { passwordFor } from "../support/imap/client.ts";

interface Client {
  until(pattern: RegExp): Promise<string>;
  say(line: string): void;
  /** What was said until the server closed. */
  closed: Promise<string>;
  isOpen(): boolean;
  close(): void;
}

function client(port: number, from: string): Client {
  return listening(connect({ port, host: "127.0.0.1", localAddress: from }));
}

function listening(socket: Socket): Client {
  let text = "";
  let ended = false;
  let wake = () => {};
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    wake();
  });
  for (const event of ["end", "close", "error"])
    socket.on(event, () => {
      ended = true;
      socket.destroy();
      resolve(text);
      wake();
    });
  return {
    closed,
    isOpen: () => !ended,
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return found[0];
        }
        if (ended) throw new Error(`it was closed after: ${text}`);
        await new Promise<void>((done) => {
          wake = done;
        });
      }
    },
    say: (line) => void socket.write(`${line}\r\n`),
    close: () => void socket.destroy(),
  };
}

const env = {
  TRUSTED_NETWORKS: "192.0.2.0/24",
  SMTP_GREETING_MS: "0",
  SUBMISSION_PORT: "0",
  SUBMISSIONS_PORT: "0",
  IMAP_PORT: "0",
  IMAPS_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
};

function withApp(name: string, options: StartOptions, suite: (t: () => TestApp) => void): void {
  describe(name, () => {
    let store: TempStore;
    let t: TestApp;
    beforeAll(async () => {
      store = await tempStore("embedded");
      t = await startTestApp(store, { ...options, env: { ...env, ...options.env } });
    });
    afterAll(async () => {
      await t?.stop(500);
      await store?.dispose();
    });
    suite(() => t);
  });
}

const patient = { SMTP_MAX_CONNECTIONS: "20", SMTP_FIRST_MAIL_SECONDS: "600" };

withApp("all places taken", { env: patient }, (t) => {
  test("with all connections taken by silent clients, a new one replaces the idlest of the fullest network", async () => {
    const port = t().app.ports.smtp!;
    const greeted = async (from: string) => {
      const each = client(port, from);
      await each.until(/^220 .*\r\n/);
      return each;
    };
    const crowd: Client[] = [];
    for (let n = 0; n < 18; n++) crowd.push(await greeted(n < 12 ? "127.0.2.1" : "127.0.2.2"));
    // one of the fullest network says something: it is not the idlest any more
    crowd[0]!.say("EHLO a.example");
    await crowd[0]!.until(/^250 .*\r\n/m);
    // the last places are for networks that have none
    const third = await greeted("127.0.2.3");
    const fourth = await greeted("127.0.2.4");
    const newcomer = await greeted("127.0.2.5");
    expect(await crowd[1]!.closed).toStartWith("421 4.7.0 Others are waiting");
    newcomer.say("EHLO b.example");
    await newcomer.until(/^250 .*\r\n/m);
    const refused = client(port, "127.0.2.1");
    expect(await refused.until(/^\d{3} .*\r\n/)).toStartWith("421 4.7.0 Too many connections, try");
    expect(crowd.map((each) => each.isOpen())).toEqual(crowd.map((_, n) => n !== 1));
    for (const each of [...crowd, third, fourth, newcomer, refused]) each.close();
  });
});

withApp("no time to lose", { env: { SMTP_FIRST_MAIL_SECONDS: "3" } }, (t) => {
  test("SMTP: a connection without MAIL is closed after its time, whatever else it sends; one with a mail stays", async () => {
    const { smtp: port } = t().app.ports;
    const mails = client(port!, "127.0.3.1");
    await mails.until(/^220 .*\r\n/);
    mails.say("EHLO a.example\r\nMAIL FROM:<a@sender.example>");
    await mails.until(/^250 2\.1\.0.*\r\n/m);
    const talks = client(port!, "127.0.3.2");
    await talks.until(/^220 .*\r\n/);
    const chatter = setInterval(() => talks.say("NOOP"), 500);
    const silent = client(port!, "127.0.3.3");
    const upgrades = client(port!, "127.0.3.4");
    await upgrades.until(/^220 .*\r\n/);
    upgrades.say("EHLO a.example");
    await upgrades.until(/^250 .*\r\n/m);
    upgrades.say("STARTTLS");
    for (const each of [talks, silent]) expect(await each.closed).toContain("421 4.4.2 No mail came in time");
    await upgrades.closed;
    clearInterval(chatter);
    mails.say("NOOP");
    expect(await mails.until(/^250 .*\r\n/m)).toStartWith("250");
    mails.close();
  });

  test("submission: a connection without a login is closed after its time; one with a login stays", async () => {
    const { submission, submissions } = t().app.ports;
    const { id, email } = await t().api.must<{ id: string; email: string }>(
      201,
      t().api.post("/identities", { domain_id: t().domainId, local_part: "known" }),
    );
    const { password } = await passwordFor(t(), { id, email });
    const secure = connectTls({ port: submissions!, host: "127.0.0.1", rejectUnauthorized: false });
    const known = listening(secure as unknown as Socket);
    await known.until(/^220 .*\r\n/);
    known.say("EHLO a.example");
    await known.until(/^250 .*\r\n/m);
    known.say(`AUTH PLAIN ${Buffer.from(`\0${email}\0${password}`).toString("base64")}`);
    await known.until(/^235 .*\r\n/m);
    const silent = client(submission!, "127.0.3.5");
    const over = listening(
      connectTls({ port: submissions!, host: "127.0.0.1", rejectUnauthorized: false }) as unknown as Socket,
    );
    for (const each of [silent, over])
      expect(await each.closed).toContain("421 4.4.2 You did not log in in time");
    known.say("NOOP");
    expect(await known.until(/^250 .*\r\n/m)).toStartWith("250");
    known.close();
  });
});

withApp("an IMAP minute", {}, (t) => {
  // What measures silence is moved on.
  const measured = performance.now.bind(performance);
  let movedMs = 0;
  beforeAll(() => void spyOn(performance, "now").mockImplementation(() => measured() + movedMs));
  afterAll(() => void spyOn(performance, "now").mockRestore());

  test("IMAP: a connection without a login is closed after a minute, also during AUTHENTICATE; one with a login stays", async () => {
    const { imap, imaps } = t().app.ports;
    const { id, email } = await t().api.must<{ id: string; email: string }>(
      201,
      t().api.post("/identities", { domain_id: t().domainId, local_part: "reader" }),
    );
    const { password } = await passwordFor(t(), { id, email });
    const known = client(imap!, "127.0.4.1");
    await known.until(/^\* OK .*\r\n/);
    known.say(`a LOGIN ${email} ${password}`);
    await known.until(/^a OK .*\r\n/m);
    const talks = client(imap!, "127.0.4.2");
    const begins = client(imap!, "127.0.4.3");
    const over = listening(
      connectTls({ port: imaps!, host: "127.0.0.1", rejectUnauthorized: false }) as unknown as Socket,
    );
    for (const each of [talks, begins, over]) await each.until(/^\* OK .*\r\n/);
    begins.say("b AUTHENTICATE PLAIN");
    await begins.until(/^\+ .*\r\n/m);
    movedMs += 50_000;
    talks.say("c NOOP");
    await talks.until(/^c OK .*\r\n/m);
    movedMs += 11_000;
    for (const each of [talks, begins, over]) expect(await each.closed).toContain("* BYE You were silent");
    known.say("d NOOP");
    await known.until(/^d OK .*\r\n/m);
    known.close();
  });
});

test("unfinished TLS handshakes are closed for new connections; finished ones stay", async () => {
  const taken: Socket[] = [];
  const done = new Set<Socket>();
  const server = boundHandshakes(
    {
      limits: { inAll: 10, perNetwork: 50, perSecond: 50 },
      clock: systemClock,
      isTrusted: () => false,
      isPending: (socket) => !done.has(socket),
    },
    (socket) => {
      if (taken.length === 0) done.add(socket);
      taken.push(socket);
      socket.on("error", () => {});
      socket.write("220 taken\r\n");
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const crowd: Client[] = [];
  for (let n = 0; n < 9; n++) {
    crowd.push(client(port, "127.0.5.1"));
    await crowd[n]!.until(/^220 /);
  }
  const others: Client[] = [];
  for (let n = 2; n <= 4; n++) {
    others.push(client(port, `127.0.5.${n}`));
    await others.at(-1)!.until(/^220 /);
  }
  await Promise.all([crowd[1]!.closed, crowd[2]!.closed]);
  expect(crowd.map((each) => each.isOpen())).toEqual(crowd.map((_, n) => n !== 1 && n !== 2));
  for (const each of [...crowd, ...others]) each.close();
  server.close();
});
