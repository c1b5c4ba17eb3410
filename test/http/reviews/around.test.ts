// Ways around a hold that are closed: tags of a blocked address, new threads with who is in human_review, the thread's owner.
// DECISIONS Protection and reviews
import { expect, test } from "bun:test";
import type { Api } from "../../support/app/api.ts";
import { eachApp, type TestAddress } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";

interface Sent {
  id: string;
  thread_id: string;
  rejected: { address: string; reason: string }[];
  review_id: string;
}

let n = 0;
const far = () => `around${++n}@peer.example`;

eachApp("ways around a hold", (t) => {
  const protect = async (settings: object): Promise<TestAddress & { agent: Api }> => {
    const address = await t.address();
    await t.api.must(200, t.api.call("PUT", `/identities/${address.id}/protection`, settings));
    return { ...address, agent: await restrictedKey(t.api, [address.id]) };
  };
  const send = (api: Api, from: string, to: string | string[]) =>
    api.must<Sent>(202, api.post("/messages", { from, to, subject: "Hello", text: "Hello there" }));
  const review = (id: string) =>
    t.api.must<{ reasons: { code: string }[] }>(200, t.api.get(`/reviews/${id}`));

  // DECISIONS Protection and reviews: human_review holds mail to the thread's people anywhere, and its owner
  test("human_review is not left by a new thread with the same person, nor by a change of the owner", async () => {
    const { email, id, agent } = await protect({ outbound: "new_recipients" });
    const [to, other] = [far(), far()];
    await t.api.post(`/identities/${id}/protection/lists`, {
      direction: "send",
      list: "allow",
      entries: ["peer.example"],
    });
    const first = await agent.must<Sent>(201, agent.post("/messages", { from: email, to, text: "one" }));
    const change = { status: "human_review", owner_type: "human" };
    await agent.must(200, agent.patch(`/threads/${first.thread_id}`, change));
    for (const again of [to, to.toUpperCase(), to.replace("@", "+x@")]) {
      const held = await send(agent, email, again);
      expect((await review(held.review_id)).reasons).toEqual([{ code: "human_review" }]);
    }
    await agent.must(201, agent.post("/messages", { from: email, to: other, text: "two" }));
    const back = agent.patch(`/threads/${first.thread_id}`, { owner_type: "agent" });
    expect(await refusal(back)).toEqual([403, "forbidden"]);
    await agent.must(200, agent.patch(`/threads/${first.thread_id}`, change));
    await t.api.must(
      200,
      t.api.patch(`/threads/${first.thread_id}`, { status: "open", owner_type: "agent" }),
    );
    await agent.must(201, agent.post("/messages", { from: email, to, text: "three" }));
  });

  test("a webhook of a key that decides nothing does not say what stands in its URL", async () => {
    const url = "https://hooks.example.com/in";
    const hook = { url, event_types: ["message.received"] };
    for (const settings of [{ outbound: "new_recipients" }, { outbound: "all", approver: "human" }]) {
      const { id, agent } = await protect({ outbound: "off" });
      const before = await t.api.must<{ id: string }>(
        201,
        t.api.post("/webhooks", { ...hook, identity_id: id }),
      );
      await t.api.must(200, t.api.call("PUT", `/identities/${id}/protection`, settings));
      const made = agent.post("/webhooks", { ...hook, url: `${url}?a-secret`, identity_id: id });
      expect(await refusal(made)).toEqual([403, "forbidden"]);
      const moved = agent.patch(`/webhooks/${before.id}`, { url: `${url}?a-secret` });
      expect(await refusal(moved)).toEqual([403, "forbidden"]);
      // One that is there goes on, and whoever holds the account makes others.
      await agent.must(200, agent.patch(`/webhooks/${before.id}`, { event_types: ["message.sent"] }));
      await t.api.must(201, t.api.post("/webhooks", { ...hook, identity_id: id }));
    }
    // Where the key itself decides, it may.
    const own = await t.address();
    const decider = await restrictedKey(t.api, [own.id]);
    const all = decider.call("PUT", `/identities/${own.id}/protection`, { outbound: "all" });
    await decider.must(200, all);
    await decider.must(201, decider.post("/webhooks", { ...hook, identity_id: own.id }));
  });

  test("without protection whoever reaches a thread sets its status and owner", async () => {
    const from = await t.address();
    const agent = await restrictedKey(t.api, [from.id]);
    const sent = await agent.must<Sent>(
      201,
      agent.post("/messages", { from: from.email, to: far(), text: "x" }),
    );
    for (const change of [
      { status: "human_review", owner_type: "human" },
      { owner_type: "agent" },
      { status: "open" },
    ])
      await agent.must(200, agent.patch(`/threads/${sent.thread_id}`, change));
  });

  // DECISIONS Protection and reviews: A blocked address is blocked with any tag, an allowed one stands for itself
  test("a blocked address is blocked with any tag; one that is allowed stands for itself alone", async () => {
    const { email, id, agent } = await protect({ outbound: "new_recipients" });
    const lists = `/identities/${id}/protection/lists`;
    const [good, bad] = [far(), far()];
    for (const [list, entry] of [
      ["allow", good],
      ["block", bad],
      ["block", "tagged+one@peer.example"],
      ["block", '"odd one"@peer.example'],
    ])
      await t.api.must(201, t.api.post(lists, { direction: "send", list, entries: [entry] }));
    const blocked = [
      bad.replace("@", "+y@"),
      bad.toUpperCase().replace("@", "+A+B@"),
      '"odd one+x"@peer.example',
    ];
    const sent = await agent.must<Sent>(
      201,
      agent.post("/messages", { from: email, to: [good, ...blocked], text: "x" }),
    );
    expect(sent.rejected.map(({ address, reason }) => [address.toLowerCase(), reason])).toEqual(
      blocked.map((address) => [address.toLowerCase(), "block_list"]),
    );
    const held = await send(agent, email, [good.replace("@", "+y@"), "tagged+two@peer.example"]);
    expect((await review(held.review_id)).reasons.map(({ code }) => code)).toEqual([
      "new_recipient",
      "new_recipient",
    ]);
    expect(held.rejected).toEqual([]);
  });
});
