// DECISIONS: Drafts and sending.
import { expect } from "bun:test";
import { absent, data, gone, many, none, one, refused } from "../../answers.ts";
import { hour } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { aScheduled, ids } from "../samples.ts";

export const sending: Table = {
  "DECISIONS Drafts and sending": {
    "Draft: id, identity_id, thread_id, from, to, cc, bcc, subject, text, html, in_reply_to_message_id, attachments, status, send_at, failed_reason, created_at, updated_at":
      async (f) => {
        await one(f.get(`/drafts/${(await f.draft()).id}`), 200, "Draft");
      },
    "to, cc and bcc are email strings": async (f) =>
      expect((await f.draft({ to: ["Ann@far.example"] })).to).toEqual(["Ann@far.example"]),
    "Only identity_id is required": async (f) => {
      await f.draft();
      await refused(f.post("/drafts", { subject: "x" }), 400, "validation_error", /identity_id/);
    },
    "from defaults to the address and must be it": async (f) => {
      const { id, email } = await f.address();
      expect((await f.draft({ identity_id: id })).from).toBe(email);
      await refused(
        f.post("/drafts", { identity_id: id, from: (await f.some()).email }),
        400,
        "validation_error",
        new RegExp(email),
      );
    },
    "from: null in a PATCH makes it the address again": async (f) => {
      const draft = await f.draft();
      expect((await one(f.patch(`/drafts/${draft.id}`, { from: null }), 200, "Draft")).from).toBe(draft.from);
    },
    "POST /messages with send_at answers 202 with a scheduled draft": async (f) => {
      const { email } = await f.some();
      const letter = { from: email, to: f.far(), text: "x" };
      const sent = await data<{ id: string }>(f.post("/messages", { ...letter, send_at: f.soon(hour) }), 202);
      expect(sent).toMatchObject({ status: "scheduled" });
      await gone(f.del(`/drafts/${sent.id}`), sent.id);
      await refused(f.post("/messages", { ...letter, send_at: f.soon(1000) }), 422, "schedule_out_of_range");
      const replies = { reply_to: email, send_at: f.soon(hour) };
      await refused(f.post("/messages", { ...letter, ...replies }), 400, "validation_error", /reply_to/);
    },
    "A draft's id stays when it is sent": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      await one(f.post(`/drafts/${draft.id}/send`), 202, "Sent");
      await one(f.get(`/messages/${draft.id}`), 200, "Message");
    },
    "POST /drafts/{id}/send answers 202 with Sent": async (f) => {
      const draft = await f.draft({ to: [f.far()] });
      expect(await one(f.post(`/drafts/${draft.id}/send`), 202, "Sent")).toEqual({
        id: draft.id,
        thread_id: draft.thread_id,
        rejected: [],
      });
    },
    "PATCH on a scheduled draft keeps send_at": async (f) => {
      const scheduled = await aScheduled(f);
      const changed = await one(f.patch(`/drafts/${scheduled.id}`, { text: "new" }), 200, "Draft");
      expect(changed).toMatchObject({ status: "scheduled", send_at: scheduled.send_at, text: "new" });
    },
    "schedule again moves it": async (f) => {
      const { id } = await aScheduled(f);
      const send_at = f.soon(2 * hour);
      const moved = await one(f.post(`/drafts/${id}/schedule`, { send_at }), 200, "Draft");
      expect(Date.parse(moved.send_at!)).toBe(Date.parse(send_at));
    },
    "send on a scheduled draft sends now": async (f) => {
      const { id } = await aScheduled(f);
      await one(f.post(`/drafts/${id}/send`), 202, "Sent");
      await one(f.get(`/messages/${id}`), 200, "Message");
    },
    "Unscheduling one that is not scheduled: 409 draft_state": async (f) =>
      refused(f.del(`/drafts/${(await f.draft()).id}/schedule`), 409, "draft_state"),
    "A sent draft: 404 under /drafts, 200 under /messages": async (f) => {
      const { id } = await f.draft({ to: [f.far()] });
      await one(f.post(`/drafts/${id}/send`), 202, "Sent");
      await absent(f.get(`/drafts/${id}`));
      await absent(f.patch(`/drafts/${id}`, { text: "x" }));
      await one(f.get(`/messages/${id}`), 200, "Message");
    },
    "POST /attachments: multipart with draft_id and file, 201": async (f) => {
      const { id } = await f.draft();
      const body = new FormData();
      body.set("draft_id", id);
      body.set("file", new File(["one"], "a.txt", { type: "text/plain" }));
      const file = await one(f.raw("/api/v1/attachments", { method: "POST", body }), 201, "Attachment");
      expect(file).toMatchObject({ filename: "a.txt", size: 3 });
    },
    "POST /attachments: JSON with draft_id, filename, content_type and content_base64, 201": async (f) => {
      const body = {
        draft_id: (await f.draft()).id,
        filename: "a.x",
        content_type: "text/x-a",
        content_base64: "YQ==",
      };
      const file = await one(f.post("/attachments", body), 201, "Attachment");
      expect(file).toMatchObject({ filename: "a.x", content_type: "text/x-a", size: 1 });
    },
    "attachment_ids are ids of stored files, which are copied": async (f) => {
      const draft = await f.draft({ attachments: [{ filename: "a.txt", content: btoa("one") }] });
      const sent = await f.send(await f.some(), { to: f.far(), attachment_ids: ids(draft.attachments) });
      const { attachments } = await one(f.get(`/messages/${sent.id}`), 200, "Message");
      expect(attachments).toMatchObject([{ filename: "a.txt", size: 3 }]);
      expect(ids(attachments)).not.toEqual(ids(draft.attachments));
    },
    "An uploaded file has the last part of its name, and a media type": async (f) => {
      const file = (fields: object) => ({ filename: "C:\\x\\a.pdf", content: "YQ==", ...fields });
      const draft = await f.draft({ attachments: [file({ content_type: "application/pdf" })] });
      expect(draft.attachments).toMatchObject([{ filename: "a.pdf", content_type: "application/pdf" }]);
      const wrong = { identity_id: draft.identity_id, attachments: [file({ content_type: "pdf" })] };
      await refused(f.post("/drafts", wrong), 400, "validation_error", /content_type.*"pdf"/);
    },
    "Words that are all blank, without files, are refused": async (f) => {
      const { message, address } = await f.inbound();
      const body = { from: address.email, to: f.far() };
      const blank = { subject: "", text: " \n", html: "" };
      await refused(f.post("/messages", { ...body, ...blank }), 400, "validation_error", /says nothing/);
      await refused(f.post(`/messages/${message.id}/reply`, {}), 400, "validation_error", /says nothing/);
      await one(f.post("/messages", { ...body, ...blank, subject: "x" }), 201, "Sent");
      await one(f.post("/messages", body), 201, "Sent");
    },
    "Composing: 25 MB a message": async (f) => {
      const from = await f.address();
      const text = `${"x".repeat(999)}\n`;
      await refused(
        f.post("/messages", { from: from.email, to: f.far(), text: text.repeat(26 * 1049) }),
        413,
        "payload_too_large",
      );
    },
    "Composing: 50 recipients": async (f) => {
      const from = (await f.some()).email;
      const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@far.example`);
      await refused(f.post("/messages", { from, to: people(51), text: "x" }), 400, "validation_error", /50/);
      await refused(
        f.post("/messages", { from, to: people(30), bcc: people(51).slice(30), text: "x" }),
        400,
        "validation_error",
        /50/,
      );
      await one(f.post("/messages", { from, to: people(50), text: "x" }), 201, "Sent");
    },
    "rejected names recipients refused before queueing": async (f) => {
      const [good, missing] = [f.far(), `missing@${f.t.domain}`];
      const sent = await f.send(await f.some(), { to: [good, missing] });
      expect(sent.rejected.map(({ address }) => address)).toEqual([missing]);
      const queued = await many(f.get(`/messages/${sent.id}/recipients`), "Recipient");
      expect(queued.map(({ address }) => address)).toEqual([good]);
    },
    "Reason send_policy": async (f) => {
      const from = await f.address({ send_policy: "list" });
      await one(f.put(`/identities/${from.id}/send-list`, { entries: ["far.example"] }), 200, "SendList");
      const sent = await f.send(from, { to: [f.far(), "x@elsewhere.example"] });
      expect(sent.rejected).toEqual([{ address: "x@elsewhere.example", reason: "send_policy" }]);
    },
    "Reason suppressed": async (f) => {
      const email = f.far();
      await one(f.post("/suppressions", { email }), 201, "Suppression");
      const sent = await f.send(await f.some(), { to: [f.far(), email] });
      expect(sent.rejected).toEqual([{ address: email, reason: "suppressed" }]);
    },
    "Reason invalid_address": async (f) => {
      const bad = `${"x".repeat(65)}@far.example`;
      const answer = await f.post("/messages", {
        from: (await f.some()).email,
        to: [f.far(), bad],
        text: "x",
      });
      const sent = await one(answer, 201, "Sent");
      expect(sent.rejected).toEqual([{ address: bad, reason: "invalid_address" }]);
    },
    "Reason unknown_local_recipient": async (f) => {
      const missing = `missing@${f.t.domain}`;
      const sent = await f.send(await f.some(), { to: [f.far(), missing] });
      expect(sent.rejected).toEqual([{ address: missing, reason: "unknown_local_recipient" }]);
    },
    "Recipients: address, status (queued, delivered, deferred, bounced), attempts, response, updated_at":
      async (f) => {
        const to = f.far();
        const sent = await f.send(await f.some(), { to });
        await f.until(async () => {
          const [row] = await many(f.get(`/messages/${sent.id}/recipients`), "Recipient");
          return row!.address === to && row!.status === "delivered" && row!.attempts === 1;
        });
      },
    "A recipient of this service is an outbound row like any other": async (f) => {
      const to = await f.address();
      const sent = await f.send(await f.some(), { to: to.email, subject: "Inside" });
      await f.until(async () => {
        const [row] = await many(f.get(`/messages/${sent.id}/recipients`), "Recipient");
        return row!.status === "delivered";
      });
      expect(await many(f.get(`/threads?identity_id=${to.id}`), "Thread")).toMatchObject([
        { subject: "Inside" },
      ]);
    },
    "Envelope sender: bounces+<HMAC token>@<the identity's domain>": async (f) => {
      const to = f.far();
      await f.send(await f.some(), { to });
      const mail = await f.sink.taken.find((one_) => one_.to.includes(to));
      expect(mail.from).toMatch(new RegExp(`^bounces\\+[a-z0-9]+@${f.t.domain.replace(".", "\\.")}$`));
    },
    "Suppression: id, email, reason, detail, message_id, created_at": async (f) => {
      const made = await one(f.post("/suppressions", { email: f.far() }), 201, "Suppression");
      expect(ids(await many(f.get("/suppressions"), "Suppression"))[0]).toBe(made.id);
    },
    "A template is read, filled, changed and deleted; a field that nothing is known for is named": async (
      f,
    ) => {
      const { email } = await f.some();
      const name = f.next("template");
      const made = await one(
        f.post("/templates", { name, text: "To {{recipient_address}}, {{order}}" }),
        201,
        "Template",
      );
      expect(ids(await many(f.get(`/templates?name=${name}`), "Template"))).toEqual([made.id]);
      const filled = await one(
        f.get(`/templates/${made.id}/filled?from=${email}&to=a@far.example`),
        200,
        "FilledTemplate",
      );
      expect(filled).toMatchObject({ text: "To a@far.example, {{order}}", unfilled: ["order"] });
      await refused(f.post("/templates", { name, text: "x" }), 409, "conflict");
      expect((await one(f.patch(`/templates/${made.id}`, { subject: "S" }), 200, "Template")).subject).toBe(
        "S",
      );
      await none((await f.other()).api.get(`/templates?name=${name}`));
      await gone(f.del(`/templates/${made.id}`), made.id);
    },
    "GET, POST and DELETE /suppressions, per account": async (f) => {
      const email = f.far();
      const { id } = await one(f.post("/suppressions", { email }), 201, "Suppression");
      await none((await f.other()).api.get(`/suppressions?email=${email}`));
      expect(ids(await many(f.get(`/suppressions?email=${email}`), "Suppression"))).toEqual([id]);
      await gone(f.del(`/suppressions?email=${email}`), id);
      await none(f.get(`/suppressions?email=${email}`));
    },
    "DKIM: sign only with keys found in DNS; the operator's domains: always": async (f) => {
      const subject = f.next("signed");
      await f.send(await f.some(), { to: f.far(), subject });
      expect((await f.left(`Subject: ${subject}`)).raw).toContain("DKIM-Signature:");
    },
  },
};
