// Commands as lines, each beside the value that the parser makes of it.
import { describe, expect, test } from "bun:test";
import type { ParseMode } from "../../../src/imap/wire/limits.ts";
import { commandOf } from "./reading.ts";

export const rev2: ParseMode = { rev2: true, utf8Accept: false };

export const accept: ParseMode = { rev2: false, utf8Accept: true };

/** A set as the parser gives it. */
export function set(ranges: number[], starFrom: number | null = null) {
  return { kind: "numbers" as const, ranges, starFrom };
}

export function table(name: string, cases: [string, unknown, ParseMode?][]): void {
  describe(name, () => {
    for (const [line, expected, mode] of cases) {
      test(line.slice(0, 90), () => {
        const command = commandOf(line, mode);
        if (typeof expected === "string")
          expect(typeof command === "string" ? command.split(" ")[0] : command).toBe(expected);
        else expect(command).toMatchObject(expected as object);
      });
    }
  });
}
