// DECISIONS: Export, import, retention.
import { expect } from "bun:test";
import { many, none, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const moving: Table = {
  "DECISIONS Domains, pods, routing rules": {
    "GET /domains/{id}/reports": async (f) => {
      const domains = await many(f.get("/domains"), "Domain");
      await none(f.get(`/domains/${domains[0]!.id as string}/reports`));
    },
  },
  "DECISIONS Export, import, retention": {
    "RetentionRule: id, identity_id, folder, action, after_days, created_at": async (f) => {
      const body = {
        identity_id: (await f.address()).id,
        folder: "trash",
        action: "delete",
        after_days: 900,
      };
      const made = await one(f.post("/retention-rules", body), 201, "RetentionRule");
      expect(made).toMatchObject(body);
      const rules = await many(f.get("/retention-rules"), "RetentionRule");
      expect(rules.map(({ id }) => id)).toContain(made.id as string);
      await refused(f.post("/retention-rules", { ...body, folder: "drafts" }), 400, "validation_error");
      await one(f.del(`/retention-rules/${made.id as string}`), 200, "Deleted");
    },
  },
};
