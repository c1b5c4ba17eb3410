// What becomes of mail that is sent: remote servers that take, defer, refuse and hang, and addresses of this service.
import { afterAll, expect, test } from "bun:test";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { eachApp, eventually, type SuiteApp } from "../../support/app/app.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { type MxServer, smtpError, startMxServer, type TakenMail } from "../../support/fakes/mx-server.ts";

const dns = await startDns({
  "good.example": { MX: ["10 mx.good.example"] },
  "mx.good.example": { A: ["127.0.0.5"] },
  "slow.example": { MX: ["10 mx.slow.example"] },
  "mx.slow.example": { A: ["127.0.0.6"] },
  "nowhere.example": { MX: ["0 ."] },
});
/** Called before a recipient is answered. */
let onRecipient: (address: string) => void = () => undefined;
/** Grey-listed once, by recipient. */
const seen = new Set<string>();
const good: MxServer = await startMxServer(
  {
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      onRecipient(address);
      const name = address.split("@")[0]!;
      if (name.startsWith("unknown")) return done(smtpError(550, "5.1.1 User unknown"));
      if (name.startsWith("policy")) return done(smtpError(554, "5.7.1 Message rejected by policy"));
      if (name.startsWith("grey") && !seen.has(address)) {
        seen.add(address);
        return done(smtpError(451, "4.7.1 Greylisted, try again later"));
      }
      done();
    },
  },
  { address: "127.0.0.5" },
);
/** Takes connections and says nothing. */
const startSilent = () => Bun.listen({ hostname: "127.0.0.6", port: good.port, socket: { data() {} } });
afterAll(async () => {
  await good.stop();
  await dns.stop();
});

interface Recipient {
  address: string;
  status: string;
  attempts: number;
  response: string | null;
}

function recipientsOf(t: SuiteApp, id: string): Promise<Recipient[]> {
  return t.app.core.database.rows<Recipient & object>(
    "select recipient as address, status, attempts, response from outbound where message_id = $1::uuid order by ordinal",
    [id],
  );
}

async function untilStatuses(t: SuiteApp, id: string, statuses: string[]): Promise<Recipient[]> {
  return eventually(async () => {
    const rows = await recipientsOf(t, id);
    return rows.map(({ status }) => status).join() === statuses.join() && rows;
  });
}

interface Told {
  type: string;
  data: Record<string, unknown>;
}

async function eventsOf(t: SuiteApp, id: string): Promise<Told[]> {
  const rows = await t.app.core.database.rows<Told>(
    "select type, data from events where data->>'message_id' = $1::text order by xid, id",
    [id],
  );
  return rows;
}

const kinds = (events: Told[]) =>
  events.map(({ type, data }) => (data.recipient ? `${type} ${data.recipient}` : type)).sort();

async function makeDue(t: SuiteApp, id: string): Promise<void> {
  await t.app.core.database.values(
    "update outbound set next_attempt_at = now() where message_id = $1::uuid and next_attempt_at is not null returning 1",
    [id],
  );
  t.app.core.actors.feed.pokeAll();
}

