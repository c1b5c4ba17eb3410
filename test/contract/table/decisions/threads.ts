// DECISIONS: Threads, and how messages, folders and labels hang together.
import { expect } from "bun:test";
import { absent, gone, many, none, one, refused } from "../../answers.ts";
import { minute, nobody } from "../../fixtures.ts";
import type { Table } from "../rows.ts";
import { aLabel, ids, messageId } from "../samples.ts";

export const threads: Table = {
  "DECISIONS Threads, messages, folders, labels": {
    "The same delivery again (equal DATA, envelope sender and identity within 5 days): 250, nothing new":
      async (f) => {
        const to = await f.address();
        const raw = "Subject: again\r\n\r\nthe same";
        for (const reply of [
          await f.smtp("ada@far.example", to.email, raw),
          await f.smtp("ada@far.example", to.email, raw),
        ])
          expect(reply).toStartWith("250");
        expect(await many(f.get(`/threads?identity_id=${to.id}`), "Thread")).toMatchObject([
          { message_count: 1 },
        ]);
      },
    "Notes in a thread: listed oldest first, left, deleted; they are not messages": async (f) => {
      const { message } = await f.inbound();
      const path = `/threads/${message.thread_id}/notes`;
      const note = await one(f.post(path, { text: "Mind the gap" }), 201, "Note");
      expect(note).toMatchObject({ text: "Mind the gap", author: { kind: "key" } });
      await one(f.post(path, { text: "Minded" }), 201, "Note");
      const listed = await many(f.get(path), "Note");
      expect(listed.map(({ text }) => text)).toEqual(["Mind the gap", "Minded"]);
      expect(await many(f.get(`/messages?thread_id=${message.thread_id}`), "Message")).toHaveLength(1);
      await gone(f.del(`${path}/${note.id}`), note.id as string);
      expect(await many(f.get(path), "Note")).toHaveLength(1);
      await refused(f.post(path, { text: "" }), 400, "validation_error");
      await absent(f.get(`/threads/${nobody}/notes`));
    },
    "Message-ID alone never drops anything": async (f) => {
      const to = await f.address();
      for (const text of ["one", "two"])
        await f.smtp(
          "ada@far.example",
          to.email,
          `Message-ID: <same-${to.id}@far.example>\r\nSubject: s\r\n\r\n${text}`,
        );
      const threads = await many(f.get(`/threads?identity_id=${to.id}`), "Thread");
      expect(threads.reduce((sum, thread) => sum + thread.message_count, 0)).toBe(2);
    },
    "A thread is found by In-Reply-To first": async (f) => {
      const { address, message } = await f.inbound();
      const other = await f.inbound({ to: address, subject: "Other" });
      const answer = await f.inbound({
        to: address,
        subject: "Else",
        headers: [
          `In-Reply-To: ${await messageId(f, message.id)}`,
          `References: ${await messageId(f, other.message.id)}`,
        ],
      });
      expect(answer.message.thread_id).toBe(message.thread_id);
    },
    "then by References, from the newest": async (f) => {
      const { address, message } = await f.inbound();
      const other = await f.inbound({ to: address, subject: "Other" });
      const answer = await f.inbound({
        to: address,
        subject: "Else",
        headers: [`References: ${await messageId(f, message.id)} ${await messageId(f, other.message.id)}`],
      });
      expect(answer.message.thread_id).toBe(other.message.thread_id);
    },
    "Inside one address": async (f) => {
      const { message } = await f.inbound();
      const answer = await f.inbound({ headers: [`In-Reply-To: ${await messageId(f, message.id)}`] });
      expect(answer.message.thread_id).not.toBe(message.thread_id);
    },
    "By subject only without any reference header, when it begins like a reply and the counterpart is the same":
      async (f) => {
        const { address, message } = await f.inbound({ subject: "Lunch" });
        const like = await f.inbound({ to: address, subject: "Re: Lunch" });
        const plain = await f.inbound({ to: address, subject: "Lunch" });
        const stranger = await f.inbound({ to: address, subject: "Re: Lunch", from: "eve@far.example" });
        const referring = await f.inbound({
          to: address,
          subject: "Re: Lunch",
          headers: ["References: <x@y>"],
        });
        expect(like.message.thread_id).toBe(message.thread_id);
        for (const { message: other } of [plain, stranger, referring])
          expect(other.thread_id).not.toBe(message.thread_id);
      },
    "and the thread is younger than 30 days": async (f) => {
      const { address, message } = await f.inbound({ subject: "Old" });
      await f.age(message.thread_id, 31);
      const late = await f.inbound({ to: address, subject: "Re: Old" });
      expect(late.message.thread_id).not.toBe(message.thread_id);
    },
    "Answers to a mail that never came are one thread, which it joins should it come late; of many ids the first counts too":
      async (f) => {
        const [root, other] = [
          `<root-${crypto.randomUUID()}@far.example>`,
          `<${crypto.randomUUID()}@far.example>`,
        ];
        const first = await f.inbound({ subject: "Re: Plan", headers: [`In-Reply-To: ${root}`] });
        const to = first.address;
        const chain = [root, ...Array.from({ length: 60 }, (_, n) => `<${n}-${root.slice(1)}`)];
        const answers = [
          await f.inbound({ to, from: "bob@far.example", headers: [`References: ${root} ${other}`] }),
          await f.inbound({ to, headers: [`References: ${chain.join("\r\n ")}`] }),
          await f.inbound({ to, subject: "Plan", headers: [`Message-ID: ${root}`] }),
        ];
        for (const { message } of answers) expect(message.thread_id).toBe(first.message.thread_id);
        const elsewhere = await f.inbound({ headers: [`In-Reply-To: ${root}`] });
        expect(elsewhere.message.thread_id).not.toBe(first.message.thread_id);
      },
    "else a new thread": async (f) => {
      const { address, message } = await f.inbound();
      const next = await f.inbound({ to: address, subject: "News" });
      expect(next.message.thread_id).not.toBe(message.thread_id);
    },
    "Our own Message-ID is stored before the message leaves: an answer to it joins the thread": async (f) => {
      const from = await f.address();
      const to = f.far();
      const sent = await f.send(from, { to, subject: "Asked" });
      const answer = await f.inbound({
        to: from,
        from: to,
        subject: "x",
        headers: [`In-Reply-To: ${await messageId(f, sent.id)}`],
      });
      expect(answer.message.thread_id).toBe(sent.thread_id);
    },
    "Replies carry the full References chain": async (f) => {
      const { address, message } = await f.inbound({
        headers: ["References: <one@far.example> <two@far.example>"],
      });
      const sent = await one(f.post(`/messages/${message.id}/reply`, { text: "x" }), 201, "Sent");
      const { text } = await f.get(`/messages/${sent.id}/raw`);
      const chain = /^References: ((?:.|\r\n\s)*)$/m.exec(text)![1]!.split(/\s+/);
      expect(chain).toEqual(["<one@far.example>", "<two@far.example>", await messageId(f, message.id)]);
      expect(address.id).toBe(message.identity!);
    },
    "A new thread is open": async (f) => {
      const { message } = await f.inbound();
      expect((await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe("open");
    },
    "Its owner_type follows mode: human human, automated automation, hybrid agent": async (f) => {
      for (const [mode, owner_type] of [
        ["human", "human"],
        ["automated", "automation"],
        ["hybrid", "agent"],
      ] as const) {
        const { message } = await f.inbound({ to: await f.address({ mode }) });
        expect((await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).owner_type).toBe(
          owner_type,
        );
      }
    },
    "Mail in a waiting or resolved thread reopens it; it never leaves human_review by itself": async (f) => {
      const { address, message } = await f.inbound();
      const headers = [`In-Reply-To: ${await messageId(f, message.id)}`];
      for (const [status, after] of [
        ["waiting", "open"],
        ["resolved", "open"],
        ["human_review", "human_review"],
      ] as const) {
        await one(f.patch(`/threads/${message.thread_id}`, { status }), 200, "Thread");
        await f.inbound({ to: address, headers });
        expect((await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).status).toBe(after);
      }
    },
    "PATCH takes assignee_id (uuid or null), which sets assigned_at": async (f) => {
      const { message } = await f.inbound();
      const path = `/threads/${message.thread_id}`;
      const given = await one(f.patch(path, { assignee_id: nobody }), 200, "Thread");
      expect([given.assignee_id, Math.abs(Date.parse(given.assigned_at!) - f.clock.now()) < minute]).toEqual([
        nobody,
        true,
      ]);
      expect(await one(f.patch(path, { assignee_id: null }), 200, "Thread")).toMatchObject({
        assignee_id: null,
        assigned_at: null,
      });
      await refused(f.patch(path, { assignee_id: "ada" }), 400, "validation_error");
    },
    "Threads are filtered by identity_id, status, owner_type, label_id and assignee_id": async (f) => {
      const { address, message } = await f.inbound();
      await f.inbound({ to: address });
      const label = await aLabel(f, address);
      const path = `/threads/${message.thread_id}`;
      const body = { status: "waiting", owner_type: "human", assignee_id: nobody };
      await one(f.patch(path, body), 200, "Thread");
      await one(f.put(`${path}/labels/${label.id}`), 200, "Thread");
      for (const filter of [
        "status=waiting",
        "owner_type=human",
        `assignee_id=${nobody}`,
        `label_id=${label.id}`,
      ])
        expect([
          filter,
          ids(await many(f.get(`/threads?identity_id=${address.id}&${filter}`), "Thread")),
        ]).toEqual([filter, [message.thread_id]]);
    },
    "direction is inbound or outbound": async (f) => {
      const { address, message } = await f.inbound();
      const sent = await f.send(address, { to: f.far() });
      expect([
        message.direction,
        (await one(f.get(`/messages/${sent.id}`), 200, "Message")).direction,
      ]).toEqual(["inbound", "outbound"]);
    },
    "text is null when the mail has no text part": async (f) => {
      const { message } = await f.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: "<p>Hi</p>\r\n",
      });
      expect([message.text, message.reply_text]).toEqual([null, "Hi"]);
    },
    "reply_text is always filled, from HTML when needed": async (f) => {
      const { message } = await f.inbound({
        headers: ["MIME-Version: 1.0", "Content-Type: text/html"],
        body: "<p>One</p><p>Two</p>\r\n",
      });
      expect(message.reply_text).toMatch(/One\s+Two/);
    },
    "html of a text-only mail is its text, escaped, with line breaks and links, folded like other HTML":
      async (f) => {
        const { message } = await f.inbound({ body: "a < b\r\nhttps://far.example/x\r\n" });
        expect(message.html).toContain("a &lt; b<br />");
        expect(message.html).toContain('<a href="https://far.example/x"');
        expect((await f.quoted()).message.quoted_html).not.toBeNull();
      },
    "with its newest placement's folder and read state; IMAP COPY adds one": async (f) => {
      const { address, message } = await f.inbound();
      const { talk } = await f.imap(address);
      await talk.ok("SELECT INBOX");
      await talk.ok("COPY 1 Archive");
      talk.close();
      expect(await many(f.get(`/messages?thread_id=${message.thread_id}`), "Message")).toHaveLength(1);
      const rows = await many(f.get(`/mailboxes/archive?identity_id=${address.id}`), "Row");
      expect(rows.map(({ message_id }) => message_id)).toEqual([message.id]);
    },
    "EMAILID is the message id": async (f) => {
      const { address, message } = await f.inbound();
      const { talk } = await f.imap(address);
      await talk.ok("SELECT INBOX");
      expect((await talk.ok("FETCH 1 EMAILID")).join("")).toContain(message.id);
      talk.close();
    },
    "Drafts are not in /messages, message_count or last_message_at until sent": async (f) => {
      const { address, message } = await f.inbound();
      const before = await one(f.get(`/threads/${message.thread_id}`), 200, "Thread");
      const draft = await f.draft({ identity_id: address.id, in_reply_to_message_id: message.id });
      await absent(f.get(`/messages/${draft.id}`));
      expect(ids(await many(f.get(`/messages?thread_id=${message.thread_id}`), "Message"))).toEqual([
        message.id,
      ]);
      expect(await one(f.get(`/threads/${message.thread_id}`), 200, "Thread")).toEqual(before);
    },
    "PUT sets a label on a thread, DELETE clears it": async (f) => {
      const { address, message } = await f.inbound();
      const label = await aLabel(f, address);
      const path = `/threads/${message.thread_id}/labels/${label.id}`;
      const labelled = () => f.get(`/threads?identity_id=${address.id}&label_id=${label.id}`);
      await one(f.put(path), 200, "Thread");
      await many(labelled(), "Thread");
      await gone(f.del(path), label.id);
      await none(labelled());
    },
    "The keyword is the name if that is an atom, else label- and eight characters of the id": async (f) => {
      const { address, message } = await f.inbound();
      const atom = await one(f.post("/labels", { identity_id: address.id, name: "Urgent" }), 201, "Label");
      const words = await one(
        f.post("/labels", { identity_id: address.id, name: "two words" }),
        201,
        "Label",
      );
      for (const { id } of [atom, words])
        await one(f.put(`/threads/${message.thread_id}/labels/${id}`), 200, "Thread");
      const { talk } = await f.imap(address);
      await talk.ok("SELECT INBOX");
      const flags = (await talk.ok("FETCH 1 FLAGS")).join("");
      expect([flags.includes(" Urgent") || flags.includes("(Urgent"), /label-\w{8}\b/.test(flags)]).toEqual([
        true,
        true,
      ]);
      talk.close();
    },
    "Other keywords live in IMAP only": async (f) => {
      const { address, message } = await f.inbound();
      const { talk } = await f.imap(address);
      await talk.ok("SELECT INBOX");
      await talk.ok("STORE 1 +FLAGS ($Forwarded)");
      talk.close();
      await none(f.get(`/labels?identity_id=${address.id}`));
      const [row] = await many(f.get(`/mailboxes/inbox?identity_id=${address.id}`), "Row");
      expect([row!.message_id, row!.labels]).toEqual([message.id, []]);
    },
  },
};
