// `agents setup`: the configuration that an agent's program needs to reach the tools. It tries the server first. With --write
// it stands in the program's file, beside what that holds; else it is printed.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { readClientSettings } from "../../config/client.ts";
import { ownProgram } from "../../config/runtime.ts";
import { nearest } from "../../lib/nearest.ts";
import { Postroom } from "../../sdk/typescript/index.ts";
import { type ClientCommand, CommandError, type Output, ok, WrongWord } from "../context.ts";
import { type Merge, withTomlTable, withYamlEntry } from "./config-texts.ts";

/** The configuration that a program reads, by its documentation; the comments name the page. */
interface Program {
  /** The configuration's path; below the home directory or the working one. */
  file: () => string;
  /** The keys that lead to the servers in a JSON file; for a file of another format, what puts the entry into its text. */
  servers: readonly string[] | Merge;
  /** A key below `servers`: where the file has it, the servers stand there. */
  newer?: string;
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
    servers: ["mcpServers"],
    entry: (url) => ({ type: "http", url, headers: header(fromEnvironment("")) }),
    next: "Start claude in this folder with POSTROOM_KEY set, and look at /mcp.",
  },
  // cursor.com/docs/mcp: ${env:NAME} in headers
  cursor: {
    file: () => join(homedir(), ".cursor/mcp.json"),
    servers: ["mcpServers"],
    entry: (url) => ({ url, headers: header(fromEnvironment("env:")) }),
    next: "Start Cursor with POSTROOM_KEY set; Settings, MCP shows the server.",
  },
  // code.visualstudio.com/docs/copilot/reference/mcp-configuration: a window seldom has the shell's environment
  vscode: {
    file: () => join(process.cwd(), ".vscode/mcp.json"),
    servers: ["servers"],
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
    servers: ["mcpServers"],
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
    entry: () => {
      const [cmd, ...args] = ownProgram();
      return `extensions:\n  postroom:\n    type: stdio\n    name: postroom\n    description: Email and calendar\n    enabled: true\n    cmd: ${JSON.stringify(cmd)}\n    args: ${JSON.stringify([...args, "mcp"])}\n    env_keys: [POSTROOM_URL, POSTROOM_KEY]\n    timeout: 120`;
    },
    next: "Start goose with POSTROOM_URL and POSTROOM_KEY set.",
  },
  // docs.openclaw.ai/cli/mcp and /gateway/configuration (2026-07): without `transport` it would speak SSE
  openclaw: {
    file: () => join(homedir(), ".openclaw/openclaw.json"),
    servers: ["mcp", "servers"],
    entry: (url) => ({ url, transport: "streamable-http", headers: header(fromEnvironment("")) }),
    next: "Set POSTROOM_KEY for the gateway (~/.openclaw/.env), then run: openclaw mcp doctor postroom --probe",
  },
  // hermes-agent.nousresearch.com/docs/reference/mcp-config-reference (2026-09): ${VAR} in any string of a server
  hermes: {
    file: () => join(homedir(), ".hermes/config.yaml"),
    servers: withYamlEntry,
    entry: (url) =>
      `mcp_servers:\n  postroom:\n    url: "${url}"\n    headers:\n      Authorization: "${header(fromEnvironment("")).Authorization}"\n    timeout: 120`,
    next: "Put POSTROOM_KEY into ~/.hermes/.env, and start hermes, or say /reload-mcp.",
  },
  // opencode.ai/docs/mcp-servers and /docs/migrate-v1 (2026-11): version 2 reads `mcp.NAME` of version 1 too, and first `mcp.servers.NAME`
  opencode: {
    file: () => {
      const path = join(homedir(), ".config/opencode/opencode.json");
      return existsSync(`${path}c`) && !existsSync(path) ? `${path}c` : path;
    },
    servers: ["mcp"],
    newer: "servers",
    entry: (url) => ({ type: "remote", url, oauth: false, headers: header("{env:POSTROOM_KEY}") }),
    next: "Start opencode with POSTROOM_KEY set, and run: opencode mcp list. Where version 2 does not list it, move the entry below mcp.servers of that file.",
  },
  // modelcontextprotocol.io/docs/develop/connect-local-servers: it starts programs, without the shell's environment
  "claude-desktop": {
    file: () =>
      join(
        homedir(),
        process.platform === "darwin" ? "Library/Application Support" : ".config",
        "Claude/claude_desktop_config.json",
      ),
    servers: ["mcpServers"],
    entry: () => {
      const [command, ...args] = ownProgram();
      return { command, args: [...args, "mcp"] };
    },
    next: "It takes the server and the key that postroom login has kept: run that first. Then quit and start Claude Desktop.",
  },
};

const names = Object.keys(programs).join(", ");

