// Mail from a subaddress (`bot+tag@`): each door keeps the sender as it was written, and a rule that leads it elsewhere ends it.
// DECISIONS Drafts and sending
import { expect, test } from "bun:test";
import { createTransport } from "nodemailer";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, ShiftedClock } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { mailbox } from "../../support/imap/client.ts";

interface Message {
  id: string;
  from: { email: string };
  delivered_to: string;
}

const clock = new ShiftedClock();

eachApp(
  "mail from subaddresses",
  (t) => {
    const tagged = (email: string, tag = "shop") => email.replace("@", `+${tag}@`);
    const came = async (to: { id: string }): Promise<Message> => {
      const { json } = await t.api.get<PageOf<Message>>(`/messages?identity_id=${to.id}&wait=30&order=desc`);
      return json.data[0]!;
    };

    test("a message keeps it, and what answers it comes to the address with the tag", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const from = tagged(own.email);
      await t.api.must(
        201,
        t.api.post("/messages", { from: from.toUpperCase(), to: other.email, text: "x" }),
      );
      const mail = await came(other);
      expect(mail.from.email).toBe(from);
      await t.api.must(201, t.api.post(`/messages/${mail.id}/reply`, { text: "y" }));
      expect((await came(own)).delivered_to).toBe(from);
    });

    test("a draft keeps it when it is changed, scheduled and sent, until null", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const from = tagged(own.email);
      const body = { identity_id: own.id, from, to: other.email, subject: "x" };
      const draft = await t.api.must<Draft>(201, t.api.post("/drafts", body));
      expect(draft.from).toBe(from);
      const path = `/drafts/${draft.id}`;
      expect(await t.api.must<Draft>(200, t.api.patch(path, { text: "y" }))).toMatchObject({ from });
      const plain = await t.api.must<Draft>(200, t.api.patch(path, { from: null }));
      expect(plain.from).toBe(own.email);
      await t.api.must(200, t.api.patch(path, { from }));
      await t.api.must(200, t.api.post(`${path}/schedule`, { send_at: "in 2 hours" }));
      clock.advance(3 * 3_600_000);
      expect((await came(other)).from.email).toBe(from);
      const later = { from: tagged(own.email, "b"), to: other.email, text: "z", send_at: "in 2 hours" };
      const { id } = await t.api.must<Draft>(202, t.api.post("/messages", later));
      expect((await t.api.must<Draft>(200, t.api.get(`/drafts/${id}`))).from).toBe(later.from);
    });

    test("what waits for a person keeps it, with changes and without", async () => {
      const own = await t.address();
      const protection = { outbound: "all", approver: "key" };
      await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, protection));
      for (const edits of [{}, { text: "Other words" }]) {
        const other = await t.address();
        const from = tagged(own.email);
        const letter = { from, to: other.email, text: "x" };
        const held = await t.api.must<{ review_id: string }>(202, t.api.post("/messages", letter));
        const review = await t.api.must<object>(200, t.api.get(`/reviews/${held.review_id}`));
        expect(JSON.stringify(review)).toContain(from);
        await t.api.must(200, t.api.post(`/reviews/${held.review_id}/approve`, edits));
        clock.advance(60_000);
        expect((await came(other)).from.email).toBe(from);
      }
    });

    test("it belongs to who reaches the address, and to nobody where a rule leads it elsewhere", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const from = tagged(own.email);
      const letter = { from, to: other.email, text: "x" };
      const stranger = await restrictedKey(t.api, [other.id]);
      expect(await refusal(stranger.post("/messages", letter))).toEqual([404, "not_found"]);
      const foreign = { identity_id: other.id, from };
      expect(await refusal(t.api.post("/drafts", foreign))).toEqual([400, "validation_error"]);
      for (const tag of ["a b", '"x', "<x", "é", "x".repeat(64)])
        expect(await refusal(t.api.post("/messages", { ...letter, from: tagged(own.email, tag) }))).toEqual([
          expect.any(Number),
          expect.stringMatching(/^(not_found|validation_error)$/),
        ]);
      const draft = await t.api.must<Draft>(
        201,
        t.api.post("/drafts", { identity_id: own.id, from, to: other.email, text: "x" }),
      );
      const [local_part] = from.split("@");
      const rule = { domain_id: t.domainId, local_part, identity_id: other.id };
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/routing-rules", rule));
      expect(await refusal(t.api.post("/messages", letter))).toEqual([404, "not_found"]);
      expect(await refusal(t.api.post(`/drafts/${draft.id}/send`))).toEqual([404, "not_found"]);
      await t.api.must(200, t.api.call("DELETE", `/routing-rules/${id}`));
      await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
      expect((await came(other)).from.email).toBe(from);
    });

    test("a mail program writes from it too", async () => {
      const box = await mailbox(t);
      const other = await t.address();
      const from = tagged(box.email);
      const transport = createTransport({
        host: "127.0.0.1",
        port: t.app.ports.submission!,
        requireTLS: true,
        tls: { rejectUnauthorized: false },
        auth: { user: box.email, pass: box.password },
      });
      const submit = (author: string) =>
        transport
          .sendMail({
            envelope: { from, to: other.email },
            raw: `From: ${author}\r\nTo: ${other.email}\r\nSubject: x\r\n\r\ny\r\n`,
          })
          .then(
            () => "sent",
            (error: { response?: string }) => error.response ?? String(error),
          );
      expect(await submit(`Me <${from}>`)).toBe("sent");
      expect((await came(other)).from.email).toBe(from);
      const [local, domain] = from.split("@");
      for (const author of [`"${local} <ceo"@${domain}`, tagged(other.email), `${from}, ${other.email}`])
        expect(await submit(author)).toMatch(/^550 5\.7\.1 From has to be/);
      const rule = { domain_id: t.domainId, local_part: local, identity_id: other.id };
      await t.api.must(201, t.api.post("/routing-rules", rule));
      expect(await submit(from)).toMatch(/^550 5\.7\.1 /);
      transport.close();
    });
  },
  { clock, env: { SUBMISSION_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);

interface Draft {
  id: string;
  from: string;
}
