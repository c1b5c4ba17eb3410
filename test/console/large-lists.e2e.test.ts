// Lists of many threads: a page of them stays small and costs the same as in an empty mailbox. Threads are filled in by SQL as
// copies of received ones. LISTS=100000 makes as many, and prints what a page costs at the server; by default they are few.
import { expect, test } from "bun:test";
import { eachApp, type SuiteApp } from "../support/app/app.ts";
import { isCluster } from "../support/app/database.ts";
import type { Browser } from "./browser.ts";
import { enter } from "./colleagues.ts";

const count = Number(process.env.LISTS ?? "2000");
const templates = 40;
const mostBytes = 73_000;
const rounds = process.env.LISTS ? 25 : 2;

eachApp(
  `lists of ${count} threads`,
  (t) => {
    // It copies rows of all tables of one schema, and a cluster has them in parts.
    test.skipIf(isCluster)(
      "a page is below 73 kB, wherever in the list it is",
      async () => {
        const desk = await t.address({ display_name: "The desk" });
        await t.address();
        for (let n = 0; n < templates; n++)
          await t.mail({
            from: `Guest Number ${n} of the House <guest-number-${n}@a-hotel-with-a-long-name.example>`,
            to: desk.email,
            subject: `A question about the booking of room ${n} in the week after Easter, and about breakfast`,
            text: `Dear all, this is mail ${n}. ${"We would like to know more of it, and soon. ".repeat(6)}`,
          });
        await copyThreads(t, desk.id);
        const browser = await enter(t);
        const address = `address=${desk.id}`;
        const measured: Record<string, { ms: number; cpuMs: number; bytes: number }> = {};
        const measure = async (name: string, path: string) => {
          const times: number[] = [];
          const before = process.cpuUsage();
          for (let round = 0; round < rounds; round++) {
            const begun = performance.now();
            await browser.get(path);
            times.push(performance.now() - begun);
            expect([path, browser.status]).toEqual([path, 200]);
          }
          const { user, system } = process.cpuUsage(before);
          const bytes = Buffer.byteLength(browser.text);
          expect([name, bytes, bytes < mostBytes]).toEqual([name, bytes, true]);
          measured[name] = {
            ms: times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!,
            cpuMs: (user + system) / 1000 / rounds,
            bytes,
          };
        };
        await measure("all", "/console/mail/all");
        expect(browser.text.match(/class="line /g)).toHaveLength(40);
        const older = /href="(\/console\/mail\/all\?[^"]+)" rel="next"/.exec(browser.text)![1]!;
        await measure("all, older", older.replaceAll("&amp;", "&"));
        await measure("all, one address", `/console/mail/all?${address}`);
        await measure("open", "/console/mail/open");
        await measure("done", "/console/mail/done");
        await measure("needs, nothing", "/console/mail/needs");
        await browser.get("/console/mail/all");
        const [, thread] = /\/console\/threads\/([0-9a-f-]{36})/.exec(browser.text)!;
        await measure("a thread beside the list", `/console/threads/${thread}?list=all`);
        const { database } = t.app.core;
        await database.rows(
          "update threads set status = 'human_review' where account_id = $1::uuid and identity_id = $2::uuid",
          [t.accountId, desk.id],
        );
        await settle(t);
        await measure("needs, all of them", "/console/mail/needs");
        await measure("needs, one address", `/console/mail/needs?${address}`);
        await database.rows(
          "update threads set status = 'open' where account_id = $1::uuid and identity_id = $2::uuid",
          [t.accountId, desk.id],
        );
        await browser.get(`/console/mail/open?${address}&select=all`);
        const before = await statuses(t, desk.id);
        await finish(browser, { action: "resolved" });
        expect(browser.text).toContain(`${before.get("open")?.toLocaleString("en")} threads are done.`);
        expect(await statuses(t, desk.id)).toEqual(new Map([["resolved", before.get("open")!]]));
        await finish(browser, {}, "/console/bulk/undo");
        expect(await statuses(t, desk.id)).toEqual(before);
        if (process.env.LISTS) process.stdout.write(`${t.kind}: ${JSON.stringify(measured)}\n`);
        await removeCopies(t, desk.id);
      },
      1_800_000,
    );
  },
  { checkOnce: true },
);

