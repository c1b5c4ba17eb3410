// Mail from outside whose author is at a domain of this service: without a proof it is marked and goes to spam, unless the
// domain says otherwise; whether or not the domain publishes a DMARC record.
import { afterAll, expect, test } from "bun:test";
import { nowInstant, systemClock } from "../../src/lib/clock.ts";
import { generateDkimKeys, signMail } from "../../src/outbound/dkim.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { outsideEnv, startDns } from "../support/fakes/dns.ts";
import { received } from "../support/smtp/received.ts";

const keys = await generateDkimKeys();
const key = { TXT: [keys.ed25519.dnsValue] };
const dns = await startDns({
  "agents.example": { TXT: ["v=spf1 ip4:192.0.2.1 -all"] },
  "s._domainkey.agents.example": key,
  "bounces.agents.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "stranger.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "s._domainkey.stranger.example": key,
  "s._domainkey.team.corp.example": key,
  "s._domainkey.corp.example": key,
  "s._domainkey.rival.corp.example": key,
});
afterAll(() => dns.stop());

const env = {
  ...outsideEnv(dns),
};

let counter = 0;

interface Sent {
  /** All that names an author. */
  head: string;
  signer?: string;
  envelope?: string;
}

async function send(t: SuiteApp, to: string, { head, signer, envelope }: Sent): Promise<void> {
  const raw = `${head}\r\nTo: ${to}\r\nSubject: n\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <${++counter}@x.example>\r\n\r\nx\r\n`;
  const signers = signer ? [{ domain: signer, selector: "s", privateKey: keys.ed25519.privateKey }] : [];
  const signed = await signMail(Buffer.from(raw), signers, nowInstant(systemClock));
  await t.raw({ from: envelope ?? "x@stranger.example", to, raw: Buffer.from(signed) });
}

async function verdict(t: SuiteApp, to: { id: string }) {
  const { id, is_spam, authentication } = await received(t, to);
  const spam = await t.api.must<{ symbols: { name: string; score: number }[] }>(
    200,
    t.api.get(`/messages/${id}/spam`),
  );
  const sign = spam.symbols.find(({ name }) => name === "OWN_DOMAIN_UNPROVEN");
  return { is_spam, own: authentication.own_domain, sign };
}

const unproven: Record<string, Sent> = {
  "a colleague's address": { head: "From: Boss <boss@agents.example>" },
  "capitals and a last dot": { head: "From: boss@AGENTS.Example." },
  "an encoded address": { head: "From: =?utf-8?Q?Boss_<boss=40agents.example>?=" },
  "a signature of somebody else": { head: "From: boss@agents.example", signer: "stranger.example" },
  "the second of two authors": {
    head: "From: x@stranger.example, boss@agents.example",
    signer: "stranger.example",
  },
  "only a Sender": { head: "Sender: boss@agents.example" },
  "a name below it": { head: "From: boss@sub.agents.example", signer: "stranger.example" },
  "a name far below it": { head: "From: boss@a.b.c.d.e.f.g.h.i.j.k.l.m.agents.example" },
  "a soft hyphen in it": { head: "From: boss@agents\u00ad.example" },
  "full-width letters": { head: "From: boss@ａｇｅｎｔｓ。example" },
  "only an envelope sender": { head: "X-A: b", envelope: "boss@agents.example" },
  "its own envelope sender, from elsewhere": {
    head: "From: boss@agents.example",
    envelope: "boss@agents.example",
  },
};

const proven: Record<string, Sent> = {
  "DKIM of the domain": { head: "From: boss@agents.example", signer: "agents.example" },
  "SPF of a subdomain": { head: "From: boss@agents.example", envelope: "b@bounces.agents.example" },
};

eachApp(
  "mail from outside in our name",
  (t) => {
    // DECISIONS Trust: Mail from outside at a domain of this service or below it has own_domain; unproven it is spam
    test.each(Object.entries(unproven))("%s is marked, and spam", async (_, sent) => {
      const to = await t.address();
      await send(t, to.email, sent);
      expect(await verdict(t, to)).toEqual({
        is_spam: true,
        own: { domain: t.domain, result: "unproven" },
        sign: { name: "OWN_DOMAIN_UNPROVEN", score: 5 },
      });
    });

    test.each(Object.entries(proven))("%s proves it", async (_, sent) => {
      const to = await t.address();
      await send(t, to.email, sent);
      expect(await verdict(t, to)).toEqual({
        is_spam: false,
        own: { domain: t.domain, result: "proven" },
        sign: undefined,
      });
    });

    test("mail of other domains needs no proof", async () => {
      const to = await t.address();
      for (const author of [
        "a@stranger.example",
        "a@notagents.example",
        "a@agents.example.stranger.example",
      ]) {
        await send(t, to.email, { head: `From: ${author}`, signer: "stranger.example" });
        expect(await verdict(t, to)).toEqual({ is_spam: false, own: undefined, sign: undefined });
      }
    });

    // DECISIONS Trust: unless the domain has unproven_mail: inbox
    test("a domain can accept unproven mail, which stays marked", async () => {
      const to = await t.address();
      const { data } = (
        await t.api.get<PageOf<{ id: string; domain: string; unproven_mail: string }>>("/domains")
      ).json;
      const { id, unproven_mail } = data.find(({ domain }) => domain === t.domain)!;
      expect(unproven_mail).toBe("spam");
      const set = (value: string) => t.api.patch<unknown>(`/domains/${id}`, { unproven_mail: value });
      expect((await set("anywhere")).status).toBe(400);
      expect(await t.api.must<object>(200, set("inbox"))).toMatchObject({ id, unproven_mail: "inbox" });
      try {
        await send(t, to.email, { head: "From: boss@agents.example", signer: "stranger.example" });
        expect(await verdict(t, to)).toEqual({
          is_spam: false,
          own: { domain: t.domain, result: "unproven" },
          sign: { name: "OWN_DOMAIN_UNPROVEN", score: 0 },
        });
      } finally {
        await t.api.must(200, set("spam"));
      }
    });

    test("the organizational domain proves a subdomain; a sibling does not", async () => {
      const to = await t.address();
      const made = await t.api.must<{ id: string; status: string }>(
        201,
        t.api.post("/domains", { domain: "team.corp.example" }),
      );
      expect(made.status).toBe("verified");
      const from = async (signer: string) => {
        await send(t, to.email, { head: "From: a@team.corp.example", signer });
        return (await verdict(t, to)).own?.result;
      };
      expect(await from("team.corp.example")).toBe("proven");
      expect(await from("corp.example")).toBe("proven");
      expect(await from("rival.corp.example")).toBe("unproven");
      await t.api.must(200, t.api.delete(`/domains/${made.id}`));
      expect(await from("rival.corp.example")).toBeUndefined();
    });
  },
  { env },
);
