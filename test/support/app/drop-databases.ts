// Drops the databases of a test process that is gone: `bun test/support/app/drop-databases.ts PREFIX`. preload.ts starts it.
import postgres from "postgres";

const [prefix] = process.argv.slice(2);
const url = process.env.POSTROOM_TEST_DATABASE_URL;
if (!prefix || !url) throw new Error("usage: POSTROOM_TEST_DATABASE_URL=URL bun drop-databases.ts PREFIX");
const sql = postgres(url, { max: 1, onnotice: () => {} });
const left = await sql`select datname from pg_database where starts_with(datname, ${prefix})`;
for (const { datname } of left) await sql.unsafe(`drop database if exists ${datname} with (force)`);
await sql.end();
