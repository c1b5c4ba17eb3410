// The SMTP server as other servers meet it: replies word for word, limits, and what liars and broken programs send.
// RFC 5321, 3463, 3207; ARCHITECTURE 4 SMTP in.
import { expect, test } from "bun:test";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { type Dialogue, dialogue, openData } from "../support/smtp/client.ts";

interface Message {
  id: string;
  thread_id: string;
  subject: string | null;
  text: string | null;
  delivered_to: string;
}

/** All messages of an address, oldest thread first. */
async function mailOf(t: SuiteApp, identityId: string): Promise<Message[]> {
  const threads = await t.api.get<PageOf<{ id: string }>>(`/threads?limit=200&identity_id=${identityId}`);
  const lists = await Promise.all(
    threads.json.data.map(({ id }) => t.api.get<PageOf<Message>>(`/messages?thread_id=${id}`)),
  );
  return lists.flatMap((list) => list.json.data).reverse();
}

/** Runs `talk` on a connection that is closed afterwards. */
async function connected<T>(t: SuiteApp, talk: (smtp: Dialogue) => Promise<T>): Promise<T> {
  const smtp = await dialogue(t.smtpPort);
  try {
    return await talk(smtp);
  } finally {
    smtp.close();
  }
}

eachApp("replies", (t) => {
  test("a session, word for word", async () => {
    const to = await t.address();
    await connected(t, async (smtp) => {
      const features = await smtp.say("EHLO client.example");
      expect(features.split("\n").slice(1)).toEqual([
        "250-PIPELINING",
        "250-8BITMIME",
        "250-SMTPUTF8",
        "250-ENHANCEDSTATUSCODES",
        "250-STARTTLS",
        `250 SIZE ${35 * 1024 * 1024}`,
      ]);
      expect(await smtp.say("MAIL FROM:<a@x.example> SIZE=100 BODY=8BITMIME")).toBe("250 2.1.0 Accepted");
      expect(await smtp.say(`RCPT TO:<${to.email}>`)).toBe("250 2.1.5 Accepted");
      expect(await smtp.say("DATA")).toStartWith("354 ");
      await smtp.write("Subject: hi\r\n\r\nx\r\n.\r\n");
      expect(await smtp.reply()).toMatch(/^250 2\.6\.0 Stored as [0-9a-f-]{36}$/);
      expect(await smtp.say("NOOP")).toStartWith("250 ");
      expect(await smtp.say("QUIT")).toStartWith("221 ");
      expect(await smtp.rest()).toBe("");
    });
  });

  test("refusals of recipients", async () => {
    const active = await t.address();
    const suspended = await t.address();
    const archived = await t.address();
    await t.api.must(200, t.api.patch(`/identities/${suspended.id}`, { status: "suspended" }));
    await t.api.must(200, t.api.patch(`/identities/${archived.id}`, { status: "archived" }));
    const deleted = await t.address();
    await t.api.must(204, t.api.delete(`/identities/${deleted.id}`));
    await connected(t, async (smtp) => {
      await smtp.say("MAIL FROM:<a@x.example>");
      const rcpt = (address: string) => smtp.say(`RCPT TO:<${address}>`);
      expect(await rcpt(`nobody@${t.domain}`)).toBe("550 5.1.1 No such address here");
      expect(await rcpt(deleted.email)).toBe("550 5.1.1 No such address here");
      expect(await rcpt(suspended.email)).toBe("550 5.2.1 This address does not accept mail now");
      expect(await rcpt(archived.email)).toBe("550 5.2.1 This address does not accept mail now");
      expect(await rcpt("someone@elsewhere.example")).toBe("550 5.7.1 This server does not relay");
      expect(await rcpt(`"odd local"@elsewhere.example`)).toMatch(/^501 5\.1\.3 /);
      expect(await rcpt("no-at-sign")).toMatch(/^501 5\.1\.3 /);
      expect(await rcpt("")).toMatch(/^501 5\.1\.3 /);
      // the transaction goes on with the good ones
      expect(await rcpt(active.email)).toBe("250 2.1.5 Accepted");
      expect(await rcpt(active.email.toUpperCase())).toBe("250 2.1.5 Accepted");
      expect(await smtp.say("DATA")).toStartWith("354 ");
      await smtp.write("Subject: one\r\n\r\n.\r\n");
      expect(await smtp.reply()).toStartWith("250 ");
    });
    expect(await mailOf(t, active.id)).toHaveLength(1);
  });

  test("an address is active again, expires, and is refused from then on", async () => {
    const to = await t.address();
    const rcpt = () =>
      connected(t, async (smtp) => {
        await smtp.say("MAIL FROM:<a@x.example>");
        return smtp.say(`RCPT TO:<${to.email}>`);
      });
    await t.api.must(200, t.api.patch(`/identities/${to.id}`, { status: "suspended" }));
    expect(await rcpt()).toStartWith("550 5.2.1");
    await t.api.must(200, t.api.patch(`/identities/${to.id}`, { status: "active" }));
    expect(await rcpt()).toStartWith("250");
    await t.api.must(200, t.api.patch(`/identities/${to.id}`, { expires_at: "2020-01-01T00:00:00Z" }));
    expect(await rcpt()).toStartWith("550 5.2.1");
  });

  test("postmaster is always there, with and without a domain (RFC 5321 4.1.1.3, 4.5.1)", async () => {
    const other = await t.otherAccount();
    await connected(t, async (smtp) => {
      await smtp.say("MAIL FROM:<a@x.example>");
      for (const name of ["postmaster", "Postmaster", `postmaster@${t.domain}`, `abuse@${other.domain}`])
        expect(await smtp.say(`RCPT TO:<${name}>`)).toBe("250 2.1.5 Accepted");
      expect(await smtp.say("RCPT TO:<abuse@elsewhere.example>")).toStartWith("550 5.7.1");
    });
  });

  test("the null sender is taken; an address that is none is not", async () => {
    const to = await t.address();
    await t.raw({ from: "", to: to.email, raw: "Subject: bounce\r\n\r\nx\r\n" });
    const [message] = await mailOf(t, to.id);
    expect(message!.subject).toBe("bounce");
    await connected(t, async (smtp) => {
      expect(await smtp.say("MAIL FROM:a@x.example")).toMatch(/^501 5\.1\.7 /);
      expect(await smtp.say("MAIL FROM:<a@x.example> SIZE=lots")).toMatch(/^501 5\.5\.4 /);
      expect(await smtp.say("MAIL FROM:<a@x.example> SIZE=999999999")).toMatch(/^552 5\.3\.4 /);
    });
  });

  test("commands out of order", async () => {
    const to = await t.address();
    const smtp = await dialogue(t.smtpPort, false);
    expect(await smtp.say("MAIL FROM:<a@x.example>")).toMatch(/^503 5\.5\.1 /);
    await smtp.say("EHLO x.example");
    expect(await smtp.say(`RCPT TO:<${to.email}>`)).toMatch(/^503 5\.5\.1 /);
    expect(await smtp.say("DATA")).toMatch(/^503 5\.5\.1 /);
    await smtp.say("MAIL FROM:<a@x.example>");
    expect(await smtp.say("MAIL FROM:<b@x.example>")).toMatch(/^503 5\.5\.1 /);
    expect(await smtp.say("DATA")).toMatch(/^503 5\.5\.1 /);
    await smtp.say(`RCPT TO:<${to.email}>`);
    await smtp.say("RSET");
    expect(await smtp.say("DATA")).toMatch(/^503 5\.5\.1 /);
    expect(await smtp.say("AUTH PLAIN AGEAYg==")).toMatch(/^50[02] 5\.5\.[12] /);
    expect(await smtp.say("WIZ please")).toMatch(/^500 5\.5\.2 /);
    smtp.close();
  });

  test("at most 100 recipients, the rest in the next transaction", async () => {
    const to = await t.address();
    const [local, domain] = to.email.split("@");
    await connected(t, async (smtp) => {
      await smtp.say("MAIL FROM:<a@x.example>");
      for (let n = 0; n < 100; n++)
        expect(await smtp.say(`RCPT TO:<${local}+${n}@${domain}>`)).toStartWith("250 ");
      expect(await smtp.say(`RCPT TO:<${local}+100@${domain}>`)).toStartWith("452 4.5.3 ");
      expect(await smtp.say("DATA")).toStartWith("354 ");
      await smtp.write("Subject: many\r\n\r\n.\r\n");
      expect(await smtp.reply()).toStartWith("250 ");
      expect((await openData(smtp, "a@x.example", to.email)).at(-1)).toStartWith("354 ");
    });
  });

  test("who guesses addresses is sent away", async () => {
    await connected(t, async (smtp) => {
      await smtp.say("MAIL FROM:<a@x.example>");
      for (let n = 0; n < 20; n++)
        expect(await smtp.say(`RCPT TO:<guess${n}@${t.domain}>`)).toStartWith("550 5.1.1 ");
      expect(await smtp.say(`RCPT TO:<guess@${t.domain}>`)).toStartWith("421 4.7.0 ");
      expect(await smtp.rest()).toBe("");
    });
  });

  test("who speaks nonsense, or HTTP, is sent away", async () => {
    await connected(t, async (smtp) => {
      for (let n = 0; n < 9; n++) expect(await smtp.say("HELLO?")).toStartWith("500 5.5.2 ");
      expect(await smtp.say("HELLO?")).toStartWith("421 ");
      expect(await smtp.rest()).toBe("");
    });
    await connected(t, async (smtp) => {
      expect(await smtp.say("POST / HTTP/1.1")).toStartWith("421 ");
      expect(await smtp.rest()).toBe("");
    });
    await connected(t, async (smtp) => {
      await smtp.write(`NOOP ${"x".repeat(40_000)}`);
      expect(await smtp.reply()).toStartWith("421 ");
      expect(await smtp.rest()).toBe("");
    });
    await connected(t, async (smtp) => {
      await smtp.write(new Uint8Array(Array.from({ length: 2000 }, (_, n) => (n * 7919) % 256)));
      await smtp.write("\r\n");
      expect(await smtp.reply()).toMatch(/^(421|500) /);
    });
  });

  test("what was said before STARTTLS is forgotten, what was pipelined behind it never heard", async () => {
    const to = await t.address();
    const smtp = await dialogue(t.smtpPort);
    await openData(smtp, "a@x.example", "nobody@elsewhere.example");
    await smtp.startTls();
    expect(await smtp.say(`RCPT TO:<${to.email}>`)).toMatch(/^503 /);
    await smtp.say("EHLO x.example");
    expect(await smtp.say("STARTTLS")).toMatch(/^503 |^500 /);
    expect((await openData(smtp, "a@x.example", to.email)).at(-1)).toStartWith("354 ");
    await smtp.write("Subject: safe\r\n\r\nx\r\n.\r\n");
    expect(await smtp.reply()).toStartWith("250 ");
    smtp.close();
    const injected = await dialogue(t.smtpPort);
    await injected.write(`STARTTLS\r\nMAIL FROM:<evil@x.example>\r\nRCPT TO:<${to.email}>\r\n`);
    expect(await injected.reply()).toStartWith("220 ");
    injected.close();
    expect((await mailOf(t, to.id)).map(({ subject }) => subject)).toEqual(["safe"]);
  });

  test("commands that come together are answered together, in order", async () => {
    const to = await t.address();
    await connected(t, async (smtp) => {
      await smtp.write(
        `MAIL FROM:<a@x.example>\r\nRCPT TO:<nobody@${t.domain}>\r\nRCPT TO:<${to.email}>\r\nDATA\r\n`,
      );
      const replies = [await smtp.reply(), await smtp.reply(), await smtp.reply(), await smtp.reply()];
      expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "550", "250", "354"]);
      await smtp.write("Subject: piped\r\n\r\nx\r\n.\r\nNOOP\r\nQUIT\r\n");
      expect([await smtp.reply(), await smtp.reply(), await smtp.reply()].map((r) => r.slice(0, 3))).toEqual([
        "250",
        "250",
        "221",
      ]);
    });
    // byte by byte is the same
    await connected(t, async (smtp) => {
      const bytes = `MAIL FROM:<a@x.example>\r\nRCPT TO:<${to.email}>\r\nDATA\r\nSubject: drip\r\n\r\n..\r\n.\r\n`;
      for (const byte of bytes) await smtp.write(byte);
      const replies = [await smtp.reply(), await smtp.reply(), await smtp.reply(), await smtp.reply()];
      expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "250", "354", "250"]);
    });
    const stored = await mailOf(t, to.id);
    expect(stored.map(({ subject }) => subject)).toEqual(["piped", "drip"]);
  });
});

