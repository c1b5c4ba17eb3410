// MCP over standard input and output: the same tools, with a client that calls a server elsewhere.
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Postroom } from "../sdk/typescript/index.ts";
import { createMcpServer } from "./server.ts";

/** Resolves when standard input has ended. */
export async function serveMcpOverStdio(client: Postroom): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve));
  const serving = serveStdio(() => createMcpServer({ client, level: "send" }), {
    transport: new StdioServerTransport(),
  });
  await ended;
  await serving.close();
}
