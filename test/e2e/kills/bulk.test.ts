// An action on many threads, and its way back, while the process is killed in the middle of it: every mail is moved once and comes
// back once, and a backup of the middle says that the action goes on.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../../console/browser.ts";
import { type Api, apiClient } from "../../support/app/api.ts";
import { eventually } from "../../support/app/app.ts";
import { type Kind, storeKinds, type TempStore, tempStore } from "../../support/app/database.ts";
import { runCommand, type Server, startServer } from "../../support/app/server.ts";
import { prepare, session } from "../numbered-mail.ts";

const many = 160;
const kills = 1;

/** Signs the operator in. */
async function operatorAt({ ports }: Server, store: TempStore): Promise<Browser> {
  const { stdout } = await runCommand(store, ["console-link", "ann@people.example"]);
  const browser = new Browser(`http://127.0.0.1:${ports.http}`);
  await browser.get(`/console/sign-in?token=${new URL(stdout.trim()).searchParams.get("token")}`);
  await browser.submit("/console/sign-in");
  return browser;
}

const apiAt = ({ ports }: Server, key: string) => apiClient(`http://127.0.0.1:${ports.http}`, key);

/** Messages in each folder that has any. */
async function foldersOf(api: Api, id: string): Promise<Record<string, number>> {
  const path = `/identities/${id}/counts`;
  const { folders } = await api.must<{ folders: { role: string; total: number }[] }>(200, api.get(path));
  return Object.fromEntries(folders.flatMap(({ role, total }) => (total > 0 ? [[role, total]] : [])));
}

async function killing(kind: Kind): Promise<void> {
  const store = await tempStore(kind);
  const prepared = await prepare(store);
  const { addresses, key } = prepared;
  let { server } = prepared;
  const [to] = addresses as [string];
  let sent = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      session(server.ports.smtp, [to], {
        next: () => (sent < many ? sent++ : null),
        accepted: () => undefined,
      }),
    ),
  );
  const listed = await apiAt(server, key).get<{ data: { id: string; email: string }[] }>("/identities");
  const { id } = listed.json.data.find(({ email }) => email === to)!;
  expect(await foldersOf(apiAt(server, key), id)).toEqual({ inbox: many });

  /** Kills while the folder fills, and lets somebody else take the work at once. @returns whether it was in the middle */
  const killIn = async (role: string): Promise<boolean> => {
    const count = async () => (await foldersOf(apiAt(server, key), id))[role] ?? 0;
    const from = await count();
    await eventually(async () => (await count()) > from || (await count()) === many);
    await server.kill();
    const database = await store.open();
    const [[phase]] = (await database.values(
      "update bulk_works set due_at = now() - interval '1 second' where phase in ('doing', 'undoing') returning phase",
    )) as [[string | undefined]] | [[]];
    await database.close();
    return phase !== undefined;
  };

  const browser = await operatorAt(server, store);
  await browser.get(`/console/mail/open?address=${id}&select=all`);
  // The process dies before it answers.
  const form = browser.form("/console/bulk");
  form.set("action", "archive");
  void browser.post("/console/bulk", form).catch(() => undefined);
  expect(await killIn("archive")).toBe(true);
  const [place, other] = [mkdtempSync(join(tmpdir(), "backups-")), await tempStore(kind)];
  expect((await runCommand(store, ["backup", place])).exitCode).toBe(0);
  const { stdout } = await runCommand(other, ["restore", place]);
  expect(stdout).toMatch(/actions on many threads that go on: 1\n {2}archive by the operator, \d+ so far\n/);
  rmSync(place, { recursive: true });
  await other.dispose();
  for (let n = 0; n < kills; n++) {
    server = await startServer(store);
    await killIn("archive");
  }
  server = await startServer(store);
  await eventually(async () => (await foldersOf(apiAt(server, key), id)).archive === many);
  const back = await operatorAt(server, store);
  await eventually(async () => {
    await back.get(`/console/mail/open?address=${id}`);
    return !back.text.includes("so far");
  });
  const rows = async (text: string) => {
    const database = await store.open();
    const found = await database.values(text);
    await database.close();
    return found;
  };
  await server.kill();
  const [[work, did, phase]] = (await rows("select id, did, phase from bulk_works")) as [
    [string, number, string],
  ];
  expect([did, phase]).toEqual([many, "done"]);
  server = await startServer(store);
  const csrf = back.form("/console/look").get("csrf")!;
  const undoing = new Browser(`http://127.0.0.1:${server.ports.http}`);
  for (const [name, value] of back.cookies) undoing.cookies.set(name, value);
  void undoing.post("/console/bulk/undo", new URLSearchParams({ work, csrf })).catch(() => undefined);
  expect(await killIn("inbox")).toBe(true);
  server = await startServer(store);
  await killIn("inbox");
  server = await startServer(store);
  await eventually(async () => (await foldersOf(apiAt(server, key), id)).inbox === many);
  await eventually(async () => {
    const done = await apiAt(server, key).get<{ data: unknown[] }>(
      `/threads?identity_id=${id}&status=resolved`,
    );
    return done.json.data.length === 0;
  });
  await server.stop();
  const moves = await rows(
    `select data->>'folder', count(*)::int, count(distinct m)::int from events
     cross join lateral jsonb_array_elements_text(data->'message_ids') m where type = 'message.moved' group by 1 order by 1`,
  );
  expect(moves).toEqual([
    ["archive", many, many],
    ["inbox", many, many],
  ]);
  expect(await rows("select status, count(*)::int from threads group by 1")).toEqual([["open", many]]);
  expect(await runCommand(store, ["check"])).toMatchObject({ stdout: "Everything agrees.\n" });
  await store.dispose();
}

for (const kind of storeKinds)
  test.skipIf(kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined)(
    `many threads, and their way back, across kills: ${kind}`,
    () => killing(kind),
    { timeout: 600_000 },
  );
