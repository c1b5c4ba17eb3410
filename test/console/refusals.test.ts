// A refusal by a person in the ten seconds before it comes into force: nothing that waits leaves, and nothing that is refused comes back.
// DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { holdIdentity } from "../../actors/identity/mailbox/legal-hold.ts";
import { carryOutPlanned } from "../../actors/identity/reviews/decide.ts";
import { refusePlanned } from "../../actors/identity/reviews/refusing.ts";
import { getReview } from "../../src/store/reviews/reviews.ts";
import type { Api } from "../support/app/api.ts";
import { eachApp, eventually, StandingClock } from "../support/app/app.ts";
import { refusal } from "../support/app/refusals.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { submitMail } from "../support/smtp/client.ts";
import type { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { passUndo, protectedAddress } from "./protected.ts";

interface Sent {
  id: string;
  thread_id: string;
  review_id: string;
}

const clock = new StandingClock();
const peer = await startSink();
afterAll(() => peer.stop());
let n = 0;
const far = () => `stranger${++n}@peer.example`;
const deciding = (name: string) => (fields: URLSearchParams) => fields.get("decision") === name;

eachApp(
  "a refusal",
  (t) => {
    const protect = (settings: object = {}) => protectedAddress(t, { approver: "key", ...settings });
    const send = (agent: Api, from: string, to: string) =>
      agent.must<Sent>(202, agent.post("/messages", { from, to, subject: "An offer", text: "Words" }));
    const review = (id: string) =>
      t.api.must<{ status: string; approved_until: string | null }>(200, t.api.get(`/reviews/${id}`));
    const decide = async (browser: Browser, { thread_id: thread }: Pick<Sent, "thread_id">, name: string) => {
      await browser.get(`/console/threads/${thread}?list=needs`);
      await browser.submit("/console/reviews", name === "approve" ? {} : { comment: "No." }, deciding(name));
    };
    const events = async (id: string) => {
      const { json } = await t.api.get<{ data: { type: string }[] }>(`/events?identity_id=${id}&limit=200`);
      return json.data.flatMap(({ type }) => (/^review\.(?!requested)/.test(type) ? [type] : []));
    };
    const held = async (id: string) => {
      const list = () =>
        t.api.must<{ id: string; message_id: string; thread_id: string }[]>(
          200,
          t.api.get(`/reviews?identity_id=${id}&direction=inbound`),
        );
      return eventually(async () => (await list())[0]);
    };

    test("is taken back by its maker alone; an approval by anybody who decides", async () => {
      const { email, agent } = await protectedAddress(t);
      const [one, two] = [(await colleague(t, "reviewer")).browser, (await colleague(t, "reviewer")).browser];
      const to = far();
      const sent = await send(agent, email, to);
      const at = `/console/threads/${sent.thread_id}?list=needs`;
      const offered = async (browser: Browser) => {
        await browser.get(at);
        return browser.text.includes('action="/console/reviews/undo"');
      };
      await decide(one, sent, "approve");
      expect([await offered(one), await offered(two)]).toEqual([true, true]);
      await two.submit("/console/reviews/undo");
      await two.get(at);
      const undo = { account: t.accountId, id: sent.review_id };
      const csrf = two.form("/console/reviews", deciding("reject")).get("csrf")!;
      await decide(one, sent, "reject");
      expect([await offered(one), await offered(two)]).toEqual([true, false]);
      expect(two.text).toContain("It was rejected, which comes into force");
      const other = await two.post("/console/reviews/undo", new URLSearchParams({ ...undo, csrf }));
      expect([other.status, (await other.text()).includes("rejected")]).toEqual([409, true]);
      passUndo(t, clock);
      await eventually(async () => (await review(sent.review_id)).status === "rejected");
      expect(peer.mails.filter((mail) => mail.to.includes(to))).toEqual([]);
    });

    test("is told once, when it is in force: keys and expiry decide nothing before, and the audit trail has it once", async () => {
      const { id, email, agent } = await protect({ expires_after: 3600, on_expiry: "reject" });
      const { browser } = await colleague(t, "reviewer");
      for (const [name, status] of [
        ["reject", "rejected"],
        ["return", "returned"],
      ] as const) {
        const sent = await send(agent, email, far());
        const before = await events(id);
        clock.advance(3_595_000);
        await decide(browser, sent, name);
        for (const [way, body] of [
          ["approve", {}],
          ["reject", { reason: "Mine." }],
          ["take_over", {}],
        ] as const)
          expect(await refusal(t.api.post(`/reviews/${sent.review_id}/${way}`, body))).toEqual([
            409,
            "conflict",
          ]);
        expect(await refusal(agent.post(`/drafts/${sent.id}/send`, {}))).toEqual([409, "draft_state"]);
        expect(await events(id)).toEqual(before);
        passUndo(t, clock);
        await eventually(async () => (await review(sent.review_id)).status === status);
        passUndo(t, clock);
        await t.app.core.actors.idle();
        await eventually(async () => (await events(id)).length > before.length);
        expect((await events(id)).length).toBe(before.length + 1);
        expect(await events(id)).toContain(`review.${status}`);
        const audit = await t.api.must<{ action: string }[]>(
          200,
          t.api.get(`/threads/${sent.thread_id}/audit`),
        );
        expect(audit.filter(({ action }) => action === status)).toHaveLength(1);
      }
    });

    test("of a mail that its writer withdraws meanwhile says nothing more", async () => {
      const { id, email, agent } = await protect();
      const { browser } = await colleague(t, "reviewer");
      const sent = await send(agent, email, far());
      await decide(browser, sent, "return");
      const csrf = browser.form("/console/reviews/undo");
      expect((await agent.call("DELETE", `/drafts/${sent.id}`)).status).toBe(200);
      expect((await browser.post("/console/reviews/undo", csrf)).status).toBe(409);
      passUndo(t, clock);
      await t.app.core.actors.idle();
      expect(await review(sent.review_id)).toMatchObject({ status: "withdrawn", approved_until: null });
      expect(await events(id)).toEqual([]);
    });

    test("of a received mail deletes nothing under a legal hold that began meanwhile, and its page says so", async () => {
      const { id, email } = await protect({ inbound: "new_senders" });
      const { browser } = await colleague(t, "reviewer");
      await t.mail({ from: "grace@far.example", to: email, subject: "Held", text: "Held" });
      const waiting = await held(id);
      await decide(browser, waiting, "reject");
      const account = t.app.core.actors.account(t.accountId);
      await account.run((turn) => holdIdentity(turn, id, true), { also: [id] });
      passUndo(t, clock);
      await eventually(async () => {
        await browser.get(`/console/threads/${waiting.thread_id}?list=needs`);
        return browser.text.includes("A decision about it could not come into force");
      });
      expect(browser.text).toContain("legal hold");
      expect(await review(waiting.id)).toMatchObject({ status: "pending" });
      expect((await t.api.get(`/messages/${waiting.message_id}`)).status).toBe(200);
      await account.run((turn) => holdIdentity(turn, id, false), { also: [id] });
    });

    test("that has taken the place of another decision is not carried out as that one", async () => {
      const { id, email, agent } = await protect();
      const { browser } = await colleague(t, "reviewer");
      const to = far();
      const sent = await send(agent, email, to);
      const scope = { accountId: t.accountId, identityIds: [id] };
      const due = async () => (await getReview(t.app.core.database, scope, sent.review_id))!.inForceAt!;
      await decide(browser, sent, "reject");
      const inForceAt = await due();
      await browser.submit("/console/reviews/undo");
      clock.advance(1000);
      await decide(browser, sent, "return");
      // A process that read the first one, and stood still until the second is due.
      const late = { id: sent.review_id, reviewer: { kind: "person" as const }, comment: "Old.", inForceAt };
      const actor = t.app.core.actors.identity(t.accountId, id);
      clock.advance(11_000);
      expect(await actor.run((turn) => refusePlanned(turn, late))).toBeNull();
      const approval = { ...late, lanes: new Map(), edited: null };
      expect(await actor.run((turn) => carryOutPlanned(turn, approval))).toBeNull();
      expect(await due()).not.toBe(inForceAt);
      passUndo(t, clock);
      await eventually(async () => (await review(sent.review_id)).status === "returned");
    });

    test("approves nothing at a server that knows approvals alone", async () => {
      const { id, email, agent } = await protect({ inbound: "new_senders" });
      const { browser } = await colleague(t, "reviewer");
      const to = far();
      await send(agent, email, to);
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: id, name: "p" }),
      );
      const written = { from: email, to, subject: "s", text: "s" };
      await submitMail(t.app.ports.submission!, { email, password }, written);
      await t.mail({ from: "grace@far.example", to: email, subject: "Held", text: "Held" });
      const waiting = await eventually(async () => {
        const all = await t.api.must<{ id: string; thread_id: string; direction: string }[]>(
          200,
          t.api.get(`/reviews?identity_id=${id}&status=pending`),
        );
        return all.length === 3 ? all : null;
      });
      for (const one of waiting) {
        await decide(browser, one, "reject");
        await t.app.core.database.rows(
          "update reviews set approval = approval - 'refuses' where id = $1::uuid returning id",
          [one.id],
        );
      }
      passUndo(t, clock);
      for (const one of waiting) {
        await eventually(async () => (await review(one.id)).approved_until === null);
        expect([one.direction, (await review(one.id)).status]).toEqual([one.direction, "pending"]);
      }
      expect(peer.mails.filter((mail) => mail.to.includes(to))).toEqual([]);
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
