// Who deletes a note: who wrote it, an owner, an unrestricted key. DECISIONS Threads, messages, folders, labels
import { expect, test } from "bun:test";
import { eachApp, eventually } from "../support/app/app.ts";
import { restrictedKey } from "../support/app/keys.ts";
import { refusal } from "../support/app/refusals.ts";
import { colleague, enter } from "./colleagues.ts";

interface Note {
  id: string;
  text: string;
}

eachApp("notes", (t) => {
  test("are deleted by who wrote them, by owners and by unrestricted keys", async () => {
    const own = await t.address();
    const [agent, other] = [await restrictedKey(t.api, [own.id]), await restrictedKey(t.api, [own.id])];
    const sent = await agent.must<{ thread_id: string }>(
      201,
      agent.post("/messages", { from: own.email, to: "ada@far.example", text: "x" }),
    );
    const notes = `/threads/${sent.thread_id}/notes`;
    const page = `/console/threads/${sent.thread_id}`;
    const [one, two] = [await colleague(t, "reviewer"), await colleague(t, "reviewer")];
    const member = await colleague(t, "member");
    const owner = await enter(t);
    for (const [n, { browser }] of [one, two, member].entries()) {
      await browser.get(page);
      await browser.submit(`${page}/notes`, { text: `of a person ${n}` });
    }
    const left = () => t.api.must<Note[]>(200, t.api.get(`${notes}?limit=100`));
    const of = async (text: string) => (await left()).find((note) => note.text === text)!.id;
    for (const [api, text] of [
      [agent, "of the agent"],
      [agent, "of the agent too"],
      [agent, "of the agent for good"],
      [other, "of another key"],
    ] as const)
      await api.must(201, api.post(notes, { text }));

    const take = async (who: typeof one, text: string) => {
      await who.browser.get(page);
      const form = who.browser.form(`${page}/notes`);
      form.set("id", await of(text));
      return (await who.browser.post(`${page}/notes/delete`, form)).status;
    };
    for (const who of [one, member])
      for (const text of ["of a person 1", "of the agent"])
        expect([text, await take(who, text)]).toEqual([text, 403]);
    // Only what may be deleted has the button.
    await one.browser.get(page);
    const offered = one.browser.text.split(`action="${page}/notes/delete"`).length - 1;
    expect(offered).toBe(1);
    expect(await take(one, "of a person 0")).toBe(303);

    for (const text of ["of a person 1", "of another key"])
      expect(await refusal(agent.delete(`${notes}/${await of(text)}`))).toEqual([403, "forbidden"]);
    await agent.must(200, agent.delete(`${notes}/${await of("of the agent")}`));
    await t.api.must(200, t.api.delete(`${notes}/${await of("of another key")}`));
    await owner.get(page);
    for (const text of ["of a person 1", "of the agent too"]) {
      const id = await of(text);
      await owner.get(page);
      await owner.submit(`${page}/notes/delete`, {}, (form) => form.get("id") === id);
    }
    expect((await left()).map(({ text }) => text).sort()).toEqual(["of a person 2", "of the agent for good"]);
  });

  // DECISIONS Agent signup and console: A note is shown as Markdown, without markup of its writer, pictures and headings
  test("are shown as Markdown, with no markup of their writer", async () => {
    const own = await t.address();
    const sent = await t.api.must<{ thread_id: string }>(
      201,
      t.api.post("/messages", { from: own.email, to: "ada@far.example", text: "x" }),
    );
    const text = [
      "# Big",
      "**bold** and `code <i>`",
      "- one",
      "- [x] two",
      "",
      '<a class="button" href="/console/keys">press</a> <script>alert(1)</script>',
      "[safe](https://far.example/a) [bad](javascript:alert(1)) ![dot](https://track.example/p.png)",
      "```evil",
      "<b>raw</b>",
      "```",
    ].join("\n");
    await t.api.must(201, t.api.post(`/threads/${sent.thread_id}/notes`, { text }));
    const { browser } = await colleague(t, "reviewer");
    await browser.get(`/console/threads/${sent.thread_id}`);
    const shown = /<div class="note-text">(.*?)<\/div><\/section>/s.exec(browser.text)![1]!;
    for (const part of [
      "<p><strong>Big</strong></p>",
      "<strong>bold</strong>",
      "<code>code &lt;i&gt;</code>",
      "<li>one</li>",
      "☑",
      "&lt;script&gt;",
      'href="https://far.example/a"',
      "&lt;b&gt;raw&lt;/b&gt;",
    ])
      expect(shown).toContain(part);
    for (const part of ["<script", "<h1", "<img", "<a class", 'href="javascript', "track.example", "evil"])
      expect(shown).not.toContain(part);
  });

  // DECISIONS Agent signup and console: A note that is nested too deeply stands as it was written
  test("stand as they were written where they are nested too deeply", async () => {
    const own = await t.address();
    const sent = await t.api.must<{ thread_id: string }>(
      201,
      t.api.post("/messages", { from: own.email, to: "ada@far.example", text: "x" }),
    );
    const text = ">".repeat(10_000);
    await t.api.must(201, t.api.post(`/threads/${sent.thread_id}/notes`, { text }));
    const { browser } = await colleague(t, "reviewer");
    await browser.get(`/console/threads/${sent.thread_id}`);
    expect(browser.status).toBe(200);
    expect(browser.text).toContain("&gt;".repeat(10_000));
  });

  test("stand beside mails that say where they are from", async () => {
    const [own, other] = [await t.address(), await t.address()];
    const said = async (wanted: string) => {
      const { thread_id } = await eventually(async () =>
        (
          await t.api.must<{ thread_id: string; subject: string }[]>(
            200,
            t.api.get(`/messages?identity_id=${own.id}`),
          )
        ).find(({ subject }) => subject === wanted),
      );
      const { browser } = await colleague(t, "member");
      await browser.get(`/console/threads/${thread_id}`);
      return /<li class="fact [^>]*>.*?<span>([^<]*)/.exec(browser.text)?.[1];
    };
    await t.mail({ from: "far@remote.example", to: own.email, subject: "Outside", text: "one" });
    expect(await said("Outside")).toBe("By your own relay or network: not checked");
    await t.api.must(
      201,
      t.api.post("/messages", { from: other.email, to: own.email, subject: "In", text: "x" }),
    );
    expect(await said("In")).toBe("From this service");
  });
});