/** Ends of data that some server has taken for one. The first three do not hold any bare CR or LF. */
const falseEnds = [
  "\r\n. \r\n",
  "\r\n\0.\r\n",
  "\r\n.\t\r\n",
  "\n.\n",
  "\n.\r\n",
  "\r\n.\n",
  "\r.\r",
  "\r.\r\n",
  "\r\n.\r",
  "\n.\r",
  "\r\r\n.\r\r\n",
  "\r\n.\r\r\n",
  "\n\r.\n\r",
];

eachApp("smuggling", (t) => {
  test("no false end of data begins a second mail", async () => {
    const to = await t.address();
    const victim = await t.address();
    const attempts = falseEnds.map((end, index) =>
      connected(t, async (smtp) => {
        await openData(smtp, "a@x.example", to.email);
        const smuggled = `MAIL FROM:<evil@x.example>\r\nRCPT TO:<${victim.email}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx`;
        await smtp.write(`Subject: outer ${index}\r\n\r\nouter${end}${smuggled}\r\n.\r\n`);
        expect(await smtp.reply()).toStartWith(index < 3 ? "250 2.6.0 " : "550 5.6.0 ");
        expect(await smtp.say("NOOP")).toStartWith("250 ");
      }),
    );
    await Promise.all(attempts);
    expect(await mailOf(t, victim.id)).toEqual([]);
    expect(await mailOf(t, to.id)).toHaveLength(3);
  });

  test("a command line that ends in a bare LF or holds a bare CR is refused", async () => {
    const to = await t.address();
    await connected(t, async (smtp) => {
      await smtp.write("NOOP\n");
      expect(await smtp.reply()).toStartWith("500 5.5.2 ");
      // the session goes on with proper lines, and what came before stands
      await smtp.say("MAIL FROM:<a@x.example>");
      await smtp.write(`RCPT TO:<${to.email}>\nRCPT TO:<${to.email}>\r\n`);
      expect(await smtp.reply()).toStartWith("500 5.5.2 ");
      expect(await smtp.reply()).toStartWith("250 ");
      await smtp.write("NOOP\rNOOP\r\n");
      expect(await smtp.reply()).toStartWith("500 5.5.2 ");
      await smtp.write("\r");
      await smtp.write("\n");
      expect(await smtp.reply()).toStartWith("500 5.5.2 ");
      await smtp.write("NOOP\r");
      await smtp.write("\n");
      expect(await smtp.reply()).toStartWith("250 ");
    });
  });

  test("a bare CR or LF anywhere in the mail", async () => {
    const to = await t.address();
    const bodies = [
      "Subject: x\n\r\ny\r\n",
      "Subject: x\r\n\r\ny\nz\r\n",
      "\nSubject: x\r\n",
      "a\rb\r\n",
      "a\r\n\r",
      "a\r\n\r\nb\r",
    ];
    const attempts = bodies.map((body) =>
      connected(t, async (smtp) => {
        await openData(smtp, "a@x.example", to.email);
        await smtp.write(`${body}\r\n.\r\n`);
        expect(await smtp.reply()).toStartWith("550 5.6.0 ");
      }),
    );
    await Promise.all(attempts);
    expect(await mailOf(t, to.id)).toEqual([]);
  });
});

