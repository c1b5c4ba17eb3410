// A call as its arguments were meant, or a refusal of all that is wrong in it: each wrong argument is mended in turn, so that one
// refusal has the call that would be right. DECISIONS MCP
import { heardOnce } from "./heard.ts";
import type { GivenArguments, HeardCall } from "./heard-times.ts";
import { type RightCall, refusalWith, ToolRefusal } from "./right-call.ts";
import type { Tool } from "./tool.ts";

/** Arguments that are wrong up to which a call is mended in one round. */
const maxMended = 8;
/** Characters of a call up to which it is read again for each argument that is wrong. */
const maxReadAgain = 100_000;

/** @throws ToolRefusal */
export function heardArguments(tool: Tool, given: GivenArguments): Record<string, never> {
  try {
    return heardOnce(tool, given);
  } catch (error) {
    if (!(error instanceof ToolRefusal) || !error.wrong || Object.keys(error.wrong.given).length === 0)
      throw error;
    const { right } = error.wrong;
    const whole = mendedCall(tool, { given, right });
    throw unmended(tool, given, whole) ?? refusalWith(error.why, { given: error.wrong.given, right: whole });
  }
}

/** The refusal of a right call that has something of which nothing right is known: it is no right call. Null: there is nothing such in it. */
function unmended(tool: Tool, given: GivenArguments, right: RightCall): ToolRefusal | null {
  if (right.tool !== undefined || lengthOf(given) > maxReadAgain) return null;
  try {
    heardOnce(tool, withoutNames({ ...given, ...right.arguments }, right.without ?? []));
    return null;
  } catch (error) {
    return error instanceof ToolRefusal && error.wrong === null ? error : null;
  }
}

/** The right call with what else is wrong in it mended too; as it is where the call is too long to be read again. */
export function mendedCall(
  tool: Tool,
  { given, right }: { given: GivenArguments; right: RightCall },
): RightCall {
  return lengthOf(given) > maxReadAgain ? right : mended({ tool, given }, right);
}

/** The call of a tool with arguments that were given to another one, mended; or the call before it. Null: they are too long. */
export function meantCall(tool: Tool, given: GivenArguments): RightCall | null {
  if (lengthOf(given) > maxReadAgain) return null;
  let args = given;
  for (let rounds = 0; rounds < maxMended; rounds++) {
    const next = proposedBy(tool, args);
    if (next?.right.tool !== undefined) return next.right;
    // The caller says what is missing in a call that writes.
    if (next === null || (next.isExample && tool.level !== "read")) break;
    args = withoutNames({ ...args, ...next.right.arguments }, next.right.without ?? []);
  }
  return { tool: tool.name, instead: true, arguments: args };
}

/** The right call with what else is wrong in it mended too. */
function mended(call: HeardCall, right: RightCall, rounds = maxMended): RightCall {
  if (right.tool !== undefined || rounds === 0) return right;
  const { without = [] } = right;
  const next = refusedOf(call.tool, withoutNames({ ...call.given, ...right.arguments }, without));
  // The other tool does what the call cannot say at all, with what was mended so far.
  if (next?.instead) return next;
  if (next === null || next.tool !== undefined) return right;
  const left = next.without ?? [];
  const both = {
    arguments: { ...withoutNames(right.arguments, left), ...next.arguments },
    without: [...new Set([...without, ...left])],
  };
  return mended(call, both, rounds - 1);
}

/** Characters, and one for each value; counted as far as it takes. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let length = 0;
  for (const one of Object.values(value)) {
    length += 1 + lengthOf(one);
    if (length > maxReadAgain) break;
  }
  return length;
}

function withoutNames(args: GivenArguments, names: readonly string[]): GivenArguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/**
 * The call that a refusal of these arguments proposes; null: they are taken, or it proposes none. Examples of what is missing are for
 * calls that read: in others, what was left out may have said it.
 */
function refusedOf(tool: Tool, given: GivenArguments): RightCall | null {
  const refusal = proposedBy(tool, given);
  return refusal === null || (refusal.isExample && tool.level !== "read") ? null : refusal.right;
}

/** The call that a refusal of these arguments proposes, and whether it is an example of what is missing; null: none. */
function proposedBy(tool: Tool, given: GivenArguments): { right: RightCall; isExample: boolean } | null {
  try {
    heardOnce(tool, given);
    return null;
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    if (error.wrong === null) return null;
    return { right: error.wrong.right, isExample: Object.keys(error.wrong.given).length === 0 };
  }
}