eachApp(
  "sending",
  (t) => {
    const send = (fields: Record<string, unknown>) =>
      t.api.must<{ id: string; thread_id: string; rejected: { address: string; reason: string }[] }>(
        201,
        t.api.post("/messages", { subject: "Hello", text: "Hi", ...fields }),
      );

    test("an accepted mail is delivered once, signed, without Bcc", async () => {
      const { email } = await t.address();
      const before = good.mails.length;
      const { id } = await send({
        from: email,
        to: ["ann@good.example"],
        bcc: ["bob@good.example"],
        headers: { "List-Unsubscribe": "<https://x.example/u>" },
      });
      await untilStatuses(t, id, ["delivered", "delivered"]);
      const taken = good.mails.slice(before);
      expect(taken.map((mail: TakenMail) => mail.to)).toEqual([["ann@good.example", "bob@good.example"]]);
      const [mail] = taken;
      expect(mail!.from).toMatch(/^bounces\+[a-z2-7]{42}@agents\.example$/);
      expect(mail!.raw).not.toContain("bob@");
      expect(mail!.raw).toContain("List-Unsubscribe: <https://x.example/u>");
      const records = await t.app.core.database.rows<{ selector: string; dns_value: string }>(
        "select selector, dns_value from domain_keys where domain_id = $1::uuid",
        [t.domainId],
      );
      const verified = await dkimVerify(Buffer.from(mail!.raw, "latin1"), {
        resolver: async (name: string) => {
          const record = records.find(({ selector }) => name === `${selector}._domainkey.agents.example`);
          return record ? [[record.dns_value]] : [];
        },
      } as never);
      const results = (verified as { results: { signingDomain: string; status: { result: string } }[] })
        .results;
      expect(results.map(({ status }) => status.result)).toEqual(["pass", "pass"]);
      expect(kinds(await eventsOf(t, id))).toEqual([
        "message.delivered ann@good.example",
        "message.delivered bob@good.example",
        "message.sent",
      ]);
    });

    test("a process that is not sure to be alive ends no mail, counts no attempt and claims nothing", async () => {
      const { email } = await t.address();
      const { heartbeat, database } = t.app.core;
      const owns = heartbeat.owns.bind(heartbeat);
      const before = good.mails.length;
      const stateOf = async (id: string) => {
        const [row] = await database.values(
          "select claimed_by, attempts, next_attempt_at <= now() from outbound where message_id = $1::uuid",
          [id],
        );
        return row!;
      };
      // It stands still while the server takes its time over the recipient.
      onRecipient = () => {
        heartbeat.owns = () => false;
      };
      const { id } = await send({ from: email, to: ["still@good.example"] });
      await eventually(() => !heartbeat.owns(heartbeat.id));
      await eventually(async () => (await stateOf(id))[0] === null);
      t.app.core.actors.feed.pokeAll();
      expect(await stateOf(id)).toEqual([null, 0, true]);
      expect(good.mails.length).toBe(before);
      onRecipient = () => undefined;
      heartbeat.owns = owns;
      t.app.core.actors.feed.pokeAll();
      const [sent] = await untilStatuses(t, id, ["delivered"]);
      expect(sent).toMatchObject({ attempts: 1 });
      expect(good.mails.length).toBe(before + 1);
    });

    // DECISIONS Events, webhooks, deliveries: message.deferred comes while a recipient's server puts mail off
    test("a deferred mail is tried again, and reported once", async () => {
      const { email } = await t.address();
      const grey = `grey-${t.kind}@good.example`;
      const { id } = await send({ from: email, to: [grey, "now@good.example"] });
      const [deferred] = await untilStatuses(t, id, ["deferred", "delivered"]);
      expect(deferred).toMatchObject({ attempts: 1, response: "451 4.7.1 Greylisted, try again later" });
      seen.delete(grey);
      await makeDue(t, id);
      await eventually(async () => (await recipientsOf(t, id))[0]!.attempts === 2);
      await eventually(async () => {
        await t.app.core.actors.idle();
        const [row] = await t.app.core.database.values(
          "select next_attempt_at - updated_at between interval '70 seconds' and interval '110 seconds' from outbound where message_id = $1::uuid and ordinal = 0",
          [id],
        );
        return row![0] === true;
      });
      await makeDue(t, id);
      await untilStatuses(t, id, ["delivered", "delivered"]);
      expect(kinds(await eventsOf(t, id))).toEqual([
        `message.deferred ${grey}`,
        `message.delivered ${grey}`,
        "message.delivered now@good.example",
        "message.sent",
      ]);
    });

    // DECISIONS Events, webhooks, deliveries: message.bounced and message.failed come for what is refused for good
    test("a permanent refusal bounces; the last one fails the message; an unknown user is suppressed", async () => {
      const { email } = await t.address();
      const { id } = await send({
        from: email,
        to: ["unknown1@good.example", "policy1@good.example", "x@nowhere.example"],
      });
      await untilStatuses(t, id, ["bounced", "bounced", "bounced"]);
      const events = await eventsOf(t, id);
      expect(kinds(events)).toEqual([
        "message.bounced policy1@good.example",
        "message.bounced unknown1@good.example",
        "message.bounced x@nowhere.example",
        "message.failed",
        "message.sent",
      ]);
      const again = await send({ from: email, to: ["Unknown1@good.example", "policy1@good.example"] });
      expect(again.rejected).toEqual([{ address: "Unknown1@good.example", reason: "suppressed" }]);
      const refused = await t.api.post("/messages", { from: email, to: "unknown1@good.example" });
      expect([refused.status, (refused.json as { error: { code: string } }).error.code]).toEqual([
        422,
        "recipient_refused",
      ]);
    });

    // DECISIONS Drafts and sending: Its attempt is unique by the outbound id; no turn spans accounts
    test("a local address gets a mail once, even if its delivery is repeated", async () => {
      const [from, to, hook] = [
        await t.address(),
        await t.address(),
        await t.address({ type: "application" }),
      ];
      const { id } = await send({ from: from.email, to: [to.email, hook.email] });
      await untilStatuses(t, id, ["delivered", "delivered"]);
      // As if the process had died between the receive turn and the outcome.
      await t.app.core.database.values(
        "update outbound set status = 'queued', next_attempt_at = now() where message_id = $1::uuid returning 1",
        [id],
      );
      t.app.core.actors.feed.pokeAll();
      await untilStatuses(t, id, ["delivered", "delivered"]);
      const stored = await t.app.core.database.values(
        "select identity_id::text, state from messages where direction = 'inbound' and identity_id = any($1::uuid[])",
        [[to.id, hook.id]],
      );
      expect(stored.sort()).toEqual(
        [
          [to.id, "received"],
          [hook.id, "spooled"],
        ].sort(),
      );
    });

    test("a silent server delays no other destination", async () => {
      const silent = startSilent();
      const { email } = await t.address();
      const hanging = [];
      for (let n = 0; n < 12; n++) hanging.push(await send({ from: email, to: `h${n}@slow.example` }));
      const { id } = await send({ from: email, to: "quick@good.example" });
      await untilStatuses(t, id, ["delivered"]);
      expect((await recipientsOf(t, hanging[0]!.id))[0]!.status).toBe("queued");
      silent.stop(true);
      for (const { id } of hanging) await untilStatuses(t, id, ["deferred"]);
    });
  },
  { env: { DNS_SERVERS: dns.server }, deps: { mxPort: good.port } },
);
