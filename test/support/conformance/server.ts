// A server with all that the conformance suite asks for, on the product's mount: both eras without sessions. Requests of 2025
// that belong to a session go to the official transport, since the product keeps none.
import {
  isLegacyRequest,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { mountMcp, refusedHost } from "../../../src/mcp/handler.ts";
import { addAskingTools, addSessionTools, states } from "./asking.ts";
import { addPrompts, addResources, addTools, text } from "./content.ts";

export interface ConformanceServer {
  url: string;
  stop(): Promise<void>;
}

export function startConformanceServer(): ConformanceServer {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const mount = mountMcp(
    () => modern(() => mount.notify),
    () => undefined,
  );

  async function inSession(request: Request): Promise<Response> {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await legacy().connect(transport);
    return transport.handleRequest(request);
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const refused = refusedHost(request, "localhost");
      if (refused) return refused;
      if (await isLegacyRequest(request.clone() as Request)) return inSession(request);
      return mount.answer(request, undefined);
    },
  });
  return { url: `http://127.0.0.1:${server.port}/mcp`, stop: () => server.stop(true) };
}

const capabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
};

function modern(notify: () => { toolsChanged(): void; promptsChanged(): void }): McpServer {
  const server = new McpServer(
    { name: "conformance", version: "1" },
    { capabilities: { ...capabilities, logging: {} }, requestState: { verify: states.verify } },
  );
  addTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  server.registerTool("test_trigger_tool_change", { description: "Reports" }, () => {
    notify().toolsChanged();
    return text("done");
  });
  server.registerTool("test_trigger_prompt_change", { description: "Reports" }, () => {
    notify().promptsChanged();
    return text("done");
  });
  return server;
}

function legacy(): McpServer {
  const server = new McpServer(
    { name: "conformance", version: "1" },
    { capabilities: { ...capabilities, logging: {} } },
  );
  addTools(server);
  addSessionTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}
