// A tool: what it says to clients, and what it does with the API. A tool has no rules of its own: it calls the API.
import { canonicalHash } from "../lib/canonical-json.ts";
import type { Level } from "../lib/levels.ts";
import type { Postroom } from "../sdk/typescript/index.ts";
import type { ToolAnswer } from "./answer.ts";

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** Properties of its arguments, as JSON Schema. */
  input: Record<string, Schema>;
  required?: readonly string[];
  /** Arguments that are taken, and not shown: each word of a schema costs every turn of an agent. */
  unlisted?: readonly string[];
  /** Properties of its structured answer. */
  output: Record<string, Schema>;
  level: Exclude<Level, "approve">;
  /** True: a second call with the same arguments changes nothing more. */
  idempotent?: boolean;
  /** Reaches people outside, by mail that cannot be called back. */
  open?: boolean;
  run(client: Postroom, args: Record<string, never>, signal: AbortSignal): Promise<ToolAnswer>;
}

export interface Schema {
  type: string | readonly string[];
  description?: string;
  enum?: readonly string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
}

export const text = (description?: string): Schema => ({
  type: "string",
  ...(description ? { description } : {}),
});
export const flag = (description?: string): Schema => ({
  type: "boolean",
  ...(description ? { description } : {}),
});
export const list = (description?: string): Schema => ({
  type: "array",
  items: { type: "string" },
  ...(description ? { description } : {}),
});
export const numbers = (description?: string): Schema => ({
  type: "array",
  items: { type: "integer" },
  ...(description ? { description } : {}),
});
export const choice = (words: readonly string[], description?: string): Schema => ({
  type: "string",
  enum: words,
  ...(description ? { description } : {}),
});

/** The arguments that clients are shown. */
export function listedInput({ input, unlisted = [] }: Tool): Record<string, Schema> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !unlisted.includes(name)));
}

/** Arguments that many tools take. */
export const address = text();
/** The parameter of tools that act once for equal arguments: another word makes them act again. */
export const again = text("any word: once more");
export const cursor = text();
export const rows: Schema = { type: "array", items: { type: "object" } };

/** A tool whose arguments have a type; its schema has checked them. */
export function tool<A>(
  given: Omit<Tool, "run"> & { run(client: Postroom, args: A, signal: AbortSignal): Promise<ToolAnswer> },
): Tool {
  return given as unknown as Tool;
}

/** The same tool with the same arguments has the same key, under which the API keeps what was sent or held, and no refusal. */
export async function keyOf(name: string, args: object): Promise<string> {
  const sorted = Object.entries(args).sort(([one], [other]) => (one < other ? -1 : 1));
  return `mcp-${(await canonicalHash([name, sorted])).toString("hex")}`;
}
