// SPEC: Pods.
import { expect } from "bun:test";
import { one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const pods: Table = {
  "SPEC Pods": {
    "GET answers every pod, the default first, not paged": async (f) => {
      await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const pods = await page(f.get("/pods?limit=1"), "Pod");
      expect([pods.data.length > 1, pods.data[0]!.is_default, pods.has_more]).toEqual([true, true, false]);
    },
    "POST takes name, required, and client_id, and answers 201": async (f) => {
      await one(f.post("/pods", { name: "P", client_id: null }), 201, "Pod");
      await refused(f.post("/pods", { client_id: "x" }), 400, "validation_error", /name/);
    },
    "GET by id answers 200 with the pod": async (f) => {
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      expect(await one(f.get(`/pods/${pod.id}`), 200, "Pod")).toEqual(pod);
    },
    "PATCH takes name and client_id and answers 200": async (f) => {
      const pod = await one(f.post("/pods", { name: "P", client_id: f.next("crm") }), 201, "Pod");
      const changed = await one(f.patch(`/pods/${pod.id}`, { name: "Q", client_id: null }), 200, "Pod");
      expect(changed).toEqual({ ...pod, name: "Q", client_id: null });
    },
    "A pod has no sending reputation and scopes no key": async (f) => {
      const pod = await one(f.post("/pods", { name: "P" }), 201, "Pod");
      const { id } = await f.address({ pod_id: pod.id });
      await refused(
        f.post("/api-keys", { name: "k", identity_ids: [id], pod_id: pod.id }),
        400,
        "validation_error",
        /pod_id/,
      );
    },
  },
};
