import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** Calls a tool. Answers its structured content, or none where it answers text alone; throws when it is an error. */
export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Tools whose answers are passages, and so text. */
const OF_TEXT: readonly string[] = ["get", "fetch", "list"];

interface Kept {
  readonly memories: readonly { readonly id: string }[];
}

interface Found {
  readonly hits: readonly { readonly id: string }[];
  readonly recallId: string;
}

/** The log of searches is written after their answers, milliseconds. */
const LOGGED_MS = 1_000;

const FACT = "We decided that the heron by the weir is called Gerard.";

/** Calls every tool once, each with what the ones before it answered. Throws where one is left out or fails. */
export async function callEvery(names: readonly string[], callTool: CallTool): Promise<void> {
  const called = new Set<string>();
  const call = async <Answer>(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> => {
    called.add(name);
    const answer = await callTool(name, args);
    const isStructured = typeof answer === "object" && answer !== null;
    if (isStructured === OF_TEXT.includes(name))
      throw new Error(`${name} has ${isStructured ? "" : "no "}structured content`);
    return answer as Answer;
  };
  const { memories } = await call<Kept>("remember", { texts: [FACT], type: "decision" });
  const memory = memories[0]?.id;
  const { hits, recallId } = await call<Found>("search", { query: "what is the heron called?" });
  const id = hits[0]?.id;
  if (memory === undefined || id === undefined) throw new Error("what was remembered is not found");
  await call("get", { places: [id] });
  await call("fetch", { id });
  await call("graph", { query: "Gerard" });
  await call("list", {});
  await call("status", {});
  await new Promise((done) => setTimeout(done, LOGGED_MS));
  await call("feedback", { recallId, hit: "1", vote: "up" });
  await call("forget", { id: memory });
  const left = names.filter((name) => !called.has(name));
  if (left.length > 0) throw new Error(`nobody called ${left.join(", ")}`);
}

/** The official client, connected. It checks every answer against the tool's schema. */
export async function withClient<Answer>(
  { url, token, isModern }: { readonly url: string; readonly token: string; readonly isModern: boolean },
  work: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const options = isModern ? { versionNegotiation: { mode: "auto" as const } } : {};
  const client = new Client({ name: "conformance", version: "1" }, options);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  try {
    await client.listTools();
    return await work(client);
  } finally {
    await client.close();
  }
}
