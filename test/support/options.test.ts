// Options of scripts: what is given, what is usual, what is refused.
import { describe, expect, test } from "bun:test";
import { helpOf, type OptionSpec, readOptions } from "./options.ts";

const specs = {
  quick: { about: "less of it" },
  only: { value: "PART", among: ["intake", "imap"], about: "one part" },
  minutes: { value: "N", number: true, default: 10, about: "of use" },
  seed: { value: "N", number: true, about: "what breaks when" },
  fault: { value: "NAME", about: "this one alone" },
} as const satisfies Record<string, OptionSpec>;

describe("options", () => {
  test("of none are the usual ones", () => {
    expect(readOptions(specs, [])).toEqual({
      quick: false,
      only: null,
      minutes: 10,
      seed: null,
      fault: null,
    });
  });

  test("are read in both spellings", () => {
    const args = ["--quick", "--only=imap", "--minutes", "0.5", "--seed", "0", "--fault", "slow database"];
    expect(readOptions(specs, args)).toEqual({
      quick: true,
      only: "imap",
      minutes: 0.5,
      seed: 0,
      fault: "slow database",
    });
  });

  for (const [args, message] of [
    [["--fats"], "Unknown option '--fats'."],
    [["--quick=yes"], "Option '--quick' does not take an argument."],
    [["--seed"], "Option '--seed <value>' argument missing."],
    [["--seed", "many"], "--seed many: give a number."],
    [["--seed", ""], "--seed : give a number."],
    [["--minutes", "-1"], "'--minutes' argument is ambiguous"],
    [["--only", "smtp"], "--only smtp: there are intake, imap."],
    [["intake"], "'intake'"],
  ] as const) {
    test(`${args.join(" ")} is refused by name`, () => {
      expect(() => readOptions(specs, args)).toThrow(message);
    });
  }

  test("stand in the help, each with what it takes and what is usual", () => {
    const help = helpOf({ call: "bun run it", about: "\nDoes it.\n", options: specs });
    expect(help).toStartWith("bun run it [options]\n\nDoes it.\n\nOptions:\n");
    for (const line of ["  --quick       less of it", "  --minutes N   of use; 10 unless given", "  --help "])
      expect(help).toContain(line);
  });
});
