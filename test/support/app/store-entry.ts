// The store alone, as an executable: adds a row to the database in the directory that is named, and says how many there
// are. Compiled by executable.e2e.test.ts.
import { migrations } from "../../../migrations/index.ts";
import { openDatabase } from "../../../src/store/database/database.ts";
import { migrate } from "../../../src/store/database/migrate.ts";
import { lockDataDir } from "../../../src/store/embedded/data-dir.ts";

const [dataDir = "", how] = process.argv.slice(2);
const hold = await lockDataDir(dataDir);
const database = await openDatabase({ databaseUrl: null, dataDir });
const ran = await migrate(database, migrations);
await database.exec("create table if not exists rows (at timestamptz)");
await database.values("insert into rows values (now())");
const [count] = await database.values("select count(*) from rows");
process.stdout.write(`migrated ${ran.length}, stored ${count?.[0]}\n`);
if (how === "write-and-die") process.kill(process.pid, "SIGKILL");
await database.close();
hold.release();
