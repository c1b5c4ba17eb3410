// SPEC: Drafts.
import { expect } from "bun:test";
import { absent, gone, many, one, page, refused } from "../../answers.ts";
import { hour } from "../../fixtures.ts";
import { decided, type Table } from "../rows.ts";
import { ids } from "../samples.ts";

export const drafts: Table = {
  "SPEC Drafts": {
    "GET lists one mailbox's drafts, newest first, scheduled ones too, with recipients and body": async (
      f,
    ) => {
      const { id } = await f.address();
      const first = await f.draft({ identity_id: id, to: ["a@far.example"], text: "body" });
      const second = await f.draft({ identity_id: id, to: ["b@far.example"] });
      await one(f.post(`/drafts/${first.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      const rows = await many(f.get(`/drafts?identity_id=${id}`), "Draft");
      expect(ids(rows)).toEqual([second.id, first.id]);
      expect(rows[1]).toMatchObject({ to: ["a@far.example"], text: "body", status: "scheduled" });
    },
    "GET takes limit": async (f) => {
      const { id } = await f.address();
      await f.draft({ identity_id: id });
      await f.draft({ identity_id: id });
      const first = await page(f.get(`/drafts?identity_id=${id}&limit=1`), "Draft");
      expect([first.data.length, first.has_more]).toEqual([1, true]);
    },
    "POST answers 201 with the draft": async (f) => {
      await one(f.post("/drafts", { identity_id: (await f.address()).id }), 201, "Draft");
    },
    "GET by id answers 200 with the draft": async (f) => {
      const draft = await f.draft({ subject: "S" });
      expect(await one(f.get(`/drafts/${draft.id}`), 200, "Draft")).toEqual(draft);
    },
    "PATCH keeps an omitted field": async (f) => {
      const draft = await f.draft({ subject: "S", text: "T", to: ["a@far.example"] });
      const changed = await one(f.patch(`/drafts/${draft.id}`, { text: "U" }), 200, "Draft");
      expect(changed).toMatchObject({ subject: "S", text: "U", to: ["a@far.example"] });
    },
    "PATCH clears a field with null": async (f) => {
      const draft = await f.draft({ subject: "S", text: "T", to: ["a@far.example"], cc: ["b@far.example"] });
      const body = { subject: null, text: null, to: null, cc: null, bcc: null, attachment_ids: null };
      const changed = await one(f.patch(`/drafts/${draft.id}`, body), 200, "Draft");
      expect(changed).toMatchObject({ subject: null, text: null, to: [], cc: [], bcc: [], attachments: [] });
    },
    "DELETE answers 200": async (f) => {
      const draft = await f.draft();
      await gone(f.del(`/drafts/${draft.id}`), draft.id);
      await absent(f.get(`/drafts/${draft.id}`));
    },
    "send has no body, sends what is stored, and answers 202": async (f) => {
      const subject = f.next("stored");
      const draft = await f.draft({ to: [f.far()], subject, text: "as stored" });
      await refused(f.post(`/drafts/${draft.id}/send`, { text: "else" }), 400, "validation_error");
      await one(f.post(`/drafts/${draft.id}/send`), 202, "Sent");
      expect((await f.left(`Subject: ${subject}`)).raw).toContain("as stored");
    },
    "schedule takes send_at and answers 200 with the draft": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      await refused(f.post(`/drafts/${draft.id}/schedule`, {}), 400, "validation_error", /send_at/);
      await refused(f.post(`/drafts/${draft.id}/schedule`, { send_at: "soon" }), 400, "validation_error");
      await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
    },
    "DELETE schedule answers 200 with the draft, unscheduled": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      expect((await one(f.del(`/drafts/${draft.id}/schedule`), 200, "Draft")).send_at).toBeNull();
    },
    "DELETE of an attachment answers 200 and removes the stored object with the row": async (f) => {
      const draft = await f.draft();
      const body = { draft_id: draft.id, filename: "a.txt", content_base64: "YQ==" };
      const file = await one(f.post("/attachments", body), 201, "Attachment");
      await gone(f.del(`/drafts/${draft.id}/attachments/${file.id}`), file.id);
      await absent(f.get(`/attachments/${file.id}`));
      expect((await one(f.get(`/drafts/${draft.id}`), 200, "Draft")).attachments).toEqual([]);
    },
    "A scheduled message is a draft with send_at": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      await one(f.post(`/drafts/${draft.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      const found = await one(f.get(`/drafts/${draft.id}`), 200, "Draft");
      expect(found.send_at).toBeString();
    },
    "GET /mailboxes/drafts lists the same rows as a mail client shows them": async (f) => {
      const { id, email } = await f.address();
      const plain = await f.draft({ identity_id: id, subject: "Plain", text: "Look" });
      const later = await f.draft({ identity_id: id, subject: "Later", to: [f.far()] });
      await one(f.post(`/drafts/${later.id}/schedule`, { send_at: f.soon(hour) }), 200, "Draft");
      const rows = await many(f.get(`/mailboxes/drafts?identity_id=${id}`), "Row");
      expect(rows.map(({ message_id }) => message_id).sort()).toEqual([plain.id, later.id].sort());
      const row = rows.find(({ message_id }) => message_id === plain.id);
      expect(row).toMatchObject({ subject: "Plain", preview: "Look", from: { email } });
    },
    "POST /attachments adds a file to a draft": async (f) => {
      const draft = await f.draft();
      const body = { draft_id: draft.id, filename: "a.txt", content_base64: "YQ==" };
      const file = await one(f.post("/attachments", body), 201, "Attachment");
      expect((await one(f.get(`/drafts/${draft.id}`), 200, "Draft")).attachments).toEqual([file]);
    },
    "Shapes of these two: not shown": decided("Drafts and sending"),
  },
};
