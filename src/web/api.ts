import { answerOf } from "../client/client.ts";
import { failureIn } from "../client/failure.ts";
import { type TypedClient, typedClient } from "../client/typed-client.ts";
import { BOOKMARK_HEADER } from "../contract/headers.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import { strings } from "./strings.ts";

/** The server's routes as typed calls. Each throws ApiFailure for every answer but a success, AbortError when aborted. */
export type Api = TypedClient;

/** A request that failed. `message` is for people: the server's own, where it sent one. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  /** `offline`: no answer arrived; the rest are the server's codes. */
  readonly code: ErrorCode | "offline";
  /** Seconds after which the server suggests to try again. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode | "offline", message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether a request ended because the page itself aborted it. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

/** Any error as a failure to show; an unexpected one is a bug of the page and shown as that. */
export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof AppError) return new ApiFailure(error.code, error.message);
  return new ApiFailure("internal", strings.failures.page);
}

/**
 * A client of the server that the page came from. Reads see what the page itself wrote. `onUnauthorized` is called when
 * the server no longer accepts the token.
 */
export function createApi(token: string, onUnauthorized: () => void): Api {
  let bookmark: string | null = null;
  return typedClient("", async (address, init) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    if (bookmark !== null) headers.set(BOOKMARK_HEADER, bookmark);
    // The token travels in its header only: a request that another site makes the browser send has none.
    const response = await fetch(address, { ...init, headers, credentials: "omit" }).catch(
      (error: unknown) => {
        if (isAborted(error)) throw error;
        throw new ApiFailure("offline", strings.failures.offline);
      },
    );
    if (init.method !== "GET") bookmark = response.headers.get(BOOKMARK_HEADER) ?? bookmark;
    if (response.ok) return response;
    // An answer may come from something between page and server that sends no JSON.
    const body: unknown = await response.json().catch(() => undefined);
    const { code, message } = failureIn(response.status, body);
    if (code === "unauthorized") onUnauthorized();
    throw new ApiFailure(code, message, Number(response.headers.get("retry-after")) || undefined);
  });
}

/** What aborts a call. */
export interface CallOptions {
  readonly init: { readonly signal: AbortSignal };
}

/** What the page asks of a search: the rest is left to the server's defaults. */
export type PageRequest = Pick<SearchRequest, "query"> & Partial<SearchRequest>;

/** One search. The page asks for no view whose hits lack text, so all of them are whole hits. */
export const searchAnswer = (api: Api, json: PageRequest, options: CallOptions) =>
  answerOf(api.v1.search.$post({ json }, options)) as Promise<unknown> as Promise<SearchAnswer>;
