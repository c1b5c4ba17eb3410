// DMARC where the tree walk (RFC 9989) and the public suffix list (RFC 7489) come to different ends: only what fails by both
// is refused, and both are told.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { outsideEnv, startDns } from "../support/fakes/dns.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { received } from "../support/smtp/received.ts";

const keys = await generateDkimKeys();
const key = { TXT: [keys.ed25519.dnsValue] };
const dns = await startDns({
  "elsewhere.example": { TXT: ["v=spf1 -all"] },
  // The organization has no record, its subdomain has.
  "_dmarc.news.corp.example": { TXT: ["v=DMARC1; p=reject"] },
  "_dmarc.exact.corp.example": { TXT: ["v=DMARC1; p=reject; adkim=s; aspf=s"] },
  "s._domainkey.corp.example": key,
  "s._domainkey.shop.corp.example": key,
  "bounces.corp.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "s._domainkey.other.example": key,
  // Customers of one company, by the private section of the list.
  "_dmarc.victim.github.io": { TXT: ["v=DMARC1; p=reject"] },
  "s._domainkey.thief.github.io": key,
  // A record between the author and the organization: the list does not see it.
  "_dmarc.dept.firm.example": { TXT: ["v=DMARC1; p=reject; sp=reject"] },
});
afterAll(() => dns.stop());

const env = {
  ...outsideEnv(dns),
  IMAP_PORT: "0",
  ALLOW_PLAINTEXT_AUTH: "loopback",
};

let counter = 0;

interface Sent {
  author: string;
  signer?: string;
  envelope?: string;
}

async function send(t: SuiteApp, to: string, { author, signer, envelope }: Sent): Promise<string> {
  const raw = `From: a@${author}\r\nTo: ${to}\r\nSubject: n\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${++counter}@${author}>\r\n\r\nx\r\n`;
  const signers = signer ? [{ domain: signer, selector: "s", privateKey: keys.ed25519.privateKey }] : [];
  const signed = await signMail(Buffer.from(raw), signers, nowInstant(systemClock));
  return t
    .raw({ from: `b@${envelope ?? "elsewhere.example"}`, to, raw: Buffer.from(signed) })
    .catch((error: { response?: string }) => error.response ?? String(error));
}

/** Passes by the list alone. */
const passing: Record<string, Sent> = {
  "DKIM of the organization": { author: "news.corp.example", signer: "corp.example" },
  "DKIM of a sibling": { author: "news.corp.example", signer: "shop.corp.example" },
  "SPF of a sibling": { author: "news.corp.example", envelope: "bounces.corp.example" },
};

/** Fails by both. */
const failing: Record<string, Sent> = {
  "DKIM of a stranger": { author: "news.corp.example", signer: "other.example" },
  "no proof at all": { author: "news.corp.example" },
  "DKIM of the organization under strict alignment": { author: "exact.corp.example", signer: "corp.example" },
  "DKIM of another customer of the host": { author: "victim.github.io", signer: "thief.github.io" },
};

eachApp(
  "the two readings of DMARC",
  (t) => {
    // DECISIONS Trust: DMARC is read by RFC 9989 and by the public suffix list: what passes by one passes
    test.each(Object.entries(passing))(
      "%s passes by the list: it is taken, and both are told",
      async (_, sent) => {
        const to = await mailbox(t);
        expect(await send(t, to.email, sent)).toStartWith("250 ");
        const { authentication, is_spam } = await received(t, to);
        const read = { domain: "news.corp.example", policy: "reject" };
        expect(is_spam).toBe(false);
        expect(authentication.dmarc).toEqual({
          ...read,
          result: "pass",
          readings: { tree_walk: { ...read, result: "fail" }, public_suffix: { ...read, result: "pass" } },
        });
        if (sent.signer) expect(authentication.dkim).toMatchObject([{ result: "pass", aligned: true }]);
        const talk = await ImapTalk.logIn(t.app.ports.imap!, to);
        await talk.ok("SELECT INBOX");
        expect((await talk.ok("FETCH 1 BODY.PEEK[HEADER]"))[0]).toContain(
          "dmarc=pass (tree walk: fail p=reject, public suffix list: pass p=reject) header.from=news.corp.example policy.dmarc=reject",
        );
      },
    );

    // DECISIONS Trust: Only what fails by both is refused
    test.each(Object.entries(failing))("%s is refused", async (_, sent) => {
      const to = await t.address();
      expect(await send(t, to.email, sent)).toStartWith(
        `550 5.7.1 This mail is not proven to be from its author, and ${sent.author} asks`,
      );
    });

    test("a policy found only by the tree walk marks a mail as spam and never refuses it", async () => {
      const to = await t.address();
      expect(await send(t, to.email, { author: "x.dept.firm.example" })).toStartWith("250 ");
      const { authentication, is_spam } = await received(t, to);
      expect(is_spam).toBe(true);
      expect(authentication.dmarc).toMatchObject({
        result: "fail",
        readings: {
          tree_walk: { result: "fail", policy: "reject" },
          public_suffix: { result: "none", policy: null },
        },
      });
    });
  },
  { env },
);
