// List-Unsubscribe: its fields, the links of the service by POST, page and mail, and what becomes of later messages.
// DECISIONS Drafts and sending; RFC 2369, RFC 8058.
import { afterAll, expect, test } from "bun:test";
import type { Api, PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, type SuiteApp, type TestAddress } from "../../support/app/app.ts";
import { eventsShown } from "../../support/app/events.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { refusal } from "../../support/app/refusals.ts";
import { startSink } from "../../support/fakes/receivers.ts";

interface Unsubscribe {
  id: string;
  identity_id: string;
  email: string;
  via: string;
  created_at: string;
}

const relay = await startSink();
afterAll(() => relay.stop());

const base = "https://mail.agents.example";

/** Header fields as they were sent, unfolded. */
function fieldOf(raw: string, name: string): string | null {
  const header = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(header)?.[1] ?? null;
}

/** The two links in a sent mail. */
function linksOf(raw: string): { url: string; mailbox: string } {
  const [, url, mailbox] =
    /^<(https:[^>]+)>, <mailto:([^?>]+)\?subject=unsubscribe>$/.exec(
      fieldOf(raw, "List-Unsubscribe") ?? "",
    ) ?? [];
  return { url: url!, mailbox: mailbox! };
}

eachApp(
  "unsubscribing",
  (t) => {
    const body = (from: string, to: string, more: object = {}) => ({
      from,
      to,
      subject: "News",
      text: "News",
      list_unsubscribe: true,
      ...more,
    });
    const send = (from: string, to: string, more: object = {}, api: Api = t.api) =>
      api.post("/messages", body(from, to, more));
    const sentTo = (to: string) =>
      eventually(() => relay.mails.findLast((sent) => sent.to.includes(to))?.raw);
    const listed = async ({ id }: TestAddress) =>
      (await t.api.get<PageOf<Unsubscribe>>(`/identities/${id}/unsubscribes`)).json.data;
    const told = async (api: Api, type: string) => {
      await eventsShown(t.app.core.database);
      return (await api.get<PageOf<{ data: Record<string, unknown> }>>(`/events?type=${type}&limit=200`)).json
        .data;
    };

    // DECISIONS Drafts and sending: list_unsubscribe adds List-Unsubscribe and List-Unsubscribe-Post, signed
    test("both fields stand in the mail and under its signatures", async () => {
      const from = await t.address();
      const to = friend();
      await t.api.must(201, send(from.email, to));
      const raw = await sentTo(to);
      const { url, mailbox } = linksOf(raw);
      expect(url).toMatch(/^https:\/\/mail\.agents\.example\/unsubscribe\/[a-z2-7]{42}$/);
      expect(mailbox).toMatch(new RegExp(`^unsubscribe\\+[a-z2-7]{42}@${t.domain}$`));
      expect(fieldOf(raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
      const signatures = raw.replace(/\r\n[ \t]+/g, "").match(/^DKIM-Signature:.*$/gim) ?? [];
      expect(signatures.length).toBe(2);
      for (const signature of signatures) {
        const names = /[;\s]h=([^;]*)/.exec(signature)![1]!.toLowerCase().replace(/\s/g, "").split(":");
        expect(names).toContain("list-unsubscribe");
        expect(names).toContain("list-unsubscribe-post");
      }
      // one link for the two, another one for anybody else
      const other = friend();
      await t.api.must(201, send(from.email, other));
      expect(linksOf(await sentTo(other)).url).not.toBe(url);
    });

    // DECISIONS Drafts and sending: A POST of List-Unsubscribe=One-Click unsubscribes, a GET changes nothing; the event comes once
    test("a click without cookies takes the recipient off, once", async () => {
      const from = await t.address();
      const to = friend();
      await t.api.must(201, send(from.email, `Ada <${to.toUpperCase()}>`));
      const link = pathOf(linksOf(await sentTo(to.toUpperCase())).url);
      for (const wrong of ["", "List-Unsubscribe=Two", "x=List-Unsubscribe%3DOne-Click"])
        expect((await click(t, link, wrong)).status).toBe(400);
      const page = await fetch(at(t, link));
      expect([page.status, page.headers.get("set-cookie"), page.redirected]).toEqual([200, null, false]);
      expect(await page.text()).toContain('name="List-Unsubscribe" value="One-Click"');
      expect(await listed(from)).toEqual([]);
      const form = new FormData();
      form.set("List-Unsubscribe", "One-Click");
      for (const way of ["List-Unsubscribe=One-Click", form]) {
        const answer = await click(t, link, way);
        expect([answer.status, answer.headers.get("set-cookie"), answer.headers.get("location")]).toEqual([
          200,
          null,
          null,
        ]);
      }
      expect(await listed(from)).toMatchObject([{ identity_id: from.id, email: to, via: "link" }]);
      const events = await told(t.api, "recipient.unsubscribed");
      expect(events.filter(({ data }) => data.recipient === to).map(({ data }) => data)).toEqual([
        { identity_id: from.id, recipient: to, via: "link" },
      ]);
    });

    // DECISIONS Drafts and sending: Who has unsubscribed gets no more messages with list_unsubscribe of that address, but all others
    test("later such messages of the address are refused, others go, until it is taken back", async () => {
      const [from, other] = [await t.address(), await t.address()];
      const to = friend();
      await t.api.must(201, send(from.email, to));
      const link = pathOf(linksOf(await sentTo(to)).url);
      expect((await click(t, link)).status).toBe(200);
      expect(await refusal(send(from.email, to))).toEqual([422, "recipient_refused"]);
      const own = { list_unsubscribe: { mailto: "stop@agents.example" } };
      const mixed = await t.api.must<{ rejected: object[] }>(
        201,
        t.api.post("/messages", { ...body(from.email, to), to: [to, friend()], ...own }),
      );
      expect(mixed.rejected).toEqual([{ address: to, reason: "unsubscribed" }]);
      await t.api.must(201, t.api.post("/messages", { from: from.email, to, text: "Between us" }));
      await t.api.must(201, send(other.email, to));
      const [{ id } = { id: "" }] = await listed(from);
      const path = `/identities/${from.id}/unsubscribes/${id}`;
      expect(await t.api.must<{ id: string }>(200, t.api.delete(path))).toMatchObject({ id });
      expect(await refusal(t.api.delete(path))).toEqual([404, "not_found"]);
      await t.api.must(201, send(from.email, to));
      // the link in the first mail still works
      expect((await click(t, link)).status).toBe(200);
      expect(await listed(from)).toMatchObject([{ email: to }]);
    });

    // DECISIONS Drafts and sending: A mail to the mailbox unsubscribes too
    test("a mail to the mailbox does the same, a bounce does not", async () => {
      const from = await t.address();
      const to = friend();
      await t.api.must(201, send(from.email, to));
      const { mailbox } = linksOf(await sentTo(to));
      const raw = `From: ${to}\r\nTo: ${mailbox}\r\nSubject: unsubscribe\r\n\r\nunsubscribe\r\n`;
      await t.raw({ from: "", to: mailbox, raw });
      expect(await listed(from)).toEqual([]);
      await t.raw({ from: to, to: mailbox.toUpperCase(), raw });
      expect(await listed(from)).toMatchObject([{ email: to, via: "mail" }]);
      expect(
        (await t.api.get<PageOf<object>>(`/messages?identity_id=${from.id}&is_read=false`)).json.data,
      ).toEqual([]);
      const forged = mailbox.replace(/\+./, (start) => (start === "+a" ? "+b" : "+a"));
      expect(t.raw({ from: to, to: forged, raw })).rejects.toThrow(/550/);
    });

    // DECISIONS Drafts and sending: A draft shows list_unsubscribe where it was given
    test("a draft keeps it, and a scheduled one sends it", async () => {
      const from = await t.address();
      const to = friend();
      const draft = await t.api.must<{ id: string; list_unsubscribe: unknown }>(
        201,
        t.api.post("/drafts", { identity_id: from.id, to: [to], text: "News", list_unsubscribe: true }),
      );
      expect(draft.list_unsubscribe).toBe(true);
      const path = `/drafts/${draft.id}`;
      const changed = await t.api.must<object>(200, t.api.patch(path, { subject: "N" }));
      expect(changed).toMatchObject({ list_unsubscribe: true });
      const without = await t.api.must<object>(200, t.api.patch(path, { list_unsubscribe: false }));
      expect(without).not.toHaveProperty("list_unsubscribe");
      const own = { url: "https://far.example/u?r=1", mailto: "stop@far.example" };
      await t.api.must(200, t.api.patch(path, { list_unsubscribe: own }));
      expect(await t.api.must<object>(200, t.api.get(path))).toMatchObject({ list_unsubscribe: own });
      await t.api.must(202, t.api.post(`${path}/send`));
      const raw = await sentTo(to);
      expect(fieldOf(raw, "List-Unsubscribe")).toBe("<https://far.example/u?r=1>, <mailto:stop@far.example>");
      expect(fieldOf(raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    });

    test("what waits for a person keeps its link, with changes and without", async () => {
      const from = await t.address();
      const protection = { outbound: "all", approver: "key" };
      await t.api.must(200, t.api.call("PUT", `/identities/${from.id}/protection`, protection));
      for (const edits of [{}, { text: "Other news" }]) {
        const to = friend();
        const held = await t.api.must<{ review_id: string }>(202, send(from.email, to));
        await t.api.must(200, t.api.post(`/reviews/${held.review_id}/approve`, edits));
        const link = pathOf(linksOf(await sentTo(to)).url);
        expect((await click(t, link)).status).toBe(200);
        expect((await listed(from))[0]).toMatchObject({ email: to });
        expect(await refusal(send(from.email, to))).toEqual([422, "recipient_refused"]);
      }
    });

    // DECISIONS Drafts and sending: list_unsubscribe: true takes one recipient; headers may not name the field too
    test("what cannot be sent is refused", async () => {
      const { email } = await t.address();
      const to = friend();
      for (const more of [
        { cc: [friend()] },
        { to: [to, friend()] },
        { headers: { "List-Unsubscribe": "<https://x.example/>" } },
        { list_unsubscribe: {} },
        { list_unsubscribe: { url: "http://x.example/" } },
        { list_unsubscribe: { url: "https://x.example/\r\nX: y" } },
        { list_unsubscribe: "yes" },
      ])
        expect(await refusal(send(email, to, more))).toEqual([400, "validation_error"]);
    });

    test("links of others, and of no one", async () => {
      const [mine, theirs] = [await t.address(), await t.address()];
      const to = friend();
      await t.api.must(201, send(theirs.email, to));
      const link = pathOf(linksOf(await sentTo(to)).url);
      const forged = link.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
      for (const path of [forged, "/unsubscribe/x", `${link}a`]) {
        expect((await click(t, path)).status).toBe(404);
        expect((await fetch(at(t, path))).status).toBe(404);
      }
      await click(t, link);
      const [{ id } = { id: "" }] = await listed(theirs);
      const key = await restrictedKey(t.api, [mine.id]);
      const { api: stranger } = await t.otherAccount();
      for (const api of [key, stranger]) {
        expect(await refusal(api.get(`/identities/${theirs.id}/unsubscribes`))).toEqual([404, "not_found"]);
        expect(await refusal(api.delete(`/identities/${theirs.id}/unsubscribes/${id}`))).toEqual([
          404,
          "not_found",
        ]);
      }
      expect(await refusal(key.delete(`/identities/${mine.id}/unsubscribes/${id}`))).toEqual([
        404,
        "not_found",
      ]);
      const path = `/identities/${theirs.id}/unsubscribes?email=`;
      expect((await t.api.get<PageOf<object>>(`${path}${to.toUpperCase()}`)).json.data).toHaveLength(1);
      expect((await t.api.get<PageOf<object>>(`${path}x@y.example`)).json.data).toEqual([]);
      expect(await refusal(t.api.get(`${path}none`))).toEqual([400, "validation_error"]);
      // with the address goes its list
      expect((await t.api.delete(`/identities/${theirs.id}`)).status).toBe(204);
      expect((await click(t, link)).status).toBe(404);
    });
  },
  { env: { SMTP_RELAY_URL: relay.url, BASE_URL: base, SMTP_GREETING_MS: "0", SMTP_TARPIT_MS: "0" } },
);

let friends = 0;
function friend(): string {
  return `ada${friends++}@far.example`;
}

function pathOf(url: string): string {
  return url.slice(base.length);
}

/** The same page where the test's server listens. */
function at(t: SuiteApp, path: string): string {
  return `http://127.0.0.1:${t.app.ports.http}${path}`;
}

function click(t: SuiteApp, path: string, body: string | FormData = "List-Unsubscribe=One-Click") {
  const headers = new Headers();
  if (typeof body === "string") headers.set("content-type", "application/x-www-form-urlencoded");
  return fetch(at(t, path), { method: "POST", body, headers, redirect: "manual" });
}
