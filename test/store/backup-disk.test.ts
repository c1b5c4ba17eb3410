// A place of backups whose disk is full: the refusal names that disk, not the one of DATA_DIR. /dev/full refuses every write so.
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlace } from "../../src/store/backup/places.ts";
import { withRemedy } from "../../src/store/database/remedies.ts";

test.skipIf(process.platform !== "linux")("the disk of the backups is full", async () => {
  const name = mkdtempSync(join(tmpdir(), "full-place-"));
  const place = openPlace(name, null, { make: true });
  try {
    mkdirSync(join(name, "backups"), { recursive: true });
    symlinkSync("/dev/full", join(name, "backups", "now.draft"));
    const said = await place.writeManifest("now", Buffer.from("{}")).then(
      () => "written",
      (error: unknown) => withRemedy(error),
    );
    expect(said).toStartWith(`The disk of ${name} is full. Make room there`);
    expect(said).toContain(`postroom backup prune ${name} --keep`);
    expect(said).not.toContain("DATA_DIR");
  } finally {
    place.close();
    rmSync(name, { recursive: true });
  }
});
