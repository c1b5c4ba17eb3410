// Mail from a subaddress (`bot+tag@`) and from the address of a rule with `send_as`: each door keeps the sender as it was written,
// and a rule that leads it elsewhere, or whose permission has ended, ends it.
// DECISIONS Drafts and sending
import { expect, test } from "bun:test";
import { createTransport } from "nodemailer";
import { createUnrestrictedKey } from "../../../actors/account/accounts/operator.ts";
import { newId } from "../../../src/lib/ids.ts";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { mcpClient } from "../../support/clients/mcp.ts";
import { ImapTalk, mailbox } from "../../support/imap/client.ts";

interface Message {
  id: string;
  from: { email: string };
  thread_id: string;
  direction: string;
  subject: string | null;
  delivered_to: string;
}

interface Rule {
  id: string;
  address: string;
  send_as?: boolean;
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
    /** The subject tells the mail from those that came before. */
    const cameWith = (to: { id: string }, subject: string): Promise<Message> =>
      eventually(async () => {
        const { json } = await t.api.get<PageOf<Message>>(`/messages?identity_id=${to.id}`);
        return json.data.find((mail) => mail.subject === subject && mail.direction === "inbound");
      });

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

    test("a domain stays while mail from the address of its rule waits to leave", async () => {
      const own = await t.address();
      const domain = `${newId()}.example`;
      const { id } = await t.api.must<{ id: string }>(201, t.api.post("/domains", { domain }));
      const rule = { domain_id: id, local_part: "sales", identity_id: own.id, send_as: true };
      await t.api.must(201, t.api.post("/routing-rules", rule));
      // Nobody tells where far.example takes mail: it waits.
      const letter = { from: `sales@${domain}`, to: "ann@far.example", text: "x" };
      await t.api.must(201, t.api.post("/messages", letter));
      expect(await refusal(t.api.delete(`/domains/${id}`))).toEqual([409, "conflict"]);
    });

    /** A rule of a fresh name that leads to an address, and may be written from unless said otherwise. */
    const aliasOf = async (own: { id: string }, given: object = { send_as: true }) => {
      const local_part = `sales-${newId().slice(-12)}`;
      const rule = { domain_id: t.domainId, local_part, identity_id: own.id, ...given };
      return t.api.must<Rule>(201, t.api.post("/routing-rules", rule));
    };
    const patched = (rule: Rule, change: object, by = t.api) =>
      by.must<Rule>(200, by.patch(`/routing-rules/${rule.id}`, change));

