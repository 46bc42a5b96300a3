import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { limitOfTool } from "../contract/input-limits.ts";
import { checkInput } from "../contract/read-input.ts";
import { cancelCall } from "./cancellations.ts";

/** Makes the server of one request; in the protocol's versions of 2025 a token's session has a name. */
type CreateServer = (session: string | undefined) => McpServer;

export interface ServeOptions {
  /** Who asks, by the token's id: a client says its session's name itself, and only its own calls are taken back. */
  readonly token: string;
  /** Throws where the token no longer counts: for what reads nothing of the database by itself. */
  readonly check: () => Promise<unknown>;
}

/** Messages of one request: batches went with the protocol's version of June 2025. */
const MAX_MESSAGES = 20;

/** Each looks at the token in what it reads. */
const LOOKS_ITSELF: readonly unknown[] = [
  "tools/call",
  "resources/list",
  "resources/read",
  "completion/complete",
];

const NOT_JSON = -32_700;
const INVALID_REQUEST = -32_600;
const SESSION_HEADER = "mcp-session-id";

const refuse = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown; readonly name?: unknown };
}

const messagesOf = (body: unknown): readonly Message[] =>
  [body].flat().filter((message): message is Message => typeof message === "object" && message !== null);

/** Of the one line of data that a frame has; not `.`, which stops at a line separator. */
const FRAME_DATA = /(?:^|\n)data: ([^\n]*)/;

/** The answer that a frame of a stream carries; undefined: what comes before it, such as progress. */
function answerIn(frame: Uint8Array | undefined): Message | undefined {
  const data = FRAME_DATA.exec(new TextDecoder().decode(frame))?.[1];
  const message = data === undefined ? undefined : (JSON.parse(data) as Message);
  return message?.method === undefined ? message : undefined;
}

/** The rest of a stream behind its first frame; `done` when it has ended or nobody reads it any more. */
function restOf(first: Uint8Array, reader: ReadableStreamDefaultReader<Uint8Array>, done: () => void) {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { value, done: isOver } = await reader.read();
      if (value !== undefined) return controller.enqueue(value);
      if (isOver) controller.close();
      done();
    },
    cancel: done,
  });
}

/** A stream whose first frame is the answer, as plain JSON: that is sent when its work is done, and needs no stream. */
async function plainOrStream(response: Response, done: () => void): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null || !headers.get("content-type")?.startsWith("text/event-stream")) {
    done();
    return response;
  }
  const reader = body.getReader();
  // The transport writes one frame at a time.
  const { value } = await reader.read();
  const answer = answerIn(value);
  if (value !== undefined && answer === undefined)
    return new Response(restOf(value, reader, done), { status, headers });
  done();
  return Response.json(answer ?? null);
}

/** The protocol's versions of 2025. */
async function serveLegacy(
  request: Request,
  { create, token, body }: { create: CreateServer; token: string; body: unknown },
): Promise<Response> {
  const named = request.headers.get(SESSION_HEADER);
  const session = named === null ? undefined : JSON.stringify([token, named]);
  const messages = messagesOf(body);
  for (const { method, params } of messages)
    if (method === "notifications/cancelled" && session !== undefined) cancelCall(session, params?.requestId);
  const server = create(session);
  const transport = new WebStandardStreamableHTTPServerTransport();
  await server.connect(transport);
  const end = (): void => void server.close();
  request.signal.addEventListener("abort", end, { once: true });
  const answered = await transport.handleRequest(request, { parsedBody: body });
  if (messages.length > 1) return answered;
  const response = await plainOrStream(answered, end);
  // A name for what the client does from here on, so that it can take its calls back; nothing is kept under it.
  if (messages.some(({ method }) => method === "initialize"))
    response.headers.set(SESSION_HEADER, crypto.randomUUID());
  return response;
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Answers one request of Streamable HTTP with a server made for it: what came before is not needed, so any isolate can.
 * Versions of 2025 and of 2026 are served alike; a client that has gone ends the server's work. Who may ask, and from
 * where, is looked at before; `token` is the id of theirs: a client says its session's name itself, and only its own calls
 * are taken back. Each message is held to the limit of what it calls. Throws `too_large`, `invalid_input`.
 */
export async function serveMcp(
  request: Request,
  create: CreateServer,
  { token, check }: ServeOptions,
): Promise<Response> {
  if (request.method !== "POST") return refuse(405, INVALID_REQUEST, "Nothing is sent unasked: use POST");
  const body = await readJson(request);
  if (body === undefined) return refuse(400, NOT_JSON, "The body is not JSON");
  if (Array.isArray(body) && body.length > MAX_MESSAGES)
    return refuse(400, INVALID_REQUEST, `A request carries at most ${MAX_MESSAGES} messages`);
  for (const message of messagesOf(body)) checkInput(message, limitOfTool(message.params?.name));
  if (messagesOf(body).some(({ method }) => !LOOKS_ITSELF.includes(method))) await check();
  const { url, headers, signal } = request;
  const bare = new Request(url, { method: "POST", headers, signal });
  if (await isLegacyRequest(bare, body)) return serveLegacy(bare, { create, token, body });
  const handler = createMcpHandler(() => create(undefined), {
    legacy: "reject",
    // Nothing is ever announced: the lists are what they are for as long as a server runs.
    maxSubscriptions: 0,
    onerror: () => undefined,
  });
  return handler.fetch(bare, { parsedBody: body });
}
