// Search as people type it: a hundred tasks over one mailbox in ten languages, asked of messages and of threads.
import { expect, test } from "bun:test";
import { createTransport } from "nodemailer";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, type SuiteApp } from "../../support/app/app.ts";
import { atRest } from "../../support/app/fixtures.ts";
import { restrictedKey } from "../../support/app/keys.ts";
import { type TaskMail, taskMails, tasks } from "./search-mails.ts";

interface Found {
  id: string;
  thread_id?: string;
  subject: string;
}

const keyOf = new Map(taskMails.map(({ key, subject }) => [subject, key]));

eachApp("search tasks", (t) => {
  test("finds what is meant, as messages and as threads", async () => {
    const [mine, other] = [await t.address(), await t.address()];
    await fill(t, mine.email, taskMails);
    // An answer joins the thread, and is found by what it repeats.
    const about = taskMails.filter(({ key }) => key === "quote2");
    const text = "Yes.\n\nOn Monday, Kim wrote:\n> Do not forget the hydrangea near the gate.";
    await fill(
      t,
      mine.email,
      about.map((mail) => ({ ...mail, text, subject: "Re: garden gate" })),
    );
    await atRest(t.app.core.database);
    const ask = async (path: string, query: Record<string, string>, api = t.api) =>
      (await api.get<PageOf<Found>>(`${path}?${new URLSearchParams(query)}`)).json;

    const missed: string[] = [];
    for (const [index, [q, hits, not = ""]] of tasks.entries()) {
      const asked = { q, identity_id: mine.id, limit: "50" };
      const messages = await ask("/messages/search", asked);
      const found = messages.data.map(({ subject }) => keyOf.get(subject) ?? subject);
      const keys = hits.replace("^", "").split(" ");
      for (const key of keys) if (!found.includes(key)) missed.push(`${q}: ${key}`);
      if (hits.startsWith("^") && found[0] !== keys[0]) missed.push(`${q}: first ${found[0]}`);
      for (const key of not.split(" ")) if (found.includes(key)) missed.push(`${q}: not ${key}`);
      if (index % 5 !== 2) continue;
      const threads = await ask("/threads", asked);
      const inOrder = [...new Set(messages.data.map(({ thread_id }) => thread_id))];
      if (threads.data.map(({ id }) => id).join() !== inOrder.join()) missed.push(`${q}: threads`);
    }
    expect(missed).toEqual([]);

    // A thread is in one page alone, whatever its messages rank.
    for (const q of ["hydrangea or garden or gate or dog or hund or Re", "is:received in:inbox"]) {
      const all = await ask("/threads", { q, identity_id: mine.id, limit: "100" });
      const paged: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: PageOf<Found> = await ask("/threads", {
          q,
          identity_id: mine.id,
          limit: "7",
          ...(cursor && { cursor }),
        });
        paged.push(...page.data.map(({ id }) => id));
        cursor = paged.length < 100 ? page.next_cursor : null;
      }
      expect(all.data.length).toBeGreaterThan(7);
      expect(paged.slice(0, 100)).toEqual(all.data.map(({ id }) => id).slice(0, paged.length));
      expect(new Set(paged).size).toBe(paged.length);
    }

    const [first] = (await ask("/threads", { q: "zeppelin" })).data;
    await t.api.must(200, t.api.call("PATCH", `/threads/${first!.id}`, { status: "waiting" }));
    const withStatus = async (status: string) =>
      (await ask("/threads", { q: "zeppelin", status })).data.length;
    expect([await withStatus("waiting"), await withStatus("open")]).toEqual([1, 0]);
    const key = await restrictedKey(t.api, [other.id]);
    for (const q of ["zeppelin", "is:received"]) expect((await ask("/threads", { q }, key)).data).toEqual([]);
    const typo = await t.api.get<PageOf<Found>>(`/threads?q=electroencefalography&identity_id=${mine.id}`);
    expect([typo.json.data.length, typo.headers.get("postroom-search")]).toEqual([0, null]);
    const slip = await t.api.get<PageOf<Found>>(`/threads?q=masachusetts&identity_id=${mine.id}`);
    expect([slip.json.data.length, slip.headers.get("postroom-search")]).toEqual([1, "similar"]);
    expect((await t.api.get("/threads?q=form:ada")).status).toBe(400);
  });
});

/** Hands mails over, some sessions at once. */
async function fill(t: SuiteApp, to: string, mails: readonly TaskMail[]): Promise<void> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: t.smtpPort,
    pool: true,
    maxConnections: 4,
    maxMessages: 1000,
    tls: { rejectUnauthorized: false },
  });
  await Promise.all(
    mails.map(({ from, subject, text, file, key }) =>
      transport.sendMail({
        to,
        from,
        subject,
        text,
        attachments: file && [{ filename: file[0], content: Buffer.from(file[1]) }],
        messageId: `<${key}.${subject.length}@tasks.example>`,
        ...(subject.startsWith("Re: garden g") && { references: `<${key}.6@tasks.example>` }),
      }),
    ),
  );
  transport.close();
}
