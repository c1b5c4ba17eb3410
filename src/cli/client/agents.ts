// `agents setup`: the configuration that an agent's program needs to reach the tools. It tries the server first. With --write
// it stands in the program's file, beside what that holds; else it is printed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { readClientSettings } from "../../config/client.ts";
import { Postroom } from "../../sdk/typescript/index.ts";
import { type ClientCommand, CommandError, type Output, ok } from "../context.ts";
import { type Merge, withTomlTable, withYamlEntry } from "./config-texts.ts";

/** The configuration that a program reads, by its documentation; the comments name the page. */
interface Program {
  /** The configuration's path; below the home directory or the working one. */
  file: () => string;
  /** The key of servers in a JSON file; for a file of another format, what puts the entry into its text. */
  servers: string | Merge;
  /** Names POSTROOM_KEY in its own way. */
  entry(url: string): Record<string, unknown> | string;
  /** The values that VS Code asks its person for once and keeps as secrets. */
  inputs?: readonly { type: string; id: string; description: string; password: boolean }[];
  next: string;
}

const header = (key: string) => ({ Authorization: `Bearer ${key}` });

// Some programs fill in ${…} from the environment: for us it is text.
const fromEnvironment = (before: string) => ["$", "{", before, "POSTROOM_KEY}"].join("");

export const programs: Readonly<Record<string, Program>> = {
  // code.claude.com/docs/en/mcp: ${VAR} in headers of .mcp.json
  "claude-code": {
    file: () => join(process.cwd(), ".mcp.json"),
    servers: "mcpServers",
    entry: (url) => ({ type: "http", url, headers: header(fromEnvironment("")) }),
    next: "Start claude in this folder with POSTROOM_KEY set, and look at /mcp.",
  },
  // cursor.com/docs/mcp: ${env:NAME} in headers
  cursor: {
    file: () => join(homedir(), ".cursor/mcp.json"),
    servers: "mcpServers",
    entry: (url) => ({ url, headers: header(fromEnvironment("env:")) }),
    next: "Start Cursor with POSTROOM_KEY set; Settings, MCP shows the server.",
  },
  // code.visualstudio.com/docs/copilot/reference/mcp-configuration: a window seldom has the shell's environment
  vscode: {
    file: () => join(process.cwd(), ".vscode/mcp.json"),
    servers: "servers",
    entry: (url) => ({ type: "http", url, headers: header(["$", "{input:postroom-key}"].join("")) }),
    inputs: [
      {
        type: "promptString",
        id: "postroom-key",
        description: "API key of Postroom (pr_…)",
        password: true,
      },
    ],
    next: "Open this folder in VS Code, and run MCP: List Servers; it asks for the key once and keeps it.",
  },
  // geminicli.com/docs/tools/mcp-server: httpUrl is streamable HTTP, $VAR is filled in
  gemini: {
    file: () => join(homedir(), ".gemini/settings.json"),
    servers: "mcpServers",
    entry: (url) => ({ httpUrl: url, headers: header("$POSTROOM_KEY") }),
    next: "Start gemini with POSTROOM_KEY set, and look at /mcp.",
  },
  // developers.openai.com/codex/mcp: a key in the file is refused
  codex: {
    file: () => join(homedir(), ".codex/config.toml"),
    servers: withTomlTable,
    entry: (url) => `[mcp_servers.postroom]\nurl = "${url}"\nbearer_token_env_var = "POSTROOM_KEY"`,
    next: "Start codex with POSTROOM_KEY set, and look at /mcp.",
  },
  // goose-docs.ai/docs/guides/config-files: env_keys are read from the environment or the keyring
  goose: {
    file: () => join(homedir(), ".config/goose/config.yaml"),
    servers: withYamlEntry,
    entry: () =>
      "extensions:\n  postroom:\n    type: stdio\n    name: postroom\n    description: Email and calendar\n    enabled: true\n    cmd: postroom\n    args: [mcp]\n    env_keys: [POSTROOM_URL, POSTROOM_KEY]\n    timeout: 120",
    next: "Start goose with POSTROOM_URL and POSTROOM_KEY set.",
  },
};

const names = Object.keys(programs).join(", ");

export const agentsSetup: ClientCommand = {
  name: "agents setup",
  usage: "PROGRAM [--write]",
  summary: `print or write the MCP configuration of ${names}`,
  options: [{ name: "write", summary: "write it into the program's file, beside what is there" }],
  positionals: ["PROGRAM"],
  examples: ["postroom agents setup claude-code --write"],
  async runClient(input) {
    const name = input.positionals[0]!;
    const program = programs[name];
    if (!program) throw new CommandError(`${name} is not known. Take one of: ${names}`);
    const settings = readClientSettings();
    const tried = await tools(settings.url, settings.key);
    const entry = program.entry(`${settings.url}/mcp`);
    const said = input.options.write ? written(program, entry) : printed(program, entry);
    return { ...said, stdout: `${said.stdout}\n${tried} ${program.next}\n` };
  },
};

/** Whether the server is there with this key, and has tools for it. @throws ApiError */
async function tools(url: string, key: string): Promise<string> {
  const { data } = await new Postroom({ baseUrl: url, apiKey: key }).identities.list({ limit: 5 });
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      ...header(key),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const text = await response.text();
  const count = text.split('"inputSchema"').length - 1;
  if (!response.ok || count === 0)
    throw new CommandError(`${url}/mcp answers ${response.status}: ${text.slice(0, 200)}`);
  return `The server answers with ${count} tools for ${data.map(({ email }) => email).join(", ") || "no address yet"}.`;
}

function printed(program: Program, entry: ReturnType<Program["entry"]>): Output {
  const text = typeof entry === "string" ? entry : JSON.stringify(merged(program, {}, entry), null, 2);
  return ok(`# ${program.file()}\n${text}\n`);
}

/** A program's configuration with ours in it. @param known what its file holds */
export function merged(
  { servers, inputs }: Program,
  known: Record<string, unknown>,
  entry: ReturnType<Program["entry"]>,
): Record<string, unknown> {
  const key = servers as string;
  const made = { ...known, [key]: { ...(known[key] as object | undefined), postroom: entry } };
  if (!inputs) return made;
  const others = ((known.inputs ?? []) as { id: string }[]).filter(
    ({ id }) => !inputs.some((input) => input.id === id),
  );
  return { ...made, inputs: [...others, ...inputs] };
}

function written(program: Program, entry: ReturnType<Program["entry"]>): Output {
  const path = program.file();
  const text = writtenText(program, path, entry);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return ok(`Written to ${path}. The key is not in it.\n`);
}

/** @throws CommandError: the file is not such that an entry can be added to it */
function writtenText(program: Program, path: string, entry: ReturnType<Program["entry"]>): string {
  const { servers } = program;
  if (typeof servers === "string")
    return `${JSON.stringify(merged(program, knownOf(path), entry), null, 2)}\n`;
  const text = servers(existsSync(path) ? readFileSync(path, "utf8") : "", entry as string);
  if (text !== null) return text;
  throw new CommandError(`${path} is not as was expected. Leave out --write and add the lines yourself.`);
}

/** @throws CommandError: the file has comments, or is broken */
function knownOf(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  } catch {
    throw new CommandError(`${path} is not plain JSON. Leave out --write and add the lines yourself.`);
  }
}
