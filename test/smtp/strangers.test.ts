// What a server lets strangers do: talk before its greeting, try names, come too often, guess passwords; in SMTP, IMAP and
// HTTP, each refused in its own words. Clients come from several addresses of this machine, none of them trusted.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { ManualClock } from "../../src/lib/clock.ts";
import { LoginGuard } from "../../src/lib/login-guard.ts";
import { SharedLimits } from "../../src/lib/shared-limits.ts";
import { startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { passwordFor } from "../support/imap/client.ts";

interface Talk {
  until(pattern: RegExp): Promise<string>;
  say(line: string): void;
  close(): void;
}

function talk(port: number, from = "127.0.0.1"): Talk {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  let ended = false;
  let wake = () => {};
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    wake();
  });
  for (const event of ["end", "close", "error"])
    socket.on(event, () => {
      ended = true;
      wake();
    });
  return {
    async until(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return found[0];
        }
        if (ended) throw new Error(`it was closed after: ${text}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    say: (line) => void socket.write(`${line}\r\n`),
    close: () => void socket.destroy(),
  };
}

const greetingMs = 400;
const tarpitMs = 100;

describe("strangers", () => {
  let store: TempStore;
  let t: TestApp;
  let box: { email: string; password: string };

  beforeAll(async () => {
    store = await tempStore("embedded");
    t = await startTestApp(store, {
      env: {
        TRUSTED_NETWORKS: "192.0.2.0/24",
        TRUSTED_PROXIES: "127.0.0.0/8",
        SMTP_GREETING_MS: String(greetingMs),
        SMTP_TARPIT_MS: String(tarpitMs),
        SUBMISSION_PORT: "0",
        IMAP_PORT: "0",
        ALLOW_PLAINTEXT_AUTH: "loopback",
        RATE_LIMIT_PER_SECOND: "1000",
        RATE_LIMIT_BURST: "1000",
      },
    });
    const { id, email } = await t.api.must<{ id: string; email: string }>(
      201,
      t.api.post("/identities", { domain_id: t.domainId, local_part: "known" }),
    );
    box = await passwordFor(t, { id, email });
  });
  afterAll(async () => {
    await t?.stop(500);
    await store?.dispose();
  });

  test("a client that sends before the greeting is disconnected; one that waits is greeted", async () => {
    const port = t.app.ports.smtp!;
    const early = talk(port, "127.0.1.1");
    early.say("EHLO early.example");
    expect(await early.until(/^\d{3}.*\r\n/)).toStartWith("421 ");
    const began = performance.now();
    const patient = talk(port, "127.0.1.1");
    expect(await patient.until(/^220 .*\r\n/)).toContain("mx.agents.example");
    expect(performance.now() - began).toBeGreaterThan(greetingMs * 0.9);
    patient.close();
  });

  test("the delay doubles with each unknown recipient; a known one has none", async () => {
    const client = talk(t.app.ports.smtp!, "127.0.1.2");
    await client.until(/^220 .*\r\n/);
    client.say("EHLO a.example");
    await client.until(/^250 .*\r\n/m);
    client.say("MAIL FROM:<a@sender.example>");
    await client.until(/^250 .*\r\n/m);
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      const began = performance.now();
      client.say(`RCPT TO:<guess${n}@agents.example>`);
      expect(await client.until(/^\d{3}.*\r\n/m)).toStartWith("550 5.1.1");
      waits.push(performance.now() - began);
    }
    waits.forEach((wait, n) => {
      expect(wait).toBeGreaterThan(tarpitMs * 2 ** n * 0.9);
    });
    client.say(`RCPT TO:<${box.email}>`);
    expect(await client.until(/^\d{3}.*\r\n/m)).toStartWith("250");
    client.close();
  });

  test("connections are limited by network; another network has its own limit", async () => {
    const port = t.app.ports.smtp!;
    const many = Array.from({ length: 52 }, () => talk(port, "127.0.1.3"));
    const said = await Promise.all(many.map((client) => client.until(/^\d{3}.*\r\n/)));
    expect(said.filter((line) => line.startsWith("421 4.7.0 Too many connections from your"))).toHaveLength(
      2,
    );
    const neighbour = talk(port, "127.0.1.4");
    await neighbour.until(/^220 /);
    for (const client of [...many, neighbour]) client.close();
  });

  test("a wrong password and an unknown name get the same response, by IMAP and SMTP, and the third ends the connection", async () => {
    const imap = talk(t.app.ports.imap!, "127.0.1.5");
    await imap.until(/^\* OK .*\r\n/);
    const answers: string[] = [];
    for (const name of [box.email, "nobody@agents.example", "no name"]) {
      imap.say(`a LOGIN "${name}" wrong`);
      answers.push(await imap.until(/^a .*\r\n/m));
    }
    expect([...new Set(answers)]).toEqual([expect.stringMatching(/^a NO \[AUTHENTICATIONFAILED\]/)]);
    await imap.until(/^\* BYE .*\r\n/m);
    const smtp = talk(t.app.ports.submission!, "127.0.1.5");
    await smtp.until(/^220 .*\r\n/);
    smtp.say("EHLO a.example");
    await smtp.until(/^250 .*\r\n/m);
    const replies: string[] = [];
    for (const name of [box.email, "nobody@agents.example", "x"]) {
      smtp.say(`AUTH PLAIN ${Buffer.from(`\0${name}\0wrong`).toString("base64")}`);
      replies.push(await smtp.until(/^\d{3}.*\r\n/m));
    }
    expect(replies.map((reply) => reply.slice(0, 9))).toEqual(["535 5.7.8", "535 5.7.8", "421 4.7.0"]);
    expect(replies[0]).toBe(replies[1]!);
  });

  test("too many wrong keys of one network get 429; a valid key and other networks are not affected", async () => {
    const call = (key: string, ip: string) =>
      fetch(`http://127.0.0.1:${t.app.ports.http}/api/v1/identities`, {
        headers: { authorization: `Bearer ${key}`, "x-forwarded-for": ip },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push((await call("pr_wrong", `2001:db8:1:1::${n + 1}`)).status);
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([30, 429]);
    const refused = await call("pr_wrong", "2001:db8:1:1::ffff");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited" } });
    expect((await call("pr_wrong", "2001:db8:1:2::1")).status).toBe(401);
    const right = await fetch(`http://127.0.0.1:${t.app.ports.http}/api/v1/identities`, {
      headers: { authorization: `Bearer ${t.api.key}`, "x-forwarded-for": "2001:db8:1:1::1" },
    });
    expect(right.status).toBe(200);
  });
});

