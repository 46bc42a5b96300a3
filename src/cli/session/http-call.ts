import { setTimeout as delay } from "node:timers/promises";
import pRetry, { AbortError } from "p-retry";
import { failureIn } from "../../client/failure.ts";
import { isLoopback } from "../../client/loopback.ts";
import type { Send } from "../../client/typed-client.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { VERSION } from "../../version.ts";

/** Header that carries the state of the database a write left, and that a read wants at least. */
export const BOOKMARK_HEADER = "x-recall-bookmark";
/** First wait before trying again, milliseconds; doubles, with up to as much again at random. */
const RETRY_BASE_MS = 300;
const RETRY_CAP_MS = 10_000;
/** Longest Retry-After we sit through, milliseconds; a quota until midnight is told instead. */
const MAX_RETRY_AFTER_MS = 120_000;
/** Names a write: the server carries it out once, however often it is sent. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** After so many failed attempts about a second has gone by. */
const NOTICED_ATTEMPT = 2;
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;
const HTTP_REDIRECT = 300;
const HTTP_CLIENT_ERROR = 400;

export interface Connection {
  readonly url: string;
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  /** What to send as bookmark. */
  readonly bookmark: () => string | undefined;
  readonly onBookmark: (bookmark: string) => void;
  /** First wait before trying again, milliseconds. @default 300 */
  readonly retryBaseMs?: number | undefined;
  /** Attempts after the first, at most: for who can come back later. @default what the call is worth */
  readonly maxRetries?: number | undefined;
  /** Told once of each call that waits for its third attempt or a later one: from there on a person notices. */
  readonly onWait?: ((failure: AppError) => void) | undefined;
}

/** What a call is worth. */
export interface Worth {
  /** Attempts after the first. */
  readonly retries: number;
  /** One attempt, milliseconds. */
  readonly timeoutMs: number;
  /** Its attempts carry one key, and its answer's bookmark is kept: later reads are to see what it wrote. */
  readonly isWrite: boolean;
}

interface Call extends Worth {
  readonly url: string;
  readonly method: string;
  /** JSON. */
  readonly body: string | undefined;
}

/** The server itself answered with a failure; a way that led to no answer is a plain AppError. */
export class AnsweredError extends AppError {
  readonly answeredStatus: number;

  constructor(answeredStatus: number, failure: AppError) {
    super(failure.code, failure.message, { details: failure.details, cause: failure.cause });
    this.answeredStatus = answeredStatus;
  }
}

/** Trying again may help. */
class RetryableError extends Error {
  override readonly name = "RetryableError";
  readonly failure: AppError;
  readonly waitMs: number;

  constructor(failure: AppError, waitMs = 0) {
    super(failure.message, { cause: failure });
    this.failure = failure;
    this.waitMs = waitMs;
  }
}

/** Milliseconds that Retry-After asks for, in seconds or as a date; 0 when it does not. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}

/** What the server says of its failure; of an answer that says nothing, its status. */
export const failureOf = (response: Pick<Response, "status">, body: unknown): AppError =>
  new AnsweredError(response.status, failureIn(response.status, body));

/** Codes that stand for longer than we would wait. */
const LASTING: readonly ErrorCode[] = ["quota", "model_budget", "misconfigured"];

function throwFailure(response: Response, body: unknown): never {
  const failure = failureOf(response, body);
  const waitMs = retryAfterMs(response.headers.get("retry-after"), Date.now());
  const { status } = response;
  const isUnderWay = failure.code === "idempotency_running";
  const mayPass = status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR || isUnderWay;
  if (!mayPass || LASTING.includes(failure.code) || waitMs > MAX_RETRY_AFTER_MS) throw failure;
  throw new RetryableError(failure, waitMs);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (response.status >= HTTP_CLIENT_ERROR) return undefined;
    throw new AppError("unavailable", "The answer is not JSON: is this URL an edge-recall server?", {
      cause,
    });
  }
}

/** A call with the key that all its attempts carry. */
type KeyedCall = Call & { readonly key: string | undefined };

