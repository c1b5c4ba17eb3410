// A store as a released schema left it (test/e2e/upgrades), before anything of this version has opened it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Kind, type TempStore, tempStore } from "./app/database.ts";

export const fixtures = join(import.meta.dir, "../e2e/upgrades");

/** @throws where psql refuses the dump */
export async function loadedStore(schema: string, kind: Kind): Promise<TempStore> {
  const folder = join(fixtures, schema);
  const store = await tempStore(kind, { empty: true });
  if (kind === "embedded") await unpack(join(folder, "data.tar.zst"), store.dataDir);
  else await loadDump(folder, store);
  return store;
}

async function unpack(file: string, folder: string): Promise<void> {
  await new Bun.Archive(await Bun.zstdDecompress(readFileSync(file))).extract(folder);
}

async function loadDump(folder: string, store: TempStore): Promise<void> {
  const sql = Bun.zstdDecompressSync(readFileSync(join(folder, "dump.sql.zst"))).toString();
  const psql = Bun.spawn(["psql", "-q", "-v", "ON_ERROR_STOP=1", store.databaseUrl!], {
    // newer servers' settings in a dump are unknown to older ones
    stdin: Buffer.from(sql.replace(/^(SET transaction_timeout|\\(un)?restrict).*\n/gm, "")),
    stdout: "ignore",
  });
  if ((await psql.exited) !== 0) throw new Error(`psql refuses the dump of ${folder}`);
  await unpack(join(folder, "blobs.tar.zst"), store.dataDir);
}
