// The SMTP server as other servers meet it: replies word for word, limits, and what liars and broken programs send.
// RFC 5321, 3463, 3207; ARCHITECTURE 4 SMTP in.
import { expect, test } from "bun:test";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { dialogue, openData } from "../support/smtp/client.ts";
import { connected, mailOf } from "./inbound-mail.ts";

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

const clock = new ShiftedClock();

eachApp(
  "replies",
  (t) => {
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

    test("an address is accepted while active and refused once it has expired", async () => {
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
      const expires_at = new Date(clock.now() + 600_000).toISOString();
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { expires_at }));
      expect(await rcpt()).toStartWith("250");
      clock.advance(600_000);
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

    test("the null sender is accepted; an invalid address is refused", async () => {
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

    // DECISIONS Drafts and sending: Inbound SMTP: 100 recipients a transaction, then 452 4.5.3
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

    test("a client that guesses addresses is disconnected", async () => {
      await connected(t, async (smtp) => {
        await smtp.say("MAIL FROM:<a@x.example>");
        for (let n = 0; n < 20; n++)
          expect(await smtp.say(`RCPT TO:<guess${n}@${t.domain}>`)).toStartWith("550 5.1.1 ");
        expect(await smtp.say(`RCPT TO:<guess@${t.domain}>`)).toStartWith("421 4.7.0 ");
        expect(await smtp.rest()).toBe("");
      });
    });

    test("a client that sends unknown commands, or HTTP, is disconnected", async () => {
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

    test("STARTTLS resets the session, and commands pipelined after it are discarded", async () => {
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

    test("pipelined commands are answered together, in order", async () => {
      const to = await t.address();
      await connected(t, async (smtp) => {
        await smtp.write(
          `MAIL FROM:<a@x.example>\r\nRCPT TO:<nobody@${t.domain}>\r\nRCPT TO:<${to.email}>\r\nDATA\r\n`,
        );
        const replies = [await smtp.reply(), await smtp.reply(), await smtp.reply(), await smtp.reply()];
        expect(replies.map((reply) => reply.slice(0, 3))).toEqual(["250", "550", "250", "354"]);
        await smtp.write("Subject: piped\r\n\r\nx\r\n.\r\nNOOP\r\nQUIT\r\n");
        expect(
          [await smtp.reply(), await smtp.reply(), await smtp.reply()].map((r) => r.slice(0, 3)),
        ).toEqual(["250", "250", "221"]);
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
  },
  { clock },
);

eachApp(
  "connections",
  (t) => {
    // DECISIONS Settings and command line: TRUSTED_NETWORKS: from there no limits per IP address
    test("at most 50 connections from one untrusted address; an early disconnect is not counted twice", async () => {
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
