// What the conformance suite of MCP asks a server to have: tools, resources and prompts with the names and words that its
// scenarios look for. They stand on the official server; the mount below them is the product's.
import { fromJsonSchema, type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";

/** A PNG of one red pixel, and a WAV without samples. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

/** A schema of required texts. */
export const texts = (...names: string[]) =>
  fromJsonSchema<Record<string, string>>({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
    required: names,
  });

const pause = () => Bun.sleep(20);

export function addTools(server: McpServer): void {
  server.registerTool("test_simple_text", { description: "A text" }, () =>
    text("This is a simple text response for testing."),
  );
  server.registerTool("test_image_content", { description: "An image" }, () => ({
    content: [{ type: "image", data: png, mimeType: "image/png" }],
  }));
  server.registerTool("test_audio_content", { description: "A sound" }, () => ({
    content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  }));
  server.registerTool("test_embedded_resource", { description: "A resource" }, () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  }));
  server.registerTool("test_multiple_content_types", { description: "Three kinds" }, () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: png, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  }));
  server.registerTool("test_error_handling", { description: "An error" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool("test_tool_with_progress", { description: "Progress" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await pause();
    }
    return text(String(progressToken));
  });
  server.registerTool("test_tool_with_logging", { description: "A log" }, async ({ mcpReq }) => {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
      await pause();
    }
    return text("Tool with logging executed successfully");
  });
  server.registerTool(
    "test_logging_tool",
    { description: "A log, if it was asked for" },
    async ({ mcpReq }) => {
      await mcpReq.log("info", "a line of the log");
      return text("logged");
    },
  );
}

export function addResources(server: McpServer): void {
  const fixed = (
    name: string,
    uri: string,
    content: { mimeType: string; text: string } | { mimeType: string; blob: string },
  ) =>
    server.registerResource(
      name,
      uri,
      { title: name, description: name, mimeType: content.mimeType },
      () => ({
        contents: [{ uri, ...content }],
      }),
    );
  fixed("static-text", "test://static-text", {
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  });
  fixed("static-binary", "test://static-binary", { mimeType: "image/png", blob: png });
  fixed("watched-resource", "test://watched-resource", { mimeType: "text/plain", text: "Watched" });
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { title: "template", description: "template", mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.toString(),
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
}

export function addPrompts(server: McpServer): void {
  const said = (words: string) => ({
    role: "user" as const,
    content: { type: "text" as const, text: words },
  });
  server.registerPrompt("test_simple_prompt", { description: "A text" }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "Arguments", argsSchema: texts("arg1", "arg2") },
    ({ arg1, arg2 }) => ({ messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "A resource", argsSchema: texts("resourceUri") },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: {
            type: "resource",
            resource: {
              uri: resourceUri!,
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        said("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "An image" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
      said("Please analyze the image above."),
    ],
  }));
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}