    test("a rule permits writing from its address only where a key without restriction said so", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const limited = await restrictedKey(t.api, [own.id]);
      const rule = await aliasOf(own, {});
      expect(rule.send_as).toBeUndefined();
      const letter = { from: rule.address, to: other.email, text: "x" };
      expect(await refusal(limited.post("/messages", letter))).toEqual([404, "not_found"]);
      expect(await refusal(limited.patch(`/routing-rules/${rule.id}`, { send_as: true }))).toEqual([
        403,
        "forbidden",
      ]);
      const named = { domain_id: t.domainId, local_part: newId(), identity_id: own.id, send_as: true };
      expect(await refusal(limited.post("/routing-rules", named))).toEqual([403, "forbidden"]);
      for (const wrong of [
        { ...named, local_part: "*" },
        { ...named, local_part: `${other.email.split("@")[0]}+x` },
      ])
        expect(await refusal(t.api.post("/routing-rules", wrong))).toEqual([400, "validation_error"]);
      expect(await patched(rule, { send_as: true })).toMatchObject({ send_as: true, status: "active" });
      await limited.must(201, limited.post("/messages", letter));
      expect((await came(other)).from.email).toBe(rule.address);
      const stranger = await restrictedKey(t.api, [other.id]);
      expect(await refusal(stranger.post("/messages", letter))).toEqual([404, "not_found"]);
      const mcp = await mcpClient(t.api.base, limited.key!, "2026");
      const given = { address: rule.address, to: [other.email], subject: "tool", text: "x" };
      await mcp.must("send_mail", given);
      expect((await cameWith(other, "tool")).from.email).toBe(rule.address);
      await mcp.must("save_draft", { ...given, subject: "by tool" });
      const drafts = await limited.get<PageOf<Draft>>(`/drafts?identity_id=${own.id}`);
      expect(drafts.json.data[0]!.from).toBe(rule.address);
      for (const tool of ["send_mail", "save_draft"]) {
        const refused = await mcp.call(tool, { ...given, address: other.email });
        expect(refused.text).toContain("not an address of yours");
      }
      await mcp.close();
      expect(await refusal(limited.post("/drafts", { to: other.email }))).toEqual([400, "validation_error"]);
      await patched(rule, { status: "disabled" });
      expect(await refusal(limited.post("/messages", letter))).toEqual([404, "not_found"]);
      expect(await refusal(limited.patch(`/routing-rules/${rule.id}`, { status: "active" }))).toEqual([
        403,
        "forbidden",
      ]);
      await patched(rule, { status: "active", send_as: false }, limited);
      expect(await refusal(limited.post("/messages", letter))).toEqual([404, "not_found"]);
    });

    test("an answer leaves by the address that was written to, unless said otherwise", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const rule = await aliasOf(own);
      const letter = { from: other.email, to: rule.address, subject: "Hi", text: "x" };
      await t.api.must(201, t.api.post("/messages", letter));
      const mail = await came(own);
      expect(mail.delivered_to).toBe(rule.address);
      await t.api.must(201, t.api.post(`/messages/${mail.id}/reply-all`, { text: "a" }));
      const answer = await came(other);
      expect(answer).toMatchObject({ from: { email: rule.address }, to: [{ email: other.email }] });
      await t.api.must(
        201,
        t.api.post(`/messages/${mail.id}/reply`, { subject: "b", from: `Me <${own.email}>` }),
      );
      expect<object>((await cameWith(other, "b")).from).toEqual({ email: own.email, name: "Me" });
      const draft = await t.api.must<Draft>(
        201,
        t.api.post(`/messages/${mail.id}/drafts`, { kind: "reply", text: "c" }),
      );
      expect(draft.from).toBe(rule.address);
      const plain = await t.api.must<Draft>(
        201,
        t.api.post("/drafts", { identity_id: own.id, in_reply_to_message_id: mail.id, from: own.email }),
      );
      expect(plain.from).toBe(own.email);
      // Its answer comes by the rule, and stays in the thread of the mail that it answers.
      const back = await t.api.must<{ thread_id: string }>(
        201,
        t.api.post(`/messages/${answer.id}/reply`, { subject: "d" }),
      );
      expect((await cameWith(own, "d")).delivered_to).toBe(rule.address);
      await patched(rule, { send_as: false });
      await t.api.must(201, t.api.post(`/messages/${mail.id}/reply`, { subject: "e" }));
      expect((await cameWith(other, "e")).from.email).toBe(own.email);
      expect(back.thread_id).toBe(answer.thread_id);
    });

    test("what waits asks again when it leaves: drafts, schedules, reviews, and an ended key", async () => {
      const [own, other] = [await t.address(), await t.address()];
      const { token } = await createUnrestrictedKey(t.app.core.actors, t.accountId, "rules");
      const maker = t.api.as(token);
      const rule = await maker.must<Rule>(
        201,
        maker.post("/routing-rules", {
          domain_id: t.domainId,
          local_part: newId(),
          identity_id: own.id,
          send_as: true,
        }),
      );
      const from = rule.address;
      const letter = { from, to: other.email, text: "x" };
      const draft = await t.api.must<Draft>(201, t.api.post("/drafts", { ...letter, identity_id: own.id }));
      expect((await t.api.must<Draft>(200, t.api.patch(`/drafts/${draft.id}`, { subject: "y" }))).from).toBe(
        from,
      );
      const later = await t.api.must<Draft>(
        202,
        t.api.post("/messages", { ...letter, send_at: "in 2 hours" }),
      );
      const protection = { outbound: "all", approver: "key" };
      await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, protection));
      const held = await t.api.must<{ review_id: string }>(202, t.api.post("/messages", letter));
      await t.api.must(200, t.api.call("PUT", `/identities/${own.id}/protection`, { outbound: "off" }));
      const me = await maker.must<{ key: { id: string } }>(200, maker.get("/me"));
      await maker.must(200, maker.call("DELETE", `/api-keys/${me.key.id}`));
      expect(await refusal(t.api.post("/messages", letter))).toEqual([404, "not_found"]);
      expect(await refusal(t.api.post(`/drafts/${draft.id}/send`))).toEqual([404, "not_found"]);
      const approve = () => t.api.post(`/reviews/${held.review_id}/approve`, {});
      expect(await refusal(approve())).toEqual([403, "forbidden"]);
      clock.advance(3 * 3_600_000);
      const failed = async () =>
        (await t.api.must<Draft>(200, t.api.get(`/drafts/${later.id}`))).failed_reason;
      expect(await eventually(failed)).toContain("send_as");
      const { json } = await t.api.get<PageOf<Message>>(`/messages?identity_id=${other.id}`);
      expect(json.data).toEqual([]);
      const made = await t.api.must<{ name: string; sleeps: boolean }[]>(
        200,
        t.api.get(`/api-keys/${me.key.id}/made`),
      );
      expect(made).toContainEqual(expect.objectContaining({ name: `send as ${from}`, sleeps: true }));
      await t.api.must(200, t.api.post(`/api-keys/${me.key.id}/take-over`));
      await t.api.must(202, t.api.post(`/drafts/${draft.id}/send`));
      expect((await came(other)).from.email).toBe(from);
      await t.api.must(200, approve());
    });

    test("an address of type team is written from by whoever reaches it", async () => {
      const [team, own] = [await t.address({ type: "team" }), await t.address()];
      const both = await restrictedKey(t.api, [team.id, own.id]);
      const one = await restrictedKey(t.api, [own.id]);
      const letter = { from: team.email, to: own.email, text: "x" };
      await both.must(201, both.post("/messages", letter));
      const mail = await came(own);
      expect(mail.from.email).toBe(team.email);
      expect(await refusal(one.post("/messages", letter))).toEqual([404, "not_found"]);
      const answer = { text: "y", from: team.email };
      expect(await refusal(both.post(`/messages/${mail.id}/reply`, answer))).toEqual([
        400,
        "validation_error",
      ]);
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
      const submit = (author: string, envelopeFrom = tagged(box.email), subject = "x") =>
        transport
          .sendMail({
            envelope: { from: envelopeFrom, to: other.email },
            raw: `From: ${author}\r\nTo: ${other.email}\r\nSubject: ${subject}\r\n\r\ny\r\n`,
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
      // From the address of a rule, in the envelope too; beside another author, or quoted, it is refused.
      const alias = (await aliasOf(box)).address;
      expect(await submit(`Sales <${alias}>`, alias, "sales")).toBe("sent");
      const mail = await cameWith(other, "sales");
      expect<object>(mail.from).toEqual({ email: alias, name: "Sales" });
      for (const author of [
        `${alias}, ${box.email}`,
        `"${alias}" <${other.email}>`,
        alias.replace("sales", "x"),
      ])
        expect(await submit(author)).toMatch(/^550 5\.7\.1 /);
      expect(await submit(box.email, (await aliasOf(box, {})).address)).toMatch(/^550 5\.7\.1 /);
      await t.api.must(201, t.api.post(`/messages/${mail.id}/reply`, { text: "z" }));
      await came(box);
      const imap = await ImapTalk.logIn(t.app.ports.imap!, box);
      await imap.say("SELECT INBOX");
      const shown = await imap.say("FETCH * BODY.PEEK[HEADER.FIELDS (DELIVERED-TO)]");
      expect(shown.join("\n")).toContain(`Delivered-To: ${alias}`);
      imap.close();
      transport.close();
    });
  },
  { clock, env: { SUBMISSION_PORT: "0", IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" } },
);

interface Draft {
  id: string;
  from: string;
  failed_reason: string | null;
}
