// MCP over standard input and output: the same tools, with a client that calls a server elsewhere.
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { withArguments } from "./handler.ts";
import { createMcpServer, isTool, type McpCaller, unknownTool } from "./server.ts";

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
  const serving = serveStdio(() => createMcpServer({ ...caller, level: "send" }), { transport });
  const heard = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const asked = withArguments(message) as JSONRPCMessage;
    const refusal = refusalOfUnknown(asked);
    if (refusal === null) heard?.(asked, extra);
    else void transport.send(refusal);
  };
  return serving;
}

/** The answer to a call of a tool that is none: the library's own names no other. */
function refusalOfUnknown(message: JSONRPCMessage): JSONRPCMessage | null {
  if (!("method" in message) || !("id" in message) || message.method !== "tools/call") return null;
  const { name, arguments: given } = (message.params ?? {}) as { name?: unknown; arguments?: unknown };
  if (typeof name !== "string" || isTool(name)) return null;
  const { code, message: why } = unknownTool(name, typeof given === "object" ? { ...given } : {});
  return { jsonrpc: "2.0", id: message.id, error: { code, message: why } };
}
