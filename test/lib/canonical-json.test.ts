// A body has one hash, however it is made: stored keys hold what was hashed whole.
import { expect, test } from "bun:test";
import { canonicalHash, canonicalJson, jsonPieces } from "../../src/lib/canonical-json.ts";
import { sha256 } from "../../src/lib/secrets.ts";

const long = (text: string) => text.repeat(Math.ceil(1_200_000 / text.length));

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a number", 1.5],
  ["names in another order", { b: 1, a: [2, { d: null, c: "x" }] }],
  ["what is not there", { a: undefined, b: [undefined, 1] }],
  ["a date", { at: new Date(0) }],
  ["bytes", { file: new Uint8Array([1, 2, 3]) }],
  ["a long text", { text: long("word ") }],
  ["long texts of signs and lines", [long('"\\\n\u0001é'), long("a")]],
  ["characters of two units, at every border", { text: `a${long("😀")}`, html: long("😀") }],
])("%s", async (_, value) => {
  expect((await canonicalHash(value)).toHex()).toBe(sha256(canonicalJson(value)).toHex());
});

test("a large answer is written in pieces as it would be whole, a small one is not", async () => {
  const values = [
    { b: 1, a: { text: long('"\\\n\u0001é'), at: new Date(0), none: undefined }, rest: [undefined, null] },
    [long("😀"), { b: long("word "), a: 2 }],
  ];
  for (const value of values)
    expect(Buffer.concat((await jsonPieces(value))!).toString()).toBe(JSON.stringify(value));
  expect(await jsonPieces({ b: 1, a: "small", c: [{ d: "x" }] })).toBeNull();
});

test("others have their turns meanwhile", async () => {
  let turns = 0;
  let done = false;
  const count = () => {
    if (done) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await canonicalHash({ text: "a".repeat(8_000_000) });
  done = true;
  expect(turns).toBeGreaterThan(10);
});
