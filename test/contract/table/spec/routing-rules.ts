// SPEC: Routing rules.
import { expect } from "bun:test";
import { absent, gone, many, none, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { aRule } from "../samples.ts";

export const routingRules: Table = {
  "SPEC Routing rules": {
    "GET takes domain_id": async (f) => {
      const { id: domain_id } = await f.domain();
      await none(f.get(`/routing-rules?domain_id=${domain_id}`));
      const body = { domain_id, local_part: "a", identity_id: (await f.address()).id };
      const rule = await one(f.post("/routing-rules", body), 201, "RoutingRule");
      expect(await many(f.get(`/routing-rules?domain_id=${domain_id}`), "RoutingRule")).toEqual([rule]);
    },
    "POST names exactly one destination, and answers 201 with the rule": async (f) => {
      const to = await f.address();
      const hook = await f.hook({ identity_id: to.id });
      const body = { domain_id: f.t.domainId, local_part: f.next("r") };
      await refused(f.post("/routing-rules", body), 400, "validation_error");
      await refused(
        f.post("/routing-rules", { ...body, identity_id: to.id, webhook_id: hook.id }),
        400,
        "validation_error",
      );
      await one(f.post("/routing-rules", { ...body, webhook_id: hook.id }), 201, "RoutingRule");
    },
    "The address must be one that the key can already send from": async (f) => {
      const [mine, theirs] = [await f.address(), await f.address()];
      const key = await f.restricted(mine.id);
      const body = { domain_id: f.t.domainId, local_part: f.next("r"), identity_id: theirs.id };
      await absent(key.post("/routing-rules", body));
      await one(key.post("/routing-rules", { ...body, identity_id: mine.id }), 201, "RoutingRule");
    },
    "PATCH takes status, active or disabled, required": async (f) => {
      const rule = await aRule(f);
      await refused(f.patch(`/routing-rules/${rule.id}`, {}), 400, "validation_error");
      await refused(f.patch(`/routing-rules/${rule.id}`, { status: "off" }), 400, "validation_error");
      await one(f.patch(`/routing-rules/${rule.id}`, { status: "disabled" }), 200, "RoutingRule");
    },
    "What a rule matches and where it points cannot be edited": async (f) => {
      const rule = await aRule(f);
      for (const field of ["local_part", "identity_id", "webhook_id", "domain_id"] as const)
        await refused(
          f.patch(`/routing-rules/${rule.id}`, { status: "active", [field]: rule[field] }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "DELETE answers 200": async (f) => {
      const { id } = await aRule(f);
      await gone(f.del(`/routing-rules/${id}`), id);
    },
    "An existing address takes precedence: a rule for it is refused": async (f) => {
      const [taken, to] = [await f.address(), await f.address()];
      const body = { domain_id: f.t.domainId, local_part: taken.local_part, identity_id: to.id };
      await refused(f.post("/routing-rules", body), 409, "address_exists", new RegExp(taken.email));
    },
  },
};
