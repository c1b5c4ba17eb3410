// Search as people type it: a hundred tasks over one mailbox in ten languages, asked of messages and of threads.
import { expect, test } from "bun:test";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp } from "../../support/app/app.ts";
import { atRest } from "../../support/app/fixtures.ts";
import { taskMails, tasks } from "./search-mails.ts";

eachApp("search tasks", (t) => {
  test("finds what is meant", async () => {
    const { id, email } = await t.address();
    const waiting = [...taskMails];
    const fill = async () => {
      for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
        const { from, subject, text, file } = mail;
        const attachments = file && [{ filename: file[0], content: Buffer.from(file[1]) }];
        await t.mail({ to: email, from, subject, text, attachments });
      }
    };
    await Promise.all(Array.from({ length: 10 }, fill));
    await atRest(t.app.core.database);
    const keyOf = new Map(taskMails.map(({ key, subject }) => [subject, key]));
    const missed: string[] = [];
    let wanted = 0;
    for (const [q, hits, not = ""] of tasks) {
      const params = new URLSearchParams({ q, identity_id: id, limit: "50" });
      const page = (await t.api.get<PageOf<{ subject: string }>>(`/messages/search?${params}`)).json;
      const found = page.data.map(({ subject }) => keyOf.get(subject) ?? "?");
      const keys = hits.replace("^", "").split(" ");
      wanted += keys.length;
      for (const key of keys) if (!found.includes(key)) missed.push(`${q}: ${key}`);
      if (hits.startsWith("^") && found[0] !== keys[0]) missed.push(`${q}: first ${found[0]}`);
      for (const key of not.split(" ")) if (found.includes(key)) missed.push(`${q}: not ${key}`);
    }
    console.log(wanted, missed);
    expect(missed).toEqual([]);
  });
});
