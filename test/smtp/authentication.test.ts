// Mail from outside is authenticated: real SMTP, a real DNS server, real signatures. What comes out is the same in REST, in
// the folder, in the event and in what IMAP shows.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { signMail } from "../../src/outbound/dkim.ts";
import type { MessageSafety } from "../../src/schema/message/message-safety.ts";
import { verifySignatures } from "../../src/screening/signatures.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp } from "../support/app/app.ts";
import { countTurns } from "../support/app/event-loop.ts";
import { eventsShown } from "../support/app/events.ts";
import { startDns } from "../support/fakes/dns.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { received } from "../support/smtp/received.ts";
import { keys, letter, listeningEnv, zone } from "./outside-mail.ts";

const dns = await startDns(zone);
afterAll(() => dns.stop());

const env = listeningEnv(dns);

const refusalOf = (error: { response?: string }) => error.response ?? String(error);

eachApp(
  "authentication of mail from outside",
  (t) => {
    test("SPF, both kinds of DKIM and DMARC pass", async () => {
      const to = await t.address();
      const signers = [
        { domain: "proper.example", selector: "rsa", privateKey: keys.rsa.privateKey },
        { domain: "proper.example", selector: "ed", privateKey: keys.ed25519.privateKey },
      ];
      const raw = await signMail(Buffer.from(letter("ann@proper.example")), signers, nowInstant(systemClock));
      await t.raw({ from: "ann@proper.example", to: to.email, raw: Buffer.from(raw) });
      const { authentication, is_spam, id } = await received(t, to);
      const safety = await t.api.must<MessageSafety>(200, t.api.get(`/messages/${id}/safety`));
      expect(safety.sender).toMatchObject({ aligned_domain: "proper.example", authentication: "pass" });
      const signature = { result: "pass", domain: "proper.example", aligned: true };
      expect(is_spam).toBe(false);
      expect(authentication).toMatchObject({
        status: "checked",
        spf: { result: "pass", domain: "proper.example" },
        dmarc: { result: "pass", domain: "proper.example", policy: "reject" },
        arc: null,
      });
      expect(authentication.dkim.sort((a, b) => (a.selector < b.selector ? -1 : 1))).toEqual([
        { ...signature, selector: "ed", algorithm: "ed25519-sha256" },
        { ...signature, selector: "rsa", algorithm: "rsa-sha256" },
      ]);
    });

    test("a signature of another domain is not aligned", async () => {
      const to = await t.address();
      const signer = { domain: "proper.example", selector: "rsa", privateKey: keys.rsa.privateKey };
      const raw = await signMail(
        Buffer.from(letter("bob@elsewhere.example")),
        [signer],
        nowInstant(systemClock),
      );
      await t.raw({ from: "bob@elsewhere.example", to: to.email, raw: Buffer.from(raw) });
      const { authentication, is_spam } = await received(t, to);
      expect(authentication.dkim).toMatchObject([
        { result: "pass", domain: "proper.example", aligned: false },
      ]);
      expect(authentication.spf).toEqual({ result: "fail", domain: "elsewhere.example" });
      expect(authentication.dmarc).toMatchObject({ result: "none", policy: null });
      expect(is_spam).toBe(false);
    });

    // DECISIONS Events, webhooks, deliveries: message.received.spam comes for spam
    test("DMARC reject is a refusal, quarantine spam; nothing of a refused mail is kept", async () => {
      const to = await t.address();
      const refused = await t
        .raw({ from: "x@elsewhere.example", to: to.email, raw: letter("ceo@strict.example") })
        .catch(refusalOf);
      expect(refused).toMatch(/^550 5\.7\.1 .*strict\.example asks to refuse such mail \(DMARC\)/);
      expect((await t.api.get<PageOf<unknown>>(`/threads?identity_id=${to.id}`)).json.data).toEqual([]);

      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: letter("ceo@odd.strict.example") });
      const { authentication, is_spam } = await received(t, to);
      expect(authentication.dmarc).toEqual({
        result: "fail",
        domain: "strict.example",
        policy: "quarantine",
      });
      expect(is_spam).toBe(true);
      const folder = await t.api.get<PageOf<unknown>>(`/mailboxes/spam?identity_id=${to.id}`);
      expect(folder.json.data).toHaveLength(1);
      await eventsShown(t.app.core.database);
      const events =
        await t.api.get<PageOf<{ type: string; data: { identity_id: string } }>>("/events?limit=200");
      const types = events.json.data.filter(({ data }) => data.identity_id === to.id).map(({ type }) => type);
      expect(types).toContain("message.received.spam");
      expect(types).not.toContain("message.received");
    });

    test("two authors, none, or two From fields prove nobody, and who asks to reject is asked", async () => {
      const to = await t.address();
      const send = (head: string) =>
        t.raw({ from: "ann@proper.example", to: to.email, raw: `${head}\r\n\r\nx\r\n` }).catch(refusalOf);
      for (const head of [
        "From: a@proper.example, b@plain.example",
        "Subject: x",
        "From: a@plain.example\r\nFrom: b@watched.example",
      ]) {
        await send(head);
        const { authentication } = await received(t, to);
        expect(authentication.dmarc).toEqual({ result: "permerror", domain: null, policy: null });
      }
      for (const head of [
        "From: a@proper.example, b@strict.example",
        "From: a@strict.example\r\nFrom: b@proper.example",
        "Sender: a@strict.example",
      ])
        expect(await send(head)).toMatch(/^550 5\.7\.1 .*strict\.example asks to refuse such mail \(DMARC\)/);
    });

    // DECISIONS Trust: DMARC never fails while SPF or a signature is temperror that would have counted
    test("a DNS failure is a temperror and never refuses a mail", async () => {
      const to = await t.address();
      await t.raw({ from: "x@dark.example", to: to.email, raw: letter("x@dark.example") });
      const first = (await received(t, to)).authentication;
      expect(first.spf?.result).toBe("temperror");
      // SPF might have passed, had it been asked.
      expect(first.dmarc).toEqual({ result: "temperror", domain: "dark.example", policy: "reject" });
      // SPF of another domain could not have helped.
      const other = await t
        .raw({ from: "x@broken.example", to: to.email, raw: letter("x@dark.example") })
        .catch(refusalOf);
      expect(other).toMatch(/^550 5\.7\.1 .*dark\.example asks to refuse/);
      await t.raw({ from: "x@silent.example", to: to.email, raw: letter("x@silent.example") });
      const second = (await received(t, to)).authentication;
      expect([second.spf?.result, second.dmarc?.result]).toEqual(["temperror", "temperror"]);
      // The failures are kept.
      const asked = dns.queries.length;
      await t.raw({ from: "x@silent.example", to: to.email, raw: letter("x@silent.example") });
      expect(dns.queries.slice(asked)).toEqual([]);
    });

    // DECISIONS Trust: Fields that claim our name are hidden over IMAP, and /raw stays as received
    test("IMAP shows our results and no forged ones; the raw bytes stay, and all sizes agree", async () => {
      const box = await mailbox(t);
      const forged =
        "Authentication-Results: mx.agents.example; spf=pass\r\n" +
        "AUTHENTICATION-RESULTS:\r\n\t(comment \\) (nested)) MX.Agents.Example 1;\r\n dkim=pass header.d=bank.example\r\n" +
        'Authentication-Results : "mx.agents.example"; dmarc=pass\r\n' +
        "Authentication-Results: other.example; spf=pass\r\n";
      const body =
        "--b\r\nContent-Type: text/plain\r\n\r\npart one\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>two</b>\r\n--b--\r\n";
      const head = `${forged}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n`;
      const raw = letter("ann@proper.example", { head, body });
      await t.raw({ from: "ann@proper.example", to: box.email, raw });
      const { id } = await received(t, box);
      expect(Buffer.from(await t.api.bytes(`/messages/${id}/raw`)).toString()).toBe(raw);

      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.ok("SELECT INBOX");
      const [whole] = await talk.ok("FETCH 1 (RFC822.SIZE BODY.PEEK[])");
      const shown = /RFC822\.SIZE (\d+) BODY\[\] \{(\d+)\}\r\n([\s\S]*)\)$/.exec(whole!)!;
      expect(shown[1]).toBe(shown[2]!);
      expect(Buffer.byteLength(shown[3]!)).toBe(Number(shown[1]));
      const [fields = "", rest] = [
        shown[3]!.split("\r\n\r\n", 1)[0],
        shown[3]!.slice(shown[3]!.indexOf("\r\n\r\n")),
      ];
      expect(fields).toStartWith(
        "Authentication-Results: mx.agents.example;\r\n\tspf=pass smtp.mailfrom=proper.example;\r\n" +
          "\tdmarc=pass header.from=proper.example policy.dmarc=reject\r\nAuthentication-Results: other.example; spf=pass\r\nMIME",
      );
      expect(fields).not.toContain("bank.example");
      expect(rest).toBe(`\r\n\r\n${body}`);

      const literal = async (item: string) =>
        /\{\d+\}\r\n([\s\S]*)\)$/.exec((await talk.ok(`FETCH 1 BODY.PEEK[${item}]`))[0]!)?.[1];
      expect(await literal("HEADER")).toBe(`${fields}\r\n\r\n`);
      expect(await literal("TEXT")).toBe(body);
      expect(await literal("1")).toBe("part one");
      expect(await literal("2")).toBe("<b>two</b>");
      expect(await literal("HEADER.FIELDS (AUTHENTICATION-RESULTS)")).not.toContain("bank.example");
      const size = Number(shown[1]);
      expect(await talk.ok(`SEARCH LARGER ${size - 1} SMALLER ${size + 1}`)).toEqual(["* SEARCH 1"]);
      expect(await talk.ok('SEARCH HEADER Authentication-Results "policy.dmarc"')).toEqual(["* SEARCH 1"]);
      expect(await talk.ok('SEARCH HEADER Authentication-Results "bank.example"')).toEqual(["* SEARCH"]);
      expect((await talk.ok("STATUS INBOX (SIZE)"))[0]).toContain(`SIZE ${size}`);
    });

    test("a forged field after a malformed header line is hidden too", async () => {
      const box = await mailbox(t);
      const head = `X-A: b\r\n${"no field at all\r\n".repeat(5)}Authentication-Results: mx.agents.example; dmarc=pass\r\n`;
      const raw = letter("ann@proper.example", { head });
      await t.raw({ from: "ann@proper.example", to: box.email, raw });
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      await talk.ok("SELECT INBOX");
      const [whole] = await talk.ok("FETCH 1 (RFC822.SIZE BODY.PEEK[] BODY)");
      expect(whole!.match(/Authentication-Results: mx\.agents\.example/g)).toHaveLength(1);
      const size = Number(/RFC822\.SIZE (\d+)/.exec(whole!)![1]);
      expect(Number(/BODY\[\] \{(\d+)\}/.exec(whole!)![1])).toBe(size);
    });

    test("an invitation makes an event unless its author fails authentication", async () => {
      const to = await t.address();
      const invite = async (domain: string) => {
        const ics =
          "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\n" +
          `UID:${domain}\r\nDTSTAMP:20261121T100000Z\r\nDTSTART:20261201T100000Z\r\nDTEND:20261201T110000Z\r\n` +
          `SUMMARY:${domain}\r\nORGANIZER:mailto:ann@${domain}\r\nATTENDEE:mailto:${to.email}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
        const head = "MIME-Version: 1.0\r\nContent-Type: text/calendar; method=REQUEST\r\n";
        await t.raw({
          from: "ann@proper.example",
          to: to.email,
          raw: letter(`ann@${domain}`, { head, body: ics }),
        });
        return (await received(t, to)).authentication.dmarc?.result;
      };
      expect(await invite("proper.example")).toBe("pass");
      expect(await invite("plain.example")).toBe("none");
      expect(await invite("watched.example")).toBe("fail");
      const events = await t.api.get<PageOf<{ title: string }>>(`/identities/${to.id}/calendar/events`);
      expect(events.json.data.map(({ title }) => title).sort()).toEqual(["plain.example", "proper.example"]);
    });

    test("a large signed mail is verified without delaying other sessions", async () => {
      const to = await t.address();
      const signer = { domain: "proper.example", selector: "ed", privateKey: keys.ed25519.privateKey };
      const body = `${"A".repeat(74)}\r\n`.repeat(130_000);
      const raw = await signMail(
        Buffer.from(letter("ann@proper.example", { body })),
        [signer],
        nowInstant(systemClock),
      );
      const { resolve } = t.app.core.screening;
      const bytes = Buffer.from(raw);
      const head = bytes.toString("latin1", 0, bytes.indexOf("\r\n\r\n") + 4);
      const { result: found, turns } = await countTurns(() =>
        verifySignatures(raw, head, { resolve, isLate: () => false, now: Date.now() }),
      );
      expect(found.dkim).toMatchObject([{ result: "pass", domain: "proper.example" }]);
      // A step is 64 kB: one turn each, but for the last.
      expect(turns).toBeGreaterThan(bytes.length / 65_536 - 2);
      await t.raw({ from: "ann@proper.example", to: to.email, raw: Buffer.from(raw) });
      expect((await received(t, to)).authentication.dkim).toMatchObject([{ result: "pass" }]);
    });

    test("a null sender is judged by its HELO", async () => {
      const box = await mailbox(t);
      await t.raw({ from: "", to: box.email, raw: letter("postmaster@elsewhere.example") });
      const { authentication } = await received(t, box);
      expect(authentication.spf?.result).not.toBe("pass");
    });
  },
  { env },
);

eachApp(
  "mail that only gets a mark",
  (t) => {
    test("DMARC reject, by the setting", async () => {
      const to = await t.address();
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw: letter("ceo@strict.example") });
      const { authentication, is_spam } = await received(t, to);
      expect(authentication.dmarc).toEqual({ result: "fail", domain: "strict.example", policy: "reject" });
      expect(is_spam).toBe(true);
    });

    test("the client is on a block list", async () => {
      const to = await t.address();
      await t.raw({ from: "ann@proper.example", to: to.email, raw: letter("ann@proper.example") });
      const { authentication, is_spam } = await received(t, to);
      expect(authentication.dmarc?.result).toBe("pass");
      expect(is_spam).toBe(true);
    });
  },
  { env: { ...env, DMARC_REJECT: "mark", DNS_BLOCKLISTS: "list.example,empty.example" } },
);
