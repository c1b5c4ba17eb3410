// An account is deleted: at once for everybody, and within the hour no table and no file holds anything of it.
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { removalRound } from "../../actors/workers/account-removal.ts";
import { markName, unpack } from "../../src/store/blobs/blobs.ts";
import { eachApp, eventually, ShiftedClock, type SuiteApp } from "../support/app/app.ts";
import { runOnStore } from "../support/app/commands.ts";
import { createFixtures } from "../support/app/fixtures.ts";
import { startReceiver } from "../support/fakes/receivers.ts";

const clock = new ShiftedClock();
const hourMs = 3_600_000;

/** Where a text stands: in rows of any table, or in blobs, unpacked. */
async function placesOf(t: SuiteApp, marks: readonly string[]): Promise<string[]> {
  const { database } = t.app.core;
  const tables = await database.values(
    `select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const [table] of tables as [string][]) {
    const [row] = await database.values(
      `select count(*)::int from ${table} r where to_jsonb(r)::text ilike any($1::text[])`,
      [marks.map((mark) => `%${mark}%`)],
    );
    if (row![0] !== 0) found.push(`${table}: ${row![0] as number}`);
  }
  const bodies = await database.rows<{ raw: Uint8Array }>("select raw from bodies where raw is not null");
  for (const { raw } of bodies)
    if (marks.some((mark) => Buffer.from(raw).includes(mark))) found.push("a packed body");
  const root = join(t.config.dataDir, "blobs");
  for (const folder of readdirSync(root))
    for (const file of folder === markName ? [] : readdirSync(join(root, folder))) {
      const text = Buffer.from(await unpack(readFileSync(join(root, folder, file)))).toString("latin1");
      if (marks.some((mark) => text.includes(mark))) found.push(`blob ${folder}/${file}`);
    }
  return found;
}

function largeText(mark: string): string {
  return Array.from({ length: 30_000 }, (_, n) => `${mark}${(n * 7919 * 104_729) % 1e9}`).join("\r\n");
}

eachApp(
  "accounts",
  (t) => {
    const run = (...words: string[]) => runOnStore(t.app.core, words);

    test("list names them; delete wants --yes, another account than the operator's, and no legal hold", async () => {
      const other = await t.otherAccount();
      const { stdout } = await run("accounts", "list");
      expect(stdout).toContain(other.accountId);
      const rows = JSON.parse((await run("accounts", "list", "--json")).stdout) as {
        id: string;
        addresses: number;
      }[];
      expect(rows.find(({ id }) => id === other.accountId)).toMatchObject({
        addresses: 0,
        legal_hold_at: null,
      });
      expect(await run("accounts", "delete", other.accountId)).toMatchObject({ exitCode: 1 });
      expect((await run("accounts", "delete", t.accountId, "--yes")).stderr).toContain(
        "operator's own account",
      );
      expect((await run("accounts", "delete", "nothing", "--yes")).stderr).toContain("not an account's id");
      await run("hold", "set", other.accountId);
      expect((await run("accounts", "delete", other.accountId, "--yes")).stderr).toContain(
        "This account has been under legal hold",
      );
      await run("hold", "lift", other.accountId);
      expect(await run("accounts", "delete", other.accountId, "--yes")).toMatchObject({ exitCode: 0 });
      expect((await run("accounts", "delete", other.accountId, "--yes")).exitCode).toBe(1);
    });

    // DECISIONS Export, import, retention: accounts delete removes everything
    test("everything is gone: rows of every table, mail, search index, events, deliveries, blobs; and nothing of others", async () => {
      const receiver = await startReceiver();
      const { database } = t.app.core;
      const other = await t.otherAccount();
      const mark = "zebrafish";
      const made = await createFixtures(other.api, { mark, hookUrl: receiver.url, database });
      // a blob of its own, and one that another account has too
      const shared = await t.address();
      const boxes = [made.email, shared.email];
      await t.mail({ from: `writer@${mark}.test`, to: made.email, subject: mark, text: largeText(mark) });
      const common = `From: a@x.example\r\nSubject: common\r\n\r\n${largeText("common")}\r\n`;
      for (const to of boxes) await t.raw({ from: "a@x.example", to, raw: common });
      // a name on the shared domain
      const onShared = await other.api.must<{ email: string; id: string }>(
        201,
        other.api.post("/identities", { email: `${mark}-shared@${t.domain}` }),
      );
      await eventually(async () => {
        const [row] = await database.values("select count(*)::int from search_queue");
        return row![0] === 0;
      });
      expect((await placesOf(t, [mark, other.accountId])).length).toBeGreaterThan(20);
      expect(await run("accounts", "delete", other.accountId, "--yes")).toMatchObject({ exitCode: 0 });
      // at once: no key, no mail, no name
      expect((await other.api.get("/identities")).status).toBe(401);
      expect(
        await t.raw({ from: "a@x.example", to: made.email, raw: "Subject: x\r\n\r\nx\r\n" }).catch(String),
      ).toMatch(/55[04]/);
      const again = await t.api.post<{ error: { code: string } }>("/identities", { email: onShared.email });
      expect([again.status, again.json.error?.code]).toEqual([409, "address_taken"]);
      clock.advance(hourMs);
      await eventually(async () => {
        await removalRound(t.app.core);
        const [row] = await database.values(
          "select count(*)::int from accounts where account_id = $1::uuid",
          [other.accountId],
        );
        return row![0] === 0;
      });
      expect(await placesOf(t, [mark, other.accountId])).toEqual([]);
      // what others have in common with it is theirs still
      const { json } = await t.api.get<{ data: { id: string }[] }>(
        `/messages?is_read=false&identity_id=${shared.id}`,
      );
      const raw = Buffer.from(await t.api.bytes(`/messages/${json.data[0]!.id}/raw`)).toString("latin1");
      expect(raw).toContain("common123");
      receiver.stop();
    });
  },
  { clock, checkOnce: true },
);
