// Refusals of tools, with the call that would be right. Values that the caller gave may be words of others, so they stand between
// the marks. DECISIONS MCP
import { argumentName, type Ours, ours, Theirs } from "./words.ts";

export interface RightCall {
  /** Another tool, to be called first; without it the same one again. */
  tool?: string;
  /** The other tool does all of it: the call itself is not made again. */
  instead?: true;
  /** Changes of the same tool, or all of the other one. */
  arguments: Readonly<Record<string, unknown>>;
  /** Arguments of the same tool to leave out. */
  without?: readonly string[];
}

/** The arguments that were given, and the call that would be right. */
export interface WrongCall {
  given: Readonly<Record<string, unknown>>;
  right: RightCall;
}

/** Characters of a value that a refusal shows. */
const maxShown = 200;

/** A refusal that the model reads: what was wrong and what to do instead. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";

  constructor(
    readonly why: Ours,
    readonly mail: Theirs | null = null,
    readonly wrong: WrongCall | null = null,
  ) {
    super(why);
  }
}

/** The line that a model reads: `right: the same call with {"text":"…"} without "body"`. */
export function rightLine({ tool, instead, arguments: args, without = [] }: RightCall): string {
  const left = without.map((name) => ` without ${JSON.stringify(name)}`).join("");
  const call = JSON.stringify(args);
  return `right: ${tool === undefined ? `the same call with ${call}${left}` : `${instead ? "instead" : "first"} ${tool} ${call}`}`;
}

/** The call that a refusal leads to, whole. @param given arguments of the refused call */
export function wholeCall(
  tool: string,
  given: Readonly<Record<string, unknown>>,
  { tool: other, arguments: changes, without = [] }: RightCall,
): { tool: string; arguments: Record<string, unknown> } {
  if (other !== undefined) return { tool: other, arguments: { ...changes } };
  const all = Object.entries({ ...given, ...changes }).filter(([name]) => !without.includes(name));
  return { tool, arguments: Object.fromEntries(all) };
}

/** Characters of a whole call that is said behind the changes that lead to it. */
const maxWhole = 1000;

/** Stands in a right call where its caller is to write. */
export const toWrite = "…";

/** Whether the call is no whole one: a text of it is still to be written, and is never sent as it stands. */
export function isUnwritten(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === toWrite;
  return Object.values(value).some(isUnwritten);
}

/** The line of the whole call; null: it is the line of the right call itself, or long, or a text of it is to be written. */
export function wholeLine(
  tool: string,
  given: Readonly<Record<string, unknown>>,
  right: RightCall,
): string | null {
  if (right.tool !== undefined || isUnwritten(right.arguments)) return null;
  const line = `call: ${tool} ${JSON.stringify(wholeCall(tool, given, right).arguments)}`;
  return line.length > maxWhole ? null : line;
}

/** Characters of a call up to which it is shown. */
const maxCall = 200_000;

/** Whether a call is too long to be repeated to its caller. */
export function isLongCall({ arguments: args }: RightCall): boolean {
  return JSON.stringify(args).length > maxCall;
}

/** A value that was given, where no call is known to be right. */
export function givenAlone({ name, value }: { name: string; value: unknown }): Theirs {
  const { shown, lines } = shownGiven({ [name]: value });
  return new Theirs({ given: shown }, lines);
}

function shownGiven(given: Readonly<Record<string, unknown>>) {
  const shown = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, shortly(value)]));
  const lines = Object.entries(shown).map(([name, value]) => `given: ${name} = ${JSON.stringify(value)}`);
  return { shown, lines };
}

/** Values that were given, and the call that would be right, unless it is too long. */
export function correction(given: Readonly<Record<string, unknown>>, right: RightCall): Theirs {
  const { shown, lines } = shownGiven(given);
  if (isLongCall(right)) return new Theirs({ given: shown }, lines);
  return new Theirs({ given: shown, right }, [...lines, rightLine(right)]);
}

function shortly(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : value;
}

/** A refusal that says what was given, and which call would be right. */
export function wrongArgument(
  tool: { name: string },
  { name, value, why }: { name: string; value: unknown; why: Ours },
  right: RightCall,
): ToolRefusal {
  return refusalWith(ours`${nameOf(tool)}: ${why} Nothing was done.`, { given: { [name]: value }, right });
}

export function refusalWith(why: Ours, wrong: WrongCall): ToolRefusal {
  return new ToolRefusal(why, correction(wrong.given, wrong.right), wrong);
}

export function nameOf({ name }: { name: string }): Ours {
  return argumentName(name) ?? ours`This tool`;
}
