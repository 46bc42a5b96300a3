import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** A Worker's handler, called as the platform calls it. */
export type Door = (request: Request) => Promise<Response>;

export interface ConnectOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Speak the protocol's version of 2026 where the server does. */
  readonly isModern?: boolean;
}

/** The official client on a Worker that is called without a network. */
export async function connect(door: Door, { token, headers, isModern = false }: ConnectOptions = {}) {
  const client = new Client(
    { name: "test", version: "1" },
    isModern ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL("https://recall.test/mcp"), {
    fetch: (url, init) => door(new Request(url, init)),
    requestInit: {
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    },
  });
  await client.connect(transport);
  return client;
}

export type McpClient = Awaited<ReturnType<typeof connect>>;

export interface Called<Structured> {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Structured;
}

/** A tool's answer: its text block and what it is made of. */
export async function call<Structured = unknown>(
  client: McpClient,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called<Structured>> {
  const answer = await client.callTool({ name, arguments: args });
  const [block] = answer.content;
  const text = block?.type === "text" ? block.text : "";
  return { isError: answer.isError === true, text, structured: answer.structuredContent as Structured };
}
