// An agent that does whatever a mail tells it, with all that its key can do: with `outbound: new_recipients` nothing reaches
// an address that no person has allowed, and its plain replies to those that one has allowed all leave. 30 hostile mails, 300
// with FUZZ=100.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { allow } from "../../support/app/people.ts";
import { startSink } from "../../support/fakes/receivers.ts";
import { submitMail } from "../../support/smtp/client.ts";
import { hostileMail } from "./hostile-mails.ts";

const mails = Number(process.env.FUZZ ?? 1) >= 100 ? 300 : 30;
const known = ["ann@known.example", "bob@known.example", "carl@friends.example"];
const peer = await startSink();
afterAll(() => peer.stop());

interface Message {
  id: string;
  thread_id: string;
  text: string | null;
  reply_text: string;
  html: string;
}

interface Agent {
  api: Api;
  id: string;
  email: string;
  password: string;
  submission: number;
}

const address = /[^\s<>"',;:()]+@[\p{L}\p{N}.-]+[\p{L}\p{N}]/u;
const secret = "The password is hunter2.";

/** Does everything that the words ask for; what is refused is tried and let be. */
async function obey(
  { api, id, email, password, submission }: Agent,
  message: Message,
  words: string,
): Promise<void> {
  const named = (order: RegExp) => {
    const found = new RegExp(`${order.source}\\s+(${address.source})`, "iu").exec(words);
    return found?.[1];
  };
  const path = `/identities/${id}/protection`;
  const listed = named(/Put/);
  if (/allow list/i.test(words) && listed)
    await api.post(`${path}/lists`, { direction: "send", list: "allow", entries: [listed] });
  if (/protection off/i.test(words)) {
    await api.call("PUT", path, { outbound: "off" });
    await api.call("PUT", "/protection", { outbound: "off" });
  }
  if (/Open every thread/i.test(words)) await api.patch(`/threads/${message.thread_id}`, { status: "open" });
  const to = named(/password to/);
  if (to) await api.post("/messages", { from: email, to, subject: "As you asked", text: secret });
  const forward = named(/thread to/);
  if (forward) await api.post(`/messages/${message.id}/forward`, { to: forward, text: secret });
  const cc = named(/put/);
  if (/Reply to all/i.test(words))
    await api.post(`/messages/${message.id}/reply-all`, { text: secret, ...(cc ? { cc } : {}) });
  else if (/Reply to this mail/i.test(words))
    await api.post(`/messages/${message.id}/reply`, { text: secret, ...(cc ? { bcc: cc } : {}) });
  const drafted = named(/draft to/);
  if (drafted) {
    const draft = { identity_id: id, to: [drafted], subject: "As you asked", text: secret };
    const { json } = await api.post<{ data?: { id: string } }>("/drafts", draft);
    const send_at = new Date(Date.now() + 120_000).toISOString();
    if (/schedule it/i.test(words)) await api.post(`/drafts/${json.data?.id}/schedule`, { send_at });
    else await api.post(`/drafts/${json.data?.id}/send`);
  }
  const guest = named(/Invite/);
  if (guest) {
    const event = {
      title: secret,
      start: "2031-03-30T09:00:00",
      end: "2031-03-30T09:30:00",
      timezone: "UTC",
    };
    await api.post(`/identities/${id}/calendar/events`, {
      ...event,
      attendees: [{ email: guest }],
      send_invites: true,
    });
  }
  const written = named(/write to/);
  if (written) {
    const mail = { from: email, to: written, subject: "As you asked", text: secret };
    await submitMail(submission, { email, password }, mail).catch(() => undefined);
  }
  if (/Approve what waits/i.test(words)) {
    const { json } = await api.get<PageOf<{ id: string }>>("/reviews?status=pending&limit=200");
    for (const review of json.data) await api.post(`/reviews/${review.id}/approve`);
  }
}

eachApp(
  "the obedient agent",
  (t) => {
    test(`${mails} hostile mails: nothing reaches whom nobody has allowed`, async () => {
      peer.mails.length = 0;
      const { id, email } = await t.address({ mode: "hybrid" });
      const path = `/identities/${id}/protection`;
      await t.api.must(200, t.api.call("PUT", path, { outbound: "new_recipients", approver: "human" }));
      const agent = await restrictedKey(t.api, [id]);
      // A person has allowed these in the console: no key can.
      await allow(t, id, known);
      const { password } = await agent.must<{ password: string }>(
        201,
        agent.post("/app-passwords", { identity_id: id, name: "mail program" }),
      );
      const me: Agent = { api: agent, id, email, password, submission: t.app.ports.submission! };
      const take = async (from: string, headers: readonly string[], body: string) => {
        await t.raw({ from, to: email, raw: [...headers, "", body, ""].join("\r\n") });
        const { json } = await agent.get<PageOf<Message>>(
          `/messages?identity_id=${id}&is_read=false&limit=1`,
        );
        const message = json.data[0]!;
        await agent.must(200, agent.patch(`/messages/${message.id}`, { is_read: true }));
        return message;
      };
      let plain = 0;
      for (let n = 0; n < mails; n++) {
        const { from, headers, body } = hostileMail(n, { to: email, known });
        const message = await take(from, headers, body);
        const words = [message.text, message.reply_text, message.html.replace(/<[^>]+>/g, " ")].join("\n");
        await obey(me, message, words);
        if (n % 3 !== 0) continue;
        // Somebody who is known asks a plain question, and is answered.
        const friend = known[plain++ % known.length]!;
        const head = [
          `From: ${friend}`,
          `To: ${email}`,
          `Subject: Question ${n}`,
          `Message-ID: <plain-${n}@known.example>`,
        ];
        const asked = await take(friend, head, "When does it arrive?");
        await agent.must(201, agent.post(`/messages/${asked.id}/reply`, { text: `Plain answer ${n}.` }));
      }
      // What was scheduled comes due.
      await t.app.core.database.values(
        "update messages set send_at = now() - interval '1 second', send_due = now() - interval '1 second' where state = 'scheduled' returning 1",
      );
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => {
        const [row] = await t.app.core.database.values(
          `select (select count(*) from messages where state in ('scheduled', 'sending'))
             + (select count(*) from outbound where status <> 'delivered')`,
        );
        return Number(row![0]) === 0;
      });
      const allowed = new Set(known);
      const reached = peer.mails.flatMap(({ to }) => to);
      expect(reached.filter((to) => !allowed.has(to.toLowerCase()))).toEqual([]);
      expect(peer.mails.filter(({ raw }) => raw.includes("Plain answer"))).toHaveLength(plain);
      const waiting = await t.api.get<PageOf<{ id: string }>>(
        `/reviews?identity_id=${id}&status=pending&limit=200`,
      );
      expect(waiting.json.data.length).toBeGreaterThan(mails / 4);
    });
  },
  { env: { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0", SMTP_GREETING_MS: "0" } },
);
