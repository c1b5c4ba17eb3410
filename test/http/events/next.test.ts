// POST /next, and the races that it is made for: DECISIONS Events, webhooks, deliveries.
// Long: the races of two callers share one table of mails.
import { afterAll, expect, test } from "bun:test";
import { must } from "../../../src/lib/must.ts";
import type { Api, Refusal } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { letIn } from "../../support/clients/oauth.ts";
import { smtpError } from "../../support/fakes/mx-server.ts";
import { startSink } from "../../support/fakes/receivers.ts";
import { ImapTalk, mailbox, smallMail } from "../../support/imap/client.ts";

interface Item {
  id: string;
  kind: string;
  type: string;
  data: Record<string, string | null>;
  message: {
    id: string;
    subject: string | null;
    text: string | null;
    html: string;
    thread_id: string;
  } | null;
  ack: string;
  leased_until: string;
  attempt: number;
}
interface Next {
  item: Item | null;
  acknowledged: boolean | null;
  skipped_since: string | null;
}

const clock = new ShiftedClock();
const sink = await startSink({
  onRcptTo({ address }, _session, done) {
    if (address.startsWith("gone")) done(smtpError(550, "5.1.1 User unknown"));
    else done();
  },
});
afterAll(() => sink.stop());

const day = 24 * 3600 * 1000;

