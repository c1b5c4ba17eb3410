// The embedded engine leaves its own files where they lie: they are there whenever it asks for one.
import { expect, test } from "bun:test";
import { eachStore } from "../support/app/database.ts";

eachStore("files of the engine", (s) => {
  const value = async (text: string) => (await s.database.values(text))[0]?.[0];

  test("time zones are read, one and all", async () => {
    const noon = "timestamptz '2026-07-01 12:00Z'";
    expect(await value(`select (${noon} at time zone 'Pacific/Chatham')::text`)).toBe("2026-07-02 00:45:00");
    expect(await value("select count(*)::int > 500 from pg_timezone_names")).toBe(true);
    expect(await value(`select (${noon} at time zone 'Asia/Kathmandu')::text`)).toBe("2026-07-01 17:45:00");
  });

  test("word lists and libraries are read", async () => {
    expect(await value("select to_tsvector('english', 'the running dogs')::text")).toBe("'dog':3 'run':2");
    expect(await value("select to_tsvector('german', 'die laufenden Hunde')::text")).toBe(
      "'hund':3 'laufend':2",
    );
    await s.database.exec("do $$ begin perform 1; end $$");
  });
});
