// The 22 attacks of "Composition Kills: A Case Study of Email Sender Authentication" (USENIX Security 2020) in our own words:
// an attacker whose own servers prove his mail writes as a domain that asks to reject such mail, over a real connection; or
// he has an address of this service and writes as another one of it.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { addressDomain } from "../../src/mail/domain-name.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { mailbox } from "../support/imap/client.ts";
import { dialogue, submitMail } from "../support/smtp/client.ts";
import { received } from "../support/smtp/received.ts";
import { listeningEnv } from "./outside-mail.ts";

const keys = await generateDkimKeys();
const own = { TXT: ["v=spf1 ip4:127.0.0.1 -all"] };
const dns = await startDns({
  "victim.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"], A: ["192.0.2.1"] },
  "_dmarc.victim.example": { TXT: ["v=DMARC1; p=reject"] },
  "evil.example": own,
  "33.evil.example": own,
  "any.evil.example": own,
  "a.evil.example": own,
  "helo.evil.example": own,
  "s._domainkey.evil.example": { TXT: [keys.ed25519.dnsValue] },
  "victim.example'a.evil.example": own,
  "s._domainkey.victim.example'a.evil.example": { TXT: [keys.ed25519.dnsValue] },
});
afterAll(() => dns.stop());

interface Attack {
  helo?: string;
  mailFrom?: string;
  /** Without the fields that all have. */
  head: string;
  /** d= and s= of a signature by the attacker's key, put into one that he made for his own domain. */
  claims?: { domain: string; selector: string };
}

const victim = "From: <admin@victim.example>";
const sender = "Sender: <s@sender.victim.example>";

const attacks: Record<string, Attack> = {
  "an envelope at a subdomain that does not exist": {
    mailFrom: "<any@mailfrom.no.victim.example>",
    head: victim,
  },
  "an envelope that may be read as empty": {
    helo: "evil.example",
    mailFrom: "<(any@victim.example>",
    head: victim,
  },
  "a NUL in the selector": {
    mailFrom: "<any@33.evil.example>",
    head: victim,
    claims: { domain: "victim.example", selector: "s._domainkey.evil.example.\0.any" },
  },
  "a quote in the signing domain": {
    head: victim,
    claims: { domain: "victim.example'a.evil.example", selector: "s" },
  },
  "a bracket in the envelope": { mailFrom: "<any@victim.example(a.evil.example>", head: victim },
  "a quote in the envelope": { mailFrom: "<any@victim.example'@any.evil.example>", head: victim },
  "a route in the envelope": { mailFrom: "<@victim.example,@any.example:'any@evil.example>", head: victim },
  "two From fields": { head: `From: <first@evil.example>\r\n${victim}` },
  "two From fields, a space before the first": { head: ` From: <first@evil.example>\r\n${victim}` },
  "two From fields, a space behind a name": {
    head: "From: <first@evil.example>\r\nFrom : <admin@victim.example>",
  },
  "two From fields, one folded at its colon": { head: `From\r\n : <first@evil.example>\r\n${victim}` },
  "a folded From field and a Sender": {
    head: "From\r\n : <first@evil.example>\r\nSender: <admin@victim.example>",
  },
  "a folded From field and a Resent-From": {
    head: "From\r\n : <first@evil.example>\r\nResent-From: <admin@victim.example>",
  },
  "two addresses": { head: `From: <first@evil.example>, <admin@victim.example>\r\n${sender}` },
  "an encoded address": {
    head: `From: =?utf-8?B?${Buffer.from("<admin@victim.example>").toString("base64")}?=,<second@evil.example>\r\n${sender}`,
  },
  "a route": { head: `From: <@evil.example,@any.example:admin@victim.example>\r\n${sender}` },
  "an escaped comma": { head: `From: <admin@victim.example>\\,<second@evil.example>\r\n${sender}` },
  "a bare address first": { head: `From: admin@victim.example,<second@evil.example>\r\n${sender}` },
  "a letter that UTS 46 leaves out, whose UTF-8 has the octet A0": {
    head: `From: <admin@vic\u180btim.example>\r\n${sender}`,
  },
  "an address behind the brackets": { head: `From: <any@evil.example>admin@victim.example\r\n${sender}` },
};

const rest =
  "To: you@agents.example\r\nSubject: n\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n";

async function mailOf({ head, claims }: Attack): Promise<Buffer> {
  const raw = Buffer.from(`${head}\r\n${rest}\r\nhello\r\n`);
  if (!claims) return raw;
  const signer = { domain: "evil.example", selector: "s", privateKey: keys.ed25519.privateKey };
  const signed = Buffer.from(await signMail(raw, [signer], nowInstant(systemClock))).toString("latin1");
  const { domain, selector } = claims;
  return Buffer.from(
    signed.replace("d=evil.example", `d=${domain}`).replace("s=s;", `s=${selector};`),
    "latin1",
  );
}

/** The last reply. */
async function attack(t: SuiteApp, to: string, given: Attack): Promise<string> {
  const talk = await dialogue(t.app.ports.smtp!, false);
  try {
    await talk.say(`EHLO ${given.helo ?? "helo.evil.example"}`);
    for (const command of [
      `MAIL FROM:${given.mailFrom ?? "<any@evil.example>"}`,
      `RCPT TO:<${to}>`,
      "DATA",
    ]) {
      const reply = await talk.say(command);
      if (!/^[23]/.test(reply)) return reply;
    }
    await talk.write(await mailOf(given));
    return await talk.say(".");
  } finally {
    talk.close();
  }
}

const refusalOf = (error: { response?: string }) => error.response ?? String(error);

eachApp(
  "attacks on what programs understand differently",
  (t) => {
    test.each(Object.entries(attacks))("%s", async (_, given) => {
      const to = await t.address();
      const reply = await attack(t, to.email, given);
      if (/^5\d\d /.test(reply)) return;
      expect(reply).toStartWith("250 ");
      const { from, is_spam, authentication } = await received(t, to);
      if (is_spam) return;
      // Somebody who is proven is shown.
      expect(addressDomain(from.email)).toBe("evil.example");
      expect(authentication.spf).toMatchObject({ result: "pass", domain: "evil.example" });
    });

    test.each([
      ["two From fields", (me: string, other: string) => `From: <${me}>\r\nFrom: <${other}>`],
      ["two addresses", (me: string, other: string) => `From: <${me}>, <${other}>`],
      ["another's address", (_me: string, other: string) => `From: <${other}>`],
    ])("of one who has an address here: %s", async (_, head) => {
      const [me, other, to] = [await mailbox(t), await t.address(), await t.address()];
      const raw = `${head(me.email, other.email)}\r\n${rest}\r\nhello\r\n`;
      const reply = await submitMail(t.app.ports.submission!, me, {
        envelope: { from: me.email, to: to.email },
        raw,
      }).catch(refusalOf);
      expect(reply).toMatch(/^5\d\d /);
      const threads = await t.api.get<PageOf<unknown>>(`/threads?identity_id=${to.id}`);
      expect(threads.json.data).toEqual([]);
    });
  },
  { env: listeningEnv(dns) },
);
