// The official MCP client against a test's server.

import { expect } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export interface McpAnswer {
  text: string;
  fields: Record<string, unknown>;
  isError: boolean;
}

export interface McpClient {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<McpAnswer>;
  /** @throws when the tool refuses */
  must(name: string, args?: Record<string, unknown>): Promise<McpAnswer>;
  close(): Promise<void>;
}

/** @param era of the protocol that the client speaks */
export async function mcpClient(
  base: string,
  key: string,
  era: "2025" | "2026" = "2026",
): Promise<McpClient> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era === "2026" ? "auto" : "legacy" } },
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }),
  );
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<McpAnswer> => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { type: string; text: string }[];
    const fields = (result.structuredContent ?? {}) as Record<string, unknown>;
    return { text: content!.text, fields, isError: result.isError === true };
  };
  return {
    client,
    call,
    async must(name, args) {
      const answer = await call(name, args);
      expect([name, answer.isError, answer.isError ? answer.text : ""]).toEqual([name, false, ""]);
      return answer;
    },
    close: () => client.close(),
  };
}
