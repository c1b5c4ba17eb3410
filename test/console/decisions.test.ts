// A decision covers exactly what was seen: the page shows all that would leave, carries its hash, and can be taken back for ten
// seconds. DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import type { Api } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { willing } from "../support/app/people.ts";
import { refusal } from "../support/app/refusals.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { enter } from "./colleagues.ts";
import { passUndo, protectedAddress } from "./protected.ts";

interface Sent {
  id: string;
  thread_id: string;
  review_id: string;
}

interface ReviewAnswer {
  data: {
    status: string;
    covers: string;
    approved_until: string | null;
    mail: {
      headers: { name: string; value: string }[];
      parts: {
        section: string;
        content_type: string;
        filename: string | null;
        text: string | null;
        outside: string | null;
      }[];
      hidden: { text: string }[];
    };
  };
}

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
let n = 0;
const far = () => `guest${++n}@peer.example`;

async function signedIn(t: SuiteApp): Promise<Browser> {
  const browser = await enter(t);
  await browser.get(`/console/mail/needs?account=${t.accountId}`);
  return browser;
}

const approving = (fields: URLSearchParams) => fields.get("decision") === "approve" && !fields.has("text");

eachApp(
  "a decision",
  (t) => {
    const send = (agent: Api, from: string, more: object) =>
      agent.must<Sent>(202, agent.post("/messages", { from, subject: "An offer", text: "Words", ...more }));
    const review = async (id: string) => (await t.api.get<ReviewAnswer>(`/reviews/${id}`)).json.data;
    const mailsTo = (to: string) => peer.mails.filter((mail) => mail.to.includes(to));

    test("shows every field, both alternatives, what is hidden, and every file; its octets are there", async () => {
      const { email, agent } = await protectedAddress(t);
      const to = far();
      const sent = await send(agent, email, {
        to,
        bcc: [far()],
        reply_to: ["elsewhere@peer.example"],
        headers: { "X-Note": "code 1234 rides along" },
        text: "Plain words",
        html: '<p>Other words</p><div style="display:none">launch codes</div><!-- and a comment -->',
        attachments: [
          {
            filename: "list.csv",
            content_type: "text/csv",
            content: Buffer.from("a,b\n1,secret").toString("base64"),
          },
          {
            filename: "inner.eml",
            content_type: "message/rfc822",
            content: Buffer.from("From: x@y.example\r\nSubject: folded in\r\n\r\ninner text\r\n").toString(
              "base64",
            ),
          },
        ],
      });
      const { mail } = await review(sent.review_id);
      expect(mail.headers).toContainEqual({ name: "X-Note", value: "code 1234 rides along" });
      expect(mail.headers.find(({ name }) => name === "Reply-To")!.value).toContain("elsewhere@peer.example");
      const texts = mail.parts.map(({ text }) => text ?? "").join("\n");
      for (const words of ["Plain words", "launch codes", "and a comment", "1,secret", "inner text"])
        expect([words, texts.includes(words)]).toEqual([words, true]);
      expect(mail.hidden.some(({ text }) => text.includes("launch codes"))).toBe(true);
      expect((await agent.get(`/messages/${sent.id}/safety`)).status).toBe(200);

      const browser = await signedIn(t);
      await browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      for (const words of [
        "X-Note: code 1234",
        "elsewhere@peer.example",
        "launch codes",
        "list.csv",
        "inner.eml",
        "folded in",
      ])
        expect([words, browser.text.includes(words)]).toEqual([words, true]);
      const base = `/console/reviews/${sent.review_id}/mail`;
      await browser.get(base);
      expect([
        browser.headers.get("content-disposition")!.includes("message.eml"),
        browser.text.includes("X-Note"),
      ]).toEqual([true, true]);
      const csv = mail.parts.find(({ filename }) => filename === "list.csv")!;
      await browser.get(`${base}?part=${csv.section}`);
      expect(browser.text).toContain("1,secret");
      await browser.get(`${base}?part=${csv.section}&text=1`);
      expect([browser.status, browser.text.includes("1,secret")]).toEqual([200, true]);
      await browser.get(`${base}?part=9.9`);
      expect(browser.status).toBe(404);
      const stranger = new Browser(t.api.base);
      await stranger.get(base);
      expect(stranger.at).toBe("/console/login");
    });

    test("of another mail than the page showed is refused, by page and by REST", async () => {
      const { id, email, agent } = await protectedAddress(t);
      const to = far();
      const sent = await send(agent, email, { to });
      const browser = await signedIn(t);
      await browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      const form = browser.form("/console/reviews", approving);
      expect(form.get("expected")).toBe((await review(sent.review_id)).covers);
      for (const wrong of ["0".repeat(64), ""]) {
        const forged = new URLSearchParams(form);
        forged.set("expected", wrong);
        const answer = await browser.post("/console/reviews", forged);
        expect([answer.status, (await answer.text()).includes("It changed since you opened it")]).toEqual([
          409,
          true,
        ]);
      }
      await t.api.must(200, browserProtects(browser, id));
      const covers = (await review(sent.review_id)).covers;
      const path = `/reviews/${sent.review_id}/approve`;
      expect(await refusal(t.api.post(path, { expected: "0".repeat(64) }))).toEqual([409, "conflict"]);
      await t.api.must(200, t.api.post(path, { expected: covers }));
      await peer.taken.find((mail) => mail.to.includes(to));
    });

    /** A person lets keys decide. */
    async function browserProtects(browser: Browser, id: string) {
      await browser.get(`/console/protection?account=${t.accountId}&identity=${id}`);
      await browser.submit("/console/protection", { outbound: "all", approver: "key" });
      return t.api.get(`/identities/${id}/protection`);
    }

    test("is taken back within ten seconds, and the first one stands meanwhile", async () => {
      const { email, agent } = await protectedAddress(t);
      const to = far();
      const sent = await send(agent, email, { to });
      const [one, two] = [await signedIn(t), await signedIn(t)];
      for (const browser of [one, two]) await browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      await one.submit("/console/reviews", {}, approving);
      expect((await review(sent.review_id)).approved_until).not.toBeNull();
      const rejecting = two.form("/console/reviews", (fields) => fields.get("decision") === "reject");
      rejecting.set("comment", "No.");
      const second = await two.post("/console/reviews", rejecting);
      expect([second.status, (await second.text()).includes("decided first")]).toEqual([409, true]);
      await one.submit("/console/reviews/undo");
      expect(one.text).toContain("Taken back");
      passUndo(t, clock);
      expect(await review(sent.review_id)).toMatchObject({ status: "pending", approved_until: null });
      expect(mailsTo(to)).toEqual([]);
      await one.get(`/console/threads/${sent.thread_id}?list=needs`);
      await one.submit("/console/reviews", {}, approving);
      passUndo(t, clock);
      await peer.taken.find((mail) => mail.to.includes(to));
      const late = await one.post(
        "/console/reviews/undo",
        new URLSearchParams({
          csrf: one.form("/console/reviews/undo").get("csrf")!,
          account: t.accountId,
          id: sent.review_id,
        }),
      );
      expect(late.status).toBe(409);
      expect(mailsTo(to)).toHaveLength(1);
    });

    test("that refuses is told to its agent after ten seconds, and can be taken back until then", async () => {
      const { id, email, agent } = await protectedAddress(t, { inbound: "new_senders" });
      const [one, two] = [await signedIn(t), await signedIn(t)];
      const refusing = (name: string) => (fields: URLSearchParams) => fields.get("decision") === name;
      for (const [name, status] of [
        ["reject", "rejected"],
        ["return", "returned"],
      ] as const) {
        const sent = await send(agent, email, { to: far() });
        const at = `/console/threads/${sent.thread_id}?list=needs`;
        for (const browser of [one, two]) await browser.get(at);
        const form = one.form("/console/reviews", refusing(name));
        form.set("comment", "Not so.");
        expect((await one.post("/console/reviews", form)).status).toBe(303);
        // The same once more, as when its answer was lost.
        expect((await one.post("/console/reviews", form)).status).toBe(303);
        const other = await two.post("/console/reviews", two.form("/console/reviews", approving));
        expect([other.status, (await other.text()).includes(status)]).toEqual([409, true]);
        await one.get(at);
        expect(one.text).toContain(`It was ${status}, which comes into force`);
        await one.submit("/console/reviews/undo");
        passUndo(t, clock);
        expect(await review(sent.review_id)).toMatchObject({ status: "pending", approved_until: null });
        await one.get(at);
        await one.submit("/console/reviews", { comment: "Not so." }, refusing(name));
        expect(await review(sent.review_id)).toMatchObject({ status: "pending", approved_until: null });
        passUndo(t, clock);
        await eventually(async () => (await review(sent.review_id)).status === status);
        const draft = await agent.must<{ failed_reason: string }>(200, agent.get(`/drafts/${sent.id}`));
        expect(draft.failed_reason).toBe("Not so.");
      }

      // A received mail is deleted for good by then.
      await t.mail({ from: "grace@far.example", to: email, subject: "Held", text: "Held" });
      const held = await eventually(async () => {
        const all = await t.api.must<{ id: string; message_id: string; thread_id: string }[]>(
          200,
          t.api.get(`/reviews?identity_id=${id}&direction=inbound`),
        );
        return all[0];
      });
      const there = async () => (await t.api.get(`/messages/${held.message_id}`)).status;
      const remove = async () => {
        await one.get(`/console/threads/${held.thread_id}?list=needs`);
        await one.submit("/console/reviews", { comment: "No." }, refusing("reject"));
      };
      await remove();
      await one.submit("/console/reviews/undo");
      passUndo(t, clock);
      expect(await there()).toBe(200);
      await remove();
      passUndo(t, clock);
      await eventually(async () => (await there()) === 404);
    });

    test("by a link is taken back by its page, and the link decides again", async () => {
      const reviewer = far();
      await willing(t, reviewer);
      const { email, agent } = await protectedAddress(t, { reviewers: [reviewer] });
      const to = far();
      await send(agent, email, { to });
      const [notice] = await peer.taken.count(1, (mail) => mail.to.includes(reviewer));
      const [link] = /\/console\/review\?token=[0-9A-Za-z]{43}/.exec(
        notice!.raw.replace(/=\r\n/g, "").replaceAll("=3D", "="),
      )!;
      const browser = new Browser(t.api.base);
      await browser.get(link);
      await browser.get(link.replace("/review?", "/review/mail?"));
      expect(browser.text).toContain("Subject: An offer");
      await browser.get(link);
      const form = browser.form("/console/review", approving);
      expect((await browser.post("/console/review", form)).status).toBe(200);
      // Its answer was lost.
      expect((await browser.post("/console/review", form)).status).toBe(200);
      const other = new URLSearchParams(form);
      other.set("decision", "take_over");
      expect((await browser.post("/console/review", other)).status).toBe(410);
      await browser.submit("/console/review", {}, approving);
      expect(browser.text).toContain("ten seconds");
      await browser.submit("/console/review/undo");
      expect(browser.text).toContain("can be used again");
      await browser.get(link);
      await browser.submit("/console/review", { comment: "No." }, (one) => one.get("decision") === "reject");
      expect(browser.text).toContain("The mail was rejected");
      await browser.submit("/console/review/undo");
      passUndo(t, clock);
      expect(mailsTo(to)).toEqual([]);
      await browser.get(link);
      await browser.submit("/console/review", {}, approving);
      passUndo(t, clock);
      await peer.taken.find((mail) => mail.to.includes(to));
      await browser.get(link);
      expect(browser.status).toBe(410);
    });

    test("of who may not decide any more, or that cannot leave, lets the mail wait and says why", async () => {
      const reviewer = far();
      await willing(t, reviewer);
      const { id, email, agent } = await protectedAddress(t, { reviewers: [reviewer] });
      const to = far();
      const sent = await send(agent, email, { to });
      const [notice] = await peer.taken.count(1, (mail) => mail.to.includes(reviewer));
      const [link] = /\/console\/review\?token=[0-9A-Za-z]{43}/.exec(
        notice!.raw.replace(/=\r\n/g, "").replaceAll("=3D", "="),
      )!;
      const linked = new Browser(t.api.base);
      await linked.get(link);
      const form = linked.form("/console/review", approving);
      await linked.post("/console/review", form);
      const browser = await signedIn(t);
      await browser.get(`/console/protection?account=${t.accountId}&identity=${id}`);
      await browser.submit("/console/protection", { outbound: "all", approver: "human", reviewers: "" });
      passUndo(t, clock);
      await eventually(async () => (await review(sent.review_id)).approved_until === null);
      await browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      expect(browser.text).toContain("may not decide here any more");
      // The link was used.
      for (const decision of ["approve", "take_over"]) {
        form.set("decision", decision);
        expect((await linked.post("/console/review", form)).status).toBe(410);
      }
      await browser.submit("/console/reviews", {}, approving);
      await t.api.must(200, t.api.patch(`/identities/${id}`, { status: "suspended" }));
      passUndo(t, clock);
      await eventually(async () => (await review(sent.review_id)).approved_until === null);
      await browser.get(`/console/threads/${sent.thread_id}?list=needs`);
      expect(browser.text).toContain("not active");
      expect(mailsTo(to)).toEqual([]);
    });

    test("to send a draft covers what the page showed: what others changed since is shown first", async () => {
      const { email, id, agent } = await protectedAddress(t);
      const to = far();
      const html = "<p>Words of the agent</p>";
      const draft = await agent.must<{ id: string }>(
        201,
        agent.post("/drafts", {
          identity_id: id,
          to: [to],
          subject: "Draft",
          text: "Words of the agent",
          html,
        }),
      );
      const browser = await signedIn(t);
      await browser.get(`/console/drafts/${draft.id}?account=${t.accountId}`);
      await agent.must(
        200,
        agent.patch(`/drafts/${draft.id}`, { text: "Other words", html: "<p>Other words</p>" }),
      );
      await browser.submit("/console/write");
      expect([browser.status, browser.text.includes("It changed since you opened it")]).toEqual([409, true]);
      expect(browser.text).toContain("Other words");
      passUndo(t, clock);
      expect(mailsTo(to)).toEqual([]);
      const file = {
        draft_id: draft.id,
        filename: "keys.txt",
        content_type: "text/plain",
        content_base64: btoa("secret"),
      };
      await agent.must(201, agent.post("/attachments", file));
      await browser.submit("/console/write");
      expect([browser.status, browser.text.includes("keys.txt")]).toEqual([409, true]);
      passUndo(t, clock);
      expect(mailsTo(to)).toEqual([]);
      await browser.submit("/console/write");
      expect(browser.status).toBe(200);
      passUndo(t, clock);
      const mail = await peer.taken.find((one) => one.to.includes(to));
      expect(mail.raw).toContain("Other words");
      expect(mail.raw).toContain("keys.txt");
      expect(email).toContain("@");
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
