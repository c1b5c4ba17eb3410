// What a person who approves mail sees of the sending ramp of a new domain. DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { createLink } from "../../../actors/account/access/console.ts";
import { Browser } from "../../console/browser.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Held {
  id: string;
  thread_id: string;
  review_id: string;
}

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());

eachApp(
  "a review of mail from a new domain",
  (t) => {
    // DECISIONS Protection and reviews: a review says until when a new domain's mail would wait
    test("says when the mail would leave, and the mail waits until then", async () => {
      const { id, email } = await t.address();
      const body = (to: string[]) => ({ from: email, to, subject: `Of ${t.kind}`, text: "T" });
      const inside = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, { outbound: "all" }));
      const hold = (to: string[]) => t.api.must<Held>(202, t.api.post("/messages", body(to)));
      const ramp = async (held: Held) =>
        (await t.api.must<{ ramp?: object }>(200, t.api.get(`/reviews/${held.review_id}`))).ramp;
      const approve = (held: Held) => t.api.must(200, t.api.post(`/reviews/${held.review_id}/approve`));

      const first = await hold(["a@far.example", "b@far.example", inside.email]);
      const domain = t.domain;
      expect(await ramp(first)).toEqual({ domain, limit: 2, used: 0, leaves_at: null });
      await approve(first);
      await peer.taken.find(({ to, raw }) => to.includes("b@far.example") && raw.includes(`Of ${t.kind}`));
      // What is decided has left, or says so itself.
      expect(await ramp(first)).toBeUndefined();

      const later = await hold(["c@far.example", "d@far.example", "e@far.example"]);
      const tomorrow = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
      const waits = await ramp(later);
      expect(waits).toMatchObject({ domain, limit: 2, used: 2 });
      const { leaves_at: at } = waits as { leaves_at: string };
      expect(at).toStartWith(tomorrow);

      const token = await createLink(t.app.core.actors, { accountId: t.accountId, ownerEmail: null });
      const browser = new Browser(t.api.base);
      await browser.get(`/console/sign-in?token=${token}`);
      await browser.submit("/console/sign-in");
      await browser.get(`/console/reviews/${later.review_id}`);
      expect(browser.text).toContain(`${domain} is new: 2 of the 2 recipients`);
      expect(browser.text).toContain(at);

      await approve(later);
      const told = await eventually(async () => {
        const { data } = (
          await t.api.get<PageOf<{ response: string | null }>>(`/messages/${later.id}/recipients`)
        ).json;
        return data.every(({ response }) => response?.startsWith("Waits until ")) ? data : undefined;
      });
      expect(told.at(-1)!.response).toStartWith(`Waits until ${at}`);
      await browser.get(`/console/threads/${later.thread_id}`);
      expect(browser.text).toContain(`Waits until ${tomorrow}`);
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url, SENDING_RAMP: "2,10" } },
);
