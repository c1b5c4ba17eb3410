// Sends that wait for a person: DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { startSink } from "../../support/fakes/receivers.ts";
import { ImapTalk } from "../../support/imap/client.ts";
import { submitMail } from "../../support/smtp/client.ts";

interface Sent {
  id: string;
  thread_id: string;
  rejected: { address: string; reason: string }[];
  status?: string;
  review_id: string;
}
interface Review {
  id: string;
  status: string;
  message_id: string;
  thread_id: string;
  reasons: { code: string; address?: string }[];
  comment: string | null;
  raw_sha256: string;
  mail: { to: { email: string }[]; text: string; subject: string; raw_sha256: string } | null;
  original: { text: string } | null;
  diff: { field: string }[];
}

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());

let n = 0;
const far = () => `far${++n}@peer.example`;
const reaches = (email: string) => peer.mails.filter(({ to }) => to.includes(email));

async function protect(t: SuiteApp, settings: object): Promise<TestAddress & { agent: Api }> {
  const address = await t.address();
  await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, settings));
  return { ...address, agent: await restrictedKey(t.api, [address.id]) };
}

eachApp(
  "sends that wait",
  (t) => {
    const send = (api: Api, from: string, to: string | string[], more: object = {}) =>
      api.must<Sent>(
        202,
        api.post("/messages", { from, to, subject: "Hello", text: "Hello there", ...more }),
      );
    const review = (id: string, api: Api = t.api) => api.must<Review>(200, api.get(`/reviews/${id}`));
    const approve = (id: string, body?: object, api: Api = t.api) => api.post(`/reviews/${id}/approve`, body);

    // DECISIONS Protection and reviews: Off by default
    test("an address without protection sends as before", async () => {
      const from = await t.address();
      const { json } = await t.api.get(`/identities/${from.id}/protection`);
      expect(json).toMatchObject({ data: { outbound: "off", inbound: "off", source: "none" } });
      const letter = { from: from.email, to: far(), html: "<p>x</p>" };
      const { id } = await t.api.must<Sent>(201, t.api.post("/messages", letter));
      // It is given back to nobody.
      const [rows] = await t.app.core.database.values(
        `select position('"html"'::bytea in content) > 0, position('"written"'::bytea in content) from bodies where message_id = $1::uuid`,
        [id],
      );
      expect(rows).toEqual([true, 0]);
    });

    // DECISIONS Protection and reviews: A held send answers 202 with the draft's id and leaves octet for octet as it was seen
    test("a send to somebody new waits as a draft, and leaves as it was seen once it is approved", async () => {
      const { email, id, agent } = await protect(t, { outbound: "new_recipients" });
      const to = far();
      const sent = await send(agent, email, to);
      expect(sent).toMatchObject({ rejected: [], status: "pending_review" });
      const draft = await agent.must<{ status: string }>(200, agent.get(`/drafts/${sent.id}`));
      expect(draft).toMatchObject({ status: "pending_review", to: [to], text: "Hello there" });
      const waits = await review(sent.review_id, agent);
      expect(waits).toMatchObject({
        status: "pending",
        reasons: [{ code: "new_recipient", address: to }],
        diff: [],
      });
      expect(waits.mail).toMatchObject({ text: "Hello there\n", raw_sha256: waits.raw_sha256 });
      expect(await refusal(approve(sent.review_id, {}, agent))).toEqual([403, "forbidden"]);
      for (const change of [
        agent.patch(`/drafts/${sent.id}`, { text: "other" }),
        agent.post(`/drafts/${sent.id}/send`),
        agent.post(`/drafts/${sent.id}/schedule`, { send_at: new Date(clock.now() + 120_000).toISOString() }),
      ])
        expect(await refusal(change)).toEqual([409, "draft_state"]);
      const raw = Buffer.from(await t.api.bytes(`/reviews/${sent.review_id}/raw`));
      expect(reaches(to)).toEqual([]);
      const done = await t.api.must<Review>(200, approve(sent.review_id));
      expect(done).toMatchObject({ status: "approved" });
      const left = await peer.taken.find(({ to: [name] }) => name === to);
      expect(left.raw).toContain("Hello there");
      expect(left.raw.endsWith(raw.toString("latin1").split("\r\n\r\n").slice(1).join("\r\n\r\n"))).toBe(
        true,
      );
      const message = await agent.must<{ direction: string }>(200, agent.get(`/messages/${sent.id}`));
      expect(message).toMatchObject({ direction: "outbound", thread_id: sent.thread_id });
      // He is not new any more.
      await agent.must(201, agent.post("/messages", { from: email, to, text: "again" }));
      const { json } = await t.api.get<PageOf<{ action: string; actor: { kind: string } }>>(
        `/threads/${sent.thread_id}/audit`,
      );
      expect(json.data.map(({ action, actor }) => [action, actor.kind])).toEqual([
        ["review_requested", "key"],
        ["approved", "key"],
        ["sent", "key"],
      ]);
      const second = await approve(sent.review_id);
      expect(second.status).toBe(409);
      expect(second.text).toContain("decided first by key");
      expect(id).toBeString();
    });

    // DECISIONS Protection and reviews: Lists: block is stronger; a blocked recipient is rejected with block_list
    test("a send to somebody on the allow list leaves; one on the block list is refused", async () => {
      const { email, id, agent } = await protect(t, { outbound: "new_recipients" });
      const [known, blocked] = [far(), far()];
      const entries = (list: string, names: string[]) =>
        t.api.post(`/identities/${id}/protection/lists`, { direction: "send", list, entries: names });
      await entries("allow", [known, "friends.example"]);
      await entries("block", [blocked]);
      const sent = await agent.must<Sent>(
        201,
        agent.post("/messages", { from: email, to: [known, "x@friends.example", blocked], text: "x" }),
      );
      expect(sent.rejected).toEqual([{ address: blocked, reason: "block_list" }]);
      expect(await refusal(agent.post("/messages", { from: email, to: blocked, text: "x" }))).toEqual([
        422,
        "recipient_refused",
      ]);
      expect(
        await refusal(
          agent.post(`/identities/${id}/protection/lists`, {
            direction: "send",
            list: "allow",
            entries: ["evil.example"],
          }),
        ),
      ).toEqual([403, "forbidden"]);
      const listed = await agent.get<PageOf<{ id: string; entry: string; list: string }>>(
        `/identities/${id}/protection/lists?list=allow`,
      );
      expect(listed.json.data.map(({ entry }) => entry).sort()).toEqual([known, "friends.example"].sort());
      await t.api.must(200, t.api.delete(`/identities/${id}/protection/lists/${listed.json.data[0]!.id}`));
    });

    // DECISIONS Protection and reviews: Every door: reply, forward, drafts, schedule, calendar, submission, a repeat
    test("every door waits: drafts, schedules, replies, forwards, submission, the calendar, and a repeat", async () => {
      const { email, id, agent } = await protect(t, { outbound: "all" });
      await t.raw({
        from: "ada@peer.example",
        to: email,
        raw: `From: ada@peer.example\r\nTo: ${email}\r\nSubject: Q\r\nMessage-ID: <q${n++}@peer.example>\r\n\r\nWhen?\r\n`,
      });
      const inbound = await eventually(async () => {
        const { json } = await agent.get<PageOf<{ id: string }>>(
          `/messages?from=ada@peer.example&identity_id=${id}`,
        );
        return json.data[0];
      });
      const held: Sent[] = [];
      const take = async (status: number, answer: ReturnType<Api["post"]>) => {
        const sent = await agent.must<Sent>(status, answer);
        expect(sent.status).toBe("pending_review");
        held.push(sent);
      };
      for (const call of ["reply", "reply-all"])
        await take(202, agent.post(`/messages/${inbound.id}/${call}`, { text: "Soon" }));
      await take(202, agent.post(`/messages/${inbound.id}/forward`, { to: far(), text: "See" }));
      const draft = await agent.must<{ id: string }>(
        201,
        agent.post("/drafts", { identity_id: id, to: [far()], subject: "d", text: "d" }),
      );
      await take(202, agent.post(`/drafts/${draft.id}/send`));
      expect(held.at(-1)!.id).toBe(draft.id);
      const again = { "idempotency-key": `k-${id}` };
      const body = { from: email, to: far(), text: "once" };
      await take(202, agent.post("/messages", body, again));
      const repeat = await agent.post<{ data: Sent }>("/messages", body, again);
      expect([repeat.status, repeat.json.data]).toEqual([202, held.at(-1)!]);
      const password = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: id, name: "p" }),
      );
      const to = far();
      const reply = await submitMail(
        t.app.ports.submission!,
        { email, password: password.password },
        { from: email, to, subject: "s", text: "s" },
      );
      expect(reply).toContain("Waiting for review");
      const event = await agent.call<{ data: { id: string; held: Sent[] } }>(
        "POST",
        `/identities/${id}/calendar/events`,
        {
          title: "Plan",
          start: "2031-03-30T09:00:00",
          end: "2031-03-30T09:30:00",
          timezone: "UTC",
          attendees: [{ email: far() }],
          send_invites: true,
        },
      );
      expect([event.status, event.json.data.held.length]).toEqual([202, 1]);
      const { json } = await t.api.get<PageOf<Review>>(`/reviews?identity_id=${id}&status=pending`);
      expect(json.data).toHaveLength(held.length + 2);
      expect(peer.mails.filter(({ raw }) => raw.includes(email))).toEqual([]);
      for (const { id: each } of json.data) await t.api.must(200, approve(each));
      const left = await peer.taken.count(json.data.length, ({ raw }) => raw.includes(`From: ${email}`));
      expect(left).toHaveLength(json.data.length);
    });

    // DECISIONS Protection and reviews: reject, return, take_over and edits
    test("edits, rejection, return and taking over", async () => {
      const { email, id, agent } = await protect(t, { outbound: "all" });
      const [a, b, c, d] = [far(), far(), far(), far()];
      const edited = await send(agent, email, a, { headers: { "X-Mark": "kept" }, bcc: b });
      await t.api.must(200, approve(edited.review_id, { text: "Hello, changed", subject: "Other" }));
      const left = await peer.taken.find(({ to }) => to.includes(a));
      expect(left.raw).toContain("Hello, changed");
      expect(left.raw).toContain("X-Mark: kept");
      expect(left.raw).not.toContain("Hello there");
      const seen = await review(edited.review_id);
      expect(seen.original).toMatchObject({ text: "Hello there\n" });
      expect(seen.diff.map(({ field }) => field)).toEqual(["subject", "text"]);
      const rejected = await send(agent, email, c);
      await t.api.must(200, t.api.post(`/reviews/${rejected.review_id}/reject`, { reason: "No." }));
      const returned = await send(agent, email, d);
      await t.api.must(200, t.api.post(`/reviews/${returned.review_id}/return`, { comment: "Say when." }));
      const drafts = await Promise.all(
        [rejected, returned].map((sent) => agent.must(200, agent.get(`/drafts/${sent.id}`))),
      );
      expect(drafts.map(({ status, failed_reason }) => [status, failed_reason])).toEqual([
        ["draft", "No."],
        ["draft", "Say when."],
      ]);
      await agent.must(200, agent.patch(`/drafts/${returned.id}`, { text: "On Monday." }));
      const again = await agent.must<Sent>(202, agent.post(`/drafts/${returned.id}/send`));
      await t.api.must(200, t.api.post(`/reviews/${again.review_id}/take_over`));
      const thread = await agent.must(200, agent.get(`/threads/${again.thread_id}`));
      expect(thread).toMatchObject({ owner_type: "human", status: "human_review" });
      expect(await refusal(agent.patch(`/threads/${again.thread_id}`, { status: "open" }))).toEqual([
        403,
        "forbidden",
      ]);
      expect([...reaches(c), ...reaches(d)]).toEqual([]);
      await eventually(async () => {
        const events = await t.api.get<PageOf<{ type: string }>>(`/events?identity_id=${id}&limit=200`);
        const told = new Set(events.json.data.map(({ type }) => type));
        return ["approved", "rejected", "requested", "returned"].every((kind) => told.has(`review.${kind}`));
      });
    });

    // DECISIONS Protection and reviews: drafts again, as they were written
    test("what is given back is what was written; its reviewer is shown what is read", async () => {
      const { email, agent } = await protect(t, { outbound: "all" });
      const hidden = '<p>Hi <b>you</b></p><p style="display:none">Unseen</p><!-- mine -->';
      const written = [
        [
          { text: null, html: hidden },
          { text: "Hi you\n\nUnseen", html: '<p>Hi <b>you</b></p><p style="display:none"></p>' },
        ],
        [
          { text: "Plain", html: hidden },
          { text: "Plain", html: '<p>Hi <b>you</b></p><p style="display:none"></p>' },
        ],
        [
          { text: "a\u200bb", list_unsubscribe: true },
          { text: "ab\n", html: null },
        ],
        [
          { text: "Plain", automatic: true },
          { text: "Plain\n", html: null },
        ],
      ];
      for (const [body, read] of written) {
        const sent = await send(agent, email, far(), { ...body, text: body!.text ?? undefined });
        expect((await review(sent.review_id)).mail).toMatchObject(read!);
        await t.api.must(200, t.api.post(`/reviews/${sent.review_id}/return`, { comment: "No." }));
        expect(await agent.must(200, agent.get(`/drafts/${sent.id}`))).toMatchObject(body!);
        const again = await agent.must<Sent>(202, agent.post(`/drafts/${sent.id}/send`));
        await t.api.must(200, approve(again.review_id, { subject: "Other" }));
        expect((await review(again.review_id)).diff.map(({ field }) => field)).toEqual(["subject"]);
        const { raw } = await peer.taken.find(({ raw }) => raw.includes(`Message-ID: <${sent.id}@`));
        expect(raw.includes("Unseen")).toBe("html" in body!);
        expect(/^List-Unsubscribe:/m.test(raw)).toBe("list_unsubscribe" in body!);
      }
    });

    // DECISIONS Protection and reviews: human_review holds sends into the thread, and only who may decide takes it out
    test("human_review holds sends into the thread to people who are known", async () => {
      const { email, id, agent } = await protect(t, { outbound: "new_recipients" });
      const to = far();
      await t.api.post(`/identities/${id}/protection/lists`, {
        direction: "send",
        list: "allow",
        entries: [to],
      });
      const first = await agent.must<Sent>(201, agent.post("/messages", { from: email, to, text: "one" }));
      await agent.must(200, agent.patch(`/threads/${first.thread_id}`, { status: "human_review" }));
      const held = await agent.must<Sent>(202, agent.post(`/messages/${first.id}/reply`, { text: "two" }));
      expect((await review(held.review_id)).reasons).toEqual([{ code: "human_review" }]);
      await t.api.must(200, t.api.patch(`/threads/${first.thread_id}`, { status: "open" }));
      await agent.must(201, agent.post(`/messages/${first.id}/reply`, { text: "three" }));
    });

    // DECISIONS Protection and reviews: A deleted draft ends its review; submission: refuse is 550 5.7.1
    test("withdrawing a draft ends its review; submission is refused where the address says so", async () => {
      const { email, id, agent } = await protect(t, { outbound: "all", submission: "refuse" });
      const sent = await send(agent, email, far());
      await agent.must(200, agent.delete(`/drafts/${sent.id}`));
      expect((await review(sent.review_id)).status).toBe("withdrawn");
      expect(await refusal(approve(sent.review_id))).toEqual([409, "conflict"]);
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: id, name: "p" }),
      );
      const refused = await submitMail(
        t.app.ports.submission!,
        { email, password },
        { from: email, to: far(), text: "s" },
      ).catch((error) => error);
      expect(refused.responseCode).toBe(550);
      expect(String(refused.response)).toContain("5.7.1");
    });

    // DECISIONS Protection and reviews: An expired review sends nothing
    test("an expired review sends nothing", async () => {
      const drop = await protect(t, { outbound: "all", expires_after: 3600, on_expiry: "reject" });
      const keep = await protect(t, { outbound: "all", expires_after: 3600 });
      const [x, y] = [far(), far()];
      const dropped = await send(drop.agent, drop.email, x);
      const kept = await send(keep.agent, keep.email, y);
      clock.advance(3_601_000);
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await review(dropped.review_id)).status === "expired");
      const events = () =>
        t.api.get<PageOf<{ type: string }>>(`/events?identity_id=${keep.id}&type=review.expired`);
      await eventually(async () => (await events()).json.data.length === 1);
      expect((await review(kept.review_id)).status).toBe("pending");
      const draft = await drop.agent.must(200, drop.agent.get(`/drafts/${dropped.id}`));
      expect(draft).toMatchObject({ status: "draft", failed_reason: "Nobody has decided in time." });
      expect([...reaches(x), ...reaches(y)]).toEqual([]);
      await t.api.must(200, approve(kept.review_id));
      await peer.taken.find(({ to }) => to.includes(y));
    });

    test("the copy that a mail program stored in Sent makes way when the mail leaves", async () => {
      const { email, id } = await protect(t, { outbound: "all" });
      const { password } = await t.api.must<{ password: string }>(
        201,
        t.api.post("/app-passwords", { identity_id: id, name: "p" }),
      );
      const messageId = `<copied-${id}@laptop.example>`;
      const mail = { from: email, to: far(), subject: "Copied", text: "Once", messageId };
      await submitMail(t.app.ports.submission!, { email, password }, mail);
      const raw = `From: ${email}\r\nTo: ${mail.to}\r\nSubject: Copied\r\nMessage-ID: ${messageId}\r\n\r\nOnce\r\n`;
      const imap = await ImapTalk.logIn(t.app.ports.imap!, { id, email, password });
      expect((await imap.say(`APPEND Sent (\\Seen) {${raw.length}+}\r\n${raw}`)).join()).toContain("OK");
      imap.close();
      const { json } = await t.api.get<PageOf<Review>>(`/reviews?identity_id=${id}`);
      await t.api.must(200, approve(json.data[0]!.id));
      const sent = await t.api.get<PageOf<{ id: string }>>(`/mailboxes/sent?identity_id=${id}`);
      expect(sent.json.data).toHaveLength(1);
    });

    // DECISIONS Protection and reviews: approver human: no key decides or loosens
    test("approver human: no key decides, changes the protection or adds to its lists", async () => {
      const { email, id, agent } = await protect(t, { outbound: "all", approver: "human" });
      const sent = await send(agent, email, far());
      for (const call of [
        approve(sent.review_id),
        t.api.post(`/reviews/${sent.review_id}/reject`, { reason: "x" }),
        t.api.call("PUT", `/identities/${id}/protection`, { outbound: "off" }),
        t.api.post(`/identities/${id}/protection/lists`, {
          direction: "send",
          list: "allow",
          entries: ["a.example"],
        }),
      ])
        expect(await refusal(call)).toEqual([403, "forbidden"]);
    });
  },
  {
    clock,
    env: { SMTP_RELAY_URL: peer.url, SUBMISSION_PORT: "0", IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" },
  },
);
