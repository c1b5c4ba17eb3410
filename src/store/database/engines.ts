// Databases that speak PostgreSQL's protocol and lack what this program builds on. They are refused at the start: some
// statements would run, and then wake nobody or show events out of order.

/**
 * Databases that speak PostgreSQL's protocol and lack what we need: a pattern of their version(), and the
 * missing feature.
 */
const others: readonly { pattern: RegExp; name: string; lacks: string }[] = [
  {
    pattern: /\bCockroachDB\b/,
    name: "CockroachDB",
    // https://www.cockroachlabs.com/docs/stable/postgresql-compatibility
    lacks:
      "LISTEN and NOTIFY, by which processes wake each other, and transaction ids in the order of which events are read",
  },
  {
    pattern: /-YB-/,
    name: "YugabyteDB",
    // https://docs.yugabyte.com/latest/explore/ysql-language-features/postgresql-compatibility/, yugabyte-db issue 15638
    lacks:
      "transaction ids in the order of which events are read, and, before 2025.2.3, LISTEN and NOTIFY, by which processes wake each other",
  },
];

/** Why a database cannot be used; null: it can. @param version what version() says */
export function refusalOf(version: string): string | null {
  const found = others.find(({ pattern }) => pattern.test(version));
  if (!found) return null;
  return `is ${found.name} (${version.slice(0, 60)}), which lacks ${found.lacks}. Set DATABASE_URL to a PostgreSQL server, or leave it out for the embedded database`;
}
