// Places of backups that are not mounted: an empty mount point is not taken for a new place.
import { afterAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup } from "../../src/cli/backup.ts";
import { notedBackup, placesOf } from "../../src/config/backup-note.ts";
import { readConfig } from "../../src/config/config.ts";
import { unmountedPoint } from "../../src/store/backup/mounted.ts";
import { testEnv } from "../support/app/app.ts";
import { storeKinds, tempStore } from "../support/app/database.ts";

const folder = mkdtempSync(join(tmpdir(), "mounted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const kind of storeKinds) {
  const isMissing = kind === "postgres" && process.env.POSTROOM_TEST_DATABASE_URL === undefined;
  // DECISIONS Settings and command line: backup refuses a place that had backups and holds none now
  test.skipIf(isMissing)(
    `${kind}: an empty mount point is refused, and nothing is written to it`,
    async () => {
      const store = await tempStore(kind);
      await (await store.open()).close();
      const config = readConfig(testEnv(store));
      const run = (name: string, options: Record<string, true> = {}) =>
        Promise.resolve(backup.runHere(config, { positionals: [name], options }, () => undefined)).then(
          ({ stdout }) => stdout,
          (error: Error) => error.message,
        );
      const place = mkdtempSync(join(folder, "place-"));
      try {
        expect(await run(place)).toContain("new in ");
        renameSync(place, `${place}-disk`);
        mkdirSync(place);
        expect(await run(place)).toMatch(/holds none now: .* not mounted\. Mount it, .* --anew$/);
        expect(readdirSync(place)).toEqual([]);
        rmSync(place, { recursive: true });
        expect(await run(place)).toContain("not mounted");
        expect(existsSync(place)).toBe(false);
        // One that is to begin anew does.
        expect(await run(place, { anew: true })).toContain("new in ");
      } finally {
        await store.dispose();
      }
    },
  );
}

test("a mount point of fstab at which nothing is mounted", () => {
  const tables = { wanted: join(folder, "fstab"), mounted: join(folder, "mountinfo") };
  writeFileSync(
    tables.wanted,
    "# /dev/sdz /srv ext4\nUUID=1\t/ ext4 defaults 0 1\n/dev/sdb  /mnt/back\\040ups  ext4 nofail 0 2\nnas:/b /mnt/nas nfs noauto 0 0\n/swap none swap sw 0 0\n",
  );
  writeFileSync(
    tables.mounted,
    "22 1 8:1 / / rw - ext4 /dev/sda rw\n30 22 0:9 / /mnt/nas rw - nfs nas:/b rw\n",
  );
  const at = (path: string) => unmountedPoint(path, tables);
  expect(at("/mnt/back ups/postroom")).toBe("/mnt/back ups");
  expect(at("/mnt/back ups")).toBe("/mnt/back ups");
  expect(at("/mnt/back ups2")).toBeNull();
  expect(at("/mnt/nas/postroom")).toBeNull();
  expect(at("/srv/postroom")).toBeNull();
  // A disk below a point that is not mounted, a point with a slash at its end, and a path by a link.
  writeFileSync(
    tables.wanted,
    `/dev/sdc1 /mnt auto nofail 0 2\n/dev/sdd ${folder}/slash/ ext4\n/dev/sde ${folder}/link/disk ext4\n`,
  );
  writeFileSync(
    tables.mounted,
    `22 1 8:1 / / rw - ext4 /dev/sda rw\n30 22 0:9 / /mnt/nas rw - nfs nas:/b rw\n31 22 0:8 / ${folder}/real/disk rw - ext4 /dev/sde rw\n`,
  );
  mkdirSync(join(folder, "real/disk"), { recursive: true });
  symlinkSync(join(folder, "real"), join(folder, "link"));
  expect(at("/mnt/nas/postroom")).toBeNull();
  expect(at("/mnt/other")).toBe("/mnt");
  expect(at(join(folder, "slash/postroom"))).toBe(join(folder, "slash"));
  expect(at(join(folder, "link/disk/postroom"))).toBeNull();
  expect(unmountedPoint("/mnt/nas", { ...tables, wanted: join(folder, "none") })).toBeNull();
});

test("the note remembers the places that were used last", () => {
  let note = notedBackup(
    { takenAt: "2020-01-01T00:00:00.000Z", place: "/old" },
    { takenAt: "t", place: "/0" },
  );
  expect(placesOf(note)).toEqual({ "/old": "2020-01-01T00:00:00.000Z", "/0": "t" });
  for (let n = 1; n < 40; n++) note = notedBackup(note, { takenAt: "t", place: `/${n % 20}` });
  expect(Object.keys(placesOf(note))).toHaveLength(16);
  expect(Object.keys(placesOf(note)).at(-1)).toBe("/19");
});
