// MCP over standard input and output: the same tools, with a client that calls a server elsewhere.
import type { Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpCaller } from "./server.ts";

/** Resolves when standard input has ended. @param caller.base the server's own address, where its pages for people are */
export async function serveMcpOverStdio(caller: Omit<McpCaller, "level">): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once("end", resolve));
  const serving = serveMcpOn(new StdioServerTransport(), caller);
  await ended;
  await serving.close();
}

/** Serves one client, of either era, until it is closed. */
export function serveMcpOn(
  transport: Transport,
  caller: Omit<McpCaller, "level">,
): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer({ ...caller, level: "send" }), { transport });
}
