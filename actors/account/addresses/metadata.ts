// Names and values that an account keeps beside an address or a thread.
import { invalid } from "../../../src/lib/failure.ts";

/** Names beside one address or thread. */
const maxNames = 50;

/** @returns null: nothing is kept. @throws Failure validation_error: too many names */
export function withMetadata(
  before: Readonly<Record<string, string>> | null,
  given: Readonly<Record<string, string>> = {},
): Record<string, string> | null {
  const kept = Object.entries({ ...before, ...given }).filter(([, value]) => value !== "");
  if (kept.length > maxNames)
    throw invalid(
      `"metadata" would have ${kept.length} names; there are at most ${maxNames}. Take one away by giving it the value "".`,
    );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}
