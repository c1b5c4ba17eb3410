// Mail that routing rules forward outside: as it came, sealed, once, and as its address may send. DECISIONS Domains, pods,
// routing rules; RFC 8617.
import { afterAll, expect, test } from "bun:test";
import { authenticate } from "mailauth";
import { dkimDnsValue, generateDkimKeys, signMail } from "../../../src/outbound/dkim.ts";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, type TestAddress } from "../../support/app/app.ts";
import { refusal } from "../../support/app/refusals.ts";
import { outsideEnv, startDns } from "../../support/fakes/dns.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Rule {
  id: string;
  address: string;
  forward_to?: string[];
}

interface Told {
  message_id: string;
  rule_id: string;
  to: string[];
  rejected: { address: string; reason: string }[];
}

const key = (await generateDkimKeys()).rsa.privateKey;
const dns = await startDns({
  "author.example": { TXT: ["v=spf1 ip4:127.0.0.1 -all"] },
  "_dmarc.author.example": { TXT: ["v=DMARC1; p=reject"] },
  "one._domainkey.author.example": { TXT: [dkimDnsValue(key)] },
  "_dmarc.doubtful.example": { TXT: ["v=DMARC1; p=quarantine"] },
});
const sink = await startSink();
afterAll(() => Promise.all([dns.stop(), sink.stop()]));

const env = {
  ...outsideEnv(dns),
  SMTP_RELAY_URL: sink.url,
};

let n = 0;
const someone = () => `friend${++n}@far.example`;

/** What our own verifier says of a mail as it left; the forwarder's keys are in `dns.zone`. */
async function judged(raw: string) {
  const resolver = async (name: string) => {
    const entry = dns.zone[name.toLowerCase()];
    if (typeof entry === "object" && entry.TXT) return entry.TXT.map((text) => [text]);
    throw Object.assign(new Error(name), { code: "ENOTFOUND" });
  };
  const options = { ip: "127.0.0.1", helo: "x.example", sender: "a@x.example", mta: "far.example", resolver };
  const { arc, dkim } = await authenticate(
    Buffer.from(raw, "latin1"),
    options as Parameters<typeof authenticate>[1],
  );
  return {
    arc: [arc ? arc.status.result : "none", arc ? arc.i : 0],
    dkim: dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result]),
  };
}

