// The whole service against mail servers that other people wrote: Debian's Postfix and Exim behind a local DNS server, and
// Postfix as relay with login. What GET /messages/{id}/recipients and /events say of it. Skips, saying why, without them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import type { PageOf } from "../support/app/api.ts";
import { eventually, ShiftedClock, startTestApp, type TestApp } from "../support/app/app.ts";
import { type TempStore, tempStore } from "../support/app/database.ts";
import { freePort } from "../support/app/ports.ts";
import { makeCertificate } from "../support/fakes/certificate.ts";
import { startDns } from "../support/fakes/dns.ts";
import { eximMissing, startExim } from "../support/fakes/exim.ts";
import {
  type Mta,
  postfixMissing,
  startPolicyServer,
  startPostfix,
  startSaslServer,
} from "../support/fakes/mta.ts";
import { askOpendkim, opendkimMissing } from "../support/fakes/opendkim.ts";

const missing = postfixMissing() ?? eximMissing();
if (missing) process.stderr.write(`the whole service against Postfix and Exim: skipped, ${missing}\n`);

const [postfixAt, eximAt, brokenAt] = ["127.0.0.5", "127.0.0.6", "127.0.0.7"] as const;

describe.skipIf(missing !== null)("mail to Postfix and Exim", () => {
  const clock = new ShiftedClock();
  const stops: (() => unknown)[] = [];
  let store: TempStore;
  let t: TestApp;
  let postfix: Mta;
  let from: string;
  let relayed: string;
  let misrelayed: string;

  beforeAll(async () => {
    const port = await freePort(postfixAt, eximAt, brokenAt);
    const submissionPort = await freePort(postfixAt);
    const dns = await startDns({
      "far.example": { MX: ["10 mx.far.example"] },
      "mx.far.example": { A: [postfixAt] },
      "exim.example": { MX: ["10 mx.exim.example"] },
      "mx.exim.example": { A: [eximAt] },
      "broken.example": { MX: ["10 mx.broken.example"] },
      "mx.broken.example": { A: [brokenAt] },
      "down.example": { MX: ["10 mx.down.example"] },
      "mx.down.example": { A: ["127.0.0.9"] },
    });
    const certificate = makeCertificate("mx.far.example", "mx.exim.example", postfixAt);
    const [policy, sasl] = [await startPolicyServer(), await startSaslServer("us@er", "p:ss")];
    stops.push(dns.stop, policy.stop, sasl.stop);
    postfix = await startPostfix({
      address: postfixAt,
      port,
      submissionPort,
      domain: "far.example",
      certificate,
      policy: policy.at,
      sasl: sasl.at,
    });
    stops.push(postfix.stop);
    const exim = await startExim({ address: eximAt, port, domain: "exim.example", certificate });
    stops.push(exim.stop);
    const broken = await startExim({
      address: brokenAt,
      port,
      domain: "broken.example",
      certificate,
      brokenTls: true,
    });
    stops.push(broken.stop);
    store = await tempStore(process.env.POSTROOM_TEST_DATABASE_URL ? "postgres" : "embedded");
    const relay = (password: string) => `smtp://us%40er:${password}@${postfixAt}:${submissionPort}`;
    t = await startTestApp(store, {
      clock,
      deps: { mxPort: port },
      env: {
        DNS_SERVERS: dns.server,
        SMTP_RELAY_DOMAINS: `relayed.example=${relay("p%3Ass")},misrelayed.example=${relay("wrong")}`,
      },
    });
    from = await addressAt(t.domainId);
    relayed = await addressAt(await addDomain("relayed.example"));
    misrelayed = await addressAt(await addDomain("misrelayed.example"));
  }, 300_000);

  afterAll(async () => {
    await t?.stop(500);
    await store?.dispose();
    for (const stop of stops.reverse()) await stop();
  });

  async function addDomain(domain: string): Promise<string> {
    return (await t.api.must<{ id: string }>(201, t.api.post("/domains", { domain }))).id;
  }

  async function addressAt(domainId: string): Promise<string> {
    const body = { domain_id: domainId, local_part: "ann" };
    return (await t.api.must<{ email: string }>(201, t.api.post("/identities", body))).email;
  }

  async function send(fields: Record<string, unknown>): Promise<string> {
    const body = { from, subject: "Grüße", text: "Hallo, wie geht's?\n", ...fields };
    return (await t.api.must<{ id: string }>(201, t.api.post("/messages", body))).id;
  }

  interface Recipient {
    address: string;
    status: string;
    attempts: number;
    response: string | null;
  }

  /** Waits until no recipient is as it was at first, or as `not`. */
  async function outcome(id: string, not = "queued"): Promise<Recipient[]> {
    return eventually(async () => {
      const { data } = (await t.api.get<PageOf<Recipient>>(`/messages/${id}/recipients`)).json;
      return data.every(({ status }) => status !== "queued" && status !== not) && data;
    });
  }

  /** What was told of a message, in no order. */
  async function told(id: string): Promise<string[]> {
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const page = (
        await t.api.get<PageOf<{ type: string; data: Record<string, string> }>>(`/events?limit=200${cursor}`)
      ).json;
      for (const { type, data } of page.data)
        if (data.message_id === id) found.push([type, data.recipient ?? ""].join(" ").trim());
      if (!page.has_more) return found.sort();
      cursor = `&cursor=${encodeURIComponent(page.next_cursor!)}`;
    }
  }

  const isTold = (id: string, events: string[]) =>
    eventually(async () => (await told(id)).join() === events.toSorted().join());

  test("delivered: signed with both keys, as mailauth and opendkim see it", async () => {
    const { id: draft } = await t.api.must<{ id: string }>(
      201,
      t.api.post("/drafts", {
        identity_id: (await t.api.get<PageOf<{ id: string; email: string }>>("/identities")).json.data.find(
          ({ email }) => email === from,
        )!.id,
        to: ["b@far.example"],
        subject: "Grüße 山田",
        text: `.\n..dots\nFrom here ${"lang ".repeat(300)}`,
        html: "<p>Grüße</p>",
      }),
    );
    await t.api.must(
      201,
      t.api.post("/attachments", {
        draft_id: draft,
        filename: "ü.bin",
        content_type: "application/octet-stream",
        content_base64: Buffer.from(crypto.getRandomValues(new Uint8Array(3000))).toString("base64"),
      }),
    );
    const { id } = await t.api.must<{ id: string }>(202, t.api.post(`/drafts/${draft}/send`));
    const before = postfix.inbox().length;
    expect(await outcome(id)).toMatchObject([{ address: "b@far.example", status: "delivered", attempts: 1 }]);
    await isTold(id, ["message.sent", "message.delivered b@far.example"]);
    const stored = await eventually(async () => postfix.inbox().find((mail) => mail.includes(id)));
    expect(postfix.inbox().length).toBeLessThanOrEqual(before + 1);
    const raw = Buffer.from(
      stored.slice(stored.indexOf("DKIM-Signature:")).replaceAll("\n", "\r\n"),
      "latin1",
    );
    const domain = await t.api.must<{ records: { name: string; value: string; purpose: string }[] }>(
      200,
      t.api.get(`/domains/${t.domainId}`),
    );
    const keys = domain.records.filter(({ purpose }) => purpose === "dkim");
    const { results } = (await dkimVerify(raw, {
      resolver: async (name: string) => {
        const key = keys.find((record) => record.name === name);
        return key ? [[key.value]] : [];
      },
    } as never)) as { results: { status: { result: string } }[] };
    expect(results.map(({ status }) => status.result)).toEqual(["pass", "pass"]);
    if (opendkimMissing()) return;
    const verdict = await askOpendkim(raw, keys);
    expect(verdict).toMatch(/dkim=pass[^\n]*header\.a=rsa-sha256/);
    expect(verdict).toMatch(/dkim=pass[^\n]*header\.a=ed25519-sha256/);
  });

  test("greylisted: deferred, told once, delivered at the next try", async () => {
    const id = await send({ to: "grey@far.example" });
    expect(await outcome(id)).toMatchObject([{ status: "deferred", attempts: 1 }]);
    clock.advance(100_000);
    const [recipient] = await outcome(id, "deferred");
    expect(recipient).toMatchObject({ status: "delivered", attempts: 2 });
    await isTold(id, [
      "message.sent",
      "message.deferred grey@far.example",
      "message.delivered grey@far.example",
    ]);
  });

  test("refused at RCPT: bounced and suppressed, the others get it; refused at DATA: bounced and failed", async () => {
    const id = await send({ to: ["gone@far.example", "b@far.example", "gone@exim.example"] });
    expect((await outcome(id)).map(({ status }) => status)).toEqual(["bounced", "delivered", "bounced"]);
    await isTold(id, [
      "message.sent",
      "message.bounced gone@far.example",
      "message.bounced gone@exim.example",
      "message.delivered b@far.example",
    ]);
    const { data } = (await t.api.get<PageOf<{ email: string }>>("/suppressions")).json;
    expect(data.map(({ email }) => email).sort()).toEqual(["gone@exim.example", "gone@far.example"]);
    for (const to of ["b@far.example", "b@exim.example"]) {
      const refused = await send({ to, subject: "refuse at data" });
      const [recipient] = await outcome(refused);
      expect(recipient!.status).toBe("bounced");
      expect(recipient!.response).toMatch(/^550 5\.7\.1 /);
      await isTold(refused, ["message.sent", `message.bounced ${to}`, "message.failed"]);
    }
  });

  test("a slow server is waited for; broken TLS: plain text, and that is said", async () => {
    const [slow, broken] = [await send({ to: "slow@exim.example" }), await send({ to: "b@broken.example" })];
    expect(await outcome(slow)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    const [recipient] = await outcome(broken);
    expect(recipient).toMatchObject({ status: "delivered", attempts: 1 });
    expect(recipient!.response).toContain("sent without TLS: ");
  });

  test("a relay with login takes it over TLS; one that refuses the login lets it wait", async () => {
    const id = await send({ from: relayed, to: "x@elsewhere.example" });
    expect(await outcome(id)).toMatchObject([{ status: "delivered" }]);
    const waiting = await send({ from: misrelayed, to: "x@elsewhere.example" });
    const [recipient] = await outcome(waiting);
    expect(recipient!.status).toBe("deferred");
    expect(recipient!.response).toContain("535");
    await isTold(waiting, ["message.sent", "message.deferred x@elsewhere.example"]);
  });

  test("nobody there: deferred, and bounced when two days are over", async () => {
    const id = await send({ to: "x@down.example" });
    expect(await outcome(id)).toMatchObject([{ status: "deferred", attempts: 1 }]);
    clock.advance(49 * 3_600_000);
    expect(await outcome(id, "deferred")).toMatchObject([{ status: "bounced", attempts: 2 }]);
    await isTold(id, [
      "message.sent",
      "message.deferred x@down.example",
      "message.bounced x@down.example",
      "message.failed",
    ]);
    expect(t.trouble.filter(({ level }) => level === "error")).toEqual([]);
  });
});