function headersFor({ url, token, bookmark }: Connection, { body, key }: KeyedCall): Headers {
  const headers = new Headers({ authorization: `Bearer ${token}`, "user-agent": `edge-recall/${VERSION}` });
  const known = bookmark();
  if (known !== undefined) headers.set(BOOKMARK_HEADER, known);
  // A server on this machine would compress for nobody.
  if (isLoopback(url)) headers.set("accept-encoding", "identity");
  if (body !== undefined) headers.set("content-type", "application/json");
  if (key !== undefined) headers.set(IDEMPOTENCY_HEADER, key);
  return headers;
}

/** Why a server could not be asked: fetch hides that two causes deep. */
export function unreachable(url: string, error: unknown): AppError {
  if (error instanceof Error && error.name === "TimeoutError")
    return new AppError("timeout", `${url} did not answer in time`, { cause: error });
  const cause =
    error instanceof Error ? (error.cause as { code?: string; message?: string } | undefined) : undefined;
  const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : "unknown");
  const hint = why === "ECONNREFUSED" && isLoopback(url) ? ": is `npm start` running?" : "";
  return new AppError("unavailable", `Could not reach ${url} (${why})${hint}`, { cause: error });
}

async function attempt(connection: Connection, call: KeyedCall): Promise<unknown> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = connection.signal === undefined ? timeout : AbortSignal.any([connection.signal, timeout]);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(call.url, {
      method: call.method,
      headers: headersFor(connection, call),
      // A redirect could lead the token to another host.
      redirect: "manual",
      signal,
      ...(call.body !== undefined && { body: call.body }),
    });
    body = await readJson(response);
  } catch (error) {
    if (error instanceof AppError || connection.signal?.aborted) throw error;
    throw new RetryableError(unreachable(connection.url, error));
  }
  const bookmark = response.headers.get(BOOKMARK_HEADER);
  if (bookmark !== null && response.ok && call.isWrite) connection.onBookmark(bookmark);
  if (response.ok) return body;
  if (response.status >= HTTP_REDIRECT && response.status < HTTP_CLIENT_ERROR)
    throw new AppError("unavailable", `${connection.url} redirects elsewhere: use the URL it redirects to`);
  return throwFailure(response, body);
}

/**
 * Asks the server, again when that may help: refused for now (429, Retry-After honoured), a server's failure, a lost
 * connection. All attempts of a write carry one Idempotency-Key. Throws AppError; the body of a failed answer is its `cause`.
 */
async function callServer(connection: Connection, call: Call): Promise<unknown> {
  const { retryBaseMs = RETRY_BASE_MS, signal } = connection;
  const keyed = { ...call, key: call.isWrite ? crypto.randomUUID() : undefined };
  const tryOnce = async (): Promise<unknown> => {
    try {
      return await attempt(connection, keyed);
    } catch (error) {
      if (error instanceof RetryableError) throw error;
      throw new AbortError(error as Error);
    }
  };
  try {
    return await pRetry(tryOnce, {
      retries: Math.min(call.retries, connection.maxRetries ?? call.retries),
      minTimeout: retryBaseMs,
      maxTimeout: RETRY_CAP_MS,
      factor: 2,
      randomize: true,
      ...(signal !== undefined && { signal }),
      onFailedAttempt: async (error) => {
        if (!(error instanceof RetryableError) || error.retriesLeft === 0) return;
        if (error.attemptNumber === NOTICED_ATTEMPT) connection.onWait?.(error.failure);
        await delay(error.waitMs, undefined, { signal });
      },
    });
  } catch (error) {
    throw error instanceof RetryableError ? error.failure : error;
  }
}

/** How a typed client's calls are sent: each as `callServer` does it, with what they are worth. */
export const sendWith =
  (connection: Connection, worth: Worth): Send =>
  async (url, { method = "GET", body }) => {
    const sent = typeof body === "string" ? body : undefined;
    const answer = await callServer(connection, { ...worth, url, method, body: sent });
    return { json: async <Answer>() => answer as Answer };
  };