eachApp(
  "mail that rules forward",
  (t) => {
    let rules = 0;
    const rule = async (to: TestAddress, forward_to: string[], local_part = `role${++rules}`) =>
      t.api.must<Rule>(
        201,
        t.api.post("/routing-rules", { domain_id: t.domainId, local_part, identity_id: to.id, forward_to }),
      );
    const signed = async (to: string, more = "") => {
      const subject = `S${++n}`;
      const head = `From: Ada <ada@author.example>\r\nTo: ${to}\r\nSubject: ${subject}\r\n${more}`;
      const text = `${head}Message-ID: <${subject}@author.example>\r\n\r\nDear  all,\r\n.\r\n`;
      const signer = { domain: "author.example", selector: "one", privateKey: key };
      return Buffer.from(await signMail(Buffer.from(text), [signer], new Date().toISOString())).toString(
        "latin1",
      );
    };
    const arrive = (to: string, raw: string, from = "ada@author.example") => t.raw({ from, to, raw });
    const left = (to: string) => sink.taken.find((mail) => mail.to.includes(to));
    const told = async (of: Rule, count = 1) =>
      eventually(async () => {
        const { data } = (await t.api.get<PageOf<{ data: Told }>>("/events?type=message.forwarded&limit=200"))
          .json;
        const found = data.map((event) => event.data).filter(({ rule_id }) => rule_id === of.id);
        return found.length >= count ? found : undefined;
      });
    const publish = async () => {
      const { records } = await t.api.must<{ records: { purpose: string; name: string; value: string }[] }>(
        200,
        t.api.get(`/domains/${t.domainId}`),
      );
      for (const { purpose, name, value } of records)
        if (purpose.startsWith("dkim")) dns.zone[name.toLowerCase().replace(/\.$/, "")] = { TXT: [value] };
    };

    // DECISIONS Domains, pods, routing rules: forward_to: mail leaves unchanged below trace fields and an ARC set
    test("leaves as it came, below trace fields and a seal, from an address of ours", async () => {
      await publish();
      const to = await t.address();
      const [friend, other] = [someone(), someone()];
      const made = await rule(to, [
        friend,
        other,
        friend.toUpperCase().replace("FAR.EXAMPLE", "far.example"),
      ]);
      expect(made.forward_to).toContain(friend);
      const listed = (await t.api.get<PageOf<Rule>>("/routing-rules?limit=200")).json.data;
      expect(listed.find(({ id }) => id === made.id)).toEqual(made);
      const raw = await signed(made.address);
      await arrive(made.address, raw);
      const sent = await left(friend);
      expect(sent.raw.endsWith(raw)).toBe(true);
      const added = sent.raw.slice(0, -raw.length);
      expect(added.match(/^[\w-]+(?=:)/gm)).toEqual([
        "ARC-Seal",
        "ARC-Message-Signature",
        "ARC-Authentication-Results",
        "Received",
        "Delivered-To",
        "X-Loop",
      ]);
      expect(added).toContain(`Delivered-To: ${made.address}\r\n`);
      expect(added).toMatch(
        /i=1; mx\.agents\.example;\r\n\tspf=pass smtp\.mailfrom=author\.example;\r\n\tdkim=pass header\.d=author\.example/,
      );
      expect(added).toContain("dmarc=pass");
      expect(sent.from).toMatch(new RegExp(`^bounces\\+[a-z2-7]+@${t.domain}$`));
      expect(await judged(sent.raw)).toEqual({ arc: ["pass", 1], dkim: [["author.example", "pass"]] });
      const [event] = await told(made);
      expect(event!.to).toContain(other);
      expect(event!.rejected).toEqual([]);
      const recipients = await eventually(async () => {
        const { data } = (
          await t.api.get<PageOf<{ email: string; status: string }>>(
            `/messages/${event!.message_id}/recipients`,
          )
        ).json;
        return data.every(({ status }) => status === "delivered") ? data : undefined;
      });
      expect(recipients.length).toBe(event!.to.length);
      // A bounce comes back to the message, and is understood.
      await t.raw({
        from: "",
        to: sent.from,
        raw: bounceOf(friend),
      });
      const bounced = await eventually(async () => {
        const { data } = (
          await t.api.get<PageOf<{ data: Record<string, unknown> }>>("/events?type=message.bounced&limit=200")
        ).json;
        return data.map(({ data }) => data).find(({ recipient }) => recipient === friend);
      });
      expect(bounced).toMatchObject({ message_id: event!.message_id, hard: true });
      // From now on it is suppressed.
      await arrive(made.address, await signed(made.address));
      const [again] = (await told(made, 2)).filter(({ message_id }) => message_id !== event!.message_id);
      expect(again!.rejected).toContainEqual({ address: friend, reason: "suppressed" });
    });

    // DECISIONS Domains, pods, routing rules: forward_to: once for each message and rule
    test("goes on once, whatever comes again, and once for each rule", async () => {
      const to = await t.address();
      const [one, two] = [someone(), someone()];
      const [first, second] = [await rule(to, [one]), await rule(to, [two])];
      const raw = await signed(first.address);
      await Promise.all([arrive(first.address, raw), arrive(first.address, raw), arrive(to.email, raw)]);
      await arrive(first.address, raw);
      await arrive(second.address, raw);
      await left(two);
      await left(one);
      await arrive(second.address, await signed(second.address));
      await sink.taken.count(2, (mail) => mail.to.includes(two));
      expect(sink.mails.filter((mail) => mail.to.includes(one)).length).toBe(1);
      const { data } = (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${to.id}`)).json;
      expect(data.length).toBe(2);
      // The null sender stays.
      const quiet = someone();
      const third = await rule(to, [quiet]);
      await arrive(third.address, `From: a@plain.example\r\nSubject: Away\r\n\r\nAway\r\n`, "");
      expect((await left(quiet)).from).toBe("");
    });

    test("adds its set to a chain: passed, failed, too long", async () => {
      const to = await t.address();
      const hops = [someone(), someone(), someone(), someone(), someone()];
      const made = [];
      for (const hop of hops) made.push(await rule(to, [hop]));
      await arrive(made[0]!.address, await signed(made[0]!.address));
      const first = await left(hops[0]!);
      await arrive(made[1]!.address, first.raw);
      const second = await left(hops[1]!);
      expect(second.raw).toMatch(/^ARC-Seal: i=2;[^:]*cv=pass/);
      expect(await judged(second.raw)).toEqual({ arc: ["pass", 2], dkim: [["author.example", "pass"]] });
      await arrive(made[2]!.address, second.raw.replace("spf=pass", "spf=fail"));
      const third = await left(hops[2]!);
      expect(third.raw).toMatch(/^ARC-Seal: i=3;[^:]*cv=fail/);
      expect((await judged(third.raw)).arc[0]).toBe("fail");
      // A chain that has failed, and one that is full, are not sealed again.
      await arrive(made[3]!.address, third.raw);
      expect((await left(hops[3]!)).raw).toMatch(/^Received: by mx\.agents\.example/);
      const set = (i: number) =>
        `ARC-Seal: i=${i}; a=rsa-sha256; cv=${i === 1 ? "none" : "pass"}; d=x.example; s=x; b=AAAA\r\n` +
        `ARC-Message-Signature: i=${i}; a=rsa-sha256; d=x.example; s=x; h=from; bh=AAAA; b=AAAA\r\n` +
        `ARC-Authentication-Results: i=${i}; x.example; none\r\n`;
      const full = Array.from({ length: 50 }, (_, at) => set(50 - at)).join("");
      await arrive(made[4]!.address, `${full}${await signed(made[4]!.address)}`);
      expect((await left(hops[4]!)).raw).toMatch(/^Received: by mx\.agents\.example/);
    });

    // DECISIONS Domains, pods, routing rules: forward_to: mail that was here before is bounced with 5.4.6
    test("does not go round", async () => {
      const to = await t.address();
      const [friend, other] = [someone(), someone()];
      const made = await rule(to, [friend]);
      await arrive(made.address, await signed(made.address));
      const sent = await left(friend);
      const refused = async (raw: string, of: Rule, why: string) => {
        const before = (await told(of, 0)).length;
        await arrive(of.address, raw);
        const { message_id } = (await told(of, before + 1)).at(-1)!;
        const { data } = await eventually(async () => {
          const page = (
            await t.api.get<PageOf<{ status: string; response: string }>>(
              `/messages/${message_id}/recipients`,
            )
          ).json;
          return page.data[0]?.status === "bounced" ? page : undefined;
        });
        expect(data[0]!.response).toStartWith("5.4.6 not forwarded");
        expect(data[0]!.response).toContain(why);
      };
      await refused(sent.raw, made, "before");
      // Whoever took our fields away is stopped by the count of hops.
      const hops = `${"Received: from a by b; Thu, 1 Jan 2026 00:00:00 +0000\r\n".repeat(100)}`;
      const far = await rule(to, [other]);
      await refused(`${hops}${await signed(far.address)}`, far, "100 times");
      expect(sink.mails.filter((mail) => mail.to.includes(friend)).length).toBe(1);
      expect(sink.mails.some((mail) => mail.to.includes(other))).toBe(false);
    });

    // DECISIONS Domains, pods, routing rules: forward_to: nothing that protection would hold, is spam or waits
    test("goes as its address may send, and nothing goes that is spam or waits", async () => {
      const to = await t.address();
      const [known, unknown] = [someone(), someone()];
      const made = await rule(to, [known, unknown]);
      const protect = (body: object) =>
        t.api.must(200, t.api.call("PUT", `/identities/${to.id}/protection`, body));
      await protect({ outbound: "new_recipients" });
      const list = { direction: "send", list: "allow", entries: [known] };
      await t.api.must(201, t.api.post(`/identities/${to.id}/protection/lists`, list));
      await arrive(made.address, await signed(made.address));
      const [event] = await told(made);
      expect(event).toMatchObject({ to: [known], rejected: [{ address: unknown, reason: "protection" }] });
      await left(known);
      // Nothing leaves while every send waits for a person.
      await protect({ outbound: "all" });
      await arrive(made.address, await signed(made.address));
      expect((await told(made, 2)).at(-1)).toMatchObject({ to: [] });
      // What waits itself is forwarded once it is let in.
      await protect({ outbound: "new_recipients", inbound: "new_senders" });
      await arrive(made.address, await signed(made.address));
      const review = await eventually(
        async () =>
          (await t.api.get<PageOf<{ id: string }>>(`/reviews?identity_id=${to.id}&status=pending`)).json
            .data[0],
      );
      expect((await told(made, 2)).length).toBe(2);
      await t.api.must(200, t.api.post(`/reviews/${review.id}/approve`, {}));
      await sink.taken.count(2, (mail) => mail.to.includes(known));
      expect((await told(made, 3)).length).toBe(3);
      const trail = (
        await t.api.get<PageOf<{ action: string }>>(
          `/threads/${(await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${event!.message_id}`))).thread_id}/audit`,
        )
      ).json.data;
      expect(trail.map(({ action }) => action)).toContain("forwarded");
      await protect({});
      // DMARC asks for quarantine; a send policy; a rule that is switched off.
      await arrive(
        made.address,
        "From: a@doubtful.example\r\nSubject: Spam\r\n\r\nx\r\n",
        "a@doubtful.example",
      );
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { send_policy: "list" }));
      await arrive(made.address, await signed(made.address));
      expect((await told(made, 4)).at(-1)!.rejected).toEqual(
        [known, unknown].map((address) => ({ address, reason: "send_policy" })),
      );
      await t.api.must(200, t.api.patch(`/identities/${to.id}`, { send_policy: "open" }));
      await t.api.must(200, t.api.patch(`/routing-rules/${made.id}`, { status: "disabled" }));
      expect((await told(made, 4)).length).toBe(4);
    });

    // DECISIONS Domains, pods, routing rules: forward_to: at most 10 addresses outside this service, with identity_id
    test("leads outside, from an address that may send, to at most ten", async () => {
      const to = await t.address();
      const hook = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { url: "http://127.0.0.1:9/hook" }),
      );
      const post = (forward_to: unknown, more: object = {}, api: Api = t.api) => {
        const body = { domain_id: t.domainId, local_part: "never", identity_id: to.id, forward_to, ...more };
        return refusal(api.post("/routing-rules", body));
      };
      const invalid: [number, string] = [400, "validation_error"];
      expect(await post([`somebody@${t.domain}`])).toEqual(invalid);
      expect(await post(["no address"])).toEqual(invalid);
      expect(await post([])).toEqual(invalid);
      expect(await post(Array.from({ length: 11 }, someone))).toEqual(invalid);
      expect(await post([someone()], { identity_id: null, webhook_id: hook.id })).toEqual(invalid);
      expect(await post([someone()], { identity_id: crypto.randomUUID() })).toEqual([404, "not_found"]);
    });

    test("of an address of this service is signed for its author", async () => {
      const [to, author] = [await t.address(), await t.address()];
      const friend = someone();
      const made = await rule(to, [friend]);
      await t.api.must(
        201,
        t.api.post("/messages", { from: author.email, to: made.address, subject: "Inside", text: "Hello" }),
      );
      const { arc, dkim } = await judged((await left(friend)).raw);
      expect(arc).toEqual(["pass", 1]);
      expect(dkim).toEqual([
        [t.domain, "pass"],
        [t.domain, "pass"],
      ]);
    });
  },
  { env },
);

function bounceOf(recipient: string): string {
  const part = (type: string, ...lines: string[]) => ["--b", `Content-Type: ${type}`, "", ...lines];
  return [
    ...["From: MAILER-DAEMON@far.example", "Subject: Undelivered"],
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    ...part("text/plain", "No such user"),
    ...part("message/delivery-status", "Reporting-MTA: dns; far.example", ""),
    ...[`Final-Recipient: rfc822; ${recipient}`, "Action: failed", "Status: 5.1.1"],
    ...["Diagnostic-Code: smtp; 550 5.1.1 User unknown", "", "--b--", ""],
  ].join("\r\n");
}
