// Search as people and agents type it, over a mailbox in many languages: SPEC Messages, DECISIONS Threads, messages, folders, labels.
import { expect, test } from "bun:test";
import { createTransport } from "nodemailer";
import type { PageOf } from "../../support/app/api.ts";
import { eachApp, eventually, ShiftedClock, type TestAddress } from "../../support/app/app.ts";
import { mcpClient } from "../../support/clients/mcp.ts";
import { ordinaryMails, wantedMails } from "./search-people-mails.ts";
import { refusedSearches, type SearchTask, searchTasks } from "./search-people-tasks.ts";

interface Found {
  id: string;
  subject: string | null;
}

const DAY = 86_400_000;
const clock = new ShiftedClock();

eachApp(
  "search as people type it",
  (t) => {
    let mine: TestAddress;
    let tasks: SearchTask[] = [];
    const nameOf = new Map<string, string>();
    const idOf = new Map<string, string>();

    const search = async (q: string, limit = 50) => {
      const { status, json } = await t.api.get<PageOf<Found> & { error?: { message: string } }>(
        `/messages/search?identity_id=${mine.id}&limit=${limit}&q=${encodeURIComponent(q)}`,
      );
      return {
        status,
        names: (json.data ?? []).map(({ id }) => nameOf.get(id) ?? id),
        error: json.error?.message ?? "",
      };
    };

    test("the mailbox is filled", async () => {
      mine = await t.address({ local_part: "margaux", display_name: "Margaux Delacroix" });
      const transport = createTransport({
        host: "127.0.0.1",
        port: t.smtpPort,
        ignoreTLS: true,
        pool: true,
        maxConnections: 1,
        maxMessages: 1000,
      });
      const mails = [...ordinaryMails(120)];
      const wanted = [...wantedMails];
      const queue = wanted.flatMap((one) => [...mails.splice(0, 2), one]);
      const first = new Date(clock.now());
      const subjects = new Map<string, string>();
      for (const [at, one] of queue.entries()) {
        if (at > 0 && at % 15 === 0) clock.advance(DAY);
        const { name, icalEvent, ...mail } = one;
        const content =
          icalEvent === undefined
            ? undefined
            : String((icalEvent as { content: string }).content).replace("TO\r", `${mine.email}\r`);
        await transport.sendMail({
          ...mail,
          to: mine.email,
          ...(content === undefined ? {} : { icalEvent: { method: "REQUEST", content } }),
        });
        subjects.set(`${mail.subject}`, name);
      }
      transport.close();
      const last = new Date(clock.now());
      for (const [name, to, subject, text] of [
        [
          "sent-1",
          "olga@boathouse.example",
          "Thanks for the boathouse",
          "The boathouse keys are with Pedro.",
        ],
        ["sent-2", "kofi@cocoa-coop.example", "Your pictures", "Lovely pictures of the harvest."],
      ] as const) {
        const { id } = await t.api.must<{ id: string }>(
          201,
          t.api.post("/messages", { from: mine.email, to: [to], subject, text }),
        );
        nameOf.set(id, name);
        idOf.set(name, id);
      }
      let cursor = "";
      for (;;) {
        const { json: page } = await t.api.get<PageOf<Found>>(
          `/messages?identity_id=${mine.id}&limit=100&view=summary${cursor}`,
        );
        for (const { id, subject } of page.data) {
          const name = subjects.get(subject ?? "");
          if (name !== undefined && !nameOf.has(id)) {
            nameOf.set(id, name);
            idOf.set(name, id);
          }
        }
        if (!page.has_more) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(wanted.filter(({ name }) => !idOf.has(name)).map(({ name }) => name)).toEqual([]);
      const thread = async (name: string) =>
        (await t.api.must<{ thread_id: string }>(200, t.api.get(`/messages/${idOf.get(name)}`))).thread_id;
      for (const [label, names] of [
        ["Travel", ["flight"]],
        ["Haus und Hof", ["house", "strasse"]],
      ] as const) {
        const { id } = await t.api.must<{ id: string }>(
          201,
          t.api.post("/labels", { identity_id: mine.id, name: label }),
        );
        for (const name of names)
          await t.api.must(200, t.api.call("PUT", `/threads/${await thread(name)}/labels/${id}`));
      }
      for (const name of ["flight", "school"])
        await t.api.must(200, t.api.patch(`/messages/${idOf.get(name)}`, { is_read: true }));
      await t.api.must(200, t.api.patch(`/messages/${idOf.get("visa")}`, { folder: "Archive" }));
      tasks = searchTasks({ email: mine.email, first, last });
      await eventually(async () => (await search("flowerpot")).names.includes("today"));
      await eventually(async () => (await search("Oberschwaben")).names.includes("csv"));
      await eventually(async () => (await search("pemberton")).names.includes("contract-docx"));
    }, 300_000);

    test("what is wanted is found, alike by MCP", async () => {
      const mcp = await mcpClient(t.api.base, t.api.key!);
      const failed: string[] = [];
      for (const [at, { q, wants, isAll, inOrder }] of tasks.entries()) {
        const { status, names } = await search(q);
        const isThere = wants.every((name) => names.includes(name));
        const isFirst = wants.length !== 1 || names.indexOf(wants[0]!) < 3;
        const isOrdered = !inOrder || names.slice(0, wants.length).join() === wants.join();
        const isAlone = !isAll || names.length === wants.length;
        if (status !== 200 || !isThere || !isFirst || !isOrdered || !isAlone)
          failed.push(`${q}: ${status} ${names.slice(0, 6).join()}`);
        if (at % 10 !== 3) continue;
        const { fields } = await mcp.must("search_mail", { query: q, address: mine.email });
        const ids = (fields.messages as { id: string }[]).map(({ id }) => nameOf.get(id) ?? id);
        if (ids.join() !== names.slice(0, 25).join()) failed.push(`${q}: MCP ${ids.slice(0, 6).join()}`);
      }
      await mcp.close();
      expect(failed).toEqual([]);
    }, 300_000);

    test("what is misspelt or no value is refused, and named", async () => {
      for (const [q, named] of refusedSearches) {
        const { status, error } = await search(q);
        expect([q, status, error.includes(named)]).toEqual([q, 400, true]);
      }
    });
  },
  { clock, checkOnce: true },
);
