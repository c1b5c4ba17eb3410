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

test("long texts are what they were, wherever they are cut", async () => {
  const odd = ["é", "語", "😀", '"', "\\", "\n", "\uFEFF", "plain words "];
  for (const [n, letters] of odd.entries()) {
    const long = `${"x".repeat(n)}${letters.repeat(600_000 / letters.length)}`;
    const body = { [`${n}`]: [long, { deep: [{ "": long.slice(0, 1024) }] }], ["name".repeat(400)]: "short" };
    const text = JSON.stringify(body);
    const escaped = text.replace(
      /[\u0080-\uFFFF]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    for (const each of [text, escaped]) {
      const read = (await parseJsonBody(Buffer.from(each))) as object;
      expect([n, Bun.deepEquals(read, body, true)]).toEqual([n, true]);
    }
  }
  const member = await parseJsonBody(Buffer.from(`{"__proto__":"${"y".repeat(300_000)}"}`));
  expect(Object.entries(member as object)[0]![1]).toHaveLength(300_000);
  for (const wrong of ["\\x", "\n", "\\u12"])
    expect(parseJsonBody(Buffer.from(`{"a":"${"z".repeat(600_000)}${wrong}"}`))).rejects.toThrow("not JSON");
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
