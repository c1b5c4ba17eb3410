// What `agents setup` writes is what each program reads, and the file for the registry is as its schema asks.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { version } from "../../package.json" with { type: "json" };
import { merged, programs } from "../../src/cli/client/agents.ts";
import { withTomlTable, withYamlEntry } from "../../src/cli/client/config-texts.ts";
import { ownProgram } from "../../src/config/runtime.ts";

const url = "https://mail.example.com/mcp";
const made = (name: string, known: Record<string, unknown> = {}) =>
  merged(programs[name]!, known, programs[name]!.entry(url));
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const other = { command: "other" };

test("programs with JSON have an entry as their documentation shows it, beside what is there", () => {
  expect(made("claude-code")).toEqual({
    mcpServers: { postroom: { type: "http", url, headers: bearer("\u0024{POSTROOM_KEY}") } },
  });
  expect(made("cursor", { mcpServers: { other } })).toEqual({
    mcpServers: { other, postroom: { url, headers: bearer("\u0024{env:POSTROOM_KEY}") } },
  });
  expect(made("gemini", { theme: { name: "x" } })).toEqual({
    theme: { name: "x" },
    mcpServers: { postroom: { httpUrl: url, headers: bearer("$POSTROOM_KEY") } },
  });
  const asked = { type: "promptString", id: "postroom-key", description: expect.any(String), password: true };
  const mine = { type: "promptString", id: "mine", description: "x" };
  const once = made("vscode", { inputs: [mine] });
  expect(once).toEqual({
    servers: { postroom: { type: "http", url, headers: bearer("\u0024{input:postroom-key}") } },
    inputs: [mine, asked],
  });
  expect(made("vscode", once)).toEqual(once);
});

test("programs that keep their servers deeper, or run a program of ours, have an entry as their documentation shows it", () => {
  const headers = bearer("\u0024{POSTROOM_KEY}");
  const openclaw = { url, transport: "streamable-http", headers };
  expect(
    made("openclaw", { gateway: { port: 1 }, mcp: { sessionIdleTtlMs: 0, servers: { other } } }),
  ).toEqual({
    gateway: { port: 1 },
    mcp: { sessionIdleTtlMs: 0, servers: { other, postroom: openclaw } },
  });
  const opencode = { type: "remote", url, oauth: false, headers: bearer("{env:POSTROOM_KEY}") };
  expect(made("opencode", { mcp: { other } })).toEqual({ mcp: { other, postroom: opencode } });
  const second = { mcp: { timeout: 1, servers: { other, postroom: { url: "https://old.example/mcp" } } } };
  expect(made("opencode", second)).toEqual({
    mcp: { timeout: 1, servers: { other, postroom: opencode } },
  });
  const desktop = made("claude-desktop") as { mcpServers: { postroom: { command: string; args: string[] } } };
  expect(desktop.mcpServers.postroom.command).toStartWith("/");
  expect(desktop.mcpServers.postroom.args.at(-1)).toBe("mcp");
  expect(() => made("openclaw", { mcp: { servers: [other] } })).toThrow(
    '"servers" in that file is no object',
  );
  const hermes = programs.hermes!.entry(url) as string;
  const servers = { mcp_servers: { postroom: { url, headers, timeout: 120 } } };
  expect(Bun.YAML.parse(hermes)).toEqual(servers);
  const known = "model: x\nmcp_servers:\n  time:\n    command: uvx # mine\n";
  const both = withYamlEntry(known, hermes)!;
  expect(both).toContain("# mine");
  expect(Bun.YAML.parse(both)).toEqual({
    model: "x",
    mcp_servers: { time: { command: "uvx" }, ...servers.mcp_servers },
  });
});

test("programs with TOML and YAML have lines that read as their documentation shows them", () => {
  expect(Bun.TOML.parse(programs.codex!.entry(url) as string)).toEqual({
    mcp_servers: { postroom: { url, bearer_token_env_var: "POSTROOM_KEY" } },
  });
  expect(Bun.YAML.parse(programs.goose!.entry(url) as string)).toEqual({
    extensions: {
      postroom: {
        type: "stdio",
        name: "postroom",
        description: "Email and calendar",
        enabled: true,
        cmd: ownProgram()[0],
        args: [...ownProgram().slice(1), "mcp"],
        env_keys: ["POSTROOM_URL", "POSTROOM_KEY"],
        timeout: 120,
      },
    },
  });
});

