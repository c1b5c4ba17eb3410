// What a person held back stays held where its thread, or its address, is deleted. DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { Retention } from "../../actors/workers/retention.ts";
import type { Api, PageOf } from "../support/app/api.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { refusal } from "../support/app/refusals.ts";
import { letIn } from "../support/clients/oauth.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { ImapTalk, passwordFor } from "../support/imap/client.ts";

const clock = new ShiftedClock();
const dayMs = 86_400_000;
const peer = await startSink();
afterAll(() => peer.stop());
let people = 0;
const far = () => `ended${++people}@peer.example`;

interface Made {
  id: string;
  email: string;
}

eachApp(
  "what ends",
  (t) => {
    const protect = (id: string, settings: object, by = t.api) =>
      by.call("PUT", `/identities/${id}/protection`, settings);
    const send = async (api: Api, { email }: Made, to: string) =>
      (await api.post("/messages", { from: email, to: [to], subject: "S", text: "S" })).status;
    /** An address with a thread that a person looks at, with somebody to whom mail leaves otherwise. */
    const watched = async (approver: "key" | "human") => {
      const address = await t.address({ mode: "hybrid" });
      const { id, email } = address;
      const [friend, other] = [far(), far()];
      const list = { direction: "send", list: "allow", entries: [friend, other] };
      await t.api.must(201, t.api.post(`/identities/${id}/protection/lists`, list));
      await t.api.must(200, protect(id, { outbound: "new_recipients", approver: "key" }));
      const agent = await restrictedKey(t.api, [id]);
      const first = await t.api.must<{ id: string; thread_id: string }>(
        201,
        t.api.post("/messages", { from: email, to: [friend], subject: "S", text: "S" }),
      );
      await t.api.must(200, t.api.patch(`/threads/${first.thread_id}`, { status: "human_review" }));
      await t.api.must(200, protect(id, { outbound: "new_recipients", approver }));
      return { ...address, agent, friend, other, first, password: await passwordFor(t, address) };
    };
    const inTrash = ({ first }: Awaited<ReturnType<typeof watched>>, by: Api) =>
      by.must(200, by.delete(`/threads/${first.thread_id}`));

    // DECISIONS Protection and reviews: Mail of a thread in human_review is deleted for good by who may decide alone
    test("no key or program deletes what a person looks at, and so writes to its people unheld", async () => {
      const place = await watched("key");
      const { agent, first, friend } = place;
      const program = t.api.as((await letIn(t, { level: "send" })).tokens.access_token);
      expect(await send(agent, place, friend)).toBe(202);
      await inTrash(place, agent);
      for (const api of [agent, program])
        for (const path of [`/threads/${first.thread_id}`, `/messages/${first.id}`])
          expect([path, await refusal(api.delete(path))]).toEqual([path, [403, "forbidden"]]);
      expect(await send(agent, place, friend)).toBe(202);
      // Who may decide takes it out, and then it is deleted like any.
      await t.api.must(200, t.api.patch(`/threads/${first.thread_id}`, { status: "open" }));
      await agent.must(200, agent.delete(`/threads/${first.thread_id}`));
      expect((await agent.get(`/messages/${first.id}`)).status).toBe(404);
      expect(await send(agent, place, friend)).toBe(201);
    });

    test("nor does a mail program, or a rule of retention", async () => {
      const place = await watched("human");
      const { id, agent, first, friend, other } = place;
      expect(await send(agent, place, other)).toBe(201);
      const rule = { identity_id: id, folder: "sent", action: "delete", after_days: 1 };
      await t.api.must(201, t.api.post("/retention-rules", rule));
      const talk = await ImapTalk.logIn(t.app.ports.imap!, place.password);
      await talk.say("SELECT Sent");
      await talk.say("STORE 1:* +FLAGS (\\Deleted)");
      expect((await talk.say("EXPUNGE")).at(-1)).toContain("NO");
      expect((await talk.say("UID EXPUNGE 1:*")).at(-1)).toContain("NO");
      expect((await talk.say("CREATE Own")).at(-1)).toContain("OK");
      expect((await talk.say("MOVE 1:* Own")).at(-1)).toContain("OK");
      expect((await talk.say("DELETE Own")).at(-1)).toContain("NO");
      await talk.say("SELECT Own");
      expect((await talk.say("MOVE 1:* Sent")).at(-1)).toContain("OK");
      talk.close();
      clock.advance(3 * dayMs);
      const worker = new Retention(t.app.core);
      while ((await worker.round()).more);
      const { json } = await t.api.get<PageOf<{ id: string }>>(`/messages?identity_id=${id}`);
      expect(json.data.map((message) => message.id)).toEqual([first.id]);
      expect(await send(agent, place, friend)).toBe(202);
    });

    // DECISIONS Protection and reviews: Protection stays with the name of an address that is deleted by who may not change it
    test("an address that is made again is protected as it was, where who deleted it may not change that", async () => {
      for (const [approver, by] of [
        ["human", "owner"],
        ["human", "agent"],
        ["key", "agent"],
      ] as const) {
        const address = await t.address({ mode: "hybrid" });
        const { id, email } = address;
        const [friend, foe] = [far(), far()];
        const lists = `/identities/${id}/protection/lists`;
        await t.api.must(201, t.api.post(lists, { direction: "send", list: "allow", entries: [friend] }));
        await t.api.must(201, t.api.post(lists, { direction: "send", list: "block", entries: [foe] }));
        const settings = { outbound: "new_recipients", inbound: "new_senders", approver };
        await t.api.must(200, protect(id, settings));
        const api = by === "owner" ? t.api : await restrictedKey(t.api, [id]);
        await api.must(204, api.delete(`/identities/${id}`));
        const again = await t.api.must<Made>(201, t.api.post("/identities", { email, mode: "hybrid" }));
        expect(again.id).not.toBe(id);
        const now = await t.api.must(200, t.api.get(`/identities/${again.id}/protection`));
        expect(now).toMatchObject({ ...settings, source: "own" });
        // What permits has ended, and what restricts has not.
        expect(await send(t.api, again, friend)).toBe(202);
        const { json } = await t.api.get<PageOf<{ list: string; entry: string }>>(
          `/identities/${again.id}/protection/lists`,
        );
        expect(json.data.map(({ list, entry }) => [list, entry])).toEqual([["block", foe]]);
        expect((await protect(again.id, {})).status).toBe(approver === "human" ? 403 : 200);
      }
    });

    test("an address in which a person looks at a thread is deleted by who may decide alone", async () => {
      for (const set of ["own", "default"]) {
        const { domain, api } = await t.otherAccount();
        const friend = far();
        const desk = await api.must<Made>(201, api.post("/identities", { email: `desk@${domain}` }));
        const first = await api.must<{ thread_id: string }>(
          201,
          api.post("/messages", { from: desk.email, to: [friend], subject: "S", text: "S" }),
        );
        const thread = `/threads/${first.thread_id}`;
        await api.must(200, api.patch(thread, { status: "human_review" }));
        const path = set === "own" ? `/identities/${desk.id}/protection` : "/protection";
        await api.must(200, api.call("PUT", path, { approver: "key" }));
        const agent = await restrictedKey(api, [desk.id]);
        expect(await refusal(agent.delete(`/identities/${desk.id}`))).toEqual([403, "forbidden"]);
        await api.must(200, api.call("PUT", path, { approver: "human" }));
        expect(await refusal(api.delete(`/identities/${desk.id}`))).toEqual([403, "forbidden"]);
        expect(await send(api, desk, friend)).toBe(202);
      }
    });

    test("who may change it deletes it with its address", async () => {
      const { id, email } = await t.address();
      await t.api.must(200, protect(id, { outbound: "all" }));
      await t.api.must(204, t.api.delete(`/identities/${id}`));
      const again = await t.api.must<Made>(201, t.api.post("/identities", { email }));
      expect(await t.api.must(200, t.api.get(`/identities/${again.id}/protection`))).toMatchObject({
        outbound: "off",
        source: "none",
      });
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url, IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);
