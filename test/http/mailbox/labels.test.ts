// Labels, and the labels of threads: SPEC Labels, DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import { unfinishedLabels } from "../../../src/store/mailbox/labels.ts";
import type { PageOf, Refusal } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { saysNothing } from "../../support/app/refusals.ts";
import { ImapTalk, mailbox, smallMail } from "../../support/imap/client.ts";

interface Label {
  id: string;
  identity_id: string;
  name: string;
  colour: string;
  created_at: string;
}

eachApp(
  "labels",
  (t) => {
    const create = (body: object) => t.api.must<Label>(201, t.api.post("/labels", body));
    const refused = async (answer: Promise<{ status: number; json: unknown }>) => {
      const { status, json } = await answer;
      return [status, (json as Refusal).error.code];
    };
    const threadsOf = async (identityId: string, query = "") =>
      (await t.api.get<PageOf<{ id: string }>>(`/threads?identity_id=${identityId}${query}`)).json.data.map(
        ({ id }) => id,
      );
    const keywords = async (threadId: string) =>
      (
        await t.app.core.database.rows<{ keywords: string[] }>(
          `select p.keywords from placements p join messages m on m.account_id = p.account_id and m.id = p.message_id
         where m.thread_id = $1::uuid order by m.created_at`,
          [threadId],
        )
      ).map((row) => row.keywords);
    const put = (threadId: string, labelId: string) =>
      t.api.call("PUT", `/threads/${threadId}/labels/${labelId}`);

    test("are made, listed newest first, changed and deleted", async () => {
      const { id } = await t.address();
      const one = await create({ identity_id: id, name: "Work", colour: "#1F6FEB" });
      expect(Object.keys(one).sort()).toEqual(["colour", "created_at", "id", "identity_id", "name"]);
      expect(one).toMatchObject({ identity_id: id, name: "Work", colour: "#1f6feb" });
      const two = await create({ identity_id: id, name: "Größe ✓", colour: "#000000" });
      const page = (await t.api.get<PageOf<Label>>(`/labels?identity_id=${id}`)).json;
      expect(page).toEqual({ data: [two, one], has_more: false, next_cursor: null });
      const changed = await t.api.must<Label>(200, t.api.patch(`/labels/${one.id}`, { name: "Job" }));
      expect(changed).toEqual({ ...one, name: "Job" });
      expect(await t.api.must<Label>(200, t.api.patch(`/labels/${one.id}`, { colour: "#ffffff" }))).toEqual({
        ...one,
        name: "Job",
        colour: "#ffffff",
      });
      expect(await t.api.must<unknown>(200, t.api.delete(`/labels/${two.id}`))).toEqual({
        id: two.id,
        deleted: true,
      });
      expect(await refused(t.api.delete(`/labels/${two.id}`))).toEqual([404, "not_found"]);
      expect(await refused(t.api.get("/labels"))).toEqual([400, "validation_error"]);
    });

    test("names are unique in an address, whatever their case", async () => {
      const { id } = await t.address();
      const other = await t.address();
      const first = await create({ identity_id: id, name: "Straße", colour: "#000000" });
      expect(
        await refused(t.api.post("/labels", { identity_id: id, name: "straße ", colour: "#000000" })),
      ).toEqual([409, "label_exists"]);
      await create({ identity_id: other.id, name: "Straße", colour: "#000000" });
      const second = await create({ identity_id: id, name: "B", colour: "#000000" });
      expect(await refused(t.api.patch(`/labels/${second.id}`, { name: "STRAßE" }))).toEqual([
        409,
        "label_exists",
      ]);
      expect((await t.api.patch(`/labels/${first.id}`, { name: "STRAßE" })).status).toBe(200);
    });

    test("refuse empty patches, bad names and colours", async () => {
      const { id } = await t.address();
      const label = await create({ identity_id: id, name: "A" });
      expect(label.colour).toMatch(/^#[0-9a-f]{6}$/);
      for (const body of [
        {},
        { colour: "red" },
        { name: "" },
        { name: "  " },
        { name: "a\nb" },
        { title: "x" },
      ])
        expect(await refused(t.api.patch(`/labels/${label.id}`, body))).toEqual([400, "validation_error"]);
      const message = (await t.api.patch<Refusal>(`/labels/${label.id}`, { colour: "red" })).json.error
        .message;
      expect(message).toContain("#rrggbb");
    });

    // DECISIONS Threads, messages, folders, labels: PUT sets it on all present messages, DELETE clears it on all
    test("are set on every message of a thread, and found by it", async () => {
      const mine = await t.address();
      await t.mail({
        from: "ann@example.org",
        to: mine.email,
        subject: "One",
        text: "1",
        messageId: `<1-${mine.id}@x>`,
      });
      await t.mail({
        from: "ann@example.org",
        to: mine.email,
        subject: "Re: One",
        text: "2",
        inReplyTo: `<1-${mine.id}@x>`,
      });
      await t.mail({ from: "bob@example.org", to: mine.email, subject: "Two", text: "3" });
      const [two, one] = (await threadsOf(mine.id)) as [string, string];
      const work = await create({ identity_id: mine.id, name: "work", colour: "#000000" });
      const odd = await create({ identity_id: mine.id, name: "not an atom", colour: "#000000" });
      const set = await put(one, work.id);
      expect(set.status).toBe(200);
      expect((set.json as { data: { id: string } }).data.id).toBe(one);
      await put(one, odd.id);
      await put(two, odd.id);
      expect(await keywords(one)).toEqual([1, 2].map(() => ["work", `label-${odd.id.slice(-8)}`]));
      expect(await threadsOf(mine.id, `&label_id=${work.id}`)).toEqual([one]);
      expect(await threadsOf(mine.id, `&label_id=${odd.id}`)).toEqual([two, one]);
      await t.api.must(200, t.api.patch(`/labels/${work.id}`, { name: "job" }));
      expect((await keywords(one))[0]).toEqual([`label-${odd.id.slice(-8)}`, "job"]);
      expect(await threadsOf(mine.id, `&label_id=${work.id}`)).toEqual([one]);
      expect(await t.api.must<unknown>(200, t.api.delete(`/threads/${one}/labels/${work.id}`))).toEqual({
        id: work.id,
        deleted: true,
      });
      expect(await threadsOf(mine.id, `&label_id=${work.id}`)).toEqual([]);
      await t.api.must(200, t.api.delete(`/labels/${odd.id}`));
      expect(await keywords(one)).toEqual([[], []]);
      expect(await threadsOf(mine.id)).toEqual([two, one]);
      expect(await unfinishedLabels(t.app.core.database, 10)).toEqual([]);
    });

    test("of many messages are taken off in steps", async () => {
      const mine = await t.address();
      const mails = Array.from({ length: 230 }, (_, n) =>
        t.mail({
          from: "ann@example.org",
          to: mine.email,
          subject: "Long",
          text: `${n}`,
          inReplyTo: `<start-${mine.id}@x>`,
          messageId: n === 0 ? `<start-${mine.id}@x>` : undefined,
        }),
      );
      await Promise.all(mails);
      const label = await create({ identity_id: mine.id, name: "many", colour: "#000000" });
      for (const thread of await threadsOf(mine.id)) await put(thread, label.id);
      const count = async (keyword: string) =>
        (
          await t.app.core.database.values(
            "select count(*)::int from placements where identity_id = $1::uuid and $2::text = any(keywords)",
            [mine.id, keyword],
          )
        )[0]![0] as number;
      expect(await count("many")).toBe(230);
      await t.api.must(200, t.api.patch(`/labels/${label.id}`, { name: "several" }));
      expect([await count("many"), await count("several")]).toEqual([0, 230]);
      await t.api.must(200, t.api.delete(`/labels/${label.id}`));
      expect(await count("several")).toBe(0);
    });

    test("that are common list their threads and no others, newest first", async () => {
      const box = await mailbox(t);
      const label = await create({ identity_id: box.id, name: "common", colour: "#000000" });
      const talk = await ImapTalk.logIn(t.app.ports.imap!, box);
      for (let n = 0; n < 1111; n += 101) {
        const mails = Array.from({ length: 101 }, (_, index) => {
          const mail = smallMail(`number ${n + index}`);
          return `(\\Seen${index === 50 ? "" : " common"}) {${Buffer.byteLength(mail)}+}\r\n${mail}`;
        });
        await talk.ok(`APPEND INBOX ${mails.join(" ")}`);
      }
      talk.close();
      const pages = async (query: string) => {
        const subjects: string[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const path: string = `/threads?limit=100&${query}${cursor && `&cursor=${cursor}`}`;
          const { data, next_cursor } = (await t.api.get<PageOf<{ subject: string }>>(path)).json;
          subjects.push(...data.map(({ subject }) => subject));
          cursor = next_cursor;
        }
        return subjects;
      };
      const all = await pages(`identity_id=${box.id}`);
      expect(all.length).toBe(1111);
      // More than the 1,000 that are looked up one by one.
      const labelled = all.filter((subject) => (Number(subject.split(" ")[1]) - 50) % 101 !== 0);
      expect(await pages(`label_id=${label.id}`)).toEqual(labelled);
      const [first] = await threadsOf(box.id, "&limit=1");
      await t.api.call("DELETE", `/threads/${first}/labels/${label.id}`);
      expect(await pages(`label_id=${label.id}`)).toEqual(labelled.slice(1));
    });

    test("of another address, account or key are not there", async () => {
      const mine = await t.address();
      const other = await t.address();
      const label = await create({ identity_id: mine.id, name: "mine", colour: "#000000" });
      await t.mail({ from: "ann@example.org", to: other.email, subject: "One", text: "1" });
      const [thread] = (await threadsOf(other.id)) as [string];
      expect(await refused(put(thread, label.id))).toEqual([400, "validation_error"]);
      const missing = await t.api.get("/labels/019a2f4e-8b1c-7def-8a90-1234567890ab");
      for (const api of [(await t.otherAccount()).api, await restrictedKey(t.api, [other.id])]) {
        for (const answer of [
          await api.get(`/labels?identity_id=${mine.id}`),
          await api.post("/labels", { identity_id: mine.id, name: "x", colour: "#000000" }),
          await api.patch(`/labels/${label.id}`, { name: "x" }),
          await api.delete(`/labels/${label.id}`),
          await api.get(`/threads?label_id=${label.id}`),
          await api.call("PUT", `/threads/${thread}/labels/${label.id}`),
          await api.call("DELETE", `/threads/${thread}/labels/${label.id}`),
        ])
          expect([answer.status, saysNothing(answer.text)]).toEqual([404, saysNothing(missing.text)]);
      }
    });
  },
  { env: { IMAP_PORT: "0", ALLOW_PLAINTEXT_AUTH: "loopback" }, checkOnce: true },
);
