// `tool`: any MCP tool from a shell, with its answers and refusals; calls go to the server of `login`. A refusal that knows the
// right call prints it as a command to paste.
import type { RightCall } from "../../mcp/right-call.ts";
import type { Tool } from "../../mcp/tool.ts";
import { noSuchTool } from "../../mcp/unknown-tool.ts";
import { type ClientCommand, CommandError } from "../context.ts";
import { connect, exits, plainLines, shown } from "./caller.ts";

/** The tools and what runs them, loaded only here: of all other commands, none needs the MCP library. */
async function loadTools() {
  const [{ tools }, { runTool }, { refusalOf }] = await Promise.all([
    import("../../mcp/server.ts"),
    import("../../mcp/run-tool.ts"),
    import("../../mcp/refusal.ts"),
  ]);
  return { tools, runTool, refusalOf };
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
    const { tools, runTool, refusalOf } = await loadTools();
    const [name, words] = input.positionals;
    if (name === undefined) return shown(input, tools.map(listed), () => tools.map(described).join("\n"));
    const known = tools.find((one) => one.name === name.replaceAll("-", "_"));
    if (!known)
      throw new CommandError(
        noSuchTool(
          name,
          tools.map((one) => one.name),
          "postroom tool lists all.",
        ),
      );
    const given = readArguments(words ?? input.stdin ?? "{}", known);
    const call = { client: connect(), given, signal: new AbortController().signal };
    try {
      const { text, fields, review } = await runTool(known, call);
      const told = shown(input, fields, () => plainLines(text));
      return { ...told, ...(review === null ? {} : { exitCode: exits.held }) };
    } catch (error) {
      const { text, fields } = refusalOf(error);
      const { right } = (fields.mail ?? {}) as { right?: RightCall };
      const next = right === undefined ? "" : `\nIn a shell: ${commandOf(known, given, right)}`;
      return { stdout: "", stderr: `postroom: ${plainLines(`${text}${next}`)}`, exitCode: 1 };
    }
  },
};

function listed({ name, description, input, required = [] }: Tool) {
  return { name, description, arguments: input, required };
}

/** The tool with the names of its arguments: first those that must be given. */
function described({ name, description, input, required = [] }: Tool): string {
  const free = Object.keys(input).filter((one) => !required.includes(one));
  const all = [...required, ...free.map((one) => `[${one}]`)].join(" ");
  return `${name} ${all}`.trimEnd().concat(`\n  ${description}`);
}

/** @throws CommandError: no JSON object */
function readArguments(words: string, { name, required = [] }: Tool): Record<string, unknown> {
  try {
    const given = JSON.parse(words) as unknown;
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return given as never;
  } catch {
    // Said below.
  }
  const [, field, value] = /^(\w+)=([\s\S]*)$/.exec(words) ?? [];
  const fields = field === undefined ? required.map((one) => [one, "…"]) : [[field, value]];
  const example = JSON.stringify(Object.fromEntries(fields));
  throw new CommandError(
    `The arguments of ${name} must be one JSON object, not ${words.slice(0, 80)}\nIn a shell: postroom tool ${name} ${quoted(example)}`,
  );
}

/** The command that a refusal leads to. */
function commandOf({ name }: Tool, given: Record<string, unknown>, right: RightCall): string {
  const { tool: other, arguments: changes, without = [] } = right;
  const merged = other === undefined ? { ...given, ...changes } : changes;
  const all = Object.entries(merged).filter(([one]) => other !== undefined || !without.includes(one));
  return `postroom tool ${other ?? name} ${quoted(JSON.stringify(Object.fromEntries(all)))}`;
}

/** One word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
