// DECISIONS: Calls on messages, labels and folders.
import { expect } from "bun:test";
import { absent, data, gone, many, none, one, page, refused } from "../../answers.ts";
import { nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { aLabel, emails, ids } from "../samples.ts";

export const messages: Table = {
  "DECISIONS Threads, messages, folders, labels": {
    "Label: id, identity_id, name, colour (#rrggbb), created_at": async (f) => {
      await aLabel(f);
      const body = { identity_id: (await f.address()).id, name: "L", colour: "red" };
      await refused(f.post("/labels", body), 400, "validation_error", /#rrggbb/);
    },
    "Label names are unique in an address, case-insensitively": async (f) => {
      const { identity_id, name } = await aLabel(f);
      await refused(f.post("/labels", { identity_id, name: name.toUpperCase() }), 409, "label_exists");
      await one(f.post("/labels", { identity_id: (await f.address()).id, name }), 201, "Label");
    },
    "PATCH /messages/{id} takes is_read, is_spam and folder": async (f) => {
      const { address, message } = await f.inbound();
      const patch = (body: object) => one(f.patch(`/messages/${message.id}`, body), 200, "Message");
      expect((await patch({ is_read: true })).is_read).toBe(true);
      expect((await patch({ is_spam: true })).is_spam).toBe(true);
      await many(f.get(`/mailboxes/spam?identity_id=${address.id}`), "Row");
      expect((await patch({ folder: "archive" })).is_spam).toBe(false);
      await many(f.get(`/mailboxes/archive?identity_id=${address.id}`), "Row");
      await refused(f.patch(`/messages/${message.id}`, {}), 400, "validation_error");
    },
    "DELETE /messages/{id}: to trash, and from trash for good": async (f) => {
      const { address, message } = await f.inbound();
      await gone(f.del(`/messages/${message.id}`), message.id);
      await many(f.get(`/mailboxes/trash?identity_id=${address.id}`), "Row");
      await one(f.get(`/messages/${message.id}`), 200, "Message");
      await gone(f.del(`/messages/${message.id}`), message.id);
      await absent(f.get(`/messages/${message.id}`));
    },
    "GET /messages/{id}/raw: message/rfc822, the exact bytes received": async (f) => {
      const to = await f.address();
      const raw = "From: ada@far.example\r\nSubject: raw\r\nX-Odd:   kept \r\n\r\nas \xe9 it is\r\n..dot\r\n";
      await f.smtp("ada@far.example", to.email, raw);
      const [thread] = await many(f.get(`/threads?identity_id=${to.id}`), "Thread");
      const [message] = await many(f.get(`/messages?thread_id=${thread!.id}`), "Message");
      expect((await f.get(`/messages/${message!.id}/raw`)).headers.get("content-type")).toStartWith(
        "message/rfc822",
      );
      const bytes = await f.api.bytes(`/messages/${message!.id}/raw`);
      expect(Buffer.from(bytes).toString("latin1")).toEndWith(raw);
    },
    "GET /messages/{id}/raw: application/octet-stream where Accept names that alone": async (f) => {
      const { message } = await f.inbound();
      const headers = { accept: "application/octet-stream" };
      const raw = await f.get(`/messages/${message.id}/raw`, headers);
      expect(raw.headers.get("content-type")).toBe("application/octet-stream");
    },
    "GET /messages/{id}/headers": async (f) => {
      const { message } = await f.inbound({ headers: ["X-One: 1"] });
      const rows = await many(f.get(`/messages/${message.id}/headers`), "HeaderField");
      expect(rows).toContainEqual({ name: "X-One", value: "1" });
    },
    "GET /messages/{id}/authentication": async (f) => {
      const { message } = await f.inbound();
      const shown = await one(f.get(`/messages/${message.id}/authentication`), 200, "Authentication");
      expect(shown.message_id).toBe(message.id);
    },
    "GET /messages/{id}/recipients": async (f) => {
      const sent = await f.send(await f.some(), { to: f.far() });
      expect(await many(f.get(`/messages/${sent.id}/recipients`), "Recipient")).toHaveLength(1);
    },
    "POST /messages/{id}/reply answers 201 with Sent, to the sender": async (f) => {
      const { message } = await f.inbound({ headers: ["To: x@far.example, y@far.example"] });
      const sent = await one(f.post(`/messages/${message.id}/reply`, { text: "x" }), 201, "Sent");
      const shown = await one(f.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(shown.to), emails(shown.cc)]).toEqual([["ada@far.example"], []]);
    },
    "POST /messages/{id}/reply-all answers 201 with Sent, to all": async (f) => {
      const { address, message } = await f.inbound({ headers: ["Cc: x@far.example, y@far.example"] });
      const sent = await one(f.post(`/messages/${message.id}/reply-all`, { text: "x" }), 201, "Sent");
      const shown = await one(f.get(`/messages/${sent.id}`), 200, "Message");
      const all = [...emails(shown.to), ...emails(shown.cc)];
      expect(all.sort()).toEqual(["ada@far.example", "x@far.example", "y@far.example"]);
      expect(all).not.toContain(address.email);
    },
    "POST /messages/{id}/forward answers 201 with Sent, to whom it names": async (f) => {
      const { message } = await f.inbound({ body: "look here\r\n" });
      const to = f.far();
      const sent = await one(f.post(`/messages/${message.id}/forward`, { to, text: "see" }), 201, "Sent");
      const shown = await one(f.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(shown.to), shown.text]).toEqual([[to], expect.stringContaining("look here")]);
      await refused(f.post(`/messages/${message.id}/forward`, { text: "x" }), 400, "validation_error", /to/);
    },
    "GET /attachments/{id}: the bytes, with a safe disposition": async (f) => {
      const draft = await f.draft();
      const body = {
        draft_id: draft.id,
        filename: "x.html",
        content_type: "text/html",
        content_base64: btoa("<p>"),
      };
      const file = await one(f.post("/attachments", body), 201, "Attachment");
      const { text, headers } = await f.get(`/attachments/${file.id}`);
      expect([text, headers.get("content-disposition"), headers.get("x-content-type-options")]).toEqual([
        "<p>",
        expect.stringMatching(/^attachment;.*x\.html/),
        "nosniff",
      ]);
    },
    "GET /messages/search?q= answers a page of messages": async (f) => {
      const word = f.next("needle").replace("-", "");
      const { message } = await f.inbound({ subject: word });
      const found = await f.until(async () => {
        const { data: rows } = await page(f.get(`/messages/search?q=${word}`), "SearchResult");
        return rows.length > 0 && rows;
      });
      expect(ids(found)).toEqual([message.id]);
      await refused(f.get("/messages/search"), 400, "validation_error", /q/);
    },
    "GET /messages without thread_id needs a filter, and identity_id is one": async (f) => {
      const { address, message } = await f.inbound();
      const path = `/messages?identity_id=${address.id}`;
      expect(ids(await many(f.get(`${path}&is_read=false`), "Message"))).toEqual([message.id]);
      expect(ids(await many(f.get(path), "Message"))).toEqual([message.id]);
      await refused(f.get("/messages"), 400, "validation_error", /thread_id/);
    },
    "GET /messages/search takes filters without q": async (f) => {
      const { address, message } = await f.inbound();
      const path = `/messages/search?identity_id=${address.id}`;
      expect(ids(await many(f.get(`${path}&from=far.example`), "SearchResult"))).toEqual([message.id]);
      await refused(f.get(path), 400, "validation_error", /q/);
    },
    "PATCH /messages changes up to 100 messages": async (f) => {
      const { message } = await f.inbound();
      const patch = (body: object) => f.patch("/messages", body);
      const done = await data(patch({ ids: [message.id], is_read: true, folder: "archive" }), 200);
      expect(done).toEqual({ ids: [message.id], count: 1 });
      expect((await one(f.get(`/messages/${message.id}`), 200, "Message")).is_read).toBe(true);
      await absent(patch({ ids: [message.id, nobody], is_read: false }));
    },
    "DELETE /threads/{id}: to trash, and from trash for good": async (f) => {
      const { address, message } = await f.inbound();
      const path = `/threads/${message.thread_id}`;
      await gone(f.del(path), message.thread_id);
      await many(f.get(`/mailboxes/trash?identity_id=${address.id}`), "Row");
      await gone(f.del(path), message.thread_id);
      await absent(f.get(path));
    },
    "GET /mailboxes/unread-counts": async (f) => {
      const { address } = await f.inbound();
      const counts = await f.get(`/mailboxes/unread-counts?identity_id=${address.id}`);
      expect(JSON.parse(counts.text).data).toEqual([{ identity_id: address.id, unread: 1, total: 1 }]);
    },
    "GET /threads/{id}": async (f) => {
      const { message } = await f.inbound();
      expect((await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).id).toBe(message.thread_id);
    },
    "PUT and DELETE /threads/{id}/labels/{labelId}": async (f) => {
      const { address, message } = await f.inbound();
      const label = await aLabel(f, address);
      const elsewhere = await aLabel(f);
      await one(f.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
      await gone(f.del(`/threads/${message.thread_id}/labels/${label.id}`), label.id);
      await refused(
        f.put(`/threads/${message.thread_id}/labels/${elsewhere.id}`),
        400,
        "validation_error",
        /own address/,
      );
      await absent(f.put(`/threads/${message.thread_id}/labels/${nobody}`));
    },
    "POST /messages takes html, reply_to, headers and attachment_ids": async (f) => {
      const from = await f.address();
      const draft = await f.draft({ identity_id: from.id });
      const upload = { draft_id: draft.id, filename: "a.txt", content_base64: btoa("the file") };
      const file = await one(f.post("/attachments", upload), 201, "Attachment");
      const subject = f.next("more");
      await f.send(from, {
        to: f.far(),
        subject,
        html: "<b>bold</b>",
        reply_to: "desk@far.example",
        headers: { "X-Own": "1" },
        attachment_ids: [file.id],
      });
      const { raw } = await f.left(`Subject: ${subject}`);
      for (const part of ["Reply-To: desk@far.example", "X-Own: 1", "<b>bold</b>", "a.txt", btoa("the file")])
        expect(raw).toContain(part);
    },
    "Drafts take html": async (f) => expect((await f.draft({ html: "<b>x</b>" })).html).toBe("<b>x</b>"),
    "Folders: inbox, sent, drafts, scheduled, archive, spam, trash": async (f) => {
      const folders = await many(f.get(`/mailboxes?identity_id=${(await f.address()).id}`), "Folder");
      expect(folders.map(({ role, name }) => `${role} ${name}`)).toEqual([
        "inbox INBOX",
        "sent Sent",
        "drafts Drafts",
        "scheduled Scheduled",
        "archive Archive",
        "spam Junk",
        "trash Trash",
      ]);
    },
    "IMAP: INBOX, Sent, Drafts, Scheduled, Archive, Junk, Trash, with SPECIAL-USE": async (f) => {
      const { talk } = await f.imap(await f.address());
      const lines = await talk.ok('LIST "" "*" RETURN (SPECIAL-USE)');
      talk.close();
      for (const [name, use] of [
        ["Sent", "Sent"],
        ["Drafts", "Drafts"],
        ["Archive", "Archive"],
        ["Junk", "Junk"],
        ["Trash", "Trash"],
      ])
        expect(lines.find((line) => line.endsWith(`"${name}"`) || line.endsWith(` ${name}`))).toContain(
          `\\${use}`,
        );
      expect(lines.join("\n")).toMatch(/INBOX(.|\n)*Scheduled/);
    },
    "and those that an IMAP client creates": async (f) => {
      const to = await f.address();
      const { talk } = await f.imap(to);
      await talk.ok("CREATE Projects");
      talk.close();
      const folders = await many(f.get(`/mailboxes?identity_id=${to.id}`), "Folder");
      const made = folders.find(({ name }) => name === "Projects")!;
      expect(made.role).toBeNull();
      await none(f.get(`/mailboxes/${made.id}?identity_id=${to.id}`));
    },
    "Entry: id, name, role, total, unread": async (f) => {
      const { address, message } = await f.inbound();
      const inbox = async () => (await many(f.get(`/mailboxes?identity_id=${address.id}`), "Folder"))[0];
      expect(await inbox()).toMatchObject({ total: 1, unread: 1 });
      await one(f.patch(`/messages/${message.id}`, { is_read: true }), 200, "Message");
      expect(await inbox()).toMatchObject({ total: 1, unread: 0 });
    },
    "Row: thread_id, message_id, identity_id, from, to, subject, preview (200 characters), is_read, has_attachments, message_count, labels, status, last_message_at":
      async (f) => {
        const { address, message } = await f.inbound({ body: `${"word ".repeat(100)}\r\n` });
        const label = await aLabel(f, address);
        await one(f.put(`/threads/${message.thread_id}/labels/${label.id}`), 200, "Thread");
        const [row] = await many(f.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
        expect(row).toMatchObject({
          labels: [label.name],
          message_count: 1,
          has_attachments: false,
          status: "open",
        });
        expect(row!.preview.length).toBeWithin(190, 201);
      },
  },
};
