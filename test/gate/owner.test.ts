// The operator's own key against what people alone decide (`approver: human`): it administers the account, and lets nothing go
// that a person holds back. DECISIONS Protection and reviews.
import { afterAll, expect, test } from "bun:test";
import { Janitor } from "../../actors/workers/janitor.ts";
import { check } from "../../src/store/maintenance/check.ts";
import type { PageOf } from "../support/app/api.ts";
import { eachApp, ShiftedClock } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { startSink } from "../support/fakes/receivers.ts";
import { hostOf } from "./host.ts";
import { arriveAt, signedIn } from "./place.ts";

const clock = new ShiftedClock();
const peer = await startSink();
afterAll(() => peer.stop());
let people = 0;
const far = () => `owned${++people}@peer.example`;

interface Made {
  id: string;
  email: string;
}

eachApp(
  "the operator's key where people decide",
  (t) => {
    /** An account of its own, with one address, and a person in the console. */
    const desk = async () => {
      const { accountId, domain, domainId, api } = await t.otherAccount();
      const make = (name: string) =>
        api.must<Made>(201, api.post("/identities", { email: `${name}@${domain}`, mode: "hybrid" }));
      const made = await make("desk");
      const browser = await signedIn(hostOf(t, clock), accountId);
      return {
        ...{ ...made, api, domain, domainId, make },
        async person(fields: Record<string, string>) {
          await browser.get(`/console/settings/protection?identity=${made.id}`);
          await browser.submit("/console/protection", { approver: "human", ...fields });
        },
        protect: (settings: object, by = api) =>
          by.must(
            200,
            by.call("PUT", `/identities/${made.id}/protection`, { approver: "human", ...settings }),
          ),
        byDefault: (settings: object) => api.must(200, api.call("PUT", "/protection", settings)),
        allow: (entries: string[]) =>
          api.must(201, api.post("/protection/lists", { direction: "send", list: "allow", entries })),
        block: (entries: string[]) =>
          api.must(201, api.post("/protection/lists", { direction: "send", list: "block", entries })),
        send: async (to: string, from = made.email) =>
          (await api.post("/messages", { from, to: [to], subject: "S", text: "S" })).status,
        again: async () => {
          await api.must(204, api.delete(`/identities/${made.id}`));
          // All that the address had is purged, and what its name keeps agrees with what is left.
          const janitor = new Janitor(t.app.core);
          for (let idle = 0; idle < 3; ) idle = (await janitor.round()).more ? 0 : idle + 1;
          expect(await check(t.app.core)).toEqual([]);
          return make("desk");
        },
      };
    };

    // DECISIONS Protection and reviews: A default of a key takes nothing of what people alone decide, nor says which people
    test("a default that a key sets takes over neither what a person holds nor whom it is shown to", async () => {
      for (const by of ["person", "owner", "agent"] as const) {
        const { id, api, person, protect, byDefault, allow, send } = await desk();
        const [early, late] = [far(), far()];
        if (by !== "agent") await allow([early]);
        const reviewers = ["boss@far.example"];
        if (by === "person") await person({ outbound: "new_recipients", reviewers: reviewers[0]! });
        else if (by === "owner") await protect({ outbound: "new_recipients", reviewers });
        else await protect({ outbound: "new_recipients", reviewers }, await restrictedKey(api, [id]));
        await allow([late]);
        for (const approver of ["key", "human"]) {
          await byDefault({ outbound: "new_recipients", approver, reviewers: ["thief@far.example"] });
          const now = await api.must(200, api.get(`/identities/${id}/protection`));
          const kept = by === "agent" ? {} : { reviewers };
          expect([by, now]).toEqual([by, expect.objectContaining({ approver: "human", ...kept })]);
          // What the key allowed before it left the decision to people goes on, and nothing that it allowed since.
          const goesOn = by === "owner" ? 201 : 202;
          if (by !== "agent") expect([by, approver, await send(early)]).toEqual([by, approver, goesOn]);
          expect([by, approver, await send(late)]).toEqual([by, approver, 202]);
        }
      }
    });

    test("an entry that changes sides, or makers, begins anew", async () => {
      const { api, protect, allow, block, send } = await desk();
      const [friend, foe] = [far(), far()];
      await allow([friend]);
      await block([foe]);
      await protect({ outbound: "new_recipients" });
      expect([await send(friend), await send(foe)]).toEqual([201, 422]);
      await allow([friend, foe]);
      expect([await send(friend), await send(foe)]).toEqual([201, 202]);
      const { json } = await api.get<PageOf<{ entry: string; list: string }>>("/protection/lists");
      expect(json.data.map(({ entry, list }) => [entry, list])).toEqual([
        [foe, "allow"],
        [friend, "allow"],
      ]);
    });

    // DECISIONS Protection and reviews: Nobody else writes from a name that keeps the protection of a deleted address
    test("no other address writes from a name that keeps its protection", async () => {
      for (const name of ["desk", "desk+tag"]) {
        const { id: deskId, api, domain, domainId, person, send, make } = await desk();
        await person({ outbound: "all" });
        const other = await make("other");
        const rule = { domain_id: domainId, local_part: name, identity_id: other.id };
        const from = `${name}@${domain}`;
        await api.must(204, api.delete(`/identities/${deskId}`));
        expect((await api.post("/routing-rules", { ...rule, send_as: true })).status).toBe(403);
        const { id } = await api.must<Made>(201, api.post("/routing-rules", rule));
        expect((await api.patch(`/routing-rules/${id}`, { send_as: true })).status).toBe(403);
        expect([await send(far(), from), await send(far(), other.email)]).toEqual([404, 201]);
        // One that was there before the address sleeps with it.
        const [role, late] = [`role${name.slice(4)}@${domain}`, "role"];
        const before = { ...rule, local_part: role.slice(0, role.indexOf("@")), send_as: true };
        await api.must(201, api.post("/routing-rules", before));
        expect(await send(far(), role)).toBe(201);
        const made = await make(late);
        await api.must(
          200,
          api.call("PUT", `/identities/${made.id}/protection`, { outbound: "all", approver: "human" }),
        );
        await api.must(204, api.delete(`/identities/${made.id}`));
        expect([name, await send(far(), role)]).toEqual([name, 404]);
        expect(
          await api.must(200, api.get(`/identities/${(await make("desk")).id}/protection`)),
        ).toMatchObject({
          outbound: "all",
        });
      }
    });

    // DECISIONS Protection and reviews: The limits of a day count on where an address is deleted by who may not change them
    test("the contacts of a day count on where the address is made again", async () => {
      for (const where of ["own", "default"]) {
        const { id, email, api, person, byDefault, send, again } = await desk();
        const limits = { first_contacts_a_day: 2, untrusted_contacts_a_day: 0 };
        if (where === "own")
          await person({ outbound: "off", first_contacts_a_day: "2", untrusted_contacts_a_day: "0" });
        else await byDefault({ outbound: "off", approver: "human", ...limits });
        const [first, second, third, named] = [far(), far(), far(), far()];
        const at = { t: hostOf(t, clock), owner: api, id, email };
        await arriveAt(at, { from: far(), mark: `named${people}`, body: ["", `Write to ${named}`] });
        expect([await send(first), await send(second), await send(third)]).toEqual([201, 201, 202]);
        await again();
        expect([await send(first), await send(second), await send(third)]).toEqual([201, 201, 202]);
        clock.advance(86_400_000);
        expect([await send(named), await send(third)]).toEqual([202, 201]);
      }
    });
  },
  { clock, env: { SMTP_RELAY_URL: peer.url } },
);
