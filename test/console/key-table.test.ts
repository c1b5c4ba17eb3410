// The table of keys: none means two things where one is, and every key that the pages and their script know stands in it.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { deskKeys } from "../../src/console/client/desk-keys.ts";
import { jumps, keysTogether, keyTable } from "../../src/console/frame/key-table.ts";

test("a key means one thing where one is", () => {
  for (const contexts of keysTogether) {
    const keys = contexts.flatMap((context) => keyTable[context].map(({ key }) => key));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  }
  const goes = Object.values(jumps);
  expect(new Set(goes).size).toBe(goes.length);
});

test("the pages have the keys of the table, and no others", async () => {
  const known = new Set(Object.values(keyTable).flatMap((rows) => rows.map(({ key }) => key)));
  const used = new Set<string>();
  for await (const path of new Glob("src/console/**/*.ts").scan(".")) {
    const text = await Bun.file(path).text();
    if (path.includes("/client/")) {
      for (const [, key] of text.matchAll(/\bkey === "([^"]+)"/g)) if (key) used.add(key);
    } else for (const [, key] of text.matchAll(/data-key="([^"$]+)"/g)) used.add(key!);
    if (!path.includes("/client/") && !path.includes("/phrases/"))
      for (const [, key] of text.matchAll(/\bkey: "([^"]+)"/g)) used.add(key!);
  }
  for (const native of ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Tab", " "]) used.delete(native);
  expect([...used].filter((key) => !known.has(key))).toEqual([]);
  // Keys that the script takes beside buttons, and those of a card's sheets.
  for (const key of deskKeys) used.add(key);
  for (const key of ["Ctrl+K", "Escape", "x", "J", "K", "g", "Shift+arrow", "+", "-", "1", "2", "3", "4"])
    used.add(key);
  expect([...known].filter((key) => !used.has(key))).toEqual([]);
});
