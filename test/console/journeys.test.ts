// What a person does in the page, without its script: reads, answers, decides, sorts, searches, accepts. Each form is sent
// as a browser sends it, on both databases.
import { afterAll, expect, test } from "bun:test";
import { createLink } from "../../actors/account/access/console.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../support/app/app.ts";
import { invitationText } from "../support/demo/mails.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { colleague, enter } from "./colleagues.ts";
import { passUndo, protect } from "./protected.ts";

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
let n = 0;
const far = () => `guest${++n}@far.example`;

eachApp(
  "a person in the page",
  (t) => {
    /** A thread with a received mail. */
    const received = async (
      to: TestAddress,
      mail: { subject?: string; text?: string; from?: string } = {},
    ) => {
      const subject = mail.subject ?? `Question ${++n}`;
      await t.mail({
        from: mail.from ?? far(),
        to: to.email,
        subject,
        text: mail.text ?? "What does it cost?",
      });
      return eventually(async () => {
        const { json } = await t.api.get<PageOf<{ id: string; subject: string }>>(
          `/threads?identity_id=${to.id}`,
        );
        return json.data.find((one) => one.subject === subject);
      });
    };
    const send = async (from: TestAddress, to: string) =>
      t.api.must<{ id: string; review_id: string; thread_id: string }>(
        202,
        t.api.post("/messages", { from: from.email, to: [to], subject: "An offer", text: "One two three" }),
      );
    const decision = (name: string) => (fields: URLSearchParams) => fields.get("decision") === name;

    // DECISIONS Agent signup and console: The page shows threads as they are read, and answers them
    test("reads a thread, and answers it", async () => {
      const address = await t.address({ mode: "human" });
      const guest = far();
      const { id, subject } = await received(address, {
        from: guest,
        text: "Hello <script>alert(1)</script>\n\nOn Monday, you wrote:\n> Come by.",
      });
      const browser = await enter(t);
      await browser.get(`/console/mail/open?address=${address.id}`);
      expect(browser.text).toContain(`<span class="subject"><bdi>${subject}</bdi></span>`);
      expect(browser.text).toContain('class="line unread"');
      await browser.get(`/console/threads/${id}?list=open`);
      expect([
        browser.status,
        browser.text.includes("&lt;script&gt;"),
        browser.text.includes("<script>"),
      ]).toEqual([200, true, false]);
      expect(browser.text).toContain('<details class="quoted">');
      await browser.get(`/console/mail/open?address=${address.id}`);
      expect(browser.text).not.toContain('class="line unread"');
      await browser.get(`/console/threads/${id}?list=open`);
      await browser.submit("/console/write", { text: "**Twelve** euros.", format: "markdown" });
      expect([browser.status, browser.text.includes("Sending …")]).toEqual([200, true]);
      passUndo(t, clock);
      const mail = await peer.taken.find(({ to }) => to.includes(guest));
      expect(mail.raw).toContain("Twelve** euros.");
      expect(mail.raw).toContain("<strong>Twelve</strong>");
      expect(mail.raw).toMatch(/\r\nIn-Reply-To: </);
    });

    // DECISIONS Agent signup and console: What a person sends leaves after ten seconds, in which it can be taken back
    test("takes a send back within ten seconds; a form sent twice sends once", async () => {
      const address = await t.address();
      const browser = await enter(t);
      const guest = far();
      await browser.get(`/console/write?address=${address.id}`);
      await browser.submit("/console/write", { from: address.id, to: "nobody at all", text: "x" });
      expect([browser.status, browser.text.includes("is not an email address")]).toEqual([400, true]);
      const apart = `ok@x.example, ${guest} ${far()}`;
      await browser.submit("/console/write", { from: address.id, to: apart, text: "x" });
      expect([browser.status, browser.text.includes(`${apart.slice(14)}&quot; is not an email`)]).toEqual([
        400,
        true,
      ]);
      const form = browser.form("/console/write");
      form.set("to", `Guest <${guest}>`);
      form.set("subject", "Twice");
      const answers = await Promise.all([
        browser.post("/console/write", form),
        browser.post("/console/write", form),
      ]);
      expect(answers.map(({ status }) => status)).toContain(303);
      await browser.get(answers.find(({ status }) => status === 303)!.headers.get("location")!);
      const [action] = /\/console\/drafts\/[0-9a-f-]+\/undo/.exec(browser.text)!;
      await browser.submit(action);
      expect(browser.text).toContain("It was not sent");
      passUndo(t, clock);
      const draft = browser.form("/console/write");
      expect([draft.get("to"), draft.get("subject")]).toEqual([`Guest <${guest}>`, "Twice"]);
      await browser.submit("/console/write");
      passUndo(t, clock);
      await peer.taken.find(({ to }) => to.includes(guest));
      await browser.post(action, new URLSearchParams({ csrf: draft.get("csrf")! }));
      expect(peer.mails.filter(({ to }) => to.includes(guest))).toHaveLength(1);
    });

    test("sends later, at a usual time or one of one's own; Enter in a field sends nothing", async () => {
      const address = await t.address();
      const browser = await enter(t);
      const guest = far();
      browser.cookies.set("postroom_zone", "Asia/Tokyo");
      await browser.get(`/console/write?address=${address.id}`);
      // The first button of the form, which Enter presses.
      expect(/<form[^>]*class="write-form".*?<button[^>]*>/s.exec(browser.text)![0]).toContain(
        'value="save" hidden',
      );
      const letter = { from: address.id, to: guest, subject: "Later", text: "x", do: "later" };
      await browser.submit("/console/write", { ...letter, at: "2020-01-01T08:00" });
      expect([browser.status, browser.text.includes("at most thirty days ahead")]).toEqual([400, true]);
      const day = new Date(t.app.core.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
      await browser.submit("/console/write", { ...letter, at: `${day}T08:00` });
      expect(browser.text).toContain("It leaves later.");
      const drafts = async () =>
        (
          await t.api.get<PageOf<{ subject: string; status: string; send_at: string }>>(
            `/drafts?identity_id=${address.id}`,
          )
        ).json.data;
      const [draft] = await drafts();
      expect(draft).toMatchObject({ subject: "Later", status: "scheduled" });
      expect(Date.parse(draft!.send_at)).toBe(Date.parse(`${day}T08:00:00+09:00`));
      const [action] = /\/console\/drafts\/[0-9a-f-]+\/undo/.exec(browser.text)!;
      await browser.submit(action);
      expect((await drafts())[0]!.status).toBe("draft");
      const until = /name="until" value="([^"]+)"/.exec(browser.text)![1]!;
      await browser.submit("/console/write", { until });
      expect((await drafts())[0]).toMatchObject({
        status: "scheduled",
        send_at: expect.stringContaining(until.slice(0, 19)),
      });
    });

    // DECISIONS Agent signup and console: A person has decided what they send: no review holds it; a program's change ends that
    test("what a person sends from a protected address leaves; what a program changes in it does not", async () => {
      const address = await t.address();
      await protect(t, address.id);
      const browser = await enter(t);
      const [a, b] = [far(), far()];
      const write = async (to: string) => {
        await browser.get(`/console/write?address=${address.id}`);
        await browser.submit("/console/write", { from: address.id, to, subject: "By hand", text: "Mine." });
        return /\/console\/drafts\/([0-9a-f-]+)\/undo/.exec(browser.text)![1]!;
      };
      await write(a);
      passUndo(t, clock);
      await peer.taken.find(({ to }) => to.includes(a));
      const id = await write(b);
      await t.api.must(200, t.api.patch(`/drafts/${id}`, { text: "Not what they wrote" }));
      passUndo(t, clock);
      await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ message_id: string }>>("/reviews?status=pending");
        return json.data.some((review) => review.message_id === id);
      });
      expect(peer.mails.filter(({ to }) => to.includes(b))).toEqual([]);
    });

    // DECISIONS Agent signup and console: The audit trail shows what an edit changed
    test("approves, edits and approves, rejects, returns and takes over", async () => {
      const address = await t.address();
      await protect(t, address.id);
      const browser = await enter(t);
      const at = async (sent: { thread_id: string }) =>
        browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      const [a, b] = [far(), far()];
      const first = await send(address, a);
      await browser.get("/console/mail/needs");
      expect(browser.text).toContain("Wants to send");
      await at(first);
      await browser.submit(
        "/console/reviews",
        {},
        (fields) => decision("approve")(fields) && !fields.has("text"),
      );
      expect([browser.at, browser.text.includes("Approved …")]).toEqual([
        `/console/mail/needs?done=approving&review=${first.review_id}`,
        true,
      ]);
      passUndo(t, clock);
      await peer.taken.find(({ to }) => to.includes(a));
      const second = await send(address, b);
      await at(second);
      await browser.submit("/console/reviews", { text: "One four three" }, (fields) => fields.has("text"));
      passUndo(t, clock);
      expect((await peer.taken.find(({ to }) => to.includes(b))).raw).toContain("One four three");
      await browser.get(`/console/reviews/${second.review_id}`);
      expect(browser.text).toContain("<del>two</del>");
      expect(browser.text).toContain("<ins>four</ins>");
      for (const [name, status] of [
        ["reject", "rejected"],
        ["return", "returned"],
        ["take_over", "taken_over"],
      ] as const) {
        const sent = await send(address, far());
        await at(sent);
        await browser.submit(
          "/console/reviews",
          name === "take_over" ? {} : { comment: "Because." },
          decision(name),
        );
        passUndo(t, clock);
        await eventually(async () => {
          const { json } = await t.api.get<{ data: { status: string } }>(`/reviews/${sent.review_id}`);
          return json.data.status === status;
        });
      }
      await browser.get(`/console/threads/${second.thread_id}/history`);
      expect(browser.text).toContain("Approved");
      expect(browser.text).toContain("<del>two</del>");
      expect(browser.text).toContain("<ins>four</ins>");
    });

    test("two reviewers who decide at once send one mail", async () => {
      const rounds = Number(process.env.REVIEWS ?? "4");
      const address = await t.address();
      await protect(t, address.id);
      const browsers = [await enter(t), (await colleague(t, "reviewer")).browser];
      for (let round = 0; round < rounds; round++) {
        const guest = far();
        const sent = await send(address, guest);
        await Promise.all(browsers.map((one) => one.get(`/console/threads/${sent.thread_id}?list=needs`)));
        const answers = await Promise.all(
          browsers.map((one, index) => {
            const name = index === 0 || round % 2 === 0 ? "approve" : "reject";
            const form = one.form("/console/reviews", decision(name));
            if (name === "reject") form.set("comment", "No.");
            return one.post("/console/reviews", form);
          }),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
        passUndo(t, clock);
        const { json } = await eventually(async () => {
          const read = await t.api.get<{ data: { status: string } }>(`/reviews/${sent.review_id}`);
          return read.json.data.status !== "pending" && read;
        });
        if (json.data.status === "approved") await peer.taken.find(({ to }) => to.includes(guest));
        expect(peer.mails.filter(({ to }) => to.includes(guest))).toHaveLength(
          json.data.status === "approved" ? 1 : 0,
        );
      }
    }, 600_000);

    test("sorts: status, person, label, note", async () => {
      const address = await t.address();
      const { id } = await received(address);
      const helper = await colleague(t, "member");
      const browser = await enter(t);
      const open = () => browser.get(`/console/threads/${id}?list=open`);
      const status = (name: string) => (fields: URLSearchParams) => fields.get("status") === name;
      const thread = async () =>
        (
          await t.api.get<{ data: { status: string; assignee_id: string | null; owner_type: string } }>(
            `/threads/${id}`,
          )
        ).json.data;
      await open();
      await browser.submit(`/console/threads/${id}/status`, {}, status("waiting"));
      expect((await thread()).status).toBe("waiting");
      await open();
      await browser.submit(`/console/threads/${id}/status`, {}, status("human_review"));
      expect(await thread()).toMatchObject({ status: "human_review", owner_type: "human" });
      await browser.get("/console/mail/needs");
      expect(browser.text).toContain("Handed over");
      await open();
      await browser.submit(`/console/threads/${id}/assign`, { assignee: helper.id });
      expect((await thread()).assignee_id).toBe(helper.id);
      expect(browser.text).toContain("The member");
      await browser.submit(`/console/threads/${id}/labels`, { name: "Urgent" });
      expect(browser.text).toContain("Urgent</span>");
      await browser.submit(`/console/threads/${id}/notes`, { text: "Mind <b>this</b>" });
      expect(browser.text).toContain("Mind &lt;b&gt;this&lt;/b&gt;");
      await browser.submit(`/console/threads/${id}/notes/delete`);
      expect(browser.text).not.toContain("Mind &lt;b&gt;");
      await browser.submit(`/console/threads/${id}/status`, {}, status("resolved"));
      await browser.get(`/console/mail/done?address=${address.id}`);
      expect(browser.text).toContain(id);
    });

    test("searches with words and filters", async () => {
      const address = await t.address();
      const word = `zebra${++n}`;
      const guest = far();
      const { id } = await received(address, { from: guest, text: `There is a ${word} in it.` });
      const browser = await enter(t);
      const found = async (q: string) => {
        await browser.get(`/console/search?q=${encodeURIComponent(q)}`);
        return browser.text.includes(`/console/threads/${id}?`);
      };
      await eventually(() => found(word));
      expect(await found(`${word} from:${guest}`)).toBe(true);
      expect(await found(`${word} from:nobody@far.example`)).toBe(false);
      expect(await found(`from:${guest} is:unread`)).toBe(true);
      expect(await found(`from:${guest} has:file`)).toBe(false);
      expect(await found(`from:${guest} label:Nothing`)).toBe(false);
    });

    test("accepts an invitation", async () => {
      const address = await t.address();
      const [subject, raw] = invitationText(address.email);
      await t.raw({ from: "dana@brightwater.example", to: address.email, raw });
      const thread = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ id: string; subject: string }>>(
          `/threads?identity_id=${address.id}`,
        );
        return json.data.find((one) => one.subject === subject);
      });
      const browser = await enter(t);
      await browser.get(`/console/threads/${thread.id}?list=open`);
      const [action] = /\/console\/messages\/[0-9a-f-]+\/answer/.exec(browser.text)!;
      const form = browser.form(action);
      form.set("status", "accepted");
      expect((await browser.post(action, form)).status).toBe(303);
      const mail = await peer.taken.find(({ to }) => to.includes("dana@brightwater.example"));
      expect(mail.raw.replace(/\r\n /g, "")).toContain("PARTSTAT=ACCEPTED");
      await browser.get(`/console/threads/${thread.id}?list=open`);
      expect(browser.text).toContain("You accepted");
    });

    test("a reviewer decides and reads; members write; owners set; others see nothing", async () => {
      const address = await t.address();
      const { id } = await received(address);
      const reviewer = (await colleague(t, "reviewer")).browser;
      const member = (await colleague(t, "member")).browser;
      await reviewer.get(`/console/threads/${id}?list=open`);
      expect([reviewer.status, reviewer.text.includes('action="/console/write"')]).toEqual([200, false]);
      const csrf = reviewer.form(`/console/threads/${id}/notes`).get("csrf")!;
      for (const path of ["/console/write", "/console/settings/keys"]) {
        await reviewer.get(path);
        expect([path, reviewer.status]).toEqual([path, 403]);
      }
      await member.get("/console/settings/protection");
      expect(member.status).toBe(403);
      await member.get(`/console/threads/${id}?list=open`);
      const stolen = new URLSearchParams({ csrf, account: t.accountId, status: "resolved" });
      expect((await reviewer.post(`/console/threads/${id}/status`, stolen)).status).toBe(403);
      expect((await member.post(`/console/threads/${id}/status`, stolen)).status).toBe(403);
      const { accountId } = await t.otherAccount();
      const token = await createLink(t.app.core.actors, { accountId, ownerEmail: null });
      const stranger = new Browser(t.api.base);
      await stranger.get(`/console/sign-in?token=${token}`);
      await stranger.submit("/console/sign-in");
      for (const path of [
        `/console/threads/${id}`,
        `/console/threads/${id}/history`,
        `/console/mail/open?address=${address.id}`,
        `/console/mail/open?account=${t.accountId}`,
      ]) {
        await stranger.get(path);
        expect([path, stranger.status]).toEqual([path, 404]);
      }
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url }, checkOnce: true },
);
