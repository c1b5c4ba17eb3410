// Mail between addresses of this service: it carries what it would have carried on its way, and is proven everywhere. No mail
// from outside can claim that.
import { afterAll, expect, test } from "bun:test";
import { systemClock } from "../../src/lib/clock.ts";
import { DnsCache } from "../../src/lib/dns/cache.ts";
import type { MessageCodes } from "../../src/schema/message/message-codes.ts";
import type { MessageSafety } from "../../src/schema/message/message-safety.ts";
import { authenticate } from "../../src/screening/authenticate.ts";
import { eachApp, eventually, type SuiteApp } from "../support/app/app.ts";
import { startDns } from "../support/fakes/dns.ts";
import { ImapTalk, mailbox } from "../support/imap/client.ts";
import { submitMail } from "../support/smtp/client.ts";
import { mailOf } from "./inbound-mail.ts";
import { listeningEnv, zone } from "./outside-mail.ts";

const dns = await startDns({ ...zone });
afterAll(() => dns.stop());

interface Proof {
  status: string;
  authenticated_here: boolean;
  spf: unknown;
  dkim: { result: string; domain: string; selector: string; aligned: boolean }[];
  dmarc: { result: string; domain: string; policy: string | null } | null;
}

async function arrived(t: SuiteApp, { id }: { id: string }): Promise<string> {
  await eventually(async () => (await mailOf(t, id)).length > 0);
  return (await mailOf(t, id)).at(-1)!.id;
}

const proofOf = (t: SuiteApp, id: string) =>
  t.api.must<Proof>(200, t.api.get(`/messages/${id}/authentication`));
const codesOf = (t: SuiteApp, id: string) =>
  t.api.must<MessageCodes>(200, t.api.get(`/messages/${id}/codes`));
const senderOf = async (t: SuiteApp, id: string) =>
  (await t.api.must<MessageSafety>(200, t.api.get(`/messages/${id}/safety`))).sender;

/** The newest mail of a folder as a mail program gets it. */
async function shown(
  t: SuiteApp,
  box: Parameters<typeof ImapTalk.logIn>[1],
  folder = "INBOX",
): Promise<string> {
  const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
  await talk.ok(`SELECT ${folder}`);
  const [whole] = await talk.ok("FETCH * (RFC822.SIZE BODY.PEEK[])");
  talk.close();
  const [, size, , text] = /RFC822\.SIZE (\d+) BODY\[\] \{(\d+)\}\r\n([\s\S]*)\)$/.exec(whole!)!;
  expect(Buffer.byteLength(text!, "latin1")).toBe(Number(size));
  return text!;
}

const first = (text: string, name: string) =>
  new RegExp(`^${name}: ((?:.*\\r\\n[ \\t])*.*)\\r\\n`, "im").exec(text)?.[1]?.replace(/\r\n\s+/g, " ");