eachApp(
  "what is next",
  (t) => {
    const mail = (to: string, subject: string, from = "ann@example.org") =>
      t.mail({ from, to, subject, text: `The text of ${subject}.` });
    const worker = async (...addresses: TestAddress[]) =>
      restrictedKey(
        t.api,
        addresses.map(({ id }) => id),
      );
    /** What comes, in time. */
    const next = (api: Api, body: object = {}) =>
      api.must<Next>(200, api.post("/next", { wait: 30, ...body }));
    /** What is there now. */
    const now = async (api: Api, body: object = {}) => {
      await eventsShown(t.app.core.database);
      return next(api, { wait: 0, ...body });
    };
    const subject = ({ item }: Next) => item?.message?.subject ?? item?.kind ?? null;
    /** All that comes, each acknowledged by the call behind it. */
    const all = async (
      api: Api,
      { ack: begun, ...body }: { ack?: string; [field: string]: unknown } = {},
    ) => {
      const seen: (string | null)[] = [];
      for (let ack = begun; ; ) {
        const one = await now(api, { ...body, ...(ack === undefined ? {} : { ack }) });
        expect(one.acknowledged).toBe(ack === undefined ? null : true);
        if (one.item === null) return seen;
        seen.push(subject(one));
        ack = one.item.ack;
      }
    };

    // DECISIONS Events, webhooks, deliveries: POST /next hands out mail from before, between and during calls, each once
    test("mail before the first call, between calls and during one comes, each once, with its text", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "Before");
      const first = await next(api, { address: box.email, format: "markdown" });
      expect(first).toMatchObject({ acknowledged: null, skipped_since: null });
      expect(first.item).toMatchObject({
        kind: "mail",
        type: "message.received",
        attempt: 1,
        data: { subject: "Before", identity_id: box.id },
        message: { subject: "Before", text: "The text of Before.\n", html: "" },
      });
      await mail(box.email, "Between");
      const second = await next(api, { address: box.email, ack: first.item!.ack });
      expect([second.acknowledged, subject(second)]).toEqual([true, "Between"]);
      const waiting = next(api, { address: box.email, ack: second.item!.ack });
      await mail(box.email, "During");
      expect(subject(await waiting)).toBe("During");
    });

    // DECISIONS Events, webhooks, deliveries: An item that nobody has acknowledged comes again when its lease ends, to whoever asks
    test("without its token an item comes again when its lease ends, in its order; others go on meanwhile", async () => {
      const box = await t.address();
      const api = await worker(box);
      for (const one of ["1", "2", "3"]) await mail(box.email, one);
      const lost = await next(api, { lease: 60 });
      const second = await next(api);
      expect([subject(lost), subject(second)]).toEqual(["1", "2"]);
      clock.advance(61_000);
      const again = await next(api, { ack: second.item!.ack });
      expect([again.acknowledged, subject(again), again.item!.attempt]).toEqual([true, "1", 2]);
      expect(again.item!.ack).not.toBe(lost.item!.ack);
      // The first worker acknowledges nothing of the second one.
      const late = await now(api, { ack: lost.item!.ack });
      expect([late.acknowledged, subject(late)]).toEqual([false, "3"]);
      expect(await all(api, { ack: again.item!.ack })).toEqual([]);
    });

    // DECISIONS Events, webhooks, deliveries: A token holds after the lease, until another call has the item, and twice
    test("a token holds after the lease, until another call has the item, and twice", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "Slow");
      const { item } = await next(api, { lease: 1 });
      clock.advance(2000);
      for (let n = 0; n < 2; n++)
        expect(await now(api, { ack: item!.ack })).toEqual({
          item: null,
          acknowledged: true,
          skipped_since: null,
        });
      expect((await now(api, { ack: "not a token" })).acknowledged).toBe(false);
    });

    test("a call that waits gets what a lease sets free", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "Again");
      const { item } = await next(api, { lease: 1 });
      const again = await next(api);
      expect([again.item!.id, again.item!.attempt]).toEqual([item!.id, 2]);
    });

    // DECISIONS Events, webhooks, deliveries: Workers of one key share the work
    test("workers with one key share the work, keys have each their own", async () => {
      const box = await t.address();
      const [api, other] = [await worker(box), await worker(box)];
      const names = Array.from({ length: 8 }, (_, n) => `Job ${n}`);
      const calls = names.map(() => next(api));
      for (const name of names) await mail(box.email, name);
      const given = await Promise.all(calls);
      expect(given.map(subject).sort()).toEqual(names);
      const foreign = await now(other, { ack: given[0]!.item!.ack });
      expect([foreign.acknowledged, subject(foreign)]).toEqual([false, "Job 0"]);
      await Promise.all(given.map(({ item }) => next(api, { wait: 0, ack: item!.ack })));
      expect(await all(api)).toEqual([]);
      expect(await all(other, { ack: foreign.item!.ack })).toEqual(names.slice(1));
    });

    // DECISIONS Events, webhooks, deliveries: POST /next under an Idempotency-Key repeats the item
    test("a call that was made again with its Idempotency-Key gets its item, also when it was acknowledged", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "One");
      await mail(box.email, "Two");
      const key = { "idempotency-key": crypto.randomUUID() };
      const ask = () => api.must<Next>(200, api.post("/next", { wait: 30 }, key));
      const first = await ask();
      expect(await ask()).toEqual(first);
      expect(subject(await next(api, { ack: first.item!.ack }))).toBe("Two");
      expect(await ask()).toEqual(first);
      const other = await api.post<Refusal>("/next", { wait: 0 }, key);
      expect([other.status, other.json.error.code]).toEqual([422, "idempotency_key_reuse"]);
      clock.advance(61_000);
      expect(subject(await ask())).toBe("Two");
    });

    // DECISIONS Events, webhooks, deliveries: What was handed out for one filter is not handed out for another
    test("filters have each their place, and what is done for one is done for all", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "News", "news@paper.example");
      await mail(box.email, "Your code", "no-reply@shop.example");
      await mail(box.email, "More news", "news@paper.example");
      const code = await next(api, { from: "shop.example", subject: "code" });
      expect(subject(code)).toBe("Your code");
      expect(await all(api, { ack: code.item!.ack })).toEqual(["News", "More news"]);
      expect(await all(api, { from: "shop.example" })).toEqual([]);
      expect(await all(api, { from: "paper.example", has_attachments: false })).toEqual([]);
      await mail(box.email, "Later", "news@paper.example");
      const later = await next(api, { from: "paper.example" });
      expect(subject(later)).toBe("Later");
      const thread = later.item!.message!.thread_id;
      expect(await all(api, { thread_id: thread, ack: later.item!.ack })).toEqual([]);
      for (const body of [{ from: "shop.example", kinds: ["mail", "review"] }, { kinds: [] }, { lease: 0 }])
        expect([body, (await api.post("/next", body)).status]).toEqual([body, 400]);
    });

    // DECISIONS Events, webhooks, deliveries: begin is start or now
    test("a first call begins with unread mail, or with what comes from now on", async () => {
      const box = await t.address();
      await mail(box.email, "Read");
      await mail(box.email, "Unread");
      const [api, late] = [await worker(box), await worker(box)];
      await eventsShown(t.app.core.database);
      const listed = await t.api.get<{ data: { id: string; subject: string }[] }>(
        `/messages?identity_id=${box.id}`,
      );
      const read = listed.json.data.find((one) => one.subject === "Read")!;
      await t.api.must(200, t.api.patch(`/messages/${read.id}`, { is_read: true }));
      expect(await all(api)).toEqual(["Unread"]);
      expect(subject(await now(late, { begin: "now" }))).toBe(null);
      await mail(box.email, "New");
      await eventsShown(t.app.core.database);
      const { json } = await t.api.get<{ data: { id: string }[] }>(`/messages?identity_id=${box.id}&limit=1`);
      await t.api.must(200, t.api.patch(`/messages/${json.data[0]!.id}`, { is_read: true }));
      // Who else has read it meanwhile says nothing about this key.
      expect(await all(late, { begin: "now" })).toEqual(["New"]);
      expect(await all(api)).toEqual(["New"]);
    });

    test("a mail that was deleted, or stored by a mail program, does not come", async () => {
      const box = await mailbox(t);
      const api = await worker(box);
      await mail(box.email, "Gone");
      await mail(box.email, "There");
      await eventsShown(t.app.core.database);
      const { json } = await t.api.get<{ data: { id: string; subject: string }[] }>(
        `/messages?identity_id=${box.id}`,
      );
      const gone = json.data.find((one) => one.subject === "Gone")!;
      for (let n = 0; n < 2; n++) await t.api.call("DELETE", `/messages/${gone.id}`);
      const talk = await ImapTalk.logIn(must(t.app.ports.imap, "it is set"), box);
      await talk.append("INBOX", smallMail("Stored"));
      talk.close();
      expect(await all(api)).toEqual(["There"]);
    });

    test("a mail that lies in the trash does not come; one that was taken out before its turn does", async () => {
      const box = await t.address();
      const api = await worker(box);
      for (const one of ["Thrown away", "Kept", "Taken out"]) await mail(box.email, one);
      await eventsShown(t.app.core.database);
      const { json } = await t.api.get<{ data: { id: string; subject: string }[] }>(
        `/messages?identity_id=${box.id}`,
      );
      const [thrown, taken] = ["Thrown away", "Taken out"].map(
        (one) => json.data.find(({ subject }) => subject === one)!.id,
      );
      for (const id of [thrown, taken]) await t.api.must(200, t.api.call("DELETE", `/messages/${id}`));
      const first = await now(api);
      expect(subject(first)).toBe("Kept");
      // What was handed out, and lies there when its lease ends, does not come again.
      const kept = first.item!.message!.id;
      await t.api.must(200, t.api.call("DELETE", `/messages/${kept}`));
      expect(subject(await now(api))).toBe(null);
      await t.api.must(200, t.api.patch(`/messages/${kept}`, { folder: "inbox" }));
      await t.api.must(200, t.api.patch(`/messages/${taken}`, { folder: "inbox" }));
      clock.advance(61_000);
      const again = await now(api);
      expect([subject(again), again.item!.attempt]).toEqual(["Kept", 2]);
      await t.api.must(200, t.api.call("DELETE", `/messages/${kept}`));
      clock.advance(61_000);
      expect(await all(api)).toEqual(["Taken out"]);
    });

    test("what was handed out comes again when its lease ends, though somebody has read it meanwhile", async () => {
      const box = await t.address();
      await mail(box.email, "Before");
      const api = await worker(box);
      const lost = await next(api);
      const id = lost.item!.message!.id;
      await t.api.must(200, t.api.call("PATCH", "/messages", { ids: [id], is_read: true }));
      clock.advance(61_000);
      const again = await now(api);
      expect([subject(again), again.item!.attempt]).toEqual(["Before", 2]);
    });

    // DECISIONS Events, webhooks, deliveries: Held mail comes once it was let in
    test("held mail comes once it was let in", async () => {
      const box = await t.address();
      await t.api.must(
        200,
        t.api.call("PUT", `/identities/${box.id}/protection`, { inbound: "new_senders" }),
      );
      const api = await worker(box);
      await mail(box.email, "Held");
      await eventually(async () => {
        const { json } = await t.api.get<{ data: { id: string }[] }>(`/reviews?identity_id=${box.id}`);
        return json.data[0];
      });
      expect(subject(await now(api))).toBe(null);
      const { json } = await t.api.get<{ data: { id: string }[] }>(`/reviews?identity_id=${box.id}`);
      await t.api.must(200, t.api.post(`/reviews/${json.data[0]!.id}/approve`));
      expect(subject(await next(api))).toBe("Held");
    });

    // DECISIONS Events, webhooks, deliveries: Decisions come to the key whose send waited
    test("decisions come to the key whose send waited, and to no other", async () => {
      const box = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${box.id}/protection`, { outbound: "all" }));
      const [api, other] = [await worker(box), await worker(box)];
      const send = async () => {
        const body = { from: box.email, to: "ada@far.example", subject: "S", text: "T" };
        const { review_id } = await api.must<{ review_id: string }>(202, api.post("/messages", body));
        return `/reviews/${review_id}`;
      };
      await t.api.must(200, t.api.post(`${await send()}/return`, { comment: "Say when." }));
      await t.api.must(200, t.api.post(`${await send()}/reject`, { reason: "No." }));
      const returned = await next(api);
      expect(returned.item).toMatchObject({
        kind: "review",
        type: "review.returned",
        data: { status: "returned", comment: "Say when." },
        message: null,
      });
      expect(await all(api, { ack: returned.item!.ack, kinds: ["mail"] })).toEqual([]);
      expect(await all(api)).toEqual(["review"]);
      expect(await all(other)).toEqual([]);
    });

    test("bounces, answers to invitations and drafts that could not leave come too", async () => {
      const [box, guest] = [await t.address(), await t.address()];
      const api = await worker(box);
      const far = { from: box.email, to: "gone@far.example", subject: "S", text: "T" };
      await t.api.must(201, t.api.post("/messages", far));
      const bounce = await next(api);
      expect(bounce.item).toMatchObject({ kind: "bounce", data: { recipient: "gone@far.example" } });
      const meeting = {
        title: "Plan",
        start: "2027-01-05T09:00:00",
        end: "2027-01-05T10:00:00",
        timezone: "UTC",
        attendees: [{ email: guest.email }],
        send_invites: true,
      };
      await t.api.must(201, t.api.post(`/identities/${box.id}/calendar/events`, meeting));
      const invited = await eventually(async () => {
        const { json } = await t.api.get<{ data: { id: string }[] }>(
          `/identities/${guest.id}/calendar/events`,
        );
        return json.data[0];
      });
      const respond = `/identities/${guest.id}/calendar/events/${invited.id}/respond`;
      await t.api.must(200, t.api.post(respond, { status: "accepted" }));
      const answer = await next(api, { ack: bounce.item!.ack, kinds: ["invitation"] });
      expect(answer.item).toMatchObject({
        kind: "invitation",
        data: { attendee: guest.email, response_status: "accepted" },
      });
      // Its own answer is no news to the guest.
      expect(await all(await worker(guest), { kinds: ["invitation"] })).toEqual([]);
      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: box.id, to: [`nobody@${t.domain}`], text: "T" }),
      );
      const sendAt = new Date(clock.now() + 90_000).toISOString();
      await t.api.must(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at: sendAt }));
      clock.advance(100_000);
      t.app.core.actors.feed.pokeAll();
      const failed = await next(api, { ack: answer.item!.ack, kinds: ["draft"] });
      expect(failed.item).toMatchObject({ kind: "draft", data: { draft_id: draft.id } });
    });

    // DECISIONS Events, webhooks, deliveries: What a key remembers ends with it
    test("a key gets what it reaches, and remembers nothing once it has ended", async () => {
      const [one, two] = [await t.address(), await t.address()];
      const body = { name: "both", identity_ids: [one.id, two.id] };
      const made = await t.api.must<{ id: string; token: string }>(201, t.api.post("/api-keys", body));
      const api = t.api.as(made.token);
      await mail(one.email, "First");
      await mail(two.email, "Second");
      const first = await next(api);
      expect(subject(first)).toBe("First");
      await t.app.core.database.values(
        "update api_keys set identity_ids = $3::uuid[] where account_id = $1::uuid and id = $2::uuid returning 1",
        [t.accountId, made.id, [two.id]],
      );
      clock.advance(61_000);
      // What was leased, and is out of reach now, does not come again.
      expect(await all(api)).toEqual(["Second"]);
      expect((await api.post("/next", { identity_id: one.id })).status).toBe(404);
      await t.api.must(200, t.api.delete(`/api-keys/${made.id}`));
      const left = await t.app.core.database.values(
        "select 1 from next_items where key_id = $1::uuid union all select 1 from next_places where key_id = $1::uuid",
        [made.id],
      );
      expect(left).toEqual([]);
    });

    // DECISIONS Events, webhooks, deliveries: A program of the level read may call POST /next
    test("a program of the level read may ask, and has a place of its own", async () => {
      const box = await t.address();
      await mail(box.email, "For both");
      const { tokens } = await letIn(t, { level: "read", reach: [box.id] });
      expect(await all(t.api.as(tokens.access_token))).toEqual(["For both"]);
      expect(await all(await worker(box))).toEqual(["For both"]);
    });

    // DECISIONS Events, webhooks, deliveries: skipped_since says from when events are no longer kept
    test("what was asked for longer ago than events are kept says so, and unread mail comes all the same", async () => {
      const box = await t.address();
      const api = await worker(box);
      await mail(box.email, "Known");
      expect(await all(api)).toEqual(["Known"]);
      for (const one of ["Old", "Older"].reverse()) await mail(box.email, one);
      await eventsShown(t.app.core.database);
      clock.advance(31 * day);
      await t.app.core.database.values("delete from events where account_id = $1::uuid returning 1", [
        t.accountId,
      ]);
      const first = await next(api);
      expect([subject(first), first.skipped_since === null]).toEqual(["Older", false]);
      expect(first.item!.data).toMatchObject({ subject: "Older", identity_id: box.id });
      // On lease it keeps its place in the trash, too, and comes again though somebody has read it.
      const older = first.item!.message!.id;
      await t.api.must(200, t.api.call("DELETE", `/messages/${older}`));
      const second = await now(api);
      expect(subject(second)).toBe("Old");
      const none = await now(api, { ack: second.item!.ack });
      expect([subject(none), none.acknowledged]).toEqual([null, true]);
      await t.api.must(200, t.api.patch(`/messages/${older}`, { folder: "inbox", is_read: true }));
      clock.advance(61_000);
      const again = await now(api);
      expect([subject(again), again.item!.attempt]).toEqual(["Older", 2]);
      await mail(box.email, "New");
      const third = await next(api, { ack: again.item!.ack });
      expect(subject(third)).toBe("New");
      const last = await now(api, { ack: third.item!.ack });
      expect(last).toEqual({ item: null, acknowledged: true, skipped_since: null });
    });

    // DECISIONS Events, webhooks, deliveries: What a key remembers is bounded
    test("what is remembered is bounded, and old read mail is passed over once", async () => {
      const box = await t.address();
      const body = { name: "bounded", identity_ids: [box.id] };
      const made = await t.api.must<{ id: string; token: string }>(201, t.api.post("/api-keys", body));
      const api = t.api.as(made.token);
      for (let n = 0; n < 105; n++) await next(api, { wait: 0, subject: `number ${n}` });
      const { database } = t.app.core;
      const count = async (table: string) =>
        (
          await database.values(`select count(*)::int from ${table} where key_id = $1::uuid`, [made.id])
        )[0]![0];
      expect(await count("next_places")).toBe(100);
      await database.values(
        `insert into next_items (account_id, key_id, item_id, ack, attempt, leased_until, acknowledged_at, created_at)
         select $1::uuid, $2::uuid, gen_random_uuid(), 'old' || n, 1, now(), now(), now() - n * interval '1 second'
         from generate_series(1, 2500) n returning 1`,
        [t.accountId, made.id],
      );
      await mail(box.email, "One more");
      await next(api);
      expect(await count("next_items")).toBe(2000);
    });
  },
  { clock, env: { SMTP_RELAY_URL: sink.url, IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