/** Programs by the name of their command. */
const ofOwnName: Readonly<Record<string, string>> = { claude: "claude-code", code: "vscode" };

/** The one whose name is near, or begins so. */
function unknownProgram(name: string): CommandError {
  const why = `${name} is not known. Take one of: ${names}`;
  const known = Object.keys(programs);
  const plain = name.toLowerCase().replaceAll(/[ _]/g, "-");
  const begun = known.filter((one) => one.startsWith(plain) || plain.startsWith(one));
  const near =
    ofOwnName[plain] ?? (begun.length === 0 ? nearest(plain, known) : begun.length === 1 ? begun[0]! : null);
  return near === null ? new CommandError(why) : new WrongWord(why, name, near);
}

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
    if (!program) throw unknownProgram(name);
    const settings = readClientSettings();
    const tried = await tools(settings.url, settings.key);
    const entry = program.entry(`${settings.url}/mcp`);
    const said = input.options.write ? written(program, entry) : printed(program, entry);
    return { ...said, stdout: `${said.stdout}\n${tried} ${program.next}\n` };
  },
};

/** Asks the server for its tools with this key. @throws ApiError */
async function tools(url: string, key: string): Promise<string> {
  const { data, has_more: isMore } = await new Postroom({ baseUrl: url, apiKey: key }).identities.list({
    limit: 5,
  });
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
  const emails = data.map(({ email }) => email).join(", ") || "no address yet";
  return `The server answers with ${count} tools for ${emails}${isMore ? " and others" : ""}.`;
}

function printed(program: Program, entry: ReturnType<Program["entry"]>): Output {
  const text = typeof entry === "string" ? entry : JSON.stringify(merged(program, {}, entry), null, 2);
  return ok(`# ${program.file()}\n${text}\n`);
}

/** A program's configuration with ours in it. @param known what its file holds */
export function merged(
  { servers, newer, inputs }: Program,
  known: Record<string, unknown>,
  entry: ReturnType<Program["entry"]>,
): Record<string, unknown> {
  const made = withEntry(known, { keys: servers as readonly string[], newer }, entry);
  if (!inputs) return made;
  const others = ((known.inputs ?? []) as { id: string }[]).filter(
    ({ id }) => !inputs.some((input) => input.id === id),
  );
  return { ...made, inputs: [...others, ...inputs] };
}

/** @throws CommandError: something else than an object is where the servers stand */
function withEntry(
  known: Record<string, unknown>,
  { keys, newer }: { keys: readonly string[]; newer: string | undefined },
  entry: ReturnType<Program["entry"]>,
): Record<string, unknown> {
  const [key, ...rest] = keys;
  if (key === undefined) {
    const isNewer = newer !== undefined && typeof known[newer] === "object" && known[newer] !== null;
    if (isNewer) return withEntry(known, { keys: [newer], newer: undefined }, entry);
    return { ...known, postroom: entry };
  }
  const below = known[key] ?? {};
  if (typeof below !== "object" || Array.isArray(below))
    throw new CommandError(
      `"${key}" in that file is no object. Leave out --write and add the lines yourself.`,
    );
  const inner = withEntry(below as Record<string, unknown>, { keys: rest, newer }, entry);
  return { ...known, [key]: inner };
}

function written(program: Program, entry: ReturnType<Program["entry"]>): Output {
  const path = program.file();
  const text = writtenText(program, path, entry);
  const before = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (before === text) return ok(`${path} has it already. The key is not in it.\n`);
  mkdirSync(dirname(path), { recursive: true });
  if (before !== null) copyFileSync(path, `${path}.before-postroom`);
  writeFileSync(path, text);
  const kept = before === null ? "" : ` What it was is in ${path}.before-postroom.`;
  return ok(`Written to ${path}. The key is not in it.${kept}\n`);
}

/** @throws CommandError: the file is not such that an entry can be added to it */
function writtenText(program: Program, path: string, entry: ReturnType<Program["entry"]>): string {
  const { servers } = program;
  if (typeof servers !== "function")
    return `${JSON.stringify(merged(program, knownOf(path), entry), null, 2)}\n`;
  const text = servers(existsSync(path) ? readFileSync(path, "utf8") : "", entry as string);
  if (text !== null) return text;
  throw new CommandError(`${path} is not as was expected. Leave out --write and add the lines yourself.`);
}

/** @throws CommandError: the file has comments, or is broken */
function knownOf(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  try {
    const text = readFileSync(path, "utf8");
    const known: unknown = text.trim() === "" ? {} : JSON.parse(text);
    if (typeof known !== "object" || known === null || Array.isArray(known)) throw new Error("no object");
    return known as Record<string, unknown>;
  } catch {
    throw new CommandError(
      `${path} is no object of plain JSON. Leave out --write and add the lines yourself.`,
    );
  }
}
