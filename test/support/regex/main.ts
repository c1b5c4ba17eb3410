// `bun run regex`: no regular expression of the program takes more than linear time, or a bound of its text is named. Verdicts
// are kept in verdicts.json, so that only new and changed expressions cost time, with --update; `bun run check` compares.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { optionsOf } from "../options.ts";
import { isPlain } from "./attack.ts";
import { bounded } from "./bounded.ts";
import { type Expression, findExpressions, keyOf } from "./find.ts";
import { isLinear, judge, type Verdict } from "./judge.ts";

const options = optionsOf({
  call: "bun run regex",
  about: `
Finds each regular expression of src and actors, those that are put together from constants too, and compares it with the
verdicts in test/support/regex/verdicts.json: some seconds. One that may take more than linear time is refused, unless
test/support/regex/bounded.ts names the bound of its text. One without large repetitions needs no verdict. With --update new ones are judged, by recheck and by attacks
made of their own parts: up to half a minute each.`,
  options: {
    update: { about: "judges new and changed expressions, and writes the verdicts" },
  },
});

const file = join(import.meta.dir, "verdicts.json");
/** Expressions that are judged at a time. */
const atATime = 2;
const longestKey = 100;

const { expressions: all, late } = await findExpressions();
// Those without large repetitions are linear by their shape.
const expressions = all.filter(({ source, flags }) => !isPlain(source, flags));
const known = (await Bun.file(file)
  .json()
  .catch(() => ({}))) as Record<string, Verdict>;
const verdicts = new Map<string, Verdict>();
const complaints = late.map(
  (place) =>
    `${place}: the expression is put together when the function is called, so nobody can judge it. Put it together from constants when the module is loaded.`,
);

const missing = expressions.filter((one) => known[nameOf(one)] === undefined);
if (options.update) await Promise.all(Array.from({ length: atATime }, judgeMissing));
else if (missing.length > 0)
  complaints.push(
    ...missing.map(
      (one) => `${one.places[0]}: ${keyOf(one).slice(0, 200)} has no verdict. Run bun run regex --update.`,
    ),
  );
for (const one of expressions) {
  const verdict = verdicts.get(nameOf(one)) ?? known[nameOf(one)];
  if (verdict === undefined) continue;
  verdicts.set(nameOf(one), verdict);
  const bound = bounded.find(({ expression }) => expression === nameOf(one));
  if (!isLinear(verdict) && bound === undefined)
    complaints.push(
      `${one.places.join(", ")}: ${keyOf(one).slice(0, 300)} is not linear: ${verdict.slice(0, 300)}`,
    );
  if (bound !== undefined && /^(?:degree [3-9]|exponential)/.test(verdict))
    complaints.push(
      `${one.places[0]}: a bound of its text excuses the second degree alone: ${verdict.slice(0, 300)}`,
    );
  if (bound !== undefined && isLinear(verdict))
    complaints.push(`bounded.ts: ${bound.expression} is linear, and needs no bound.`);
}
const names = new Set(expressions.map(nameOf));
for (const { expression } of bounded)
  if (!names.has(expression)) complaints.push(`bounded.ts: ${expression} is nowhere in the program.`);
if (options.update) {
  const sorted = [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1));
  await Bun.write(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
} else if (Object.keys(known).some((name) => !names.has(name)))
  complaints.push("verdicts.json has expressions that are gone. Run bun run regex --update.");
if (complaints.length > 0) process.stderr.write(`${complaints.join("\n")}\n`);
process.exit(complaints.length > 0 ? 1 : 0);

async function judgeMissing(): Promise<void> {
  for (let one = missing.pop(); one !== undefined; one = missing.pop()) {
    const verdict = await judge(one.source, one.flags);
    verdicts.set(nameOf(one), verdict);
    if (verdict !== "safe")
      process.stdout.write(`${one.places[0]}: ${keyOf(one).slice(0, 100)}: ${verdict.slice(0, 200)}\n`);
  }
}

/** As it is written; of a long one the beginning, and a hash of the whole. */
function nameOf(one: Expression): string {
  const whole = keyOf(one);
  if (whole.length <= longestKey) return whole;
  return `${whole.slice(0, longestKey - 20)}… ${createHash("sha256").update(whole).digest("hex").slice(0, 16)}`;
}
