// Tools of the conformance suite that ask the client for something: by a result that says what is missing (2026-07-28), and by
// a request of the server within a session (2025-11-25).
import {
  createRequestStateCodec,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { text, texts } from "./content.ts";

/** Signs what a client carries from one round to the next. */
export const states = createRequestStateCodec<{ step: string }>({
  key: "a key of the conformance tests alone",
});

const form = (
  message: string,
  name: string,
  type: { type: "string" } | { type: "boolean" } = { type: "string" },
) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: type }, required: [name] },
  });

const question = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens: 100,
  });

/** The client's answer of this name, where it is one. */
function answerTo({ mcpReq }: ServerContext, name: string): Record<string, unknown> | null {
  const found = mcpReq.inputResponses?.[name];
  return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : null;
}

export function addAskingTools(server: McpServer): void {
  const tool = (name: string, run: Parameters<typeof server.registerTool>[2]) =>
    server.registerTool(name, { description: "Asks" }, run as never);
  const single = (name: string, key: string, request: Parameters<typeof inputRequired>[0]["inputRequests"]) =>
    tool(name, ((context: ServerContext) => {
      const given = answerTo(context, key);
      return given === null ? inputRequired({ inputRequests: request! }) : text(JSON.stringify(given));
    }) as never);
  const name = form("What is your name?", "name");
  for (const asked of ["test_input_required_result_elicitation", "test_streaming_elicitation"])
    single(asked, "user_name", { user_name: name });
  single("test_input_required_result_sampling", "capital_question", {
    capital_question: question("What is the capital of France?"),
  });
  single("test_input_required_result_list_roots", "client_roots", {
    client_roots: inputRequired.listRoots(),
  });
  const stated = (asked: string) =>
    tool(asked, (async (context: ServerContext) => {
      if (
        answerTo(context, "confirm") !== null &&
        context.mcpReq.requestState<{ step: string }>()?.step === "confirm"
      )
        return text("state-ok");
      const inputRequests = { confirm: form("Please confirm", "ok", { type: "boolean" }) };
      return inputRequired({ inputRequests, requestState: await states.mint({ step: "confirm" }) });
    }) as never);
  stated("test_input_required_result_request_state");
  stated("test_input_required_result_tampered_state");
  tool("test_input_required_result_multiple_inputs", (async (context: ServerContext) => {
    const inputRequests = {
      user_name: name,
      greeting: question("Generate a greeting"),
      client_roots: inputRequired.listRoots(),
    };
    if (Object.keys(inputRequests).every((key) => answerTo(context, key) !== null))
      return text("all are here");
    return inputRequired({ inputRequests, requestState: await states.mint({ step: "all" }) });
  }) as never);
  tool("test_input_required_result_multi_round", (async (context: ServerContext) => {
    const step = context.mcpReq.requestState<{ step: string }>()?.step;
    if (step === "2" && answerTo(context, "step2") !== null) return text("done");
    if (step === "1" && answerTo(context, "step1") !== null)
      return inputRequired({
        inputRequests: { step2: form("Step 2: What is your favorite color?", "color") },
        requestState: await states.mint({ step: "2" }),
      });
    return inputRequired({
      inputRequests: { step1: form("Step 1: What is your name?", "name") },
      requestState: await states.mint({ step: "1" }),
    });
  }) as never);
  tool("test_input_required_result_capabilities", ((context: ServerContext) => {
    const has = capabilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(has.elicitation ? { user_name: name } : {}),
        ...(has.sampling ? { greeting: question("Generate a greeting") } : {}),
      },
    });
  }) as never);
  // The server library refuses what the client has not declared. MCP 2026-07-28, Multi Round-Trip Requests
  single("test_missing_capability", "greeting", { greeting: question("Generate a greeting") });
  server.registerPrompt("test_input_required_result_prompt", { description: "Asks" }, ((
    context: ServerContext,
  ) => {
    const given = answerTo(context, "user_context");
    if (given === null)
      return inputRequired({
        inputRequests: { user_context: form("What context should the prompt use?", "context") },
      });
    return { messages: [{ role: "user", content: { type: "text", text: JSON.stringify(given) } }] };
  }) as never);
}

function capabilitiesOf({ mcpReq }: ServerContext): { elicitation?: unknown; sampling?: unknown } {
  const meta = { ...mcpReq._meta, ...(mcpReq.envelope as Record<string, unknown> | undefined) } as Record<
    string,
    unknown
  >;
  return (meta["io.modelcontextprotocol/clientCapabilities"] ?? {}) as { elicitation?: unknown };
}

const choices = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: {
    type: "string",
    oneOf: [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Option ${n}` })),
  },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: {
    type: "array",
    minItems: 1,
    maxItems: 3,
    items: { type: "string", enum: ["option1", "option2", "option3"] },
  },
  titledMulti: {
    type: "array",
    minItems: 1,
    maxItems: 3,
    items: { anyOf: [1, 2, 3].map((n) => ({ const: `value${n}`, title: `Choice ${n}` })) },
  },
};

const defaults = {
  name: { type: "string", description: "User name", default: "John Doe" },
  age: { type: "integer", description: "User age", default: 30 },
  score: { type: "number", description: "User score", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", description: "Verified", default: true },
};

/** Requests of the server within a session, as clients of 2025 answer them. */
export function addSessionTools(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "Samples", inputSchema: texts("prompt") },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.send({
        method: "sampling/createMessage",
        params: { messages: [{ role: "user", content: { type: "text", text: prompt! } }], maxTokens: 100 },
      });
      return text(`LLM response: ${(content as { text?: string }).text}`);
    },
  );
  const elicit = async ({ mcpReq }: ServerContext, message: string, schema: object) => {
    const { action, content } = await mcpReq.send({
      method: "elicitation/create",
      params: { message, requestedSchema: { type: "object", ...schema } },
    });
    return `action=${action}, content=${JSON.stringify(content ?? {})}`;
  };
  server.registerTool(
    "test_elicitation",
    { description: "Elicits", inputSchema: texts("message") },
    async ({ message }, context) => {
      const schema = { properties: { response: { type: "string" } }, required: ["response"] };
      return text(`User response: ${await elicit(context, message!, schema)}`);
    },
  );
  for (const [name, properties] of [
    ["test_elicitation_sep1034_defaults", defaults],
    ["test_elicitation_sep1330_enums", choices],
  ] as const) {
    server.registerTool(name, { description: "Elicits" }, async (context) =>
      text(`Elicitation completed: ${await elicit(context, "Please choose", { properties, required: [] })}`),
    );
  }
  server.server.setRequestHandler("logging/setLevel", () => ({}));
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}
