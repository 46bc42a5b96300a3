/**
 * How the command line, `edge-recall/client` and the page send a request: token, bookmark, idempotency key, time limit,
 * retries and the translation of failures are here and nowhere else. Nothing in this folder needs Node.
 *
 *     const { v1 } = createClient(url, token);
 *     const { hits } = await answerOf(v1.search.$post({ json: { query } }, { init: { signal } }));
 *
 * A call throws `AnsweredError` for a failure that the server reported (`code`, `message`, `retryAfterMs`), another
 * `AppError` when no answer came, and the signal's reason when `signal` ended it.
 */

import { BOOKMARK_HEADER, IDEMPOTENCY_HEADER } from "../contract/headers.ts";
import { READS_BY_POST } from "../contract/reads-by-post.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { retryAfterMs } from "../text/dates/retry-after.ts";
import { createBookmarks } from "./bookmarks.ts";
import { AnsweredError, FIRST_SERVER_ERROR, failureIn } from "./failure.ts";
import { isLoopback } from "./loopback.ts";
import { RetryableError, withRetries } from "./retries.ts";

/** First wait before a retry, milliseconds. */
const RETRY_BASE_MS = 300;
/** Two minutes; a quota until midnight is reported instead. */
const MAX_WAIT_MS = 120_000;
/** After so many failed attempts about a second has gone by. */
const NOTICED_ATTEMPT = 2;
const TOO_MANY_REQUESTS = 429;
const HTTP_REDIRECT = 300;
const HTTP_CLIENT_ERROR = 400;

/** A server, a token for it, and what is known of its state. */
export interface Connection {
  /** Without a slash at its end. */
  readonly url: string;
  /** Undefined: something else shows who asks. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly bookmark: () => string | undefined;
  /** Of a write, and what its request was sent with. */
  readonly onBookmark: (bookmark: string, sent: string | undefined) => void;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default the platform's */
  readonly fetch?: Fetch | undefined;
  /** First wait before a retry, milliseconds. @default 300 */
  readonly retryBaseMs?: number | undefined;
  /** Upper limit of every call's retries, for callers that come back later anyway. */
  readonly maxRetries?: number | undefined;
  /** Called once for each call that waits for its third or a later attempt: about when a person notices. */
  readonly onWait?: ((failure: AppError) => void) | undefined;
}

/** A connection whose requests carry the bookmarks of its latest writes: it reads what it wrote. */
export function connectionTo(url: string, token: string | undefined, ownFetch?: typeof fetch): Connection {
  const bookmarks = createBookmarks();
  return { url, token, fetch: ownFetch, bookmark: bookmarks.known, onBookmark: bookmarks.take };
}

export interface Patience {
  readonly retries: number;
  /** Limit of one attempt, milliseconds. */
  readonly timeoutMs: number;
  /** Longest Retry-After that is waited for, milliseconds; a longer one is reported. @default 120000 */
  readonly maxWaitMs?: number;
}

export type Answer = Pick<Response, "ok" | "status" | "json" | "text"> & {
  readonly headers: Pick<Headers, "get">;
  /** Of server-sent events, to be read as they come; the attempt's time limit holds for all of them. */
  readonly body?: ReadableStream<Uint8Array> | null;
};

/**
 * What of fetch is used here. In Node the first `Headers`, `Request` or `Response` of a process takes 40 ms of it, so that none
 * is made here: a way to a server that makes none either starts so much sooner.
 */
export type Fetch = (url: string, init: SentInit) => Promise<Fetched>;
type Fetched = Answer & Pick<Response, "status"> & { readonly headers: Pick<Headers, "get"> };
interface SentInit extends RequestInit {
  readonly headers: Record<string, string>;
}

/** Sends one request to an address. Throws AppError for whatever is no success. */
export type Send = (url: string, init: RequestInit) => Promise<Answer>;

/** Why a server could not be reached, which an AppError says itself: fetch hides that two causes deep. */
export function unreachable(url: string, error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.name === "TimeoutError")
    return new AppError("timeout", `${url} did not answer in time`, { cause: error });
  const cause =
    error instanceof Error ? (error.cause as { code?: string; message?: string } | undefined) : undefined;
  const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : "unknown");
  const hint = why === "ECONNREFUSED" && isLoopback(url) ? ": is `npm start` or `recall serve` running?" : "";
  return new AppError("unavailable", `Could not reach ${url} (${why})${hint}`, { cause: error });
}

/** A redirect could lead the token to another host: it is never followed. */
export const redirected = (url: string): AppError =>
  new AppError("unavailable", `${url} redirects elsewhere: use the URL it redirects to`);

