// SPEC: Labels.
import { expect } from "bun:test";
import { gone, many, none, one, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { aLabel, ids } from "../samples.ts";

export const labels: Table = {
  "SPEC Labels": {
    "GET answers the labels of one address": async (f) => {
      const [mine, other] = [await aLabel(f, await f.address()), await aLabel(f)];
      const rows = await many(f.get(`/labels?identity_id=${mine.identity_id}`), "Label");
      expect(ids(rows)).toEqual([mine.id]);
      expect(ids(rows)).not.toContain(other.id);
    },
    "POST answers 201 with the label": async (f) => {
      const body = { identity_id: (await f.address()).id, name: "New", colour: "#112233" };
      await one(f.post("/labels", body), 201, "Label");
    },
    "PATCH takes name and colour, and answers 200": async (f) => {
      const { id } = await aLabel(f);
      const body = { name: "Newer", colour: "#445566" };
      expect(await one(f.patch(`/labels/${id}`, body), 200, "Label")).toMatchObject(body);
    },
    "PATCH with neither is refused": async (f) =>
      refused(f.patch(`/labels/${(await aLabel(f)).id}`, {}), 400, "validation_error", /name, colour/),
    "DELETE answers 200; the label goes, the conversations stay": async (f) => {
      const { address, message } = await f.inbound();
      const label = await aLabel(f, address);
      await one(f.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
      await gone(f.del(`/labels/${label.id}`), label.id);
      await none(f.get(`/labels?identity_id=${address.id}`));
      await one(f.get(`/threads/${message.thread_id}`), 200, "Thread");
      await one(f.get(`/messages/${message.id}`), 200, "Message");
    },
  },
};
