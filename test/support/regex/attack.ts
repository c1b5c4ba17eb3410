// Attacks on a regular expression that are made from its own parts: each repetition pumped, with what leads to it and with what
// makes it fail after. What they cost is counted in steps at sizes that double, so a busy machine changes nothing.
import { type Parsed, type Part, parse, type RepeatPart } from "./parse.ts";
import { type Compiled, compile, countSteps } from "./steps.ts";

export interface Measured {
  /** How the worst of them grows: 1 is linear, 2 quadratic and so on; 9 is more than could be counted. */
  degree: number;
  /** Steps a character that the worst of them takes. */
  steps: number;
  /** The worst of them, such as `"<" + " " × n + "x"`. */
  worst: string;
}

/** A text that can be made longer: what is pumped, with what stands before it, and the end. */
export interface Shape {
  pumps: { prefix: string; pump: string }[];
  suffix: string;
}

/** Characters beside those that stand in the expression: of each kind that a class may take. */
const usual = [..."aA0_ \t\n\r-.,:;<\"'(@/é中"];
/** Counted repetitions up to here are constants. */
const smallCount = 8;
/** Characters of a text, in the first look and in the last: above most counts that expressions have (`{0,200}`). */
const sizes = { first: [40, 80], last: [500, 1_000, 2_000] } as const;
/** Steps that no text of the last size takes where the cost is linear. */
const maxSteps = 20_000_000;
/** Of the texts that grow fastest in the first look, and of those that cost most, so many are looked at closely. */
const looked = 8;
/** Steps that a text of the first look is given. */
const firstLimit = 100_000;
/** Texts of the first look. */
const maxShapes = 600;
/** Single characters that are pumped at one repetition. */
const maxSingle = 10;

/**
 * @param known texts that others have found to cost much
 * @throws Error where its syntax is not known, or counts within counts make it too large
 */
export function attack(source: string, flags: string, known: readonly Shape[] = []): Measured {
  const parsed = parse(source, flags);
  const compiled = compile(parsed);
  const [small, large] = sizes.first;
  const first: { shape: Shape; growth: number; cost: number }[] = [];
  for (const shape of shapesFor(parsed)) {
    const few = costOf(compiled, shape, small, firstLimit);
    if (few >= firstLimit) {
      const measured = measure(compiled, shape);
      if (measured.degree > 1) return measured;
    }
    const many = costOf(compiled, shape, large, firstLimit);
    first.push({ shape, growth: many / few, cost: many });
  }
  const fastest = [...first].sort((a, b) => b.growth - a.growth || b.cost - a.cost).slice(0, looked);
  const costliest = [...first].sort((a, b) => b.cost - a.cost).slice(0, looked);
  let worst: Measured = { degree: 1, steps: 0, worst: "" };
  for (const shape of new Set([...known, ...[...fastest, ...costliest].map((one) => one.shape)])) {
    const measured = measure(compiled, shape);
    if (measured.degree > 1) return measured;
    if (measured.steps > worst.steps) worst = measured;
  }
  return worst;
}

/** Whether each repetition in it is so small a constant that its cost cannot grow. */
export function isPlain(source: string, flags: string): boolean {
  return times(parse(source, flags).body) <= smallCount * smallCount;
}

/** How often its parts may be tried from one place, by repetitions within each other and after each other. */
function times(part: Part): number {
  switch (part.kind) {
    case "repeat":
      return part.max === 0 ? 1 : part.max * times(part.body);
    case "all":
      return part.parts.reduce((product, one) => product * times(one), 1);
    case "any":
      return part.parts.reduce((sum, one) => Math.max(sum, times(one)), 1);
    case "group":
    case "look":
      return times(part.body);
    default:
      return 1;
  }
}

function measure(compiled: Compiled, shape: Shape): Measured {
  const costs: number[] = [];
  for (const size of sizes.last) {
    const cost = costOf(compiled, shape, size, maxSteps);
    costs.push(cost);
    if (cost >= maxSteps) break;
  }
  const worst = [...shape.pumps.map(({ prefix, pump }) => [prefix, pump]), [shape.suffix]]
    .map(
      ([fixed, pump]) => JSON.stringify(fixed) + (pump === undefined ? "" : ` + ${JSON.stringify(pump)} × n`),
    )
    .join(" + ");
  const steps = Math.ceil(costs.at(-1)! / sizes.last[costs.length - 1]!);
  if (costs.length === 1) return { degree: 9, steps, worst };
  const least = costs.at(-1)! >= maxSteps ? 2 : 1;
  const ratio = costs.at(-1)! / costs.at(-2)!;
  return { degree: Math.max(least, Math.round(Math.log2(ratio))), steps, worst };
}

