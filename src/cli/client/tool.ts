// `tool`: any MCP tool from a shell, with its answers and refusals; calls go to the server of `login`. A refusal that knows the
// right call prints it as a command to paste.
import { isUnwritten, type RightCall, toWrite, wholeCall } from "../../mcp/right-call.ts";
import { listedInput, type Tool } from "../../mcp/tool.ts";
import { type ClientCommand, CommandError, OtherCommand } from "../context.ts";
import { idOf, parted } from "../other-things.ts";
import { connect, exits, plainLines, shown } from "./caller.ts";

/** The tools and what runs them, loaded only here: of all other commands, none needs the MCP library. */
async function loadTools() {
  const [{ tools }, { runTool }, { refusalOf }, unknown] = await Promise.all([
    import("../../mcp/server.ts"),
    import("../../mcp/run-tool.ts"),
    import("../../mcp/refusal.ts"),
    import("../../mcp/unknown-tool.ts"),
  ]);
  return { tools, runTool, refusalOf, ...unknown };
}

export const tool: ClientCommand = {
  name: "tool",
  usage: "[NAME [ARGUMENTS | --stdin]] [--json]",
  summary:
    "call an MCP tool, with its arguments as JSON; without NAME list them; exit 4 when it waits for a person",
  options: [
    { name: "stdin", summary: "read the arguments from standard input", readsStdin: true },
    { name: "json", summary: "print the tool's fields as JSON" },
  ],
  positionals: ["[NAME]", "[ARGUMENTS]"],
  examples: [
    "postroom tool",
    `postroom tool find_time '{"after":"tomorrow 9:00","before":"tomorrow 17:00","people":["ada@example.com"]}'`,
    `postroom tool find_codes '{"message":"019a2f4e-9e5f-7202-b776-c21388575532"}' --json`,
  ],
  async runClient(input) {
    const loaded = await loadTools();
    const { tools, runTool, refusalOf } = loaded;
    const [name, words] = input.positionals;
    if (callWords.includes(name ?? "") && /^[a-z_-]+$/i.test(words ?? ""))
      throw new OtherCommand(`"${name}" is no tool. postroom tool lists all.`, ([own, , ...rest]) => [
        own!,
        ...rest,
      ]);
    if (name === undefined) return shown(input, tools.map(listed), () => tools.map(described).join("\n"));
    const known = tools.find((one) => one.name === name.replaceAll("-", "_"));
    if (!known) throw new CommandError(noTool(name, words ?? input.stdin, loaded));
    const given = readArguments(words ?? input.stdin ?? "{}", known);
    const call = { client: connect(), given, signal: new AbortController().signal };
    try {
      const { text, fields, review } = await runTool(known, call);
      const told = shown(input, fields, () => plainLines(text));
      return { ...told, ...(review === null ? {} : { exitCode: exits.held }) };
    } catch (error) {
      const { text, fields } = refusalOf(error);
      const { right } = (fields.mail ?? {}) as { right?: RightCall };
      const next = plainLines(`${text}${inShell(known, given, right ?? null)}`);
      return { stdout: "", stderr: `postroom: ${next}`, exitCode: 1 };
    }
  },
};

/** The refusal of a tool that is none, with the command that does what was meant. */
function noTool(
  name: string,
  words: string | undefined,
  { tools, noSuchTool, callMeant }: Awaited<ReturnType<typeof loadTools>>,
): string {
  const names = tools.map((one) => one.name);
  const why = noSuchTool(name, names, "postroom tool lists all.");
  const given = objectOf(words ?? "{}");
  const right = given === null ? null : callMeant(name, given, tools);
  return `${why}${inShell({ name }, given ?? {}, right)}`;
}

/** The line of a right call to paste; nothing where there is none, or a text of it is still to be written. */
function inShell(called: { name: string }, given: Record<string, unknown>, right: RightCall | null): string {
  if (right === null || isUnwritten(right.arguments)) return "";
  return `\nIn a shell: ${commandOf(called, given, right)}`;
}

/** Words of other programs before the name of a tool. */
export const callWords = ["call", "run", "invoke", "exec", "use"];

/**
 * The words of a command that is none as a call of the tool that they name: `find-codes --message ID`, `mark ID read`.
 * Null: they name none, or what they say is not all of a call.
 */
