// What `agents setup` writes is what each program reads, and the file for the registry is as its schema asks.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { version } from "../../package.json" with { type: "json" };
import { merged, programs } from "../../src/cli/client/agents.ts";

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
        cmd: "postroom",
        args: ["mcp"],
        env_keys: ["POSTROOM_URL", "POSTROOM_KEY"],
        timeout: 120,
      },
    },
  });
});

// The registry's schema of 2025-12-11: ServerDetail, RemoteTransport, Input.
test("the registry's file has the fields, patterns and lengths that its schema asks for", () => {
  const file = JSON.parse(readFileSync(new URL("../../src/mcp/server.json", import.meta.url), "utf8"));
  const { $schema, name, title, description, remotes, ...rest } = file;
  expect($schema).toBe("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
  expect(name).toMatch(/^(?=.{3,200}$)[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  for (const text of [title, description]) {
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(100);
  }
  expect(rest).toEqual({ version });
  expect(remotes).toHaveLength(1);
  const [{ type, url: template, variables, headers, ...more }] = remotes;
  expect([type, more]).toEqual(["streamable-http", {}]);
  expect(template).toMatch(/^https?:\/\/[^\s]+$/);
  // Every name in braces is a variable, and every variable stands in the URL.
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
  expect(named).toEqual(Object.keys(variables));
  expect(URL.canParse(template.replaceAll(/\{\w+\}/g, "mail.example.com"))).toBe(true);
  const known = ["name", "description", "isRequired", "isSecret", "format", "value", "default", "choices"];
  for (const input of [...Object.values<object>(variables), ...headers])
    expect(Object.keys(input).filter((field) => !known.includes(field) && field !== "placeholder")).toEqual(
      [],
    );
  expect(headers.map((one: { name: string }) => one.name)).toEqual(["Authorization"]);
});
