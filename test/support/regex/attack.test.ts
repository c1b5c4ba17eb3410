// What attacks on regular expressions find: powers and what is exponential, and nothing where the cost is linear.
import { describe, expect, test } from "bun:test";
import { attack, isPlain } from "./attack.ts";
import { parse } from "./parse.ts";
import { compile, countSteps } from "./steps.ts";

describe("an attack", () => {
  for (const [source, flags, least] of [
    ["^(a+)+$", "", 3],
    ["\\s+$", "", 2],
    ["<[^>]*>", "g", 2],
    ["a(?=.*b)", "g", 2],
    ["(\\w+)-\\1!", "i", 2],
  ] as const) {
    test(`finds that /${source}/${flags} is not linear`, () => {
      expect(attack(source, flags).degree).toBeGreaterThanOrEqual(least);
    });
  }

  for (const [source, flags] of [
    ["(?<!\\s)\\s+$", ""],
    ["<[^<>]*>", "g"],
    ["^[^;]*$", ""],
    ["[<(]\\S{0,200}@", ""],
    ["^(?:(?<name>a)|\\u{1F600}|[\\]x])+\\k<name>?$", "u"],
  ] as const) {
    test(`finds that /${source}/${flags} is linear`, () => {
      expect(attack(source, flags).degree).toBe(1);
    });
  }
});

describe("steps", () => {
  test("are the same each time, and end at their limit", () => {
    const compiled = compile(parse("(?:a|aa)+$", ""));
    const text = `${"a".repeat(40)}!`;
    expect(countSteps(compiled, text, 100_000)).toBe(100_000);
    expect(countSteps(compiled, "aaaa!", 100_000)).toBe(countSteps(compiled, "aaaa!", 100_000));
  });
});

describe("an expression without large repetitions", () => {
  test("is plain", () => {
    for (const source of ["^ab?c{1,8}$", "a|b|[c-f]{2}", "(?<!x)yes"]) expect(isPlain(source, "")).toBe(true);
    for (const source of ["a+", "a{0,99}", "(?:a{0,8}){9}", "(?=b*)a"])
      expect(isPlain(source, "")).toBe(false);
  });
});
