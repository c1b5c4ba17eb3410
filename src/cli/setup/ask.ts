// Questions to the person at the terminal; without one, or with --yes, the answers are those proposed.
import { createInterface } from "node:readline/promises";

export interface Prompt {
  /** @returns the answer; an empty one is the proposed one */
  text(question: string, proposed: string): Promise<string>;
  yes(question: string): Promise<boolean>;
}

/** @param always takes what is proposed, and yes */
export function createAsker(always: boolean): Prompt {
  if (always || !process.stdin.isTTY)
    return { text: async (_question, proposed) => proposed, yes: async () => always };
  const ask = async (prompt: string) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      // Ctrl+C and Ctrl+D end the program, and not only the question.
      const ended = Promise.withResolvers<string>();
      terminal.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
      terminal.once("close", () => ended.resolve(""));
      return (await Promise.race([terminal.question(prompt), ended.promise])).trim();
    } finally {
      terminal.close();
    }
  };
  return {
    text: async (question, proposed) => (await ask(`${question} [${proposed}] `)) || proposed,
    yes: async (question) => /^y(es)?$/i.test(await ask(`${question} [y/N] `)),
  };
}
