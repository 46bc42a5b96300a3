import { strings } from "../strings.ts";
import { ApiFailure, type FailureCode } from "./failure.ts";

export interface ApiRequest {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root, with its parts encoded: /v1/search */
  readonly path: string;
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Makes a repeated write the same one. */
  readonly idempotencyKey?: string;
}

/** Asks the server; throws ApiFailure for every answer but a success, and AbortError when given up. */
export type Api = <Answer>(request: ApiRequest) => Promise<Answer>;

const BOOKMARK_HEADER = "x-recall-bookmark";

/** A failure's own words, whatever answered: the server, or something in between that knows no JSON. */
async function failureOf(response: Response): Promise<ApiFailure> {
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  const text = await response.text();
  try {
    const { code, message } = (JSON.parse(text) as { error: { code: FailureCode; message: string } }).error;
    return new ApiFailure(code, message, retryAfter);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    return new ApiFailure("unavailable", strings.failures.status(response.status), retryAfter);
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

function addressOf({ path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * The API of this page's own server with a token. Reads see what the page itself has written. `onUnauthorized` hears of a
 * token that is valid no more.
 */
export function createApi(token: string, onUnauthorized: () => void): Api {
  let bookmark: string | null = null;
  const headersFor = ({ body, idempotencyKey }: ApiRequest): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(bookmark !== null && { [BOOKMARK_HEADER]: bookmark }),
  });
  return async <Answer>(request: ApiRequest): Promise<Answer> => {
    const { method = "GET", body, signal } = request;
    const response = await fetch(addressOf(request), {
      method,
      headers: headersFor(request),
      // The token travels in its header only: a request that another site makes the browser send has none.
      credentials: "omit",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    }).catch((error: unknown) => {
      if (isAbort(error)) throw error;
      throw new ApiFailure("offline", strings.failures.offline);
    });
    if (method !== "GET") bookmark = response.headers.get(BOOKMARK_HEADER) ?? bookmark;
    if (response.ok) return (await response.json()) as Answer;
    const failure = await failureOf(response);
    if (failure.code === "unauthorized") onUnauthorized();
    throw failure;
  };
}
