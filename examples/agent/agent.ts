/**
 * What a coding agent does with edge-recall over MCP: look, read what is worth it, remember, find it again.
 *
 *     RECALL_URL=http://127.0.0.1:8787 RECALL_TOKEN=rcl_… node examples/agent/agent.ts "when are the keys rotated?"
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { RECALL_URL = "http://127.0.0.1:8787", RECALL_TOKEN = "" } = process.env;
const [question = "when are the keys rotated?"] = process.argv.slice(2);

interface SearchAnswer {
  readonly hits: readonly { readonly id: string; readonly citation: string; readonly tokens: number }[];
}

const client = new Client({ name: "example-agent", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL("/mcp", RECALL_URL), {
    requestInit: { headers: { authorization: `Bearer ${RECALL_TOKEN}` } },
  }),
);

/** Calls a tool and prints what a model would read. */
async function call<Answer>(name: string, args: Record<string, unknown>): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  console.log(`> ${name} ${JSON.stringify(args)}\n${text.trimEnd()}\n`);
  if (isError === true) throw new Error(text);
  return structuredContent as Answer;
}

// 1. Look: a compact hit costs a line and says what reading it costs.
const { hits } = await call<SearchAnswer>("search", { query: question, limit: 2 });

// 2. Read the best one, within a budget of tokens.
const [best] = hits;
if (best !== undefined) await call("get", { places: [best.id], budget: 500 });

// 3. Keep what the person decided, so that the next session knows it.
await call("remember", {
  texts: ["The May rotation moves to Tuesday because of the holiday"],
  type: "decision",
});

// 4. The next session finds the decision beside the runbook.
await call("search", { query: "when is the rotation in May?", limit: 1, view: "snippet" });

await client.close();