/** Steps over a text of about that size, as if it had that size; `limit` where they reach it. */
function costOf(compiled: Compiled, { pumps, suffix }: Shape, size: number, limit: number): number {
  const each = size / pumps.length;
  const text =
    pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(each / pump.length))).join("") + suffix;
  const steps = countSteps(compiled, text, limit);
  return steps >= limit ? limit : steps / (text.length / size);
}

function shapesFor({ body, letters }: Parsed): Shape[] {
  const alphabet = [...new Set([...letters, ...usual])];
  const found: { prefix: string; pump: string }[] = [];
  walk(body, [""], (repeat, before) => {
    const samples = [0, 1, 2]
      .map((variant) => sample(repeat.body, alphabet, variant))
      .filter((text) => text !== "");
    for (const prefix of before) {
      for (const pump of samples) {
        found.push({ prefix, pump });
        // From the start again, so that each start costs what is left.
        found.push({ prefix: "", pump: prefix + pump });
      }
      if (prefix !== "") found.push({ prefix: "", pump: prefix });
      for (const one of alphabet.filter((each) => takes(repeat.body, each)).slice(0, maxSingle))
        found.push({ prefix, pump: one });
    }
  });
  for (const one of alphabet) found.push({ prefix: "", pump: one });
  const suffixes = ["", "\u0001"];
  const shapes = new Map<string, Shape>();
  for (const { prefix, pump } of found)
    for (const suffix of suffixes)
      if (pump !== "")
        shapes.set(JSON.stringify([prefix, pump, suffix]), { pumps: [{ prefix, pump }], suffix });
  const all = [...shapes.values()];
  const step = Math.max(1, all.length / maxShapes);
  return Array.from(
    { length: Math.min(all.length, maxShapes) },
    (_, index) => all[Math.floor(index * step)]!,
  );
}

/** Calls for each repetition that is not a small constant, with texts that lead to it. */
function walk(part: Part, before: string[], each: (repeat: RepeatPart, before: string[]) => void): void {
  const alphabet = usual;
  switch (part.kind) {
    case "repeat":
      if (part.max > smallCount) each(part, before);
      walk(part.body, before, each);
      return;
    case "group":
      walk(part.body, before, each);
      return;
    case "look":
      walk(part.body, part.behind ? [""] : before, each);
      return;
    case "any":
      for (const one of part.parts) walk(one, before, each);
      return;
    case "all": {
      let reached = before;
      for (const one of part.parts) {
        walk(one, reached, each);
        const next = [...new Set([0, 1].map((variant) => sample(one, alphabet, variant)))];
        reached = [...new Set(reached.flatMap((text) => next.map((more) => text + more)))].slice(0, 2);
      }
    }
  }
}

/** A text that the part takes, most likely: which one, the variant says. */
function sample(part: Part, alphabet: readonly string[], variant: number): string {
  switch (part.kind) {
    case "character": {
      const taken = [...alphabet, ...wide].filter((one) => part.takes(one));
      return taken[variant % Math.max(1, taken.length)] ?? "";
    }
    case "all":
      return part.parts.map((one) => sample(one, alphabet, variant)).join("");
    case "any":
      return sample(part.parts[variant % part.parts.length]!, alphabet, variant);
    case "group":
      return sample(part.body, alphabet, variant);
    case "repeat":
      return sample(part.body, alphabet, variant).repeat(
        Math.min(64, Math.max(part.min, variant > 0 ? 1 : 0)),
      );
    default:
      return "";
  }
}

/** All of ASCII and a letter of some scripts, for classes that take none of the usual characters. */
const wide = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."ßżяλ\u00a0\u200b\u3000：，。あ한",
];

function takes(part: Part, character: string): boolean {
  switch (part.kind) {
    case "character":
      return part.takes(character);
    case "any":
      return part.parts.some((one) => takes(one, character));
    case "all":
      return part.parts.length > 0 && part.parts.some((one) => takes(one, character));
    case "group":
    case "repeat":
      return takes(part.body, character);
    default:
      return false;
  }
}
