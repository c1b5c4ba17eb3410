// SPEC: Deliveries.
import { expect } from "bun:test";
import { many, one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const deliveries: Table = {
  "SPEC Deliveries": {
    "GET takes webhook_id, required, and limit, and answers the attempts of one endpoint": async (f) => {
      await refused(f.get("/deliveries"), 400, "validation_error", /webhook_id/);
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const made = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      const rows = await many(f.get(`/deliveries?webhook_id=${hook.id}`), "Delivery");
      expect([rows.length, rows[1]!.id]).toEqual([2, made.id]);
      expect((await page(f.get(`/deliveries?webhook_id=${hook.id}&limit=1`), "Delivery")).has_more).toBe(
        true,
      );
    },
    "POST replay needs no body, answers 200, queues one attempt again and resets its count": async (f) => {
      const hook = await f.hook({ identity_id: (await f.quiet()).id });
      const made = await one(f.post(`/webhooks/${hook.id}/test`), 200, "Delivery");
      await f.told(hook, "webhook.test");
      const again = await one(f.post(`/deliveries/${made.id}/replay`), 200, "Delivery");
      expect(again).toMatchObject({ id: made.id, status: "queued", attempt_count: 0 });
    },
  },
};
