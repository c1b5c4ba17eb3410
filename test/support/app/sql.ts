// `bun test/support/app/sql.ts DIRECTORY "select …"`: asks the embedded database of a data directory that no server
// holds, and prints the rows as JSON.
import { createLog } from "../../../src/lib/log.ts";
import { openDatabase } from "../../../src/store/database/database.ts";
import { lockDataDir } from "../../../src/store/embedded/data-dir.ts";

const [dataDir, statement] = process.argv.slice(2);
if (!dataDir || !statement) {
  process.stderr.write('usage: bun test/support/app/sql.ts DIRECTORY "select …"\n');
  process.exit(2);
}
const hold = await lockDataDir(dataDir);
const database = await openDatabase({
  databaseUrl: null,
  dataDir,
  log: createLog({ level: "warn", format: "text" }),
});
for (const row of await database.rows(statement, [])) process.stdout.write(`${JSON.stringify(row)}\n`);
await database.close();
hold.release();
