// Reviewers' links and the console's pages of reviews: DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf } from "../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { eventsShown } from "../support/app/events.ts";
import { restrictedKey } from "../support/app/keys.ts";
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

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let n = 0;
const far = () => `peer${++n}@peer.example`;

/** The text of a mail, its lines joined again. */
const words = (raw: string) => raw.replace(/=\r\n/g, "").replaceAll("=3D", "=");

/** The links in mails to a reviewer, in the order in which they came. */
async function linksTo(reviewer: string, least = 1): Promise<string[]> {
  const mails = await peer.taken.count(least, ({ to }) => to.includes(reviewer));
  return mails.flatMap(({ raw }) =>
    [...words(raw).matchAll(/\/console\/review\?token=[0-9A-Za-z]{43}/g)].map(([link]) => link),
  );
}

eachApp(
  "reviewers",
  (t) => {
    const protect = async (settings: { reviewers?: string[]; notify?: string }) => {
      for (const reviewer of settings.reviewers ?? []) await willing(t, reviewer);
      return protectedAddress(t, settings);
    };
    const send = (agent: Api, from: string, to: string) =>
      agent.must<Sent>(
        202,
        agent.post("/messages", { from, to, subject: "Hello <b>", text: "Words & <script>x</script>" }),
      );
    const statusOf = async (id: string) =>
      (await t.api.get<{ data: { status: string } }>(`/reviews/${id}`)).json.data.status;

    // DECISIONS Protection and reviews: The link in a reviewer's mail: GET shows, POST acts, once, within 15 minutes
    test("a link shows the mail, and decides it once, without a session", async () => {
      const reviewer = far();
      const { email, agent } = await protect({ reviewers: [reviewer] });
      const to = far();
      const sent = await send(agent, email, to);
      const [link] = await linksTo(reviewer);
      const browser = new Browser(t.api.base);
      await browser.get(link!);
      await browser.get(link!);
      expect([browser.status, browser.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(browser.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(browser.text).toContain("Words &amp; &lt;script&gt;");
      expect(browser.text).not.toContain("<script>");
      expect(await statusOf(sent.review_id)).toBe("pending");
      // A page that was open for too long acts no more; the link opens a new one.
      clock.advance(16 * 60_000);
      await browser.submit("/console/review", {}, (fields) => fields.get("decision") === "approve");
      expect([browser.status, browser.text.includes("more than 15 minutes")]).toEqual([410, true]);
      await browser.get(link!);
      const other = new Browser(t.api.base);
      await other.get(link!);
      const form = browser.form("/console/review", (fields) => fields.get("decision") === "approve");
      form.set("proof", `${form.get("proof")!.split(".")[0]}.forged`);
      expect((await browser.post("/console/review", form)).status).toBe(410);
      await browser.submit("/console/review", {}, (fields) => fields.get("decision") === "approve");
      expect([browser.status, browser.text.includes("leaves in ten seconds")]).toEqual([200, true]);
      await other.submit(
        "/console/review",
        { comment: "No." },
        (fields) => fields.get("decision") === "reject",
      );
      expect(other.status).toBe(410);
      await other.get(link!);
      expect(other.status).toBe(410);
      passUndo(t, clock);
      const left = await peer.taken.find((mail) => mail.to.includes(to));
      expect(left.raw).toContain("Words & <script>");
      const { json } = await t.api.get<PageOf<{ action: string; actor: object }>>(
        `/threads/${sent.thread_id}/audit`,
      );
      expect(json.data.find(({ action }) => action === "approved")!.actor).toEqual({
        kind: "link",
        id: reviewer,
        ip: "127.0.0.1",
      });
      const [rows] = await t.app.core.database.values(
        "select count(*)::int from review_links where encode(token_hash, 'escape') like $1::text",
        [`%${link!.split("=")[1]}%`],
      );
      expect(rows![0]).toBe(0);
    });

    // DECISIONS Agent signup and console: A reviewer sees it in its place in the text of a mail that waits
    test("a picture that the text has a place for is seen there, by the link too; a file of another kind is not", async () => {
      const reviewer = far();
      const { email, agent } = await protect({ reviewers: [reviewer] });
      const picture = {
        filename: "sea.png",
        content_type: "image/png",
        content: onePixel,
        content_id: "sea.png",
      };
      const drawing = { filename: "map.svg", content_type: "image/svg+xml", content: btoa("<svg/>") };
      // A name is none of a place, and of two with one Content-ID it is open which one is seen.
      const named = { ...picture, filename: "none.png", content_id: "other.png" };
      const twice = ["1.png", "2.png"].map((filename) => ({ ...picture, filename, content_id: "twice.png" }));
      const text =
        "Look <here>\n\n![](cid:sea.png)\n\n![a map](cid:map.svg) ![](cid:none.png) ![](cid:twice.png)";
      const files = { attachments: [named, { ...picture, filename: "x.png" }, drawing, ...twice] };
      await agent.must(
        202,
        agent.post("/messages", { from: email, to: far(), subject: "Sea", text, ...files }),
      );
      const [link] = await linksTo(reviewer);
      const browser = new Browser(t.api.base);
      await browser.get(link!);
      const pictures = [...browser.text.matchAll(/(.{15})<img class="placed" src="([^"]+)"/g)];
      expect(pictures.map(([, before]) => before)).toEqual(["![](cid:sea.png)".slice(-15)]);
      const shown = await browser.fetch(pictures[0]![2]!.replaceAll("&amp;", "&"));
      expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(btoa(String.fromCharCode(...new Uint8Array(await shown.arrayBuffer())))).toBe(onePixel);
    });

    test("a link ends after seven days, and with its reviewer's part in it", async () => {
      const reviewer = far();
      const { id, email, agent } = await protect({ reviewers: [reviewer] });
      const [first, second] = [await send(agent, email, far()), await send(agent, email, far())];
      const [old, link] = await linksTo(reviewer, 2);
      const browser = new Browser(t.api.base);
      await browser.get(old!);
      const form = browser.form("/console/review", (fields) => fields.get("decision") === "approve");
      const owner = await enter(t);
      await owner.get(`/console/protection?account=${t.accountId}&identity=${id}`);
      await owner.submit("/console/protection", { outbound: "all", approver: "human", reviewers: "" });
      // The page that was open acts no more, and no link opens one.
      expect((await browser.post("/console/review", form)).status).toBe(410);
      await browser.get(link!);
      expect(browser.status).toBe(410);
      await owner.submit("/console/protection", { outbound: "all", approver: "human", reviewers: reviewer });
      await browser.get(link!);
      expect(browser.status).toBe(200);
      clock.advance(7 * 86_400_000 + 1_000);
      await browser.get(link!);
      expect([browser.status, browser.text.includes("seven days")]).toEqual([410, true]);
      for (const { review_id } of [first, second]) expect(await statusOf(review_id)).toBe("pending");
    });

    test("whom a restricted key named as reviewers, its end takes out; what it holds back stays", async () => {
      const { id, email } = await t.address();
      const [reviewer, known, blocked] = [far(), far(), far()];
      await willing(t, reviewer);
      const { id: keyId, token } = await t.api.must<{ id: string; token: string }>(
        201,
        t.api.post("/api-keys", { name: "first", identity_ids: [id] }),
      );
      const first = t.api.as(token);
      const agent = await restrictedKey(t.api, [id]);
      const path = `/identities/${id}/protection`;
      const settings = { outbound: "new_recipients", inbound: "new_senders", submission: "refuse" };
      await first.must(200, first.call("PUT", path, settings));
      for (const [list, entry] of [
        ["allow", known],
        ["block", blocked],
      ])
        await first.must(201, first.post(`${path}/lists`, { direction: "send", list, entries: [entry] }));
      const input = { ...settings, approver: "human", reviewers: [reviewer], first_contacts_a_day: 3 };
      await first.must(200, first.call("PUT", path, input));
      const { review_id } = await send(agent, email, far());
      const [link] = await linksTo(reviewer);
      const browser = new Browser(t.api.base);
      await browser.get(link!);
      expect(browser.status).toBe(200);
      const form = browser.form("/console/review", (fields) => fields.get("decision") === "approve");

      const read = async () => (await t.api.must<Record<string, unknown>>(200, t.api.get(path))) as object;
      const before = await read();
      await t.api.must(200, t.api.delete(`/api-keys/${keyId}`));
      expect(await read()).toEqual(before);
      // Neither the page that was open, nor the link, nor a new mail's.
      expect((await browser.post("/console/review", form)).status).toBe(410);
      await browser.get(link!);
      expect(browser.status).toBe(410);
      const after = await send(agent, email, known);
      await eventually(async () => {
        const [row] = await t.app.core.database.values(
          "select count(*)::int from reviews where id = $1::uuid and notify_at is null",
          [after.review_id],
        );
        return row![0] === 1;
      });
      expect(await linksTo(reviewer)).toHaveLength(1);
      for (const one of [review_id, after.review_id]) expect(await statusOf(one)).toBe("pending");
      // No key decides, none loosens it, and the block list holds.
      const approval = agent.post(`/reviews/${review_id}/approve`, {});
      expect(await refusal(approval)).toEqual([403, "forbidden"]);
      expect(await refusal(agent.call("PUT", path, { outbound: "off" }))).toEqual([403, "forbidden"]);
      const mail = { from: email, to: [blocked], subject: "s", text: "t" };
      expect(await refusal(agent.post("/messages", mail))).toEqual([422, "recipient_refused"]);
      // A person of the account does.
      const owner = await enter(t);
      await owner.get(`/console/reviews/${review_id}`);
      await owner.submit("/console/reviews", {}, (fields) => fields.get("decision") === "approve");
      passUndo(t, clock);
      await eventually(async () => (await statusOf(review_id)) === "approved");
    });

    test("ten presses at once decide once", async () => {
      const reviewer = far();
      const { email, agent } = await protect({ reviewers: [reviewer] });
      const to = far();
      await send(agent, email, to);
      const [link] = await linksTo(reviewer);
      const browsers = Array.from({ length: 10 }, () => new Browser(t.api.base));
      await Promise.all(browsers.map((browser) => browser.get(link!)));
      await Promise.all(
        browsers.map((browser) =>
          browser.submit("/console/review", {}, (fields) => fields.get("decision") === "approve"),
        ),
      );
      expect(browsers.map(({ status }) => status).sort()).toEqual(Array(10).fill(200));
      passUndo(t, clock);
      expect(await peer.taken.count(1, (mail) => mail.to.includes(to))).toHaveLength(1);
    });

    // DECISIONS Protection and reviews: Reviewers whose mail keys read get no link
    test("a reviewer whose mail keys read gets no link, but the way to the console", async () => {
      const reviewer = await t.address();
      const { email, agent } = await protect({ reviewers: [reviewer.email] });
      await send(agent, email, far());
      const { text } = await eventually(async () => {
        const { json } = await t.api.get<PageOf<{ text: string }>>(
          `/messages?identity_id=${reviewer.id}&is_read=false`,
        );
        return json.data[0];
      });
      expect(text).toContain("/console/reviews");
      expect(text).not.toContain("token=");
    });

    test("no key reads what a mail of the service says while it is on its way", async () => {
      const reviewer = far();
      const { email, agent } = await protect({ reviewers: [reviewer] });
      await send(agent, email, far());
      await linksTo(reviewer);
      await eventsShown(t.app.core.database);
      const { json } = await t.api.get<PageOf<{ data: { message_id: string; to: string[] } }>>(
        "/events?type=message.sent&limit=200",
      );
      const about = json.data.filter(({ data }) => data.to.includes(reviewer));
      expect(about).toHaveLength(1);
      for (const path of ["", "/raw", "/headers"])
        expect(await refusal(t.api.get(`/messages/${about[0]!.data.message_id}${path}`))).toEqual([
          404,
          "not_found",
        ]);
    });

    test("a digest tells of all that waits, in one mail, at the full hour", async () => {
      const reviewer = far();
      const { email, agent } = await protect({ reviewers: [reviewer], notify: "digest" });
      for (let count = 0; count < 3; count++) await send(agent, email, far());
      expect(peer.mails.filter(({ to }) => to.includes(reviewer))).toEqual([]);
      clock.advance(3_600_000);
      t.app.core.actors.feed.pokeAll();
      expect(await linksTo(reviewer)).toHaveLength(3);
    });

    // DECISIONS Protection and reviews: A person in the console decides, edits and changes protection
    test("a person in the console decides, edits and changes protection", async () => {
      const { id, email, agent } = await protect({});
      const [a, b] = [far(), far()];
      const sent = await send(agent, email, a);
      const second = await send(agent, email, b);
      const browser = await enter(t);
      await browser.get(`/console/reviews?account=${t.accountId}`);
      expect(browser.text).toContain(email);
      const at = (review: string) => `/console/reviews/${review}?account=${t.accountId}`;
      await browser.get(at(sent.review_id));
      await browser.submit("/console/reviews", { text: "Other words", to: a }, (fields) =>
        fields.has("text"),
      );
      expect([browser.status, browser.text.includes("Approved")]).toEqual([200, true]);
      passUndo(t, clock);
      const left = await peer.taken.find((mail) => mail.to.includes(a));
      expect(left.raw).toContain("Other words");
      expect(left.raw).not.toContain("script");
      await browser.get(at(sent.review_id));
      expect(browser.text).toContain("What the reviewer changed");
      await browser.get(at(second.review_id));
      await browser.submit(
        "/console/reviews",
        { comment: "Shorter." },
        (fields) => fields.get("decision") === "return",
      );
      expect(await statusOf(second.review_id)).toBe("pending");
      passUndo(t, clock);
      await eventually(async () => (await statusOf(second.review_id)) === "returned");
      await browser.get(`/console/protection?account=${t.accountId}&identity=${id}`);
      await browser.submit("/console/protection/entries", { entry: b, rule: "send allow" });
      await browser.submit("/console/protection", { outbound: "new_recipients", approver: "key" });
      expect((await t.api.get(`/identities/${id}/protection`)).json).toMatchObject({
        data: { outbound: "new_recipients", approver: "key" },
      });
      await agent.must(201, agent.post("/messages", { from: email, to: b, text: "x" }));
      const stranger = new Browser(t.api.base);
      await stranger.get(at(second.review_id));
      expect(stranger.at).toBe("/console/login");
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
