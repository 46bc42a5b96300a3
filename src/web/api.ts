import { answerOf } from "../client/client.ts";
import { AnsweredError } from "../client/failure.ts";
import { connectionTo, type Patience, sender } from "../client/send.ts";
import { type TypedClient, typedClient } from "../client/typed-client.ts";
import { DOOR_HEADER } from "../contract/headers.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import { strings } from "./strings.ts";

/** The server's routes as typed calls. Each throws AppError for every answer but a success, AbortError when aborted. */
export type Api = TypedClient;

/** A request that failed, to be shown. `message` is for people: the server's own, where it sent one. */
export interface ApiFailure {
  /** `offline`: no answer arrived; the rest are the server's codes. */
  readonly code: ErrorCode | "offline";
  readonly message: string;
  /** Seconds after which the server suggests to try again. */
  readonly retryAfter?: number | undefined;
}

/** Whether a request ended because the page itself aborted it. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** Any error as a failure to show; an unexpected one is a bug of the page and shown as that. */
export function asFailure(error: unknown): ApiFailure {
  if (!(error instanceof AppError)) return { code: "internal", message: strings.failures.page };
  const { code, message, cause } = error;
  if (error instanceof AnsweredError)
    return { code, message, retryAfter: Math.ceil(error.retryAfterMs / SECOND_MS) || undefined };
  // A browser's fetch says no more of a lost connection.
  if (code === "timeout" || cause instanceof TypeError)
    return { code: "offline", message: strings.failures.offline };
  return { code, message };
}

const HTTP_UNAUTHORIZED = 401;
const SECOND_MS = 1_000;
/** A slow line may take long for an upload; whoever has to wait longer than a moment is told so instead. */
const PATIENCE: Patience = { retries: 2, timeoutMs: 120_000, maxWaitMs: 2 * SECOND_MS };

/**
 * A client of the server that the page came from. Reads see what the page itself wrote. `onUnauthorized` is called when
 * the server no longer accepts the token.
 */
export function createApi(token: string, onUnauthorized: () => void): Api {
  const { origin } = location;
  const connection = connectionTo(origin, token, async (input, init) => {
    // The token travels in its header only: a request that another site makes the browser send has none.
    const response = await fetch(input, { ...init, credentials: "omit" });
    if (response.status === HTTP_UNAUTHORIZED) onUnauthorized();
    return response;
  });
  return typedClient(origin, sender({ ...connection, headers: { [DOOR_HEADER]: "page" } }, PATIENCE));
}

/** What aborts a call. */
export interface CallOptions {
  readonly init: { readonly signal: AbortSignal };
}

/** What the page asks of a search: the rest is left to the server's defaults. */
export type PageRequest = Pick<SearchRequest, "query"> & Partial<SearchRequest>;

/** One search. The page asks for no view whose hits lack text, so all of them are whole hits. */
export const searchAnswer = (api: Api, json: PageRequest, options?: CallOptions) =>
  answerOf(api.v1.search.$post({ json }, options)) as Promise<unknown> as Promise<SearchAnswer>;
