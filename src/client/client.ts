/** What `edge-recall/client` exports: the API for programs that run in Node, a Worker, Deno, Bun or a browser. */
import { type Searching, searching } from "./search.ts";
import { connectionTo, sender } from "./send.ts";
import { headerToken, serverUrl } from "./server-access.ts";
import { type TypedClient, typedClient } from "./typed-client.ts";

export { AppError as RecallError, type ErrorCode } from "../errors.ts";
export { type AskPart, askInParts, type Question } from "./ask-in-parts.ts";
export { type ChangePage, type FollowOptions, followChanges } from "./follow-changes.ts";

/** Every route under `v1`, and `search`, whose answer is typed by its view. */
export type Client = Pick<TypedClient, "v1" | "health"> & Searching;

export interface ClientOptions {
  readonly fetch?: typeof fetch;
  /** Limit of one request, milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Retries of a request that may pass later: refused for now, a server's failure, a lost connection. @default 0 */
  readonly retries?: number;
}

const TIMEOUT_MS = 30_000;

/**
 * A client of one server with one token. It reads what it wrote (the bookmark of its latest write goes with every later
 * request), and each write carries an `Idempotency-Key` of its own unless the call has one in its `headers`. A call throws
 * RecallError for whatever is no success, and what the caller's `signal` was aborted with; it retries only with `retries`.
 * Throws RecallError `invalid_input` for a URL that is not http or https.
 */
export function createClient(url: string, token: string, options: ClientOptions = {}): Client {
  const { fetch: ownFetch, timeoutMs = TIMEOUT_MS, retries = 0 } = options;
  const connection = connectionTo(serverUrl(url), headerToken(token), ownFetch);
  const { v1, health } = typedClient(connection.url, sender(connection, { retries, timeoutMs }));
  return { v1, health, ...searching({ v1 }) };
}

/** What a call answers: `const { hits } = await answerOf(client.v1.search.$post({ json: { query } }))`. */
export const answerOf = async <Answer>(
  call: Promise<{ readonly json: () => Promise<Answer> }>,
): Promise<Answer> => (await call).json();
