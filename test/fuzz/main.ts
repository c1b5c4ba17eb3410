// `bun run fuzz`: the seeded fuzzers in full. `bun run test` runs a hundredth of them.
import { optionsOf } from "../support/options.ts";

const names = [...new Bun.Glob("*.test.ts").scanSync(import.meta.dir)]
  .map((file) => file.replace(".test.ts", ""))
  .sort();

const { only, percent, seed, round, minutes, from } = optionsOf({
  call: "bun run fuzz",
  about: `
Runs the seeded fuzzers in full, an hour or more: ${names.join(", ")}.
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
  [process.execPath, "test", "--timeout", "3600000", ...chosen.map((name) => `test/fuzz/${name}.test.ts`)],
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