/** A browser gives a redirect that it does not follow the status 0. */
const isRedirect = ({ status }: Fetched): boolean =>
  status === 0 || (status >= HTTP_REDIRECT && status < HTTP_CLIENT_ERROR);

/** Codes of failures that last longer than anyone would wait, or that the same request at once only makes worse. */
export const LASTING: readonly ErrorCode[] = [
  "quota",
  "quota_exceeded",
  "model_budget",
  "workspace_quota",
  "database_quota",
  "database_timeout",
  "database_damaged",
  "storage_full",
  "misconfigured",
];

function failed(response: Fetched, body: unknown, maxWaitMs = MAX_WAIT_MS): Error {
  const waitMs = retryAfterMs(response.headers.get("retry-after"), Date.now()) ?? 0;
  const { status } = response;
  const failure = new AnsweredError(status, failureIn(status, body), waitMs);
  const isUnderWay = failure.code === "idempotency_running";
  const mayPass = status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR || isUnderWay;
  const isFinal = !mayPass || LASTING.includes(failure.code) || waitMs > maxWaitMs;
  return isFinal ? failure : new RetryableError(failure, waitMs);
}

function parsed(text: string, isOk: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!isOk) return undefined;
    throw new AppError("unavailable", "The answer is not JSON: is this URL an edge-recall server?", {
      cause,
    });
  }
}

/** A server may be mounted below a path. */
const isWrite = (url: string, method: string): boolean =>
  method !== "GET" && !READS_BY_POST.some((path) => new URL(url).pathname.endsWith(path));

/** Names are in small letters: hono's client makes them so, and so does everybody who sends a record. */
const recordOf = (headers: RequestInit["headers"] = {}): Record<string, string> =>
  Object.fromEntries(
    Symbol.iterator in headers ? (headers as Iterable<[string, string]>) : Object.entries(headers),
  );

function headersOf(
  { token, bookmark, headers }: Connection,
  url: string,
  init: RequestInit,
): SentInit["headers"] {
  const sent = {
    ...recordOf(init.headers),
    ...headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const known = bookmark();
  return {
    ...(known !== undefined && { [BOOKMARK_HEADER]: known }),
    ...(isWrite(url, init.method ?? "GET") && { [IDEMPOTENCY_HEADER]: crypto.randomUUID() }),
    ...sent,
  };
}

const isEvents = ({ ok, headers }: Fetched): boolean =>
  ok && headers.get("content-type")?.startsWith("text/event-stream") === true;

interface Prepared {
  readonly url: string;
  readonly init: SentInit;
  /** Ends the call, retries and waits included. */
  readonly stop: AbortSignal;
}

async function sendOnce(
  connection: Connection,
  { timeoutMs, maxWaitMs }: Patience,
  { url, init, stop }: Prepared,
): Promise<Answer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  let response: Fetched;
  let text = "";
  try {
    response = await (connection.fetch ?? fetch)(url, { ...init, redirect: "manual", signal });
    if (!isEvents(response)) text = await response.text();
  } catch (error) {
    // An AppError is of the way there: another attempt would end alike.
    if (stop.aborted || error instanceof AppError) throw error;
    throw new RetryableError(unreachable(connection.url, error));
  }
  if (isRedirect(response)) throw redirected(connection.url);
  const { ok, status, headers } = response;
  if (isEvents(response)) return response;
  const body = parsed(text, ok);
  if (!ok) throw failed(response, body, maxWaitMs);
  const bookmark = headers.get(BOOKMARK_HEADER);
  if (bookmark !== null && isWrite(url, init.method ?? "GET"))
    connection.onBookmark(bookmark, init.headers[BOOKMARK_HEADER]);
  return { ok, status, headers, text: async () => text, json: async <Body>() => body as Body };
}

/**
 * Sends requests over a connection with some patience. A retry follows what may pass: a refusal for now (429, Retry-After
 * honoured), a server's failure, a lost connection. All attempts of a write carry one Idempotency-Key. The body of a
 * failed answer is the `cause` of the AppError thrown.
 */
export const sender =
  (connection: Connection, patience: Patience): Send =>
  async (url, init) => {
    const { retries } = patience;
    const { retryBaseMs = RETRY_BASE_MS, maxRetries = retries, onWait } = connection;
    const signals = [connection.signal, init.signal].filter((one) => one !== undefined && one !== null);
    const stop = AbortSignal.any(signals);
    const prepared = { url, stop, init: { ...init, headers: headersOf(connection, url, init) } };
    return withRetries(() => sendOnce(connection, patience, prepared), {
      ...{ retries: Math.min(retries, maxRetries), baseMs: retryBaseMs, stop },
      onRetry(failure, attempt) {
        if (attempt === NOTICED_ATTEMPT) onWait?.(failure);
      },
    });
  };