test("an entry stands in a file of TOML or YAML once, beside what is there, comments too", () => {
  const [toml, yaml] = [programs.codex!.entry(url) as string, programs.goose!.entry(url) as string];
  const codex = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # why';
  const once = withTomlTable(codex, toml)!;
  expect(once).toStartWith(codex);
  expect(Bun.TOML.parse(once)).toMatchObject({
    model: "x",
    mcp_servers: { other: { command: "y" }, postroom: { url } },
  });
  expect(withTomlTable(once, toml)).toBe(once);
  const old = once.replace(url, "https://old.example/mcp").replace("# why", "# why\n\n[tools]\nweb = true");
  expect(Bun.TOML.parse(withTomlTable(old, toml)!)).toMatchObject({
    tools: { web: true },
    mcp_servers: { postroom: { url } },
  });
  expect(Bun.TOML.parse(withTomlTable("", toml)!)).toEqual(Bun.TOML.parse(toml));
  expect(withTomlTable("model = [broken", toml)).toBeNull();

  const goose =
    "# mine\nGOOSE_MODEL: x\nextensions:\n    # built in\n    developer:\n        enabled: true\nlast: 1\n";
  const made = withYamlEntry(goose, yaml)!;
  expect(made).toContain("# built in");
  expect(Bun.YAML.parse(made)).toMatchObject({
    GOOSE_MODEL: "x",
    last: 1,
    extensions: { developer: { enabled: true }, postroom: { cmd: ownProgram()[0] } },
  });
  expect(withYamlEntry(made, yaml)).toBe(made);
  expect(Bun.YAML.parse(withYamlEntry("", yaml)!)).toEqual(Bun.YAML.parse(yaml));
  expect(Bun.YAML.parse(withYamlEntry("a: 1", yaml)!)).toMatchObject({ a: 1, extensions: { postroom: {} } });
  for (const strange of ["extensions: {}\n", "extensions: { developer: {} }\n", "a: [1"])
    expect([strange, withYamlEntry(strange, yaml)]).toEqual([strange, null]);
});

// What the registry's schema of 2025-12-11 says of a server that is reached by URL: ServerDetail, RemoteTransport, Input.
const words = (maxLength: number) => ({ type: "string", minLength: 1, maxLength });
const input = {
  description: { type: "string" },
  isRequired: { type: "boolean" },
  isSecret: { type: "boolean" },
  format: { enum: ["string", "number", "boolean", "filepath"] },
  value: { type: "string" },
  default: { type: "string" },
  placeholder: { type: "string" },
  choices: { type: "array", items: { type: "string" } },
};
const inputOf = (more: object = {}, required: string[] = []) => ({
  type: "object",
  properties: { ...input, ...more },
  required,
  additionalProperties: false,
});
const serverSchema = {
  type: "object",
  required: ["$schema", "name", "description", "version", "remotes"],
  // The schema lets other fields be; a field that it does not know is a mistake of ours.
  additionalProperties: false,
  properties: {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: words(100),
    description: words(100),
    version: { ...words(255), pattern: "^\\d+\\.\\d+\\.\\d+$" },
    websiteUrl: { type: "string", format: "uri" },
    remotes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type", "url"],
        additionalProperties: false,
        properties: {
          type: { enum: ["streamable-http", "sse"] },
          url: { type: "string", pattern: "^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$" },
          variables: { type: "object", additionalProperties: inputOf() },
          headers: {
            type: "array",
            items: inputOf(
              { name: { type: "string" }, variables: { type: "object", additionalProperties: inputOf() } },
              ["name"],
            ),
          },
        },
      },
    },
  },
};

const registryFile = () =>
  JSON.parse(readFileSync(new URL("../../src/mcp/server.json", import.meta.url), "utf8"));

test("the registry's file is as its schema asks", () => {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(serverSchema);
  const misfits = (change: object) => {
    validate({ ...registryFile(), ...change });
    return ajv.errorsText(validate.errors);
  };
  expect(misfits({})).toBe("No errors");
  // It refuses what the registry refuses.
  expect(misfits({ name: "postroom" })).toContain("/name must match pattern");
  expect(misfits({ description: "x".repeat(101) })).toContain("/description must NOT have more than");
  expect(misfits({ version: "^1.0.0" })).toContain("/version must match pattern");
  const [remote] = registryFile().remotes;
  expect(misfits({ remotes: [{ ...remote, type: "http" }] })).toContain("/remotes/0/type must be equal");
  expect(misfits({ remotes: [{ ...remote, url: "mail.example.com/mcp" }] })).toContain("/remotes/0/url");
  expect(misfits({ remotes: [{ ...remote, headers: [{ isSecret: true }] }] })).toContain("'name'");
});

test("the registry's file names this version, and every name in its URL is a variable", () => {
  const file = registryFile();
  expect(file.version).toBe(version);
  expect(file.remotes).toHaveLength(1);
  const [{ url: template, variables, headers }] = file.remotes;
  expect([...template.matchAll(/\{(\w+)\}/g)].map(([, word]) => word)).toEqual(Object.keys(variables));
  expect(URL.canParse(template.replaceAll(/\{\w+\}/g, "mail.example.com"))).toBe(true);
  expect(headers.map((one: { name: string }) => one.name)).toEqual(["Authorization"]);
});
