// One call of a tool: its arguments as they were meant, and what an id of another kind means. A message where a thread is
// meant is in one; of a thread where a message is meant the newest is named, and the caller decides. DECISIONS MCP
import { snakeName } from "../lib/nearest.ts";
import { withoutRight } from "../lib/right-call.ts";
import { ApiError, NotFoundError, type Postroom } from "../sdk/typescript/index.ts";
import type { ToolAnswer } from "./answer.ts";
import { corrected, isId, orNull } from "./corrections.ts";
import { shortName } from "./heard.ts";
import { heardArguments, mendedCall } from "./heard-call.ts";
import { newestIn } from "./newest-message.ts";
import { refusalWith, ToolRefusal, wrongArgument } from "./right-call.ts";
import type { Tool } from "./tool.ts";
import { id, ours } from "./words.ts";

type MeantArguments = Record<string, never>;

/** @throws ToolRefusal and what the API refuses */
export async function runTool(
  tool: Tool,
  { client, given, signal }: { client: Postroom; given: Record<string, unknown>; signal: AbortSignal },
): Promise<ToolAnswer> {
  await refuseThread(client, tool, given);
  const args = await heard(client, tool, given);
  return runHeard(tool, { client, args, signal }).catch((error: unknown) => {
    throw error instanceof ToolRefusal ? asGiven(tool, given, error) : error;
  });
}

/** A refusal of arguments that were heard under other names, which the right call leaves out: it has what is meant under ours. */
function asGiven(tool: Tool, given: Record<string, unknown>, refusal: ToolRefusal): ToolRefusal {
  const { wrong, why } = refusal;
  if (wrong === null || wrong.right.tool !== undefined) return refusal;
  const { right } = wrong;
  const others = Object.keys(given).filter(
    (name) => !Object.hasOwn(tool.input, name) && Object.hasOwn(right.arguments, shortName(snakeName(name))),
  );
  const without = [...new Set([...(right.without ?? []), ...others])];
  return others.length === 0
    ? refusal
    : refusalWith(why, { given: wrong.given, right: { ...right, without } });
}

/** @throws ToolRefusal and what the API refuses */
async function runHeard(
  tool: Tool,
  { client, args, signal }: { client: Postroom; args: MeantArguments; signal: AbortSignal },
): Promise<ToolAnswer> {
  const run = async (some: MeantArguments): Promise<ToolAnswer> => {
    try {
      return await tool.run(client, some, signal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A tool has calls of its own.
      error.message = withoutRight(error.message);
      const meant =
        error instanceof NotFoundError && some === args ? await asMeant(client, tool, args) : null;
      if (meant !== null) return run(meant);
      throw await corrected({ client, tool, args: some, error });
    }
  };
  return run(args);
}

/** The arguments as they were meant. @throws ToolRefusal, with the address of the draft where its drafts are proposed */
async function heard(client: Postroom, tool: Tool, given: Record<string, unknown>): Promise<MeantArguments> {
  try {
    return heardArguments(tool, given);
  } catch (error) {
    const wrong = error instanceof ToolRefusal ? error.wrong : null;
    const id = [given.draft, given.draft_id].find(isId);
    if (wrong?.right.tool !== "list_drafts" || id === undefined) throw error;
    const draft = await orNull(client.drafts.get(id));
    if (draft === null) throw error;
    const right = { ...wrong.right, arguments: { address: draft.identity_id } };
    throw refusalWith((error as ToolRefusal).why, { given: wrong.given, right });
  }
}

const ofThread = ["thread", "thread_id", "conversation", "conversation_id"];

/** A tool of one message was given its thread. @throws ToolRefusal, with what else is wrong mended too */
async function refuseThread(client: Postroom, tool: Tool, given: Record<string, unknown>): Promise<void> {
  const { input } = tool;
  const name = Object.keys(given).find((one) => ofThread.includes(snakeName(one)) && isId(given[one]));
  if (name === undefined || Object.hasOwn(input, "thread") || !Object.hasOwn(input, "message")) return;
  if (isId(given.message) || isId(given.message_id)) return;
  const value = given[name];
  const newest = await newestOf(client, tool, String(value));
  if (newest === null) return;
  const why = ours`it takes a message, and of this thread ${id(newest)} is the newest${tool.name === "reply" ? ours` that came` : ours``}.`;
  const right = mendedCall(tool, { given, right: { arguments: { message: newest }, without: [name] } });
  throw wrongArgument(tool, { name, value, why }, right);
}

/**
 * Return the arguments with the thread of a message that was named as one; null: no id is of another kind.
 * @throws ToolRefusal: a thread was named as a message
 */
async function asMeant(client: Postroom, tool: Tool, args: MeantArguments): Promise<MeantArguments | null> {
  const { thread, message, messages } = args as { thread?: unknown; message?: unknown; messages?: unknown };
  if (isId(thread)) {
    const found = await orNull(client.messages.get(thread, { view: "summary" }));
    return found && ({ ...args, thread: found.thread_id } as unknown as MeantArguments);
  }
  const [name, named] = isId(message)
    ? (["message", [message]] as const)
    : (["messages", Array.isArray(messages) ? messages.filter(isId) : []] as const);
  for (const value of named) {
    const newest = await newestOf(client, tool, value);
    if (newest === null) continue;
    if (tool.name === "read_thread") {
      const { message: _, ...others } = args as MeantArguments & { message: unknown };
      return { ...others, thread: value } as unknown as MeantArguments;
    }
    const why = ours`this is the id of a thread, whose newest message is ${id(newest)}.`;
    const right = name === "message" ? newest : named.map((one) => (one === value ? newest : one));
    throw wrongArgument(tool, { name, value, why }, { arguments: { [name]: right } });
  }
  return null;
}

/** The newest message of a thread; to answer, the newest that came, where one did. */
async function newestOf(client: Postroom, { name }: Tool, thread: string): Promise<string | null> {
  const isAnswered = name === "reply";
  const found = await orNull(newestIn(client, thread, { isAnswered }));
  return (isAnswered ? found?.came : null) ?? found?.newest ?? null;
}
