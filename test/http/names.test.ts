// Names in the place of ids, and times as they are said, in paths, queries and bodies. DECISIONS Conventions: names
import { expect, test } from "bun:test";
import { ManualClock } from "../../src/lib/clock.ts";
import type { Api, PageOf, Refusal } from "../support/app/api.ts";
import { eachApp, type TestAddress } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";

const clock = new ManualClock(Date.parse("2026-11-25T14:30:00Z"));

eachApp(
  "names and times",
  (t) => {
    let count = 0;
    const mark = () => `n${t.kind[0]}${++count}`;
    const make = (fields: object) =>
      t.api.must<TestAddress>(201, t.api.post("/identities", { domain_id: t.domainId, ...fields }));
    const ids = async (path: string, api: Api = t.api) =>
      (await api.must<{ id: string }[]>(200, api.get(path))).map(({ id }) => id);
    const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await answer;
      const { code, message } = (json as Refusal).error;
      return { said: [status, code], message };
    };

    test("an address is its id, its email or its local part, everywhere", async () => {
      const name = mark();
      const { id, email } = await make({ local_part: name });
      for (const one of [id, id.toUpperCase(), email, email.toUpperCase(), ` ${email} `, name, `${name} `]) {
        const path = `/identities/${encodeURIComponent(one)}`;
        expect(await t.api.must<object>(200, t.api.get(path))).toMatchObject({ id, email });
        const draft = await t.api.must<object>(201, t.api.post("/drafts", { identity_id: one, text: "x" }));
        expect(draft).toMatchObject({ identity_id: id });
        expect(await ids(`/drafts?identity_id=${encodeURIComponent(one)}`)).not.toEqual([]);
      }
      const key = { name: "x", identity_ids: [email, name] };
      const minted = await t.api.post<Refusal>("/api-keys", key);
      expect(minted.status).toBe(201);
    });

    test("one address of a list with names is not taken for the whole", async () => {
      const [{ email: first }, { email: last }] = [
        await make({ local_part: mark() }),
        await make({ local_part: mark() }),
      ];
      const draft = (text: string) => t.api.post("/drafts", { identity_id: text, text: "x" });
      for (const text of [`A <${first}>, B <${last}>`, `A, B <${last}>`, `A <${first}>; B <${last}>`])
        expect((await refused(draft(text))).said).toEqual([404, "not_found"]);
      for (const text of [`B <${last}>`, `"Lovelace, Ada" <${last}>`])
        expect((await draft(text)).status).toBe(201);
    });

    test("an email that is not reached, and a name of several, are refused in words", async () => {
      const name = mark();
      const one = await make({ local_part: name });
      const { id: domain_id, domain } = await t.api.must<{ id: string; domain: string }>(
        201,
        t.api.post("/domains", { domain: `${mark()}.example` }),
      );
      const other = await t.api.must<TestAddress>(
        201,
        t.api.post("/identities", { domain_id, local_part: name }),
      );
      const several = await refused(t.api.get(`/identities/${name}`));
      expect(several.said).toEqual([400, "validation_error"]);
      for (const part of [one.id, one.email, other.id, other.email]) expect(several.message).toContain(part);
      const mine = await restrictedKey(t.api, [one.id]);
      expect(await mine.must<object>(200, mine.get(`/identities/${name}`))).toMatchObject({ id: one.id });
      for (const email of [other.email, `nobody@${domain}`]) {
        const { said, message } = await refused(mine.post("/drafts", { identity_id: email }));
        expect(said).toEqual([404, "not_found"]);
        expect(message).toBe(
          `Field "identity_id" names no address that this key reaches: "${email}". GET /api/v1/identities lists those that it does. There is ${one.email}.`,
        );
      }
      expect((await refused(t.api.post("/drafts", { identity_id: "nobody-here" }))).said).toEqual([
        400,
        "validation_error",
      ]);
    });

    test("labels, pods and domains by their names; a label is one of the thread's address", async () => {
      const [one, other] = [await t.address(), await t.address()];
      const name = `To do ${mark()}`;
      const [mine] = [
        await t.api.must<{ id: string }>(201, t.api.post("/labels", { identity_id: one.email, name })),
        await t.api.must<{ id: string }>(201, t.api.post("/labels", { identity_id: other.email, name })),
      ];
      await t.api.must(201, t.api.post("/messages", { from: other.email, to: one.email, text: "x" }));
      const [message] = await t.api.must<{ id: string; thread_id: string }[]>(
        200,
        t.api.get(`/messages?identity_id=${one.email}&wait=30`),
      );
      const path = `/threads/${message!.thread_id}/labels/${encodeURIComponent(name.toUpperCase())}`;
      await t.api.must(200, t.api.call("PUT", path));
      expect(await ids(`/threads?identity_id=${one.email}&label_id=${encodeURIComponent(name)}`)).toEqual([
        message!.thread_id,
      ]);
      await t.api.must(200, t.api.patch("/messages", { ids: [message!.id], remove_label_ids: [name] }));
      const { said, message: several } = await refused(
        t.api.patch(`/labels/${encodeURIComponent(name)}`, { name: "x" }),
      );
      expect(said).toEqual([400, "validation_error"]);
      expect(several).toContain(`${name} of ${one.email} (${mine.id})`);
      const pod = `Pod ${mark()}`;
      await t.api.must(201, t.api.post("/pods", { name: pod }));
      const { id } = await make({ local_part: mark(), pod_id: pod.toLowerCase() });
      expect(await ids(`/identities?pod_id=${encodeURIComponent(pod)}`)).toEqual([id]);
      expect(await ids(`/identities?domain_id=${t.domain}&pod_id=${encodeURIComponent(pod)}`)).toEqual([id]);
    });

    test("a subject names nothing", async () => {
      const [from, to] = [await t.address(), await t.address()];
      const subject = mark();
      await t.api.must(201, t.api.post("/messages", { from: from.email, to: to.email, subject, text: "x" }));
      await t.api.must(200, t.api.get(`/messages?identity_id=${to.id}&wait=30`));
      for (const path of [`/threads/${subject}`, `/messages/${subject}`])
        expect((await refused(t.api.get(path))).said).toEqual([404, "not_found"]);
    });

    test("times are said in the zone of the address's calendar", async () => {
      const { id, email } = await t.address();
      await t.api.must(200, t.api.patch(`/identities/${email}/calendar`, { timezone: "Europe/Berlin" }));
      const draft = await t.api.must<{ id: string }>(
        201,
        t.api.post("/drafts", { identity_id: id, text: "x" }),
      );
      const schedule = (send_at: string) =>
        t.api.must<{ send_at: string }>(200, t.api.post(`/drafts/${draft.id}/schedule`, { send_at }));
      expect((await schedule("tomorrow 9:00")).send_at).toBe("2026-11-26T08:00:00.000000Z");
      expect((await schedule("2026-11-28")).send_at).toBe("2026-11-27T23:00:00.000000Z");
      expect((await schedule("2026-11-28 09:00 UTC")).send_at).toBe("2026-11-28T09:00:00.000000Z");
      const sent = await t.api.must<object>(
        202,
        t.api.post("/messages", { from: email, to: "a@far.example", text: "x", send_at: "in 2 hours" }),
      );
      expect(sent).toMatchObject({ send_at: "2026-11-25T16:30:00.000000Z" });
      const event = { title: "Walk", start: "tomorrow 9:00", end: "tomorrow 10:00" };
      const events = `/identities/${email}/calendar/events`;
      expect(await t.api.must<object>(201, t.api.post(events, event))).toMatchObject({
        start: "2026-11-26T09:00:00",
        timezone: "Europe/Berlin",
      });
      const days = { title: "Off", start: "2026-11-27", end: "2026-11-28", all_day: true };
      expect(await t.api.must<object>(201, t.api.post(events, days))).toMatchObject({ start: "2026-11-27" });
      const listed = await t.api.get<PageOf<{ title: string }>>(
        `${events}?after=tomorrow 0:00&before=in 2 days`,
      );
      expect(listed.json.data.map(({ title }) => title)).toEqual(["Walk", "Off"]);
      expect((await refused(t.api.post(`/drafts/${draft.id}/schedule`, { send_at: "soon" }))).said).toEqual([
        400,
        "validation_error",
      ]);
    });

    test("a repeat under one key says in 2 hours again", async () => {
      const { email } = await t.address();
      const body = { from: email, to: "a@far.example", text: "x", send_at: "in 2 hours" };
      const key = { "idempotency-key": `again-${t.kind}` };
      const first = await t.api.must<object>(202, t.api.post("/messages", body, key));
      clock.advance(5000);
      expect(await t.api.must<object>(202, t.api.post("/messages", body, key))).toEqual(first);
      clock.advance(-5000);
    });

    test("each message of several says its time and its sender, in the zone of its own address", async () => {
      const { id, email } = await t.address();
      const other = await t.address();
      await t.api.must(200, t.api.patch(`/identities/${email}/calendar`, { timezone: "Europe/Berlin" }));
      const one = (from: string, send_at: string) => ({ from, to: "a@far.example", text: "x", send_at });
      const messages = [
        one(id, "tomorrow 9:00"),
        one(other.email, "tomorrow 9:00"),
        one(email, "in 2 hours"),
        { from: "nobody", to: "a@far.example", text: "x" },
      ];
      const key = { "idempotency-key": `several-${t.kind}` };
      const send = () =>
        t.api.must<{ results: { status: number; data?: { send_at: string } }[] }>(
          200,
          t.api.post("/messages/batch", { messages: messages.slice(0, 3) }, key),
        );
      const { results } = await send();
      expect(results.map(({ data }) => data?.send_at)).toEqual([
        "2026-11-26T08:00:00.000000Z",
        "2026-11-26T09:00:00.000000Z",
        "2026-11-25T16:30:00.000000Z",
      ]);
      // The same words a moment later are the same call.
      clock.advance(5000);
      expect((await send()).results).toEqual(results);
      clock.advance(-5000);
      const { said, message } = await refused(t.api.post("/messages/batch", { messages }));
      expect([said, message]).toEqual([
        [400, "validation_error"],
        expect.stringContaining("messages/3/from"),
      ]);
      const soon = { messages: [messages[0], one(email, "soon")] };
      expect((await refused(t.api.post("/messages/batch", soon))).said).toEqual([400, "validation_error"]);
    });
  },
  { clock },
);