export async function toolMeant(args: readonly string[]): Promise<string[] | null> {
  const given = parted(args);
  if (given === null) return null;
  const ids = given.words.flatMap((word) => idOf(word) ?? []);
  const names = given.words.filter((word) => /^[a-z]+(?:[-_:.][a-z]+)*$/i.test(word));
  if (names.length === 0 || names.length + ids.length !== given.words.length || ids.length > 1) return null;
  const { tools, callMeant } = await loadTools();
  const [id] = ids;
  const fields = { ...(id === undefined ? {} : { id }), ...given.fields };
  const right = callMeant(names.join("_").replaceAll(/[-:.]/g, "_"), fields, tools);
  const known = tools.find((one) => one.name === right?.tool);
  if (right === null || known === undefined || isUnwritten(right.arguments)) return null;
  const isWhole = (known.required ?? []).every((name) => Object.hasOwn(right.arguments, name));
  const isTaken = Object.keys(right.arguments).every((name) => Object.hasOwn(listedInput(known), name));
  // A draft that is to leave is not changed instead.
  const isSent = names.some((name) => /send/i.test(name)) && known.name === "save_draft";
  if (isSent && right.arguments.draft !== undefined) return null;
  return isWhole && isTaken && isAllOf(Object.values(fields), right)
    ? ["tool", known.name, JSON.stringify(right.arguments)]
    : null;
}

/** Whether a call has all values that were given, as they are, and no example; of mail that is organized it says more than which. */
function isAllOf(given: readonly string[], { tool: name, arguments: args }: RightCall): boolean {
  const told = Object.entries(args).flatMap(([field, value]) =>
    ["folder", "answer"].includes(field) ? [] : [value].flat().filter((one) => typeof one === "string"),
  );
  const isKept = given.every((value) =>
    Object.values(args)
      .flat()
      .some((one) => String(one) === value),
  );
  const isChange = name !== "organize" || Object.keys(args).length > 1;
  return isKept && isChange && told.every((value) => given.includes(value as string));
}

function listed(one: Tool) {
  const { name, description, required = [] } = one;
  return { name, description, arguments: listedInput(one), required };
}

/** The tool with the names of its arguments: first those that must be given. */
function described(one: Tool): string {
  const { name, description, required = [] } = one;
  const free = Object.keys(listedInput(one)).filter((each) => !required.includes(each));
  const all = [...required, ...free.map((each) => `[${each}]`)].join(" ");
  return `${name} ${all}`.trimEnd().concat(`\n  ${description}`);
}

/** A JSON object; null: it is none. */
function objectOf(words: string): Record<string, unknown> | null {
  try {
    const given = JSON.parse(words) as unknown;
    return typeof given === "object" && given !== null && !Array.isArray(given) ? (given as never) : null;
  } catch {
    return null;
  }
}

/** @throws CommandError: no JSON object */
function readArguments(words: string, { name, required = [], input }: Tool): Record<string, unknown> {
  const given = objectOf(words);
  if (given !== null) return given;
  const [, field, value] = /^(\w+)=([\s\S]*)$/.exec(words) ?? [];
  // A draft may answer a message, or be another one again.
  const isEither = Object.hasOwn(input, "draft") && Object.hasOwn(input, "message");
  const ofId =
    idOf(words) === null || isEither ? undefined : idNames.find((one) => Object.hasOwn(input, one));
  const [only = ofId ?? "", another] = required;
  const isOne = another === undefined && only !== "" && !/[{}[\]]/.test(words);
  const fields =
    field !== undefined ? [[field, value]] : isOne ? [[only, words]] : required.map((one) => [one, toWrite]);
  // JSON in the quotes of Python, or of which a shell took the quotes away.
  const plain =
    objectOf(words.replaceAll("'", '"')) ?? objectOf(withNamesQuoted(words)) ?? objectOf(quotedAgain(words));
  const example = JSON.stringify(plain ?? Object.fromEntries(fields));
  throw new CommandError(
    `The arguments of ${name} must be one JSON object, not ${words.slice(0, 80)}\nIn a shell: postroom tool ${name} ${quoted(example)}`,
  );
}

/** Arguments of which one alone may be an id that stands without its name. */
const idNames = ["thread", "message", "draft", "event", "attachment"];

/** `{thread: "…"}`, as JavaScript writes it: names without quotes. */
function withNamesQuoted(words: string): string {
  return words.length <= 2000 ? words.replaceAll(/([{,])\s{0,8}(\w{1,40})\s{0,8}:/g, '$1"$2":') : "";
}

/** `{to:[ada@example.com],subject:x}` with quotes; a text with a comma or a colon of its own stays without, and so is no JSON. */
function quotedAgain(words: string): string {
  const isPlain = words.length <= 2000 && !/["']/.test(words);
  return isPlain
    ? words.replaceAll(/[^\s{}[\]:,][^{}[\]:,]*/g, (word) =>
        /^(?:true|false|null|-?\d{1,15})$/.test(word.trim()) ? word : JSON.stringify(word.trim()),
      )
    : "";
}

/** The command that a refusal leads to. */
function commandOf({ name }: { name: string }, given: Record<string, unknown>, right: RightCall): string {
  const { tool, arguments: all } = wholeCall(name, given, right);
  return `postroom tool ${tool} ${quoted(JSON.stringify(all))}`;
}

/** One word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
