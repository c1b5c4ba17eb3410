// A process that commits numbers, three at once, and prints a line of those that are acknowledged. It is
// killed by durability.e2e.test.ts.
import { openDatabase } from "../../../src/store/database/database.ts";

const [dataDir = "", databaseUrl = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null });
await database.exec("create table if not exists acknowledged (n int4 primary key)");
const [top] = await database.values("select coalesce(max(n), -1) from acknowledged");
let next = Number(top?.[0]) + 1;
for (;;) {
  const numbers = [next, next + 1, next + 2];
  next += numbers.length;
  await Promise.all(
    numbers.map((n) => database.transaction((tx) => tx.values("insert into acknowledged values ($1)", [n]))),
  );
  process.stdout.write(`${numbers.join(" ")}\n`);
}