eachApp("hostile mail", (t) => {
  async function deliver(to: { email: string }, raw: Buffer | string): Promise<string> {
    return connected(t, async (smtp) => {
      await openData(smtp, "a@x.example", to.email);
      await smtp.write(raw);
      await smtp.write("\r\n.\r\n");
      return smtp.reply();
    });
  }

  /** A mail to somebody else while something heavy is under way. */
  async function neighbour(): Promise<void> {
    const to = await t.address();
    expect(await deliver(to, "Subject: neighbour\r\n\r\nunharmed\r\n")).toStartWith("250 ");
    const [message] = await mailOf(t, to.id);
    expect(message!.text?.trim()).toBe("unharmed");
  }

  const hostile: Record<string, () => Buffer | string> = {
    "nothing at all": () => "",
    "no header": () => "\r\njust a body\r\n",
    "a header that never ends": () => "Subject",
    "only NUL bytes": () => Buffer.alloc(100_000),
    "every byte but CR and LF": () =>
      Buffer.from(Array.from({ length: 256 }, (_, n) => n).filter((n) => n !== 10 && n !== 13)),
    "a million headers": () => `${"X: y\r\n".repeat(1_000_000)}Subject: last\r\n\r\nbody\r\n`,
    "a million different headers": () =>
      `${Array.from({ length: 1_000_000 }, (_, n) => `X-${n}: y`).join("\r\n")}\r\n\r\nbody\r\n`,
    "one header folded a million times": () => `Subject: a\r\n${" b\r\n".repeat(1_000_000)}\r\nbody\r\n`,
    "a million references": () => `References:${" <a@b>".repeat(1_000_000)}\r\n\r\nbody\r\n`,
    "a hundred thousand recipients": () =>
      `To: ${Array.from({ length: 100_000 }, (_, n) => `"n${n}" <a${n}@x.example>`).join(",\r\n ")}\r\n\r\nx\r\n`,
    "a single line of 10 MB": () => `Subject: long\r\n\r\n${"x".repeat(10_000_000)}\r\n`,
    "a header line of 10 MB": () => `Subject: ${"x".repeat(10_000_000)}\r\n\r\nbody\r\n`,
    "10,000 parts deep": () => {
      const nested = Array.from(
        { length: 10_000 },
        (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
      );
      return `Subject: deep\r\n${nested.join("")}Content-Type: text/plain\r\n\r\nbottom\r\n`;
    },
    "10,000 messages in messages": () =>
      `Subject: deep\r\n${"Content-Type: message/rfc822\r\n\r\n".repeat(10_000)}\r\nbottom\r\n`,
    "a hundred thousand parts": () =>
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(100_000)}--b--\r\n`,
    "broken MIME": () =>
      `Content-Type: multipart/mixed; boundary="\r\nContent-Type: text/html; charset=no-such\r\nContent-Transfer-Encoding: base64\r\n\r\n--\r\n=?utf-8?Q?=FF=?= ===\r\n----\r\n`,
    "broken encodings": () =>
      `Subject: =?utf-8?B?////?= =?no-such?Q?=00=00?= =?utf-8?Q?=C3?=\r\nFrom: =?utf-8?Q?=00?= <>\r\nDate: yesterday\r\nContent-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=D8=00=D8=00=\r\n=ZZ=\r\n`,
    "HTML nested 100,000 deep": () =>
      `Content-Type: text/html\r\n\r\n${"<div>".repeat(100_000)}deep${"</div>".repeat(100_000)}\r\n`,
    "a million quote marks": () => `Subject: q\r\n\r\n${"> ".repeat(500_000)}\r\n${">\r\n".repeat(300_000)}`,
    "a zip bomb of encodings": () =>
      `Content-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${"A".repeat(76)}\r\n`.repeat(100_000)}`,
  };

  for (const [name, make] of Object.entries(hostile)) {
    test(`${name}: an answer, its own bytes back, and nobody else harmed`, async () => {
      const to = await t.address();
      const raw = Buffer.from(make());
      const [reply] = await Promise.all([deliver(to, raw), neighbour()]);
      expect(reply).toMatch(/^(250 2\.6\.0|550 5\.6\.0) /);
      if (!reply.startsWith("250")) return;
      const [message] = await mailOf(t, to.id);
      const back = Buffer.from(await t.api.bytes(`/messages/${message!.id}/raw`));
      expect(back.equals(Buffer.concat([raw, Buffer.from("\r\n")]))).toBe(true);
    });
  }

  test("two million short lines that begin with a dot", async () => {
    const to = await t.address();
    const body = Buffer.from("..\r\n".repeat(2_000_000));
    const [reply] = await Promise.all([deliver(to, Buffer.concat([Buffer.from("\r\n"), body])), neighbour()]);
    expect(reply).toStartWith("250 ");
    const [message] = await mailOf(t, to.id);
    const raw = await t.api.bytes(`/messages/${message!.id}/raw`);
    expect(raw.length).toBe(2 + 2_000_000 * 3 + 2);
  });

  test("a mail larger than 35 MB is refused when it is whole, and the session goes on", async () => {
    const to = await t.address();
    await connected(t, async (smtp) => {
      await openData(smtp, "a@x.example", to.email);
      const part = Buffer.alloc(1024 * 1024, `${"x".repeat(1022)}\r\n`);
      for (let n = 0; n < 36; n++) await smtp.write(part);
      await smtp.write("\r\n.\r\n");
      expect(await smtp.reply()).toBe("552 5.3.4 The message is larger than 35 MB");
      await openData(smtp, "a@x.example", to.email);
      await smtp.write("Subject: small\r\n\r\nx\r\n.\r\n");
      expect(await smtp.reply()).toStartWith("250 ");
    });
    expect((await mailOf(t, to.id)).map(({ subject }) => subject)).toEqual(["small"]);
  });

  test("a sender that goes away in the middle leaves nothing, not even a line in the log", async () => {
    const to = await t.address();
    for (const part of [
      "",
      "Subject: half",
      "Subject: half\r\n\r\nbody\r\n",
      "Subject: half\r\n\r\nbody\r\n.",
    ]) {
      const smtp = await dialogue(t.smtpPort);
      await openData(smtp, "a@x.example", to.email);
      await smtp.write(part);
      smtp.close();
    }
    await neighbour();
    expect(await mailOf(t, to.id)).toEqual([]);
    expect(t.trouble).toEqual([]);
  });
});

eachApp(
  "connections",
  (t) => {
    test("at most 50 from one address that is not trusted; who hangs up early is not counted twice", async () => {
      const open = await Promise.all(Array.from({ length: 50 }, () => dialogue(t.smtpPort, false)));
      // closed before the greeting: these were never counted
      for (let n = 0; n < 20; n++) {
        const socket = await Bun.connect({ hostname: "127.0.0.1", port: t.smtpPort, socket: { data() {} } });
        socket.terminate();
      }
      const refused = await Promise.all(Array.from({ length: 5 }, () => refusal(t.smtpPort)));
      for (const reply of refused)
        expect(reply).toMatch(/^421 4\.7\.0 Too many connections from your address/);
      open[0]!.close();
      // the place is free again once the server has noticed
      let reply = await refusal(t.smtpPort);
      for (let tries = 0; reply.startsWith("421") && tries < 100; tries++) reply = await refusal(t.smtpPort);
      expect(reply).toStartWith("220 ");
      for (const smtp of open) smtp.close();
    });
  },
  { env: { TRUSTED_NETWORKS: "10.0.0.0/8" } },
);

/** The first line that a new connection is told. */
async function refusal(port: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, chunk) => resolve(chunk.toString()),
      close: () => resolve(""),
    },
  });
  const line = await promise;
  socket.end();
  return line;
}
