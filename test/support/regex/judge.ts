// What a regular expression costs at worst, from two judges: recheck (automata, and a fuzzer where those do not
// reach) and attacks made of its own parts.
import { check } from "recheck";
import { attack, type Measured, type Shape } from "./attack.ts";

/** Steps are those of a character; `heavy` is linear, with so many that the text needs a bound. */
export type Verdict =
  | "safe"
  | `linear, ${number} steps`
  | `heavy, ${number} steps: ${string}`
  | `degree ${number}: ${string}`
  | `exponential: ${string}`;

/** Steps a character that a linear expression may take: 64 kB take a tenth of a second at worst then. */
const maxSteps = 1_000;

/** Milliseconds that recheck has for one. */
const patience = 10_000;

export async function judge(source: string, flags: string): Promise<Verdict> {
  const found = await check(source, flags, { timeout: patience });
  if (found.status === "safe") return "safe";
  if (found.status === "unknown") {
    if (found.error.kind !== "timeout" && found.error.kind !== "unsupported")
      throw new Error(`/${source}/${flags}: ${JSON.stringify(found.error)}`);
    return measured(attack(source, flags));
  }
  const { pattern } = found.attack;
  if (found.complexity.type === "exponential") return `exponential: ${pattern}`;
  // The automata are exact. The fuzzer's texts are short, and counts such as {0,80} look like powers in them.
  if (found.checker === "automaton") return `degree ${found.complexity.degree}: ${pattern}`;
  const shape: Shape = {
    pumps: found.attack.pumps.map(({ prefix, pump }) => ({ prefix, pump })),
    suffix: found.attack.suffix,
  };
  return measured(attack(source, flags, [shape]));
}

function measured({ degree, steps, worst }: Measured): Verdict {
  if (degree > 1) return `degree ${degree}: ${worst}`;
  if (steps > maxSteps) return `heavy, ${steps} steps: ${worst}`;
  return `linear, ${steps} steps`;
}

/** Whether the verdict lets the expression meet what a stranger wrote, of any length. */
export function isLinear(verdict: Verdict): boolean {
  return !/^(?:heavy|degree|exponential)/.test(verdict);
}
