// SPEC: Messages.
import { expect } from "bun:test";
import { absent, many, one, page, refused } from "../../answers.ts";
import type { Table } from "../rows.ts";
import { emails, ids } from "../samples.ts";

export const messages: Table = {
  "SPEC Messages": {
    "GET takes thread_id, required, limit and a cursor that is a date-time": async (f) => {
      const { address, message } = await f.inbound();
      await f.send(address, { to: "ada@far.example", in_reply_to: message.id });
      await refused(f.get("/messages"), 400, "validation_error", /thread_id/);
      const first = await page(f.get(`/messages?thread_id=${message.thread_id}&limit=1`), "Message");
      expect([ids(first.data), first.next_cursor]).toEqual([[message.id], message.created_at]);
      const rest = `/messages?thread_id=${message.thread_id}&cursor=${first.next_cursor}`;
      expect(await many(f.get(rest), "Message")).toHaveLength(1);
    },
    "POST takes from and to, required": async (f) => {
      const body = { from: (await f.some()).email, to: f.far(), text: "x" };
      for (const field of ["from", "to"])
        await refused(
          f.post("/messages", { ...body, [field]: undefined }),
          400,
          "validation_error",
          new RegExp(field),
        );
    },
    "to, cc and bcc are an email or a list of them": async (f) => {
      const from = await f.address();
      const [a, b, c, d] = [f.far(), f.far(), f.far(), f.far()];
      const sent = await f.send(from, { to: a, cc: [b, c], bcc: d });
      const message = await one(f.get(`/messages/${sent.id}`), 200, "Message");
      expect([emails(message.to), emails(message.cc)]).toEqual([[a], [b, c]]);
      const recipients = await many(f.get(`/messages/${sent.id}/recipients`), "Recipient");
      expect(recipients.map(({ address }) => address).sort()).toEqual([a, b, c, d].sort());
    },
    "subject and text are strings, in_reply_to a message or null": async (f) => {
      const { address, message } = await f.inbound();
      const sent = await f.send(address, { to: f.far(), subject: "S", text: "T", in_reply_to: message.id });
      expect(sent.thread_id).toBe(message.thread_id);
      expect(await one(f.get(`/messages/${sent.id}`), 200, "Message")).toMatchObject({
        subject: "S",
        text: "T\n",
      });
      await f.send(address, { to: f.far(), in_reply_to: null });
    },
    "POST answers 201 with Sent": async (f) => {
      const { email } = await f.address();
      await one(f.post("/messages", { from: email, to: f.far() }), 201, "Sent");
    },
    "GET by id answers 200 with the message, to its own account": async (f) => {
      const { message } = await f.inbound();
      expect(await one(f.get(`/messages/${message.id}`), 200, "Message")).toEqual(message);
      await absent((await f.other()).api.get(`/messages/${message.id}`));
    },
  },
};
