// DECISIONS: Drafts and sending.
import { expect } from "bun:test";
import { absent, data, gone, many, none, one, refused } from "../../answers.ts";
import { hour } from "../../fixtures.ts";
import { held, type Table } from "../rows.ts";
import { aScheduled, ids } from "../samples.ts";

export const sending: Table = {
  "DECISIONS Drafts and sending": {
    "The queue over all addresses is the operator's": held(
      "http/sending/send-queue.test.ts",
      "it is listed by filters, in pages, over all accounts, and says why",
    ),
    "A held recipient is sent to by no process until it is released": held(
      "http/sending/send-queue.test.ts",
      "retry makes it due now; a held one stays held over a restart and another process, until it is released",
    ),
    "an attempt that has begun goes on, and counts if the server took the mail": held(
      "http/sending/send-queue.test.ts",
      "one that is under way keeps its hold when it is deferred, and is delivered when it was taken",
    ),
    "drop ends as any failure does; what was done is in the thread's audit trail; a mail that waits for a person is in no queue":
      held(
        "http/sending/send-queue.test.ts",
        "drop ends as a failure does, and each step is in the audit trail; a mail that waits for a person is in no queue",
      ),
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
    "POST /messages/batch sends up to 100 messages, each with its answer": held(
      "http/message/message-sending.test.ts",
      "a batch answers for each message, and one that is refused stops no other",
    ),
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
    "Files stand in the call itself: filename, content_type, content, content_id, inline": held(
      "http/sending/inline-files.test.ts",
      "a message is sent with its files in one call",
    ),
    "Files are fetched from URLs, from public addresses alone, within a time and a size": held(
      "http/message/file-urls.test.ts",
      "are refused where they are none, private, redirected there, or too large",
    ),
    "A file has a URL for a while, which ends with its time, the file, the address and the key": held(
      "http/message/file-urls.test.ts",
      "have no URL any more without the file, the address or the key that asked",
    ),
    "Files in a PATCH are added to those that the draft keeps": held(
      "http/sending/inline-files.test.ts",
      "a draft takes files when it is made and when it is changed",
    ),
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
    "to, cc, bcc and reply_to also take a name, in two forms": held(
      "http/sending/recipients.test.ts",
      "a recipient has a name in either form, and it is sent",
    ),
    "A refusal quotes the recipient that is wrong": held(
      "http/sending/recipients.test.ts",
      "a refusal quotes the value that is wrong",
    ),
    "A reply draft has recipient and subject where they are not named": held(
      "http/sending/recipients.test.ts",
      "a draft that answers is filled where its writer names nothing",
    ),
    "Words that are all blank, without files, are refused": async (f) => {
      const { message, address } = await f.inbound();
      const body = { from: address.email, to: f.far() };
      const blank = { subject: "", text: " \n", html: "" };
      await refused(f.post("/messages", { ...body, ...blank }), 400, "validation_error", /says nothing/);
      await refused(f.post(`/messages/${message.id}/reply`, {}), 400, "validation_error", /says nothing/);
      await one(f.post("/messages", { ...body, ...blank, subject: "x" }), 201, "Sent");
      await one(f.post("/messages", body), 201, "Sent");
    },
    "Composing: 25 MB a file": held("http/drafts.test.ts", "bad uploads are refused, saying what to send"),
    "Composing: 25 MB a message": async (f) => {
      const from = await f.address();
      const text = `${"x".repeat(999)}\n`;
      await refused(
        f.post("/messages", { from: from.email, to: f.far(), text: text.repeat(26 * 1049) }),
        413,
        "payload_too_large",
      );
    },
    "Composing: 20 files": held("http/drafts.test.ts", "files sent at once are all there"),
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
    "Inbound SMTP: 35 MB": held(
      "smtp/hostile.test.ts",
      "a mail larger than 35 MB is refused when it is whole, and the session goes on",
    ),
    "Inbound SMTP: 100 recipients a transaction, then 452 4.5.3": held(
      "smtp/inbound.test.ts",
      "at most 100 recipients, the rest in the next transaction",
    ),
    "Inbound SMTP: 10,000 parts, more are kept in the raw bytes only": held(
      "mail/mime/parse-hostile.test.ts",
      "10,000 parts, each an attachment",
    ),
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
    "Its attempt is unique by the outbound id; no turn spans accounts": held(
      "actors/workers/outbound-mail.test.ts",
      "a local address gets a mail once, even if its delivery is repeated",
    ),
    "Envelope sender: bounces+<HMAC token>@<the identity's domain>": async (f) => {
      const to = f.far();
      await f.send(await f.some(), { to });
      const mail = await f.sink.taken.find((one_) => one_.to.includes(to));
      expect(mail.from).toMatch(new RegExp(`^bounces\\+[a-z0-9]+@${f.t.domain.replace(".", "\\.")}$`));
    },
    "Only a DSN with a valid token may suppress; a match by Message-ID alone gives the event": held(
      "actors/workers/returned-mail.test.ts",
      "a bounce that only names the Message-ID: the event, nothing suppressed, filed",
    ),
    "Consumed DSNs are attached to the message, not filed in the inbox": held(
      "actors/workers/returned-mail.test.ts",
      "a bounce with its token: status, events, suppression, and the report on the message",
    ),
    "list_unsubscribe adds List-Unsubscribe and List-Unsubscribe-Post, signed": held(
      "http/sending/unsubscribes.test.ts",
      "both fields stand in the mail and under its signatures",
    ),
    "list_unsubscribe: true takes one recipient; headers may not name the field too": held(
      "http/sending/unsubscribes.test.ts",
      "what cannot be sent is refused",
    ),
    "A POST of List-Unsubscribe=One-Click unsubscribes, a GET changes nothing; the event comes once": held(
      "http/sending/unsubscribes.test.ts",
      "a click without cookies takes the recipient off, once",
    ),
    "A mail to the mailbox unsubscribes too": held(
      "http/sending/unsubscribes.test.ts",
      "a mail to the mailbox does the same, a bounce does not",
    ),
    "Who has unsubscribed gets no more messages with list_unsubscribe of that address, but all others": held(
      "http/sending/unsubscribes.test.ts",
      "later such messages of the address are refused, others go, until it is taken back",
    ),
    "A draft shows list_unsubscribe where it was given": held(
      "http/sending/unsubscribes.test.ts",
      "a draft keeps it, and a scheduled one sends it",
    ),
    "A provider that asks for less mail gets less, of all its domains; others are not slowed": held(
      "actors/workers/outbound-gate.test.ts",
      "gets less, of all its domains, until everything is there; its neighbours wait for nothing",
    ),
    "The pace of a provider is that of all processes together": held(
      "actors/workers/outbound-gate.test.ts",
      "one pace holds for all processes",
    ),
    "What is above the day's limit of a new domain waits for the next day": held(
      "actors/workers/outbound-gate.test.ts",
      "what is above the day's limit waits for the next day, and says when it goes",
    ),
    "DANE: TLS with a certificate that matches the TLSA records, or no mail": held(
      "outbound/dane.test.ts",
      "usages 2 and 3, both selectors, all matching types",
    ),
    "DANE: what is insecure changes nothing, what is bogus defers, and it counts before MTA-STS": held(
      "outbound/dane.test.ts",
      "insecure or absent records change nothing; bogus ones defer",
    ),
    "Suppression: id, email, reason, detail, message_id, created_at": async (f) => {
      const made = await one(f.post("/suppressions", { email: f.far() }), 201, "Suppression");
      expect(ids(await many(f.get("/suppressions"), "Suppression"))[0]).toBe(made.id);
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
    "Rotation keeps the old key until the new record is seen": held(
      "http/domains/domain-verification.test.ts",
      "DKIM keys sign once DNS shows them; new ones take over when they are seen",
    ),
  },
};
