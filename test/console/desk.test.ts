// The decision desk without a script: one card a page, each decision leads to the card behind it, the same card by a reviewer's
// link; what a return asked for is marked in the next version.
import { afterAll, expect, test } from "bun:test";
import { eachApp, eventually, ShiftedClock } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { willing } from "../support/app/people.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { Browser } from "./browser.ts";
import { colleague } from "./colleagues.ts";
import { signedIn } from "./signed-in.ts";

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());

interface Sent {
  id: string;
  review_id: string;
  thread_id: string;
}

eachApp(
  "the desk",
  (t) => {
    const reviewer = "desk-reviewer@peer.example";
    const status = async (id: string) =>
      await t.api.must<{ status: string; approved_until: string | null }>(200, t.api.get(`/reviews/${id}`));
    const deciding = (name: string) => (fields: URLSearchParams) =>
      fields.get("decision") === name && !fields.has("text");

    test("shows what waits one at a time, and goes on to the next after each decision", async () => {
      const { id, email } = await t.address();
      const agent = await restrictedKey(t.api, [id]);
      const protection = { outbound: "all", approver: "human", reviewers: [reviewer] };
      await willing(t, reviewer);
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, protection));
      const held: Sent[] = [];
      for (const name of ["one", "two", "three", "four", "five"])
        held.push(
          await agent.must<Sent>(
            202,
            agent.post("/messages", {
              from: email,
              to: `${name}@peer.example`,
              subject: `Offer ${name}`,
              text: `Dear ${name}, the price is 100 euros.`,
              attachments: [
                { filename: "list.csv", content_type: "text/csv", content: btoa(`price,${name}`) },
              ],
            }),
          ),
        );
      const [one, two, three, four, five] = held as [Sent, Sent, Sent, Sent, Sent];
      const { browser, email: person } = await colleague(t, "reviewer");
      const shows = (sent: Sent) => expect(browser.text).toContain(`data-desk="${sent.review_id}"`);

      await browser.get("/console/mail/needs");
      expect(browser.text).toContain('href="/console/desk"');
      await browser.get("/console/desk");
      shows(five);
      expect(browser.text.match(/data-desk=/g)).toHaveLength(1);
      for (const words of ["5 wait", "Written by an agent, with the key", "Dear five"])
        expect([words, browser.text.includes(words)]).toEqual([words, true]);
      // A file opens where it stands.
      const opened = /href="(\/console\/desk\?at=[^"#]+open=[^"#]+)/.exec(browser.text)![1]!;
      await browser.get(opened.replaceAll("&amp;", "&"));
      shows(five);
      expect(browser.text).toContain("price,five");

      await browser.submit("/console/reviews", {}, deciding("approve"));
      shows(four);
      expect((await status(five.review_id)).approved_until).not.toBeNull();
      await browser.submit("/console/reviews/undo");
      shows(five);
      expect(await status(five.review_id)).toMatchObject({ status: "pending", approved_until: null });
      await browser.submit("/console/reviews", {}, deciding("approve"));
      await browser.submit("/console/reviews", { comment: "Say more." }, deciding("return"));
      shows(three);
      // Its agent is told when the ten seconds are over.
      expect(await status(four.review_id)).toMatchObject({ status: "pending", approved_until: null });
      await browser.submit("/console/reviews/undo");
      shows(four);
      await browser.submit("/console/reviews", { comment: "Name the price with tax." }, deciding("return"));
      await browser.submit("/console/reviews", { comment: "By mistake." }, deciding("reject"));
      shows(two);
      await browser.submit("/console/reviews/undo");
      shows(three);
      await browser.submit("/console/reviews", { comment: "Not them." }, deciding("reject"));
      shows(two);
      // Space is a link: what is left still waits.
      await browser.get(`/console/desk?after=${two.review_id}`);
      shows(one);
      await browser.submit("/console/reviews", {}, deciding("take_over"));
      expect(browser.text).toContain("You have seen all of them");
      const statuses = () =>
        Promise.all([one, two, three, four].map(async (sent) => (await status(sent.review_id)).status));
      expect(await statuses()).toEqual(["taken_over", "pending", "pending", "pending"]);
      clock.advance(11_000);
      t.app.core.actors.feed.pokeAll();
      await eventually(async () => (await statuses()).join() === "taken_over,pending,rejected,returned");
      expect(await agent.must<object>(200, agent.get(`/drafts/${three.id}`))).toMatchObject({
        failed_reason: "Not them.",
      });

      // The next version shows what has changed since.
      await agent.must(
        200,
        agent.patch(`/drafts/${four.id}`, { text: "Dear four, the price is 119 euros with tax." }),
      );
      const again = await agent.must<Sent>(202, agent.post(`/drafts/${four.id}/send`, {}));
      await browser.get(`/console/desk?at=${again.review_id}`);
      shows(again);
      expect(browser.text).toContain(`${person} returned an earlier version`);
      expect(browser.text).toContain("Name the price with tax.");
      expect(browser.text).toMatch(/<del>100<\/del>/);
      expect(browser.text).toMatch(/<ins>119<\/ins>/);

      // A reviewer by link has the same card.
      const linked = new Browser(t.api.base);
      await eventually(async () => {
        const raws = peer.mails.flatMap(({ to, raw }) => (to.includes(reviewer) ? [raw] : []));
        const plain = raws.join("").replace(/=\r\n/g, "").replaceAll("=3D", "=");
        for (const [link] of plain.matchAll(/\/console\/review\?token=[0-9A-Za-z]{43}/g)) {
          await linked.get(link);
          if (linked.text.includes(again.review_id)) return true;
        }
        return false;
      });
      expect([linked.status, linked.text.includes(`data-desk="${again.review_id}"`)]).toEqual([200, true]);
      expect(linked.text).toMatch(/<ins>119<\/ins>/);
      const file = /href="(\/console\/review\?token=[^"#]+open=[^"#]+)/.exec(linked.text)![1]!;
      await linked.get(file.replaceAll("&amp;", "&"));
      expect(linked.text).toContain("price,four");

      // What is somebody else's is as if it were not there.
      const stranger = await signedIn(t);
      for (const path of [`/console/desk?at=${two.review_id}`, `/console/desk?after=${two.review_id}`]) {
        await stranger.browser.get(path);
        expect([path, stranger.browser.status]).toEqual([path, 404]);
      }
      await stranger.browser.get("/console/desk");
      expect(stranger.browser.text).toContain("Nothing waits for a decision");
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
