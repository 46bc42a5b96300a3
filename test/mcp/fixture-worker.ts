import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { errorResponder } from "../../src/http/errors.ts";
import { door } from "../../src/http/door.ts";
import { serveMcp } from "../../src/mcp/serve.ts";
import { FIXTURE_PROMPTS, FIXTURE_RESOURCES, FIXTURE_TOOLS } from "./fixture-answers.ts";

// The names that the protocol's own conformance suite asks for, behind the door and the serving of /mcp.

/** One of a table by its name or URI. Throws what a client is told of an unknown one. */
function named<One>(table: Readonly<Record<string, One>>, name: string): One {
  const one = Object.hasOwn(table, name) ? table[name] : undefined;
  if (one === undefined) throw new Error(`There is no ${name}`);
  return one;
}

async function callTool(name: string, args: Readonly<Record<string, unknown>>, context: ServerContext) {
  try {
    return await named(FIXTURE_TOOLS, name).call(context, args);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { content: [{ type: "text" as const, text }], isError: true };
  }
}

function readResource(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return { contents: [named(FIXTURE_RESOURCES, uri)] };
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

function createFixture(): McpServer {
  const mcp = new McpServer({ name: "conformance-fixture", version: "1.0.0" });
  const { server } = mcp;
  server.registerCapabilities({
    ...{ tools: {}, prompts: {}, logging: {}, completions: {} },
    resources: { subscribe: true },
  });
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(FIXTURE_TOOLS).map(([name, { inputSchema }]) => ({
      ...{ name, description: `The suite's ${name}` },
      inputSchema: inputSchema ?? { type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) =>
    callTool(params.name, params.arguments ?? {}, context),
  );
  server.setRequestHandler("resources/list", () => ({
    resources: Object.values(FIXTURE_RESOURCES).map(({ uri, mimeType }) => ({ uri, name: uri, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ name: "template", uriTemplate: "test://template/{id}/data" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(FIXTURE_PROMPTS).map(([name, { takes }]) => ({
      ...{ name, description: `The suite's ${name}` },
      arguments: takes.map((taken) => ({ name: taken, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => ({
    messages: named(FIXTURE_PROMPTS, params.name).messages(params.arguments ?? {}),
  }));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0 } }));
  return mcp;
}

/** The application of the Worker. */
export const fixtureApp = new Hono();
fixtureApp.onError(errorResponder(Date.now));
fixtureApp.use("/mcp", door({ allowedHosts: ["localhost", "127.0.0.1"], corsOrigins: [] }));
fixtureApp.all("/mcp", (c) =>
  serveMcp(c.req.raw, createFixture, { token: "one", check: async () => undefined }),
);
