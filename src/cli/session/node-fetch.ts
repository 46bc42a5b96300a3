import type { Agent, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Fetch } from "../../client/send.ts";
import { AppError } from "../../errors.ts";

// Imported as a module it would read every one of its names, one of which loads all of fetch: 40 ms of a start.
const { request: send } = process.getBuiltinModule("node:http");

/** The agent whose connections may carry a token. */
export type AgentFor = (token: string) => Agent;

interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly signal: AbortSignal | undefined;
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** One request and the head of its answer. It follows no redirect. An AppError of the agent is thrown as it is. */
function exchange(
  { url, method, headers, body, signal }: Outgoing,
  agentFor: AgentFor,
): Promise<IncomingMessage> {
  signal?.throwIfAborted();
  const agent = agentFor(/^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1] ?? "");
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: { ...headers, ...length }, agent });
    let open: { destroy(error: Error): unknown } = sent;
    const stop = (): void => void open.destroy(asError(signal?.reason));
    signal?.addEventListener("abort", stop, { once: true });
    const release = (): void => signal?.removeEventListener("abort", stop);
    sent.once("response", (incoming) => {
      open = incoming;
      incoming.once("close", release);
      resolve(incoming);
    });
    sent.on("error", (error) => {
      release();
      const isStopped = signal?.aborted === true;
      const known = isStopped ? signal.reason : error;
      // As fetch has it: the reason is the cause.
      reject(
        isStopped || known instanceof AppError ? known : new TypeError("fetch failed", { cause: error }),
      );
    });
    sent.end(body);
  });
}

/** Statuses without a body, which a Response must not be given one for. */
const BODILESS: readonly (number | undefined)[] = [204, 205, 304];

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 502, headersDistinct } = incoming;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  if (BODILESS.includes(status)) incoming.resume();
  const body = BODILESS.includes(status) ? null : (Readable.toWeb(incoming) as ReadableStream);
  return new Response(body, { status, headers });
}

/** fetch over connections that the agent makes, which it gives for the token that a request carries. */
export const fetchOver =
  (agentFor: AgentFor): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { url, method, signal } = request;
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const headers = Object.fromEntries(request.headers);
    return responseOf(await exchange({ url, method, signal, body, headers }, agentFor));
  };

const FIRST_NO_SUCCESS = 300;

/** The same for a body that is a text and an answer that is one, or a stream, without the objects of fetch. */
export const lightFetchOver =
  (agentFor: AgentFor): Fetch =>
  async (url, { method = "GET", headers, body, signal }) => {
    if (body !== undefined && body !== null && typeof body !== "string")
      throw new TypeError("no text to send");
    const bytes = typeof body === "string" ? Buffer.from(body) : undefined;
    const sent = { url, method, headers, body: bytes, signal: signal ?? undefined };
    const incoming = await exchange(sent, agentFor);
    const { statusCode: status = 502 } = incoming;
    const whole = (): Promise<string> => text(incoming);
    return {
      ...{ status, ok: status >= 200 && status < FIRST_NO_SUCCESS, text: whole },
      headers: { get: (name) => incoming.headersDistinct[name.toLowerCase()]?.join(", ") ?? null },
      json: async () => JSON.parse(await whole()),
      get body() {
        return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
      },
    };
  };
