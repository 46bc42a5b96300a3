import { SECOND_MS } from "../config.ts";
import { answerOf } from "../client/client.ts";
import { AnsweredError } from "../client/failure.ts";
import { connectionTo, type Patience, sender } from "../client/send.ts";
import { headerToken } from "../client/server-access.ts";
import { type TypedClient, typedClient } from "../client/typed-client.ts";
import { DOOR_HEADER, SIGN_IN_HEADER } from "../contract/headers.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import type { SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { SignInAnswer } from "../workspaces/sign-ins/contract.ts";
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
/** A slow line may take long for an upload; whoever has to wait longer than a moment is told so instead. */
const PATIENCE: Patience = { retries: 2, timeoutMs: 120_000, maxWaitMs: 2 * SECOND_MS };

/** What the page shows itself with: a token, or the key of this browser's sign-in, whose cookie goes along. */
export type Shown = { readonly token: string } | { readonly key: string };

interface Sent {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
}

function apiOf({ token, headers, credentials }: Sent, onUnauthorized: () => void): Api {
  const { origin } = location;
  const connection = connectionTo(origin, token && headerToken(token), async (input, init) => {
    const response = await fetch(input, { ...init, credentials });
    if (response.status === HTTP_UNAUTHORIZED) onUnauthorized();
    return response;
  });
  return typedClient(
    origin,
    sender({ ...connection, headers: { [DOOR_HEADER]: "page", ...headers } }, PATIENCE),
  );
}

/**
 * A client of the server that the page came from. Reads see what the page itself wrote. `onUnauthorized` is called when
 * the server no longer accepts what is shown.
 */
export const createApi = (shown: Shown, onUnauthorized: () => void): Api =>
  "token" in shown
    ? // The token travels in its header only: a request that another site makes the browser send has none.
      apiOf({ token: shown.token, credentials: "omit" }, onUnauthorized)
    : // Nor has such a request the key.
      apiOf({ headers: { [SIGN_IN_HEADER]: shown.key }, credentials: "same-origin" }, onUnauthorized);

/** Signs this browser in for a token, or a link's secret, in place of the sign-in with the key `before`. */
export const signInBrowser = (token: string, before: string | undefined): Promise<SignInAnswer> => {
  const headers = before === undefined ? {} : { [SIGN_IN_HEADER]: before };
  const api = apiOf({ token, headers, credentials: "same-origin" }, () => undefined);
  return answerOf(api.v1["sign-ins"].$post());
};

/** What aborts a call. */
export interface CallOptions {
  readonly init: { readonly signal: AbortSignal };
}

/** What the page asks of a search: the rest is left to the server's defaults. */
export type PageRequest = Pick<SearchRequest, "query"> & Partial<SearchRequest>;

/** One search. The page asks for no view whose hits lack text, so all of them are whole hits. */
export const searchAnswer = (api: Api, json: PageRequest, options?: CallOptions) =>
  answerOf(api.v1.search.$post({ json }, options)) as Promise<unknown> as Promise<SearchAnswer>;
