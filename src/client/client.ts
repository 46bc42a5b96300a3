/** What `edge-recall/client` exports: the API for programs that run in Node, a Worker, Deno, Bun or a browser. */

import { AppError } from "../errors.ts";
import { failureIn } from "./failure.ts";
import { type TypedClient, typedClient } from "./typed-client.ts";

export { AppError as RecallError, type ErrorCode } from "../errors.ts";
export type { TypedClient as Client } from "./typed-client.ts";

export interface ClientOptions {
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: typeof fetch;
  /** One request, milliseconds. @default 30000 */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const BOOKMARK_HEADER = "x-recall-bookmark";

/**
 * A client of one server with one token. It reads what it wrote (the bookmark of its latest write goes with every later
 * request), and each write carries an `Idempotency-Key` of its own unless the call has one in its `headers`. A call throws
 * RecallError for whatever is no success; it does not try again.
 */
export function createClient(url: string, token: string, options: ClientOptions = {}): TypedClient {
  const { fetch: send = fetch, timeoutMs = TIMEOUT_MS } = options;
  let bookmark: string | undefined;
  return typedClient(url.replace(/\/+$/, ""), async (address, init) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    if (bookmark !== undefined && !headers.has(BOOKMARK_HEADER)) headers.set(BOOKMARK_HEADER, bookmark);
    const isWrite = init.method !== "GET";
    if (isWrite && !headers.has("idempotency-key")) headers.set("idempotency-key", crypto.randomUUID());
    const signal = init.signal ?? AbortSignal.timeout(timeoutMs);
    const response = await answered(() => send(address, { ...init, headers, signal }));
    if (!response.ok) throw failureIn(response.status, await bodyOf(response));
    const written = response.headers.get(BOOKMARK_HEADER);
    if (isWrite && written !== null) bookmark = written;
    return response;
  });
}

/** A way that led to no answer is an outage too. */
async function answered(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
    throw new AppError(isTimeout ? "timeout" : "unavailable", "The server did not answer", { cause });
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a call answers: `const { hits } = await answerOf(client.v1.search.$post({ json: { query } }))`. */
export const answerOf = async <Answer>(
  call: Promise<{ readonly json: () => Promise<Answer> }>,
): Promise<Answer> => (await call).json();