describe("the guard of logins", () => {
  const right = async () => ({});
  const wrong = async () => null;
  const timed = async (work: Promise<unknown>) => {
    const began = performance.now();
    const result = await work;
    return { result, ms: performance.now() - began };
  };
  /** Its time stands still, so that waits are as they are asked for. */
  const fresh = () => {
    const clock = new ManualClock(0);
    const alone = new SharedLimits({ exchange: async () => new Map(), isOn: () => false });
    return { clock, guard: new LoginGuard(clock, alone) };
  };

  test("a refusal takes as long for a name that exists as for one that does not", async () => {
    const [first, second] = [fresh(), fresh()];
    // By the guard's clock, which stands still otherwise: of its 500 ms only 300 are left to wait.
    const slow = async () => {
      first.clock.advance(200);
      return null;
    };
    const order: string[] = [];
    const done = (name: string) => () => void order.push(name);
    const began = performance.now();
    await Promise.all([
      second.guard.attempt({ ip: "192.0.2.2", name: "b", trusted: false }, wrong).then(done("unknown")),
      first.guard.attempt({ ip: "192.0.2.1", name: "a", trusted: false }, slow).then(done("known")),
    ]);
    expect(order).toEqual(["known", "unknown"]);
    expect(performance.now() - began).toBeGreaterThan(450);
  });

  test("a network that goes on guessing is delayed longer, then refused until it pauses", async () => {
    const { clock, guard } = fresh();
    const from = (ip: string, name: string) => ({ ip, name, trusted: false });
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => guard.attempt(from(`2001:db8::${n}`, `first${n}`), wrong)),
    );
    const { ms } = await timed(guard.attempt(from("2001:db8::9", "seventh"), wrong));
    expect(ms).toBeGreaterThan(900);
    // Not waited for: these take many seconds.
    for (let n = 0; n < 30; n++) void guard.attempt(from("2001:db8::f", `more${n}`), wrong);
    // Time: the attempts before have begun their delays.
    await Bun.sleep(10);
    let looked = false;
    const look = async () => {
      looked = true;
      return {};
    };
    expect(await guard.attempt(from("2001:db8:0:0:1::1", "owner"), look)).toBe("blocked");
    expect(looked).toBe(false);
    expect(await guard.attempt(from("2001:db8:0:1::1", "owner"), look)).toEqual({});
    clock.advance(60 * 60_000);
    expect(await guard.attempt(from("2001:db8::1", "owner"), look)).toEqual({});
  });

  test("guesses of one name from many networks are delayed; its owner logs in at once from a known network", async () => {
    const { guard } = fresh();
    expect(await guard.attempt({ ip: "192.0.2.1", name: "ada", trusted: false }, right)).toEqual({});
    for (let n = 0; n < 6; n++)
      void guard.attempt({ ip: `198.51.100.${n}`, name: "ada", trusted: false }, wrong);
    // Time: the attempts before have begun their delays.
    await Bun.sleep(600);
    const waiting = timed(guard.attempt({ ip: "203.0.113.1", name: "ada", trusted: false }, right));
    const owner = guard.attempt({ ip: "192.0.2.1", name: "ada", trusted: false }, right);
    // Who waits does so for half a second at least, though he came first.
    expect(await Promise.race([owner, waiting])).toEqual({});
    const elsewhere = await waiting;
    expect(elsewhere.result).toEqual({});
    expect(elsewhere.ms).toBeGreaterThan(450);
    // No more than four wait for one name.
    let looks = 0;
    const count = async () => {
      looks++;
      return null;
    };
    for (let n = 0; n < 20; n++)
      void guard.attempt({ ip: `203.0.113.${n + 9}`, name: "ada", trusted: false }, count);
    // Time: the delays are of the real clock, and four attempts end within them.
    await Bun.sleep(1500);
    expect(looks).toBe(4);
  });
});
