// Makes the data directory template, including the schema: `bun src/store/embedded/template-make.ts FILE`. It is a script of
// its own because it needs initdb, which is not part of the executable, and much memory, and so that the clock of no other work
// stands still.
import "./template-world.ts";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { migrations } from "../../../migrations/index.ts";
import { migrate } from "../database/migrate.ts";
import { openEmbedded } from "./embedded.ts";
import { packDirectory } from "./template.ts";

/** The engine's thread begins in the same world. */
class WorkerInWorld extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, { ...options, preload: [join(import.meta.dir, "template-world.ts")] });
  }
}
globalThis.Worker = WorkerInWorld;

/** Writes the packed template to `file`, which appears whole or not at all. */
async function makeTemplate(file: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "postroom-template-"));
  try {
    const dir = join(work, "postgres");
    const engine = await PGlite.create(dir, { initDbStartParams: ["--wal-segsize=4", "--no-instructions"] });
    // Only one database is used: dropping the two template databases removes two thirds of the files.
    await engine.exec(
      "alter database template0 is_template false; alter database template1 is_template false",
    );
    await engine.exec("drop database template0");
    await engine.exec("drop database template1");
    await engine.close();
    const database = await openEmbedded({ dataDir: work });
    await migrate(database, migrations);
    await database.exec("vacuum (freeze, analyze)");
    await database.close();
    const packed = await packDirectory(dir);
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}`;
    await Bun.write(draft, packed);
    renameSync(draft, file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("usage: bun src/store/embedded/template-make.ts FILE");
  await makeTemplate(file);
}
