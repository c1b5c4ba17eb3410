// Programs that are not ours: vdirsyncer syncs a folder with a calendar two ways while REST edits it. Debian's vdirsyncer.

import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachApp } from "../support/app/app.ts";
import { pick, seeded } from "../support/app/random.ts";
import { client as rest } from "../support/clients/calendar.ts";
import { eventText } from "../support/clients/dav.ts";
import { programPath } from "../support/clients/programs.ts";

const dir = mkdtempSync(join(tmpdir(), "postroom-dav-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Changes of each side between two syncs, and syncs: 10,000 changes in full. */
const isFull = Number(process.env.FUZZ ?? 1) >= 100;
const [each, syncs] = isFull ? [250, 20] : [10, 3];

function config(
  folder: string,
  { url, email, password }: { url: string; email: string; password: string },
): string {
  return `[general]
status_path = "${folder}/status/"
[pair cal]
a = "local"
b = "remote"
collections = ["calendar"]
conflict_resolution = "b wins"
[storage local]
type = "filesystem"
path = "${folder}/local/"
fileext = ".ics"
[storage remote]
type = "caldav"
url = "${url}"
username = "${email}"
password = "${password}"
`;
}

if (programPath("vdirsyncer") === null) {
  test.skip("vdirsyncer is not installed: no program of others syncs", () => {});
} else {
  eachApp(
    "programs of others",
    (t) => {
      const calls = rest(t);

      test("vdirsyncer and REST lose nothing of each other", async () => {
        const address = await t.address();
        const made = { identity_id: address.id, name: "vdirsyncer" };
        const { password } = await t.api.must<{ password: string }>(201, t.api.post("/app-passwords", made));
        const folder = mkdtempSync(join(dir, "sync-"));
        const local = join(folder, "local", "calendar");
        mkdirSync(local, { recursive: true });
        const url = `http://127.0.0.1:${t.app.ports.http}/dav/`;
        writeFileSync(join(folder, "config"), config(folder, { url, email: address.email, password }));
        const run = async (command: string) => {
          const child = Bun.spawn(["vdirsyncer", "-c", join(folder, "config"), command], {
            stdin: Buffer.from("y\ny\ny\n"),
            stdout: "pipe",
            stderr: "pipe",
          });
          const [error, code] = [await new Response(child.stderr).text(), await child.exited];
          expect([command, code, code === 0 ? "" : error]).toEqual([command, 0, ""]);
        };
        /** The title of each UID, as the folder has it. */
        const inFolder = () =>
          new Map(
            readdirSync(local).map((name) => {
              const text = readFileSync(join(local, name), "utf8");
              return [/^UID:(.*?)\r?$/m.exec(text)![1]!, /^SUMMARY:(.*?)\r?$/m.exec(text)![1]!];
            }),
          );
        const inRest = async () => {
          const found = new Map<string, { id: string; title: string }>();
          for (let cursor = ""; ; ) {
            const page = await calls.list(address, `?limit=200${cursor}`);
            for (const { uid, id, title } of page.data) found.set(uid, { id, title });
            if (!page.has_more) return found;
            cursor = `&cursor=${encodeURIComponent(page.next_cursor!)}`;
          }
        };
        const next = seeded(7);
        const lines = (title: string, day: number) => [
          `DTSTART:202703${String(day + 1).padStart(2, "0")}T090000Z`,
          "DURATION:PT1H",
          `SUMMARY:${title}`,
          "X-OWN:1",
        ];
        const wanted = new Map<string, string>();
        await run("discover");
        for (let round = 0; round < syncs; round++) {
          const known = await inRest();
          const touched = new Set<string>();
          for (let n = 0; n < each; n++) {
            const title = `folder ${round} ${n}`;
            const uid = next(3) === 0 && wanted.size > 0 ? pick([...wanted.keys()], next) : `f-${round}-${n}`;
            const file = join(local, `${uid}.ics`);
            if (touched.has(uid) || (wanted.has(uid) && !readdirSync(local).includes(`${uid}.ics`))) continue;
            touched.add(uid);
            if (wanted.has(uid) && next(3) === 0) {
              rmSync(file);
              wanted.delete(uid);
            } else {
              writeFileSync(file, eventText(uid, lines(title, n % 28)));
              wanted.set(uid, title);
            }
          }
          for (let n = 0; n < each; n++) {
            const title = `rest ${round} ${n}`;
            const old = next(2) === 0 && known.size > 0 ? pick([...known.keys()], next) : null;
            if (old === null) {
              const event = await calls.create(address, {
                title,
                start: "2027-03-01T09:00:00",
                end: "2027-03-01T10:00:00",
                timezone: "Europe/Berlin",
              });
              wanted.set(event.uid, title);
            } else if (!touched.has(old)) {
              touched.add(old);
              const { id } = known.get(old)!;
              if (next(3) === 0) {
                await calls.remove(address, id);
                wanted.delete(old);
              } else {
                await calls.patch(address, id, { title });
                wanted.set(old, title);
              }
            }
          }
          await run("sync");
          const titles = new Map([...(await inRest())].map(([uid, { title }]) => [uid, title]));
          const sorted = (of: ReadonlyMap<string, string>) => [...of].sort();
          expect(sorted(titles)).toEqual(sorted(wanted));
          expect(sorted(inFolder())).toEqual(sorted(wanted));
        }
      }, 3_600_000);
    },
    { checkOnce: true },
  );
}
