// Mail of the service to people: what opens something never goes to an address of this server, nobody is told of reviews who
// has not said yes, and all of it is bounded. DECISIONS Mail of the service.
import { afterAll, expect, test } from "bun:test";
import { announcePorts } from "../../src/app/ports.ts";
import { consoleLink } from "../../src/cli/console-link.ts";
import { unwatched } from "../../src/cli/context.ts";
import type { Api, PageOf } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { colleague, enter } from "./colleagues.ts";
import { protectedAddress } from "./protected.ts";

const page = "/console/settings/members";
const clock = new ShiftedClock();
const peer = await startSink({
  onRcptTo({ address }, _session, done) {
    if (!address.endsWith("@moving.example")) return done();
    done(Object.assign(new Error("later"), { responseCode: 450 }));
  },
});
afterAll(() => peer.stop());
let n = 0;
const far = () => `reviewer${++n}@far.example`;
const words = (raw: string) => raw.replace(/=\r\n/g, "").replaceAll("=3D", "=");
const day = 24 * 3_600_000;

eachApp(
  "mail of the service",
  (t) => {
    const mailsTo = (email: string) => peer.mails.filter(({ to }) => to.includes(email));
    const textsIn = async (id: string) =>
      (
        await t.api.get<PageOf<{ text: string; subject: string }>>(
          `/messages?identity_id=${id}&is_read=false&limit=200`,
        )
      ).json.data;
    const hold = (agent: Api, from: string) =>
      agent.must<{ review_id: string }>(
        202,
        agent.post("/messages", {
          from,
          to: "victim@far.example",
          subject: "Click evil.example",
          text: "Buy!",
        }),
      );
    const questionTo = async (email: string, count = 1) => {
      const mails = await peer.taken.count(count, ({ to }) => to.includes(email));
      return {
        raw: words(mails.at(-1)!.raw),
        path: /\/console\/reviewer\?token=\w+/.exec(words(mails.at(-1)!.raw))?.[0],
      };
    };
    /** No mail to anybody waits to be sent. */
    const settled = async () => {
      await t.app.core.actors.idle();
      await eventually(async () => {
        const [row] = await t.app.core.database.values(
          `select (select count(*) from outbound where status = 'queued')::int + (select count(*) from reviewer_consents where ask_at is not null)::int
             + (select count(*) from reviews where notify_at is not null)::int`,
        );
        return row![0] === 0;
      });
    };

    // DECISIONS Mail of the service: What opens something goes to no address of this server; who has one reads how to sign in
    test("a sign-in link is not mailed to an address of this server; how to get in is", async () => {
      const admin = await colleague(t, "owner");
      const here = await t.address();
      await t.api.must(
        201,
        t.api.post("/routing-rules", { domain_id: t.domainId, local_part: "boss", identity_id: here.id }),
      );
      for (const email of [here.email, `boss@${t.domain}`]) {
        await admin.browser.get(page);
        await admin.browser.submit("/console/members", { email, role: "reviewer" });
        const browser = new Browser(t.api.base);
        await browser.get("/console/login");
        await browser.submit("/console/login", { email });
        expect(browser.text).toContain("postroom console-link");
      }
      const mails = await eventually(async () => {
        const found = await textsIn(here.id);
        return found.length >= 2 ? found : null;
      });
      for (const { text } of mails) {
        expect(text).toContain("postroom console-link");
        expect(text).not.toContain("token=");
      }
      const [row] = await t.app.core.database.values(
        "select count(*)::int from sign_in_links where owner_email = $1::text",
        [here.email],
      );
      // The invitation's alone.
      expect(row![0]).toBe(1);
    });

    // DECISIONS Mail of the service: An invitation of such a person is shown once; console-link signs them in
    test("an invitation of such a person is shown once to who made it, and signs them in", async () => {
      const admin = await colleague(t, "owner");
      const here = await t.address();
      await admin.browser.get(page);
      await admin.browser.submit("/console/members", { email: here.email, role: "reviewer" });
      expect(admin.browser.text).toContain("shown this once");
      expect(admin.browser.text).toContain(`postroom console-link ${here.email}`);
      const link = /\/console\/sign-in\?token=\w+/.exec(admin.browser.text)![0];
      await admin.browser.get(page);
      expect(admin.browser.text).not.toContain("token=");
      await settled();
      expect(await textsIn(here.id)).toEqual([]);
      const person = new Browser(t.api.base);
      await person.get(link);
      await person.submit("/console/sign-in");
      expect(person.at).toBe("/console/mail/needs");
      // Whoever is there and has no passkey gets in by the operator's command.
      announcePorts(t.config, t.app.ports);
      const printed = await consoleLink.run(
        t.app.core,
        { positionals: [here.email], options: {} },
        unwatched,
      );
      const again = new Browser(t.api.base);
      await again.get(/\/console\/sign-in\?token=\w+/.exec(printed.stdout)![0]);
      await again.submit("/console/sign-in");
      expect(again.at).toBe("/console/mail/needs");
      // As a reviewer they are told, by words that open nothing.
      const { agent, email } = await protectedAddress(t, { reviewers: [here.email] });
      await hold(agent, email);
      const [notice] = await eventually(async () => {
        const found = await textsIn(here.id);
        return found.length > 0 ? found : null;
      });
      expect(notice!.text).toContain("/console/reviews");
      expect(notice!.text).not.toContain("token=");
    });

    // DECISIONS Mail of the service: Who is named as a reviewer outside is asked once, without a foreign word, and told after a yes
    test("who is named outside gets one question without a foreign word, and no notice before a yes", async () => {
      const reviewer = far();
      const { agent, email } = await protectedAddress(t, { reviewers: [reviewer] });
      const { raw, path } = await questionTo(reviewer);
      for (const foreign of [email, "evil", "Buy"]) expect(raw).not.toContain(foreign);
      for (let one = 0; one < 3; one++) await hold(agent, email);
      await protectedAddress(t, { reviewers: [reviewer] });
      await settled();
      expect(mailsTo(reviewer)).toHaveLength(1);
      const browser = new Browser(t.api.base);
      await browser.get(path!);
      await browser.get(path!);
      expect([browser.status, mailsTo(reviewer).length]).toEqual([200, 1]);
      await browser.submit("/console/reviewer", { answer: "yes" });
      expect(browser.status).toBe(200);
      const mails = await peer.taken.count(2, ({ to }) => to.includes(reviewer));
      const notice = words(mails[1]!.raw);
      // What has waited: the address, a count and links; nothing that the agent wrote.
      expect(notice).toContain(`3 mails wait for a person at ${email}.`);
      expect(notice.match(/\/console\/review\?token=/g)).toHaveLength(3);
      for (const foreign of ["victim", "evil", "Buy"]) expect(notice).not.toContain(foreign);
      await hold(agent, email);
      await peer.taken.count(3, ({ to }) => to.includes(reviewer));
      await browser.get(path!);
      expect(browser.status).toBe(410);
    });

    // DECISIONS Mail of the service: After a no never, after 30 days of silence once more
    test("a no is a no, and silence is asked again after thirty days", async () => {
      const [no, silent] = [far(), far()];
      const { agent, email } = await protectedAddress(t, { reviewers: [no, silent] });
      const { path } = await questionTo(no);
      const { path: first } = await questionTo(silent);
      const browser = new Browser(t.api.base);
      await browser.get(path!);
      await browser.submit("/console/reviewer", { answer: "no" });
      await hold(agent, email);
      await settled();
      clock.advance(31 * day);
      await hold(agent, email);
      const { path: second } = await questionTo(silent, 2);
      await settled();
      expect([mailsTo(no).length, mailsTo(silent).length]).toEqual([1, 2]);
      await browser.get(first!);
      expect(browser.status).toBe(410);
      await browser.get(second!);
      expect(browser.status).toBe(200);
    });

    // DECISIONS Mail of the service: People of the account need not be asked
    test("people of the account, and who has decided by a link before, need not be asked", async () => {
      const { email: member } = await colleague(t, "reviewer");
      const { agent, email } = await protectedAddress(t, { reviewers: [member] });
      await hold(agent, email);
      const [mail] = await peer.taken.count(1, ({ to }) => to.includes(member));
      expect(words(mail!.raw)).toContain("/console/review?token=");
      // Somebody who was invited, and has not come, is no member.
      const invited = far();
      const owner = await enter(t);
      await owner.get(page);
      await owner.submit("/console/members", { email: invited, role: "reviewer" });
      await protectedAddress(t, { reviewers: [invited] });
      const mails = await peer.taken.count(2, ({ to }) => to.includes(invited));
      expect(mails.map(({ raw }) => words(raw).includes("/console/reviewer?token="))).toEqual([false, true]);
    });

    test("who has noreply@ reads nothing of what the service writes, and writes nothing into it", async () => {
      clock.advance(day);
      const email = `noreply@${t.domain}`;
      const [made] = (await t.api.get<PageOf<{ id: string }>>(`/identities?email=${email}`)).json.data;
      if (made) await t.api.must(204, t.api.delete(`/identities/${made.id}`));
      const { id } = await t.address({ local_part: "noreply", type: "human", display_name: "Buy!" });
      const reviewer = far();
      await protectedAddress(t, { reviewers: [reviewer] });
      const { raw, path } = await questionTo(reviewer);
      expect(path).toBeDefined();
      expect(raw).not.toContain("Buy!");
      await settled();
      // Events stand in the list once what was begun before them has ended.
      const sent = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ data: { message_id: string } }>>(
          `/events?identity_id=${id}&type=message.sent`,
        );
        return json.data.length > 0 && json.data;
      });
      for (const { data } of sent)
        for (const part of ["", "/raw", "/parts"])
          expect((await t.api.get(`/messages/${data.message_id}${part}`)).status).toBe(404);
      const folders = await t.api.get<PageOf<{ total: number }>>(`/mailboxes?identity_id=${id}`);
      expect(folders.json.data.map(({ total }) => total).filter((total) => total > 0)).toEqual([]);
      for (const path of [`/threads?identity_id=${id}`, `/messages?identity_id=${id}`])
        expect((await t.api.get<PageOf<unknown>>(path)).json.data).toEqual([]);
    });

    test("what waits for a server elsewhere does not come in when its recipient's domain is one here", async () => {
      clock.advance(day);
      const email = "lee@moving.example";
      await protectedAddress(t, { reviewers: [email] });
      const row = (status: string) =>
        eventually(async () => {
          const [found] = await t.app.core.database.values(
            "select id, response from outbound where recipient = $1::text and status = $2::text",
            [email, status],
          );
          return found;
        });
      const [id] = (await row("deferred")) as [string];
      await t.api.must(201, t.api.post("/domains", { domain: "moving.example" }));
      const here = await t.api.must<{ id: string }>(201, t.api.post("/identities", { email }));
      await t.api.must(200, t.api.post("/queue/retry", { ids: [id] }));
      expect((await row("bounced"))[1]).toContain("5.7.1 the address is at this service now");
      expect(await textsIn(here.id)).toEqual([]);
    });

    // DECISIONS Mail of the service: Questions of one account: 10 an hour, 20 a day
    test("an account has twenty people asked a day, whichever of its addresses names them", async () => {
      clock.advance(day);
      const named = Array.from({ length: 60 }, far);
      for (let at = 0; at < named.length; at += 20)
        await protectedAddress(t, { reviewers: named.slice(at, at + 20) });
      const asked = () => named.filter((email) => mailsTo(email).length > 0).length;
      const due = async () => {
        const [row] = await t.app.core.database.values(
          "select count(*)::int from reviewer_consents where ask_at <= $1::timestamptz",
          [new Date(clock.now()).toISOString()],
        );
        return row![0] as number;
      };
      await eventually(async () => (await due()) === 0);
      await peer.taken.count(10, ({ to }) => to.some((email) => named.includes(email)));
      clock.advance(3_601_000);
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await due()) === 0);
      await peer.taken.count(20, ({ to }) => to.some((email) => named.includes(email)));
      clock.advance(3_601_000);
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await due()) === 0);
      await t.app.core.actors.idle();
      expect(asked()).toBe(20);
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
