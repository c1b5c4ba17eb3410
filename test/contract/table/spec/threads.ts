// SPEC: Threads.
import { expect } from "bun:test";
import { one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const threads: Table = {
  "SPEC Threads": {
    "GET takes limit and a cursor that is a date-time, and answers a page": async (f) => {
      const { address } = await f.inbound();
      const second = await f.inbound({ to: address });
      const first = await page(f.get(`/threads?identity_id=${address.id}&limit=1`), "Thread");
      expect([ids(first.data), first.next_cursor]).toEqual([
        [second.message.thread_id],
        first.data[0]!.last_message_at,
      ]);
    },
    "PATCH takes status and owner_type and answers 200 with the thread": async (f) => {
      const { message } = await f.inbound();
      const body = { status: "waiting", owner_type: "agent" };
      expect(await one(f.patch(`/threads/${message.thread_id}`, body), 200, "Thread")).toMatchObject(body);
      await refused(f.patch(`/threads/${message.thread_id}`, { status: "done" }), 400, "validation_error");
    },
  },
};