async function statuses(t: SuiteApp, identityId: string): Promise<Map<string, number>> {
  const rows = await t.app.core.database.values(
    "select status, count(*)::int from threads where account_id = $1::uuid and identity_id = $2::uuid group by status",
    [t.accountId, identityId],
  );
  return new Map(rows.map(([status, threads]) => [status as string, threads as number]));
}

/** Sends a form about many threads, and the ones that go on with the rest. */
async function finish(
  browser: Browser,
  fields: Record<string, string>,
  action = "/console/bulk",
): Promise<void> {
  await browser.submit(action, fields);
  while (browser.text.includes("data-continue")) await browser.submit("/console/bulk/on");
}

/** As autovacuum does after such a change. */
async function settle(t: SuiteApp): Promise<void> {
  for (const table of ["threads", "messages", "placements"])
    await t.app.core.database.values(`analyze ${table}`, []);
}

/** Threads of one message each, a second apart, all of them older than the received ones. */
async function copyThreads(t: SuiteApp, identityId: string): Promise<void> {
  const { database } = t.app.core;
  const at = "(now() - interval '2 days' - interval '1 second' * g.n)";
  const id = (kind: string, of: string) =>
    `overlay(${of}::text placing '${kind}' || lpad(to_hex(g.n), 7, '0') from 1 for 8)::uuid`;
  const tables: [string, string, Record<string, string>][] = [
    [
      "threads",
      "t.id",
      {
        id: id("a", "t.id"),
        created_at: at,
        sort_at: at,
        last_message_at: at,
        subject_key: "t.subject_key + g.n",
      },
    ],
    [
      "messages",
      "m.id",
      {
        id: id("b", "t.id"),
        thread_id: id("a", "t.id"),
        created_at: at,
        header_id: "t.header_id || g.n",
        header_hash: "t.header_hash - g.n",
      },
    ],
    ["placements", "p.message_id", {}],
  ];
  const step = 20_000;
  const columnsOf = async (table: string) =>
    (
      await database.rows<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = $1::text and table_schema = 'public' and is_generated = 'NEVER'",
        [table],
      )
    ).map(({ name }) => name);
  const columns = new Map<string, string[]>();
  for (const [table] of tables) columns.set(table, await columnsOf(table));
  for (let from = 1; from <= count; from += step) {
    const to = Math.min(count, from + step - 1);
    await database.transaction(async (tx) => {
      // The parts of one message refer to each other.
      await tx.values("set local session_replication_role = replica", []);
      for (const [table, , changed] of tables) {
        const names = columns.get(table)!;
        const values = names.map((name) => {
          if (table === "placements" && name === "message_id") return id("b", "t.thread_id");
          if (table === "placements" && name === "uid") return `${templates} + g.n`;
          if (table === "placements" && /created_at|internal_date/.test(name)) return at;
          const value = changed[name];
          if (table === "messages" && value && /^overlay/.test(value))
            return value.replace("t.id", "t.thread_id");
          return value ?? `t."${name}"`;
        });
        const source =
          table === "placements"
            ? "(select p.*, m.thread_id, row_number() over (order by p.message_id) - 1 as place from placements p join messages m on m.account_id = p.account_id and m.id = p.message_id where m.identity_id = $1::uuid and substr(m.id::text, 1, 1) <> 'b')"
            : `(select x.*, row_number() over (order by x.id) - 1 as place from ${table} x where x.identity_id = $1::uuid and substr(x.id::text, 1, 1) not in ('a', 'b'))`;
        await tx.values(
          `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) select ${values.join(", ")}
           from generate_series(${from}, ${to}) g(n) join ${source} t on t.place = g.n % ${templates}`,
          [identityId],
        );
      }
    });
  }
  await settle(t);
}

/** The database is as it was: what is derived agrees again. */
async function removeCopies(t: SuiteApp, identityId: string): Promise<void> {
  const { database } = t.app.core;
  await database.transaction(async (tx) => {
    await tx.values("set local session_replication_role = replica", []);
    await tx.values("delete from placements where substr(message_id::text, 1, 1) = 'b'", []);
    for (const [table, kind] of [
      ["messages", "b"],
      ["threads", "a"],
    ] as const)
      await tx.values(
        `delete from ${table} where identity_id = $1::uuid and substr(id::text, 1, 1) = '${kind}'`,
        [identityId],
      );
  });
}
