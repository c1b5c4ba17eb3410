// Large bodies of JSON: what is parsed, what is refused before it, and that others have their turns meanwhile.
import { expect, test } from "bun:test";
import { parseJsonBody } from "../../src/http/json-body.ts";
import { countTurns } from "../support/app/event-loop.ts";

const megabytes = 8 * 1024 * 1024;

test("a large text is taken, whatever it says, with turns for others", async () => {
  const body = { text: 'a, [b] {c} "d" \\ '.repeat(megabytes / 17), to: ["a@b.example"] };
  const { result, turns } = await countTurns(() => parseJsonBody(Buffer.from(JSON.stringify(body))));
  expect(result).toEqual(body);
  expect(turns).toBeGreaterThan(10);
});

// DECISIONS Conventions: JSON has at most 20,000 values
for (const [what, text] of [
  ["numbers", `[${"1,".repeat(megabytes / 2)}1]`],
  ["names", `{${Array.from({ length: 100_000 }, (_, n) => `"a${n}":1`).join(",")}}`],
  ["arrays within arrays", "[".repeat(megabytes)],
] as const)
  test(`too many ${what} are refused before they are parsed`, () => {
    expect(parseJsonBody(Buffer.from(text))).rejects.toThrow("more than 20000 values");
  });

test("lists as long as calls take are parsed", async () => {
  const ids = Array.from({ length: 19_000 }, () => crypto.randomUUID());
  expect(await parseJsonBody(Buffer.from(JSON.stringify({ ids })))).toEqual({ ids });
});
