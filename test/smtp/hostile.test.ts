// Mails and commands that are meant to harm: false ends of data, bare line ends, endless lines, clients that go away.
import { expect, test } from "bun:test";
import { eachApp } from "../support/app/app.ts";
import { dialogue, openData } from "../support/smtp/client.ts";
import { connected, mailOf } from "./inbound-mail.ts";

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
  test("a false end of data never begins a second mail", async () => {
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

eachApp(
  "hostile mail",
  (t) => {
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
      "a hundred thousand headers": () => `${"X: y\r\n".repeat(160_000)}Subject: last\r\n\r\nbody\r\n`,
      "different headers": () =>
        `${Array.from({ length: 80_000 }, (_, n) => `X-${n}: y`).join("\r\n")}\r\n\r\nbody\r\n`,
      "one header folded a hundred thousand times": () =>
        `Subject: a\r\n${" b\r\n".repeat(250_000)}\r\nbody\r\n`,
      "a hundred thousand references": () => `References:${" <a@b>".repeat(170_000)}\r\n\r\nbody\r\n`,
      "thousands of recipients": () =>
        `To: ${Array.from({ length: 30_000 }, (_, n) => `"n${n}" <a${n}@x.example>`).join(",\r\n ")}\r\n\r\nx\r\n`,
      "a single line of 10 MB": () => `Subject: long\r\n\r\n${"x".repeat(10_000_000)}\r\n`,
      "a header line of 1 MB": () => `Subject: ${"x".repeat(1_048_000)}\r\n\r\nbody\r\n`,
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
      "a million quote marks": () =>
        `Subject: q\r\n\r\n${"> ".repeat(500_000)}\r\n${">\r\n".repeat(300_000)}`,
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
      const [reply] = await Promise.all([
        deliver(to, Buffer.concat([Buffer.from("\r\n"), body])),
        neighbour(),
      ]);
      expect(reply).toStartWith("250 ");
      const [message] = await mailOf(t, to.id);
      const raw = await t.api.bytes(`/messages/${message!.id}/raw`);
      expect(raw.length).toBe(2 + 2_000_000 * 3 + 2);
    });

    // DECISIONS Drafts and sending: Inbound SMTP: 35 MB
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

    // DECISIONS Drafts and sending: more than 100 Received fields
    test("a mail that has passed through more than 100 servers is refused as a loop", async () => {
      const to = await t.address();
      await connected(t, async (smtp) => {
        for (const [hops, answer] of [
          [101, "554 5.4.6 A mail loop: it has passed through 101 servers"],
          [100, "250 "],
        ] as const) {
          await openData(smtp, "a@x.example", to.email);
          const trace =
            "RECEIVED : from a.example\r\n\tby b.example; Sat, 28 Nov 2026 10:00:00 +0000\r\n".repeat(hops);
          await smtp.write(
            `${trace}Subject: after ${hops}\r\n\r\n${"Received: in the body\r\n".repeat(99)}.\r\n`,
          );
          expect(await smtp.reply()).toStartWith(answer);
        }
      });
      expect((await mailOf(t, to.id)).map(({ subject }) => subject)).toEqual(["after 100"]);
    });

    // DECISIONS Drafts and sending: a header of more than 1 MB
    test.each([
      ["with a body", `${"X-A: b\r\n".repeat(132_000)}\r\nhello\r\n`],
      ["without an empty line", "X-A: b\r\n".repeat(132_000)],
      ["of a million fields", `${"X: y\r\n".repeat(1_000_000)}\r\nbody\r\n`],
      ["of one line", `X-A: ${"b".repeat(1024 * 1024)}\r\n\r\nhello\r\n`],
      ["behind empty lines", `\r\n\r\nSubject: x\r\n${"X-A: b\r\n".repeat(132_000)}\r\nhello\r\n`],
    ])("a header that is larger than 1 MB is refused, %s", async (_, raw) => {
      const to = await t.address();
      await connected(t, async (smtp) => {
        await openData(smtp, "a@x.example", to.email);
        await smtp.write(`${raw}.\r\n`);
        expect(await smtp.reply()).toBe("552 5.3.4 The header is larger than 1 MB");
        await openData(smtp, "a@x.example", to.email);
        const body = "hello\r\n".repeat(200_000);
        await smtp.write(`Subject: just within\r\n${"X-A: b\r\n".repeat(4000)}\r\n${body}.\r\n`);
        expect(await smtp.reply()).toStartWith("250 ");
      });
      expect((await mailOf(t, to.id)).map(({ subject }) => subject)).toEqual(["just within"]);
    });

    test("a disconnect during DATA stores nothing and logs no error", async () => {
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
  },
  { checkOnce: true },
);
