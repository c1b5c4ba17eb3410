// SPEC: Limits and versioning.
import { expect } from "bun:test";
import { one, page, refused } from "../../answers.ts";
import { decided, type Table } from "../rows.ts";
import { eventsOf, meeting } from "../samples.ts";

export const limits: Table = {
  "SPEC Limits": {
    "Attendees of an event: up to 200": async (f) => {
      const attendees = Array.from({ length: 201 }, (_, n) => ({ email: `p${n}@far.example` }));
      await refused(f.post(eventsOf(await f.some()), { ...meeting, attendees }), 400, "validation_error");
    },
    "A signup code has six digits": async (f) =>
      expect(await f.code((await f.agent()).human)).toMatch(/^\d{6}$/),
    "Pods are not paged": async (f) => {
      await one(f.post("/pods", { name: "P" }), 201, "Pod");
      expect(await page(f.get("/pods?limit=1"), "Pod")).toMatchObject({ has_more: false, next_cursor: null });
    },
    "A 429 carries X-RateLimit-Reset; the quotas: not shown": decided("Conventions"),
    "Page sizes: not shown": decided("Conventions"),
    "Sizes and counts of attachments: not shown": decided("Drafts and sending"),
    "Lifetime of a signup code: not shown": decided("Agent signup and console"),
  },

  "SPEC Versioning": {
    "The version is the path's prefix, /api/v1": async (f) =>
      refused(f.raw("/api/v2/pods"), 404, "not_found"),
    "The description of the interface is numbered 1.0.0": async (f) =>
      expect(JSON.parse((await f.raw("/openapi.json", { key: null })).text).info.version).toBe("1.0.0"),
    "Deprecation and compatibility: not shown": decided("Conventions"),
  },
};
