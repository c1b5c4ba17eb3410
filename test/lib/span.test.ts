// Times that settings and commands take.
import { expect, test } from "bun:test";
import { spanSeconds } from "../../src/lib/clock.ts";

test.each([
  ["0s", 0],
  ["90s", 90],
  ["30m", 1800],
  ["4h", 14_400],
  ["2d", 172_800],
  ["99999d", 8_639_913_600],
])("%s is %d seconds", (text, seconds) => {
  expect(spanSeconds(text)).toBe(seconds);
});

test.each(["", "4", "h", "4 h", "4H", "1.5h", "-4h", "100000s", "4h30m", "4h\n"])("%j is no time", (text) => {
  expect(spanSeconds(text)).toBe(null);
});
