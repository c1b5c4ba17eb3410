// `bun run fuzz`: the seeded fuzzers in full, and in full each other test of which CI runs a slice. `bun run test` runs a hundredth
// of the fuzzers.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { optionsOf } from "../support/options.ts";

const tests = resolve(import.meta.dir, "..");

/** Fuzzers by their own name, others by their folder too; what takes FUZZ has a slice. */
const files = new Map(
  [...new Bun.Glob("**/*.test.ts").scanSync(tests)]
    .filter((file) => /\bFUZZ\b|\bisFull\b/.test(readFileSync(join(tests, file), "utf8")))
    .sort()
    .map((file) => [file.replace(/^fuzz\//, "").replace(/(?:\.e2e)?\.test\.ts$/, ""), file]),
);
const names = [...files.keys()];

const { only, percent, seed, round, minutes, from } = optionsOf({
  call: "bun run fuzz",
  about: `
Runs in full the seeded fuzzers and what CI takes slices of, some hours: ${names.join(", ")}.
A failure prints the seed or the round that makes it again. With POSTROOM_TEST_DATABASE_URL on both databases;
POSTROOM_TEST_DATA names a folder of public mails, without which reply is skipped.`,
  options: {
    only: { value: "NAME", among: names, about: "one of them" },
    percent: { value: "N", number: true, default: 100, about: "of all inputs" },
    seed: { value: "N", number: true, about: "of those that have one" },
    minutes: { value: "N", number: true, about: "of turns, on all databases together (60)" },
    from: { value: "N", number: true, about: "where turns stopped, with the same seed" },
    round: { value: "N", number: true, about: "this one alone, of those that count rounds" },
  },
});

const chosen = names.filter((name) => only === null || name === only);
const child = Bun.spawn(
  [process.execPath, "test", "--timeout", "3600000", ...chosen.map((name) => `./test/${files.get(name)}`)],
  {
    cwd: new URL("../..", import.meta.url).pathname,
    env: {
      ...process.env,
      FUZZ: String(percent),
      ...(seed !== null && { FUZZ_SEED: String(seed) }),
      ...(minutes !== null && { FUZZ_MINUTES: String(minutes) }),
      ...(from !== null && { FUZZ_FROM: String(from) }),
      ...(round !== null && { FUZZ_ROUND: String(round) }),
    },
    stdio: ["ignore", "inherit", "inherit"],
  },
);
process.exit(await child.exited);
