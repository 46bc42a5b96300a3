import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { byteStream, chatEvents } from "./chat-stream.ts";
import { direction, overlap } from "./fake-ai.ts";
import { fakeChat } from "./fake-chat.ts";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}

/** What the server answers instead of what is right. */
export interface Failure {
  readonly status?: number;
  /** Text, or a value that is sent as JSON; or what the right answer becomes. */
  readonly body?: unknown;
  readonly change?: (answer: unknown) => unknown;
  readonly location?: string;
  /** Never answers: "silence" sends nothing, "half" the status line and half a body. */
  readonly hangs?: "silence" | "half";
}

export type Provider = "openai" | "tei" | "llama.cpp" | "jina" | "siliconflow" | "voyage" | "pinecone";

/** A server that speaks one provider's documented shapes, and refuses what that provider refuses. */
export interface ModelServer {
  readonly url: string;
  readonly requests: SeenRequest[];
  failure: Failure | undefined;
  close(): Promise<void>;
}

export const SERVER_KEY = "a-key-for-tests-only";

/** The refusal of a wrong request, as the providers word it. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const refuseUnless = (isRight: boolean, status: number, message: string): void => {
  if (!isRight) throw new Refusal(status, message);
};

export async function startModelServer(provider: Provider): Promise<ModelServer> {
  const sockets = new Set<{ destroy(): void }>();
  const requests: SeenRequest[] = [];
  const state: { failure: Failure | undefined } = { failure: undefined };
  const server: Server = createServer(async (request, response) => {
    const text = await textOf(request);
    const seen = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) };
    requests.push(seen);
    const { status, body, hangs, location } = answerTo(provider, seen, state.failure);
    if (hangs === "silence") return;
    if (status === 200 && seen.body.stream === true && state.failure === undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void Readable.from(byteStream(chatEvents(fakeChat(seen.body)))).pipe(response);
    }
    response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
    if (hangs === "half") response.write(body.slice(0, body.length / 2));
    else response.end(body);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get failure() {
      return state.failure;
    },
    set failure(failure) {
      state.failure = failure;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly hangs?: Failure["hangs"];
  readonly location?: string | undefined;
}

function answerTo(provider: Provider, seen: SeenRequest, failure: Failure | undefined): Answer {
  const asText = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));
  if (failure?.status !== undefined)
    return { status: failure.status, body: asText(failure.body ?? ""), location: failure.location };
  try {
    const right = respond(provider, seen);
    const given = failure !== undefined && "body" in failure ? failure.body : right;
    const body = failure?.change === undefined ? given : failure.change(right);
    return { status: 200, body: asText(body), hangs: failure?.hangs };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: asText({ error: { message: error.message } }) };
  }
}

/** Paths by provider: where it listens, and for what. */
function respond(provider: Provider, seen: SeenRequest): unknown {
  const { path, headers, body } = seen;
  const isPinecone = provider === "pinecone";
  const key = isPinecone ? headers["api-key"] : headers.authorization?.replace(/^Bearer /, "");
  refuseUnless(key === SERVER_KEY, 401, `Incorrect API key provided: ${key}`);
  if (path === "/v1/embeddings") return embed(provider, body);
  if (path === "/v1/chat/completions") return chat(body);
  const rerankPath = provider === "tei" || isPinecone ? "/rerank" : "/v1/rerank";
  refuseUnless(path === rerankPath, 404, `no ${path} here`);
  return RERANK[provider]?.(body);
}

/** TEI's --max-client-batch-size. */
const MAX_BATCH = 32;

function embed(provider: Provider, { model, input, encoding_format, dimensions }: Record<string, unknown>) {
  const texts = input as readonly string[];
  refuseUnless(typeof model === "string" && Array.isArray(input), 400, "model and input are required");
  refuseUnless(texts.length <= MAX_BATCH, 422, `batch size ${texts.length} > maximum allowed batch size 32`);
  refuseUnless(
    texts.every((text) => typeof text === "string" && text !== ""),
    400,
    "'$.input' is invalid",
  );
  refuseUnless(encoding_format === "float", 400, "encoding_format is base64 by default");
  const [tooLong] = texts.filter((text) => text.includes("TOO-LONG") && text.length > 1_000);
  if (tooLong !== undefined)
    throw provider === "llama.cpp"
      ? new Refusal(500, "input (548 tokens) is too large to process. increase the physical batch size")
      : new Refusal(413, "`inputs` must have less than 512 tokens. Given: 548");
  const size = typeof dimensions === "number" ? dimensions : 768;
  const data = texts.map((text, index) => ({
    object: "embedding",
    index,
    // Not unit length, and in no order that anybody promised.
    embedding: direction(text).slice(0, size),
  }));
  return { object: "list", model, data: data.reverse(), usage: { prompt_tokens: 1, total_tokens: 1 } };
}

const chat = (body: Record<string, unknown>) => ({
  id: "chat-1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: fakeChat(body) }, finish_reason: "stop" }],
});

type Documents = readonly string[];

const rank = (query: unknown, documents: Documents) =>
  documents
    .map((text, index) => ({ index, score: overlap(String(query), text) }))
    .sort((a, b) => b.score - a.score);

const relevance = (query: unknown, documents: Documents) =>
  rank(query, documents).map(({ index, score }) => ({ index, relevance_score: score }));

function refuseUnlessTexts(documents: unknown): asserts documents is Documents {
  const isTexts = Array.isArray(documents) && documents.every((text) => typeof text === "string" && text);
  refuseUnless(
    isTexts && (documents as Documents).length > 0,
    422,
    "documents are texts, none of them empty",
  );
}

function jinaShape({ model, query, documents, top_n }: Record<string, unknown>) {
  refuseUnlessTexts(documents);
  refuseUnless(top_n === documents.length, 422, "top_n is how many come back");
  return { model, results: relevance(query, documents), usage: { total_tokens: 1 } };
}

const RERANK: Readonly<Partial<Record<Provider, (body: Record<string, unknown>) => unknown>>> = {
  jina: jinaShape,
  siliconflow: jinaShape,
  "llama.cpp": jinaShape,
  voyage({ model, query, documents, top_k, top_n }) {
    refuseUnlessTexts(documents);
    refuseUnless(top_n === undefined, 400, "Argument 'top_n' is not supported");
    refuseUnless(top_k === documents.length, 400, "top_k is how many come back");
    return { object: "list", data: relevance(query, documents), model, usage: { total_tokens: 1 } };
  },
  pinecone({ model, query, documents, top_n }) {
    const texts = (documents as readonly { readonly text: string }[]).map(({ text }) => text);
    refuseUnlessTexts(texts);
    refuseUnless(top_n === texts.length, 400, "top_n is how many come back");
    return { model, data: rank(query, texts), usage: { rerank_units: 1 } };
  },
  tei({ query, texts }) {
    refuseUnlessTexts(texts);
    return rank(query, texts);
  },
};
