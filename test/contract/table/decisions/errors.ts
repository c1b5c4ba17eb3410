// DECISIONS: Errors.
import { expect } from "bun:test";
import { saysNothing } from "../../../support/app/refusals.ts";
import { absent, one, refused } from "../../answers.ts";
import { hour, nobody } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { aDomain, aLabel, another, eventsOf, lists, meet, meeting } from "../samples.ts";

export const errors: Table = {
  "DECISIONS Errors": {
    "The message says what was wrong and what to do instead": async (f) => {
      await refused(f.post("/pods", {}), 400, "validation_error", /"name" is missing.*Add it/);
      await refused(f.get("/pods/x"), 404, "not_found", /no pod "x".*GET \/api\/v1\/pods lists/);
    },
    "400 validation_error: JSON, types, missing or unknown fields, empty patch": async (f) => {
      const post = (body: string) => f.raw("/api/v1/pods", { method: "POST", body });
      for (const body of ["{", "[]", '{"name":1}', "{}", '{"name":"x","nme":1}'])
        await refused(post(body), 400, "validation_error");
      const { id } = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      await refused(f.patch(`/pods/${id}`, {}), 400, "validation_error", /empty/);
    },
    "400 invalid_cursor": async (f) => {
      const whole = /^\/(pods|labels|mailboxes)\?/;
      for (const list of await lists(f)) {
        const answer = await f.get(`${list}cursor=nonsense`);
        if (whole.test(list)) expect([list, answer.status]).toEqual([list, 200]);
        else await refused(answer, 400, "invalid_cursor");
      }
    },
    "401 unauthorized": (f) => refused(f.open.get("/pods"), 401, "unauthorized"),
    "403 forbidden": async (f) => {
      const key = await f.restricted((await f.address()).id);
      await refused(key.post("/pods", { name: "P" }), 403, "forbidden");
    },
    "403 reach_exceeded: minting beyond one's reach, a foreign and a random id alike": async (f) => {
      const key = await f.restricted((await f.address()).id);
      const mint = (id: string) => key.post("/api-keys", { name: "k", identity_ids: [id] });
      const answers = [
        await mint((await f.other()).address.id),
        await mint(nobody),
        await mint((await f.address()).id),
      ];
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      await refused(answers[0]!, 403, "reach_exceeded");
    },
    "a key that a key with restriction may not revoke, and another account's key, are not there": async (
      f,
    ) => {
      const { api, address } = await f.other();
      const body = { name: "k", identity_ids: [address.id] };
      const foreign = await one(api.post("/api-keys", body), 201, "ApiKeyCreated");
      await absent(f.del(`/api-keys/${foreign.id}`));
      await absent(f.del(`/api-keys/${nobody}`));
      const [a, b] = [(await f.address()).id, (await f.address()).id];
      const sibling = await one(f.post("/api-keys", { name: "k", identity_ids: [a] }), 201, "ApiKeyCreated");
      await absent((await f.restricted(b)).delete(`/api-keys/${sibling.id}`));
    },
    "403 capability_missing": async (f) => {
      const { id } = await f.address({ type: "workflow" });
      await refused(f.post(eventsOf({ id }), meeting), 403, "capability_missing");
    },
    "403 send_policy_violation": decided("Drafts and sending"),
    "403 identity_suspended": async (f) => {
      const { id, email } = await f.address();
      await one(f.patch(`/identities/${id}`, { status: "suspended" }), 200, "Address");
      await refused(f.post("/messages", { from: email, to: f.far(), text: "x" }), 403, "identity_suspended");
    },
    "403 domain_unverified": async (f) => {
      const { api } = await f.signupAccount();
      const domain = await aDomain(f, api);
      const from = await one(
        api.post("/identities", { domain_id: domain.id, local_part: "x" }),
        201,
        "Address",
      );
      await refused(
        api.post("/messages", { from: from.email, to: f.far(), text: "x" }),
        403,
        "domain_unverified",
      );
    },
    "404 not_found: every id that is unknown or not reached, in path, query or body, the same bytes; so of every from":
      async (f) => {
        const { address, domainId } = await f.other();
        const from = (await f.some()).email;
        const answers = [
          await f.get(`/identities/${address.id}`),
          await f.get(`/drafts?identity_id=${address.id}`),
          await f.get(`/messages?thread_id=${nobody}`),
          await f.post("/drafts", { identity_id: address.id }),
          await f.post("/identities", { domain_id: domainId, local_part: "x" }),
          await f.post("/messages", { from, to: from, in_reply_to: nobody }),
          await f.get("/identities/not-an-id"),
        ];
        const froms = [
          await f.post("/messages", { from: address.email, to: from, text: "x" }),
          await f.post("/messages", { from: "nobody@nowhere.example", to: from, text: "x" }),
        ];
        const said = answers.map(({ status, text }) => `${status} ${saysNothing(text)}`);
        expect(new Set(said).size).toBe(1);
        expect(new Set(froms.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        // One kind of thing that is another's or that nobody has: the same bytes.
        const [theirs, none] = [answers[0]!, await f.get(`/identities/${nobody}`)];
        expect(theirs.text).toBe(none.text);
        await absent(answers[0]!);
      },
    "404 in a filter: an id that is not there is not an empty list": async (f) => {
      for (const path of [
        `/identities?domain_id=${nobody}`,
        `/identities?pod_id=${nobody}`,
        `/threads?identity_id=${nobody}`,
        `/threads?label_id=${nobody}`,
        `/routing-rules?domain_id=${nobody}`,
        `/events?identity_id=${nobody}`,
        `/messages?thread_id=${nobody}`,
        `/messages/search?q=x&identity_id=${nobody}`,
        `/messages/search?q=x&label_id=${nobody}`,
        `/deliveries?webhook_id=${nobody}`,
        `/drafts?identity_id=${nobody}`,
        `/labels?identity_id=${nobody}`,
        `/app-passwords?identity_id=${nobody}`,
        `/mailboxes?identity_id=${nobody}`,
        `/mailboxes/inbox?identity_id=${nobody}`,
      ])
        await absent(f.get(path));
    },
    "405 method_not_allowed": (f) =>
      refused(f.raw("/api/v1/pods", { method: "PUT", body: "{}" }), 405, "method_not_allowed", /GET or POST/),
    "415 unsupported_media_type": (f) =>
      refused(
        f.raw("/api/v1/pods", { method: "POST", body: "name=x", headers: { "content-type": "text/plain" } }),
        415,
        "unsupported_media_type",
        /application\/json/,
      ),
    "409 conflict": async (f) => {
      const to = await f.address();
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), identity_id: to.id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      await refused(f.post("/routing-rules", body), 409, "conflict", new RegExp(rule.id));
    },
    "409 address_taken": async (f) => {
      const { local_part } = await f.address();
      await refused(f.post("/identities", { domain_id: f.t.domainId, local_part }), 409, "address_taken");
    },
    "409 address_exists: a routing rule for an existing address": async (f) => {
      const { local_part, id } = await f.address();
      await refused(
        f.post("/routing-rules", { domain_id: f.t.domainId, local_part, identity_id: id }),
        409,
        "address_exists",
      );
    },
    "409 client_id_taken": async (f) => {
      const body = { name: "P", client_id: f.next("crm") };
      await one(f.post("/pods", body), 201, "Pod");
      await refused(f.post("/pods", body), 409, "client_id_taken");
    },
    "409 label_exists": async (f) => {
      const { identity_id, name } = await aLabel(f);
      await refused(f.post("/labels", { identity_id, name: name.toUpperCase() }), 409, "label_exists");
    },
    "409 draft_state": async (f) =>
      refused(f.del(`/drafts/${(await f.draft()).id}/schedule`), 409, "draft_state"),
    "410 signup_spent": async (f) => {
      const { human, signup } = await f.agent();
      const code = await f.code(human);
      await one(f.verify(signup.signup_id, code), 200, "AgentVerified");
      await refused(f.verify(signup.signup_id, code), 410, "signup_spent");
    },
    "412 precondition_failed": async (f) => {
      const to = await f.address();
      const { id } = await meet(f, to);
      await refused(
        f.patch(`${eventsOf(to)}/${id}`, { title: "x" }, { "if-match": '"x"' }),
        412,
        "precondition_failed",
      );
    },
    "416 range_not_satisfiable": async (f) => {
      const { message } = await f.inbound();
      const range = { range: "bytes=99999999-" };
      await refused(f.get(`/messages/${message.id}/raw`, range), 416, "range_not_satisfiable");
    },
    "422 idempotency_key_reuse": async (f) => {
      const headers = { "idempotency-key": f.next("reuse") };
      await one(f.post("/pods", { name: "one" }, headers), 201, "Pod");
      await refused(f.post("/pods", { name: "two" }, headers), 422, "idempotency_key_reuse");
    },
    "422 schedule_out_of_range": async (f) => {
      const { id } = await f.draft({ to: [f.far()] });
      await refused(
        f.post(`/drafts/${id}/schedule`, { send_at: f.soon(-hour) }),
        422,
        "schedule_out_of_range",
      );
    },
    "422 code_invalid": async (f) => {
      const { human, signup } = await f.agent();
      await refused(f.verify(signup.signup_id, another(await f.code(human))), 422, "code_invalid");
    },
    "422 recipient_refused: every recipient refused": async (f) => {
      const { email } = await f.address();
      const to = [`missing1@${f.t.domain}`, `missing2@${f.t.domain}`];
      await refused(
        f.post("/messages", { from: email, to, text: "x" }),
        422,
        "recipient_refused",
        /missing1/,
      );
    },
  },
};
