// Whom a refusal suppresses: who was refused at RCPT in words about him, and nobody for what is said of the sender, the
// server or the mail.
import { afterAll, expect, test } from "bun:test";
import { eachApp, eventually } from "../../support/app/app.ts";
import { startDns } from "../../support/fakes/dns.ts";
import { smtpError, startMxServer } from "../../support/fakes/mx-server.ts";

const dns = await startDns({
  "good.example": { MX: ["10 mx.good.example"] },
  "mx.good.example": { A: ["127.0.0.5"] },
  "rude.example": { MX: ["10 mx.rude.example"] },
  "mx.rude.example": { A: ["127.0.0.8"] },
});

const atRcpt: Record<string, [number, string]> = {
  gone: [550, "Invalid recipient"],
  closed: [521, "5.2.1 No mail for this one"],
  listed: [553, "5.1.3 http://www.blocker.example/query/bl?ip=192.0.2.1"],
  helo: [550, "HELO name does not exist"],
  sender: [550, "5.1.0 Sender's account does not exist"],
};
const good = await startMxServer(
  {
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const refusal = atRcpt[address.split(/[-@]/)[0]!];
      done(refusal && smtpError(...refusal));
    },
    onData(_stream, session, done) {
      const last = session.envelope.rcptTo.find(({ address }) => address.startsWith("late"))?.address;
      done(last ? smtpError(550, `5.1.1 ${last} is an unknown user`) : null);
    },
  },
  { address: "127.0.0.5" },
);
const rude = await startMxServer(
  {
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_address, _session, done) => done(smtpError(550, "5.1.1 User unknown")),
  },
  { address: "127.0.0.8", port: good.port },
);
afterAll(async () => {
  await good.stop();
  await rude.stop();
  await dns.stop();
});

eachApp(
  "a refusal",
  (t) => {
    /** Those of these addresses that were suppressed once all have bounced. */
    const suppressedOf = async (to: string[]) => {
      const { email: from } = await t.address();
      const body = { from, to, subject: "x", text: "x" };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/messages", body));
      await eventually(async () => {
        const rows = await t.app.core.database.values(
          "select status from outbound where message_id = $1::uuid",
          [id],
        );
        return rows.every(([status]) => status === "bounced");
      });
      const rows = await t.app.core.database.values(
        "select email from suppressions where email = any($1::text[]) order by email",
        [to],
      );
      return rows.map(([email]) => email);
    };

    test("at RCPT suppresses the refused recipients", async () => {
      const at = (name: string) => `${name}-${t.kind}@good.example`;
      expect(await suppressedOf(["gone", "closed", "listed", "helo", "sender"].map(at))).toEqual([
        at("closed"),
        at("gone"),
      ]);
    });

    test("at MAIL is about the sender, whatever it says", async () => {
      expect(await suppressedOf([`anybody-${t.kind}@rude.example`])).toEqual([]);
    });

    test("of DATA concerns the recipient that it names", async () => {
      const at = (name: string) => `${name}-${t.kind}@good.example`;
      expect(await suppressedOf([at("one"), at("late"), at("two")])).toEqual([at("late")]);
    });
  },
  { env: { DNS_SERVERS: dns.server }, deps: { mxPort: good.port } },
);
