// SPEC: Mailboxes.
import { expect } from "bun:test";
import { many, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";

export const mailboxes: Table = {
  "SPEC Mailboxes": {
    "GET takes identity_id, required: there is no view across mailboxes": (f) =>
      refused(f.get("/mailboxes"), 400, "validation_error", /identity_id/),
    "GET answers the folders of one mailbox": async (f) => {
      const { id } = await f.address();
      const folders = await many(f.get(`/mailboxes?identity_id=${id}`), "Folder");
      expect(folders.map(({ role }) => role)).toContain("inbox");
    },
    "GET of a folder answers a page of conversations": async (f) => {
      const { address, message } = await f.inbound({ subject: "Row" });
      const rows = await many(f.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect(rows).toMatchObject([{ message_id: message.id, subject: "Row" }]);
    },
    "Its cursor is opaque: the next_cursor of the page before, and not to be made up": async (f) => {
      const { address } = await f.inbound();
      await f.inbound({ to: address });
      const path = `/mailboxes/inbox?identity_id=${address.id}&limit=1`;
      const first = await page(f.get(path), "Row");
      const second = await page(f.get(`${path}&cursor=${first.next_cursor}`), "Row");
      expect([first.data.length, second.data.length, second.has_more]).toEqual([1, 1, false]);
      await refused(f.get(`${path}&cursor=made-up`), 400, "invalid_cursor");
    },
  },
};
