// `mcp`: the tools over standard input and output, for clients that start their servers. Calls go to the server of `login`.
import { readClientSettings } from "../../config/client.ts";
import { type ClientCommand, ok } from "../context.ts";
import { connect } from "./caller.ts";

export const mcp: ClientCommand = {
  name: "mcp",
  usage: "",
  summary: "serve the MCP tools over standard input and output",
  options: [],
  positionals: [],
  examples: ["POSTROOM_URL=https://mail.example.com POSTROOM_KEY=pr_… postroom mcp"],
  async runClient() {
    // Loaded only here: of all commands, this one alone needs the MCP server.
    const { serveMcpOverStdio } = await import("../../mcp/stdio.ts");
    await serveMcpOverStdio({ client: connect(), base: readClientSettings().url });
    return ok("");
  },
};
