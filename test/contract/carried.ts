// Sentences of SPEC and DECISIONS that tests elsewhere prove: `// SPEC Limits: a sentence` right above a test or a suite.
import { Glob } from "bun";

/** A sentence and the test that carries it. */
export interface CarriedSentence {
  /** Such as `SPEC Limits`. */
  readonly source: string;
  readonly says: string;
  /** File and line. */
  readonly at: string;
  /** Whether a test or a suite stands below it. */
  readonly hasTest: boolean;
}

const sentence = /^\s*\/\/ ((?:SPEC|DECISIONS) [^:]+): (.+)$/;
const opening = /^\s*(?:test|it|describe|eachApp|eachStore|eachDatabase|for)\b/;

/** @param root the folder test */
export async function carriedSentences(root: string): Promise<CarriedSentence[]> {
  const found: CarriedSentence[] = [];
  for await (const name of new Glob("**/*.test.ts").scan(root)) {
    const lines = (await Bun.file(`${root}/${name}`).text()).split("\n");
    for (const [at, line] of lines.entries()) {
      const [, source, says] = sentence.exec(line) ?? [];
      if (source === undefined || says === undefined) continue;
      const below = lines.slice(at + 1).find((one) => !/^\s*\/\//.test(one));
      found.push({ source, says, at: `${name}:${at + 1}`, hasTest: opening.test(below ?? "") });
    }
  }
  return found;
}