eachApp(
  "mail between addresses of this service",
  (t) => {
    // DECISIONS Trust: Mail between addresses of this service is proven by who sent it
    test("sent by a request: its fields, its proof, its copy in Sent", async () => {
      const [from, to] = [await mailbox(t), await mailbox(t)];
      const body = { from: from.email, to: [to.email], subject: "Your code", text: "Your code is 493817." };
      const sent = await t.api.must<{ id: string }>(201, t.api.post("/messages", body));
      const id = await arrived(t, to);
      const text = await shown(t, to);
      expect(text).toMatch(/^Return-Path: <[^>]+@agents\.example>\r\nDelivered-To: /);
      expect(first(text, "Delivered-To")).toBe(to.email);
      expect(first(text, "Received")).toMatch(
        new RegExp(`^by mx\\.agents\\.example id ${sent.id} for <${to.email}>; \\w{3}, \\d+ `),
      );
      expect(first(text, "Authentication-Results")).toStartWith(
        `mx.agents.example; auth=pass smtp.auth=${from.email};`,
      );
      expect(first(text, "Authentication-Results")).toContain("; dmarc=pass header.from=agents.example");
      expect(text).not.toContain("spf=");
      expect(await proofOf(t, id)).toMatchObject({
        status: "checked",
        authenticated_here: true,
        spf: null,
        dmarc: { result: "pass", domain: "agents.example", policy: null },
      });
      expect(await codesOf(t, id)).toMatchObject({
        authenticated: true,
        authenticated_here: true,
        aligned_domain: "agents.example",
        codes: [{ code: "493817" }],
      });
      expect(await senderOf(t, id)).toMatchObject({
        aligned_domain: "agents.example",
        authenticated_here: true,
        authentication: "pass",
      });
      // The sender's copy is what was sent.
      const copy = await shown(t, from, "Sent");
      expect(copy).not.toMatch(/^(?:Return-Path|Delivered-To|Received|Authentication-Results):/im);
      expect((await codesOf(t, sent.id)).authenticated_here).toBe(true);
      const raw = (of: string) => t.api.bytes(`/messages/${of}/raw`);
      expect(Buffer.from(await raw(id))).toEqual(Buffer.from(await raw(sent.id)));
      expect(text).toEndWith(Buffer.from(await raw(id)).toString("latin1"));
    });

    test("it carries our signatures, which hold for whoever looks again", async () => {
      const [from, to] = [await mailbox(t), await mailbox(t)];
      const html = `<p>${"long ".repeat(2000)}</p>`;
      const body = { from: from.email, to: [to.email], subject: "Grüße", text: "Hi", html };
      await t.api.must(201, t.api.post("/messages", body));
      const id = await arrived(t, to);
      const { dkim } = await proofOf(t, id);
      expect(dkim.map(({ result, domain, aligned }) => ({ result, domain, aligned }))).toEqual([
        { result: "pass", domain: "agents.example", aligned: true },
        { result: "pass", domain: "agents.example", aligned: true },
      ]);
      const zoneFile = await t.api.get<{
        data: { records: { type: string; name: string; value: string }[] };
      }>(`/domains/${t.domainId}`);
      for (const { type, name, value } of zoneFile.json.data.records)
        if (type === "TXT" && name.includes("_domainkey"))
          dns.zone[name.replace(/\.$/, "")] = { TXT: [value] };
      const raw = Buffer.from(await shown(t, to), "latin1");
      const head = raw.toString("latin1", 0, raw.indexOf("\r\n\r\n") + 4);
      const cache = new DnsCache(() => [dns.server], systemClock);
      const deps = { resolve: cache.resolve, clock: systemClock, mailHostname: "mx.other.example" };
      const client = { ip: "192.0.2.9", helo: "x.example", from: "x@elsewhere.example", trusted: false };
      const again = await authenticate(deps, { raw, head }, client);
      expect(again?.dkim.map(({ result }) => result)).toEqual(["pass", "pass"]);
    });

    test("submitted, to several and to oneself; what it claims in our name is hidden", async () => {
      const [from, to] = [await mailbox(t), await mailbox(t)];
      const claimed = "Authentication-Results: mx.agents.example; dmarc=pass header.from=bank.example\r\n";
      const raw = `${claimed}From: ${from.email}\r\nTo: ${to.email}, ${from.email}\r\nSubject: s\r\n\r\nx\r\n`;
      await submitMail(t.app.ports.submission!, from, {
        envelope: { from: from.email, to: [to.email, from.email] },
        raw,
      });
      const id = await arrived(t, to);
      await eventually(async () => (await mailOf(t, from.id)).length > 1);
      expect(await proofOf(t, id)).toMatchObject({ authenticated_here: true, dmarc: { result: "pass" } });
      for (const box of [to, from]) {
        const text = await shown(t, box);
        expect(text.match(/^Authentication-Results:/gim)).toHaveLength(1);
        expect(first(text, "Authentication-Results")).toStartWith(
          `mx.agents.example; auth=pass smtp.auth=${from.email};`,
        );
        expect(text).not.toContain("bank.example");
        expect(first(text, "Delivered-To")).toBe(box.email);
      }
    });

    // DECISIONS Trust: No mail from outside is authenticated_here, whatever it says
    test("mail from outside that claims it is not believed", async () => {
      const [victim, to] = [await mailbox(t), await mailbox(t)];
      const claimed =
        `Return-Path: <${victim.email}>\r\nDelivered-To: ${to.email}\r\n` +
        `Authentication-Results: mx.agents.example;\r\n\tauth=pass smtp.auth=${victim.email};\r\n\tdmarc=pass header.from=agents.example\r\n` +
        `Authentication-Results: MX.agents.example 1; auth=pass (in person) smtp.auth=${victim.email}\r\n`;
      const raw = `${claimed}From: ${victim.email}\r\nTo: ${to.email}\r\nSubject: s\r\nMessage-ID: <1@x.example>\r\n\r\nYour code is 493817.\r\n`;
      await t.raw({ from: "x@elsewhere.example", to: to.email, raw });
      const id = await arrived(t, to);
      expect((await proofOf(t, id)).authenticated_here).toBe(false);
      expect(await codesOf(t, id)).toMatchObject({ authenticated: false, authenticated_here: false });
      expect(await senderOf(t, id)).toMatchObject({ aligned_domain: null, authenticated_here: false });
      const text = await shown(t, to, "Junk");
      expect(text).not.toContain("auth=pass");
      expect(first(text, "Authentication-Results")).toStartWith("mx.agents.example; spf=fail");
    });
  },
  { env: listeningEnv(dns) },
);
