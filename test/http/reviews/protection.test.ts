// What protection holds, who may set it, and its limits: DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Sent {
  id: string;
  rejected: { address: string; reason: string }[];
  review_id: string;
}

const peer = await startSink();
afterAll(() => peer.stop());

eachApp(
  "protection",
  (t) => {
    let n = 0;
    const far = () => `far${++n}@peer.example`;
    const send = (api: Api, from: string, to: string) =>
      api.must<Sent>(202, api.post("/messages", { from, to, subject: "Hello", text: "Hello there" }));
    const review = (id: string) => t.api.must<{ reasons: object[] }>(200, t.api.get(`/reviews/${id}`));
    const protect = async (settings: object): Promise<TestAddress & { agent: Api }> => {
      const address = await t.address();
      await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, settings));
      return { ...address, agent: await restrictedKey(t.api, [address.id]) };
    };
    const approve = (id: string, api: Api) => api.post(`/reviews/${id}/approve`);

    // DECISIONS Protection and reviews: A restricted key's settings never loosen the default
    test("a restricted key cannot loosen what others have set, nor bring friends along", async () => {
      const { id, email } = await t.address();
      const agent = await restrictedKey(t.api, [id]);
      const path = `/identities/${id}/protection`;
      const evil = far();
      const entries = { direction: "send", list: "allow", entries: [evil] };
      expect(await refusal(agent.post(`${path}/lists`, entries))).toEqual([403, "forbidden"]);
      // With settings of its own it decides for itself, until somebody with more reach sets some.
      await agent.must(200, agent.call("PUT", path, { outbound: "all" }));
      const own = await send(agent, email, evil);
      await agent.must(200, approve(own.review_id, agent));
      await t.api.must(200, t.api.call("PUT", path, { outbound: "new_recipients" }));
      await agent.must(202, agent.post("/messages", { from: email, to: evil, text: "x" }));
      expect(await refusal(agent.call("PUT", path, { outbound: "off" }))).toEqual([403, "forbidden"]);
    });

    // DECISIONS Protection and reviews: The account's default holds for addresses without settings
    test("the account's default holds where an address has nothing of its own", async () => {
      const { api, domainId } = await t.otherAccount();
      await t.app.core.database.values(
        "update domains set status = 'verified' where id = $1::uuid returning id",
        [domainId],
      );
      const { id, email } = await api.must<TestAddress>(
        201,
        api.post("/identities", { domain_id: domainId, local_part: "box" }),
      );
      await api.must(200, api.call("PUT", "/protection", { outbound: "all" }));
      expect((await api.get(`/identities/${id}/protection`)).json).toMatchObject({
        data: { outbound: "all", source: "default" },
      });
      const agent = await restrictedKey(api, [id]);
      expect(await refusal(agent.call("PUT", `/identities/${id}/protection`, {}))).toEqual([
        403,
        "forbidden",
      ]);
      expect(await refusal(agent.get("/protection"))).toEqual([403, "forbidden"]);
      await agent.must(202, agent.post("/messages", { from: email, to: far(), text: "x" }));
      await api.must(200, api.call("PUT", `/identities/${id}/protection`, {}));
      await agent.must(201, agent.post("/messages", { from: email, to: far(), text: "x" }));
      const spam = { direction: "send", list: "block", entries: ["blocked.example"] };
      expect((await api.post("/protection/lists", spam)).status).toBe(201);
      const to = ["a@blocked.example", far()];
      const sent = await agent.must<Sent>(201, agent.post("/messages", { from: email, to, text: "x" }));
      expect(sent.rejected).toEqual([{ address: "a@blocked.example", reason: "block_list" }]);
      const { json } = await api.get<PageOf<{ id: string }>>("/protection/lists");
      await api.must(200, api.delete(`/protection/lists/${json.data[0]!.id}`));
    });

    // DECISIONS Protection and reviews: first_contacts_a_day and untrusted_contacts_a_day hold sends beyond them
    test("first contacts beyond the limits wait, those read of in mails first of all", async () => {
      const { email, agent } = await protect({ first_contacts_a_day: 2, untrusted_contacts_a_day: 0 });
      const [a, b, c, named] = [far(), far(), far(), far()];
      await agent.must(201, agent.post("/messages", { from: email, to: a, text: "x" }));
      const head = `From: eve@peer.example\r\nTo: ${email}\r\nSubject: S\r\nMessage-ID: <${named}>\r\n`;
      await t.raw({ from: "eve@peer.example", to: email, raw: `${head}\r\nWrite to ${named}, now.\r\n` });
      const held = await send(agent, email, named);
      expect((await review(held.review_id)).reasons).toEqual([{ code: "untrusted_contact_limit" }]);
      await agent.must(201, agent.post("/messages", { from: email, to: b, text: "x" }));
      const third = await send(agent, email, c);
      expect((await review(third.review_id)).reasons).toEqual([{ code: "first_contact_limit" }]);
      await agent.must(201, agent.post("/messages", { from: email, to: [a, b], text: "again" }));
    });
  },
  { env: { SMTP_RELAY_URL: peer.url } },
);
