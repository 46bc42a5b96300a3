import type { CallToolResult, PromptMessage, ServerContext } from "@modelcontextprotocol/server";

/** One red pixel, and 44 bytes of no sound. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

const STEP_MS = 50;
/** A request to the client cannot be answered where nothing is kept between requests: it is given up soon. */
const ASKING = { timeout: 500 } as const;

interface FixtureTool {
  readonly inputSchema?: { readonly type: "object" } & Readonly<Record<string, unknown>>;
  readonly call: (
    context: ServerContext,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<CallToolResult> | CallToolResult;
}

const text = (said: string) => ({ type: "text" as const, text: said });
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, said: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: said },
});
const says = (...content: CallToolResult["content"]): FixtureTool => ({ call: () => ({ content }) });
const step = (): Promise<void> => new Promise((done) => setTimeout(done, STEP_MS));

const elicits = (properties: Readonly<Record<string, unknown>>): FixtureTool => ({
  async call({ mcpReq }) {
    const requestedSchema = { type: "object" as const, properties: properties as never };
    const { action, content } = await mcpReq.elicitInput({ message: "Please", requestedSchema }, ASKING);
    return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] };
  },
});

async function logs({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const said of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", said);
    await step();
  }
  return { content: [text("Logged")] };
}

async function progresses({ mcpReq: { _meta, notify } }: ServerContext): Promise<CallToolResult> {
  const progressToken = _meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    await step();
  }
  return { content: [text("Done")] };
}

async function samples({ mcpReq }: ServerContext, { prompt }: Readonly<Record<string, unknown>>) {
  const messages = [{ role: "user" as const, content: text(String(prompt)) }];
  const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 }, ASKING);
  return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
}

/** The tools that the suite calls. */
export const FIXTURE_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: says(text("This is a simple text response for testing.")),
  test_image_content: says(image),
  test_audio_content: says({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: says(
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: says(
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  test_tool_with_logging: { call: logs },
  test_tool_with_progress: { call: progresses },
  test_error_handling: {
    call: () => {
      throw new Error("This tool intentionally returns an error for testing");
    },
  },
  test_sampling: { call: samples },
  test_elicitation: elicits({ username: { type: "string" }, email: { type: "string" } }),
  test_elicitation_sep1034_defaults: elicits({ name: { type: "string", default: "John Doe" } }),
  test_elicitation_sep1330_enums: elicits({ one: { type: "string", enum: ["option1", "option2"] } }),
  json_schema_2020_12_tool: {
    ...says(text("Schema")),
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
      additionalProperties: false,
    },
  },
};

interface FixtureResource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const plain = (uri: string, said: string): FixtureResource => ({ uri, mimeType: "text/plain", text: said });

/** The resources that the suite reads. */
export const FIXTURE_RESOURCES: Readonly<
  Record<string, FixtureResource | { readonly uri: string; readonly mimeType: string; readonly blob: string }>
> = {
  "test://static-text": plain("test://static-text", "This is the content of the static text resource."),
  "test://static-binary": { uri: "test://static-binary", mimeType: "image/png", blob: PNG },
  "test://watched-resource": plain("test://watched-resource", "Watched"),
};

interface FixturePrompt {
  readonly takes: readonly string[];
  readonly messages: (given: Readonly<Record<string, string>>) => PromptMessage[];
}

const user = (content: PromptMessage["content"]): PromptMessage => ({ role: "user", content });

/** The prompts that the suite gets. */
export const FIXTURE_PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { takes: [], messages: () => [user(text("This is a simple prompt for testing."))] },
  test_prompt_with_arguments: {
    takes: ["arg1", "arg2"],
    messages: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    takes: ["resourceUri"],
    messages: ({ resourceUri = "" }) => [
      user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
      user(text("Please process the embedded resource above.")),
    ],
  },
  test_prompt_with_image: {
    takes: [],
    messages: () => [user(image), user(text("Please analyze the image above."))],
  },
};
