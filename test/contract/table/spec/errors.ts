// SPEC: Errors.
import { expect } from "bun:test";
import { absent, one, refused } from "../../answers.ts";
import { nobody } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { aLabel } from "../samples.ts";

export const errors: Table = {
  "SPEC Errors": {
    "A failure's body is { error: { code, message } }": (f) => refused(f.get("/pods/x"), 404, "not_found"),
    "401: no key, or one that is not valid": async (f) => {
      await refused(f.open.get("/pods"), 401, "unauthorized");
      await refused(f.api.as("pr_nothing").get("/pods"), 401, "unauthorized");
    },
    "404: not there, another account's, or not reached, and these cannot be told apart": async (f) => {
      const { address } = await f.other();
      const [mine, hidden] = [await f.address(), await f.address()];
      const key = await f.restricted(mine.id);
      const answers = [
        await f.get(`/identities/${nobody}`),
        await f.get(`/identities/${address.id}`),
        await key.get(`/identities/${hidden.id}`),
      ];
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      await absent(answers[0]!);
    },
    "Refused: a rule for an address that exists": async (f) => {
      const taken = await f.address();
      const body = { domain_id: f.t.domainId, local_part: taken.local_part, identity_id: taken.id };
      await refused(f.post("/routing-rules", body), 409, "address_exists");
    },
    "Refused: a label PATCH with neither name nor colour": async (f) =>
      refused(f.patch(`/labels/${(await aLabel(f)).id}`, {}), 400, "validation_error"),
    "Refused: an idempotency key used again with another body": async (f) => {
      const headers = { "idempotency-key": f.next("again") };
      const { id } = await f.address();
      await one(f.post("/labels", { identity_id: id, name: "a" }, headers), 201, "Label");
      await refused(f.post("/labels", { identity_id: id, name: "b" }, headers), 422, "idempotency_key_reuse");
    },
    "Refused: minting beyond the caller's reach": async (f) => {
      const key = await f.restricted((await f.address()).id);
      const body = { name: "k", identity_ids: [(await f.address()).id] };
      await refused(key.post("/api-keys", body), 403, "reach_exceeded");
    },
    "Refused: an app password for an address that the key cannot send from": async (f) => {
      const key = await f.restricted((await f.address()).id);
      await absent(key.post("/app-passwords", { identity_id: (await f.address()).id, name: "P" }));
    },
    "Refused: scheduling outside the window": async (f) => {
      const { id } = await f.draft({ to: [f.far()] });
      await refused(f.post(`/drafts/${id}/schedule`, { send_at: f.soon(0) }), 422, "schedule_out_of_range");
    },
    "Refused: revoking a sibling or the parent": async (f) => {
      const { id } = await f.quiet();
      const body = { name: "k", identity_ids: [id] };
      const made = await one(f.post("/api-keys", body), 201, "ApiKeyCreated");
      const child = await one(f.api.as(made.token).post("/api-keys", body), 201, "ApiKeyCreated");
      await absent(f.api.as(child.token).delete(`/api-keys/${made.id}`));
    },
    "Values of code: not shown": decided("Errors"),
    "Statuses of these refusals and of malformed bodies: not shown": decided("Errors"),
  },
};
