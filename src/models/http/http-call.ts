import type { OutageReason } from "../../contract/outages.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { ModelError } from "../model-error.ts";
import { installedOutage } from "./installed-outages.ts";

export interface Endpoint {
  /** The whole address of the call. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds one call may take, its answer read. */
  readonly timeoutMs: number;
  readonly part: EndpointPart;
}

/** A server with an API like OpenAI's, as settings name it. */
export interface ServerOptions {
  /** Base URL; see endpointUrl. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
}

/** One operation of such a server. */
export const openAiEndpoint = (
  { url, key, timeoutMs }: ServerOptions,
  operation: string,
  part: EndpointPart,
): Endpoint => ({ url: endpointUrl(url, operation, "v1"), headers: bearer(key), timeoutMs, part });

/** How an adapter reports its failures. */
export interface EndpointPart {
  /** "The embedding server": how messages begin. */
  readonly name: string;
  /** What its settings begin with: EMBEDDINGS for EMBEDDINGS_URL and EMBEDDINGS_KEY. */
  readonly settings: "EMBEDDINGS" | "RERANK" | "GENERATE";
  readonly unavailable: ErrorCode;
  /** For texts that the model does not take, so that fewer or shorter ones are tried; else `unavailable`. */
  readonly refused?: ErrorCode;
}

interface PostOptions {
  readonly signal?: AbortSignal | undefined;
  /** Makes the answer of server-sent events, where the server sends those; the signal is the time limit's, too. */
  readonly readEvents?: (events: ReadableStream<Uint8Array>, ends: AbortSignal) => Promise<unknown>;
}

const EVENTS = "text/event-stream";

/**
 * Asks for JSON with JSON. Throws AppError: the part's `unavailable` for a server that is down, refuses the key, does not
 * know the address or does not answer JSON; its `refused`; `quota`, `capacity`; `timeout` at the time limit or when the
 * signal aborts. Messages name settings, never their values, and repeat nothing that the server wrote.
 */
export async function postJson(
  endpoint: Endpoint,
  body: unknown,
  { signal, readEvents }: PostOptions = {},
): Promise<unknown> {
  const limit = AbortSignal.timeout(endpoint.timeoutMs);
  const ends = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: readEvents ? `${EVENTS}, application/json` : "application/json",
        ...endpoint.headers,
      },
      body: JSON.stringify(body),
      // A redirect would carry the key to an address that nobody configured.
      redirect: "manual",
      signal: ends,
    });
    const isEvents = response.headers.get("content-type")?.startsWith(EVENTS) === true;
    if (response.ok && isEvents && readEvents !== undefined && response.body !== null)
      return await readEvents(response.body, ends);
    const text = await response.text();
    if (!response.ok) throw failureOf(endpoint, response.status, text);
    return JSON.parse(text);
  } catch (cause) {
    throw translate(endpoint, cause, ends);
  }
}

function translate({ part }: Endpoint, cause: unknown, { aborted }: AbortSignal): AppError {
  if (aborted) return new AppError("timeout", `${part.name} did not answer in time`, { cause });
  if (cause instanceof AppError) return cause;
  const fail = (reason: OutageReason, why: string) =>
    new ModelError(part.unavailable, `${part.name} ${why}`, { reason, cause });
  if (cause instanceof SyntaxError) return fail("bad_answer", "did not answer JSON");
  // A refused connection is "Network connection lost." to workerd, as one that was cut off is.
  return fail("unreachable", `cannot be reached; ${part.settings}_URL says where it is`);
}

/** Of an error's body as much is read as is needed to tell errors apart, characters. */
const READ_CHARS = 2_000;

/**
 * Money or a monthly allowance has run out; the same statuses also mean a rush or a wrong key. OpenAI's billing codes
 * (https://platform.openai.com/docs/guides/error-codes, 2026-11-20), Pinecone's monthly limits (429,
 * https://docs.pinecone.io/reference/api/database-limits/rate-limits, 2026-11-20), an account's balance elsewhere.
 */
const QUOTA =
  /insufficient_quota|credit_balance_exhausted|(?:spend|usage)_limit_exceeded|per month|monthly|current month|balance (?:is )?(?:insufficient|exhausted|not enough)|insufficient (?:account )?balance/i;

/**
 * Texts that are too long or too many. llama.cpp says so with status 500 ("input (548 tokens) is too large to process.
 * increase the physical batch size", tools/server), Ollama with 400 ("the input length exceeds the context length").
 */
const TOO_LARGE =
  /too (?:large|long|many)|exceeds? the|maximum (?:context|allowed|batch)|less than \d+ tokens/i;

/** Statuses: https://developer.mozilla.org/docs/Web/HTTP/Reference/Status; TEI overloaded is 429, too long 413, wrong 422. */
const MONEY_STATUSES = new Set([402, 403, 429]);
const TIMEOUT_STATUSES = new Set([408, 504]);
const REFUSAL_STATUSES = new Set([413, 422]);
const SIZE_STATUSES = new Set([400, 500]);

function failureOf({ part, headers }: Endpoint, status: number, body: string): AppError {
  const text = body.slice(0, READ_CHARS);
  const cause = new Error(`${status}: ${withoutKey(text, headers)}`);
  const fail = (code: ErrorCode, reason: OutageReason, why: string) =>
    new ModelError(code, `${part.name} ${why}`, { reason, status, cause });
  if (status === 402 || (MONEY_STATUSES.has(status) && QUOTA.test(text)))
    return fail("quota", "quota", "says that the account's allowance is used up");
  if (status === 429) return fail("capacity", "capacity", "is out of capacity for the moment");
  if (TIMEOUT_STATUSES.has(status)) return fail("timeout", "timeout", "did not answer in time");
  if (REFUSAL_STATUSES.has(status) || (SIZE_STATUSES.has(status) && TOO_LARGE.test(text)))
    return fail(
      part.refused ?? part.unavailable,
      "refused_text",
      "does not take this text, or so much at once",
    );
  const reason = REASONS[status] ?? "error";
  const installed = installedOutage(text);
  const advice = installed === undefined ? adviceFor(status, part.settings) : `: ${installed}`;
  return fail(part.unavailable, reason, `answered ${status}${advice}`);
}

const REASONS: Readonly<Record<number, OutageReason>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "unauthorized",
  404: "not_found",
};

function adviceFor(status: number, settings: EndpointPart["settings"]): string {
  if (status === 401 || status === 403) return `: ${settings}_KEY is missing or not allowed`;
  if (status === 404) return `: ${settings}_URL or ${settings}_MODEL is unknown there`;
  if (status >= 300 && status < 400) return `: ${settings}_URL leads elsewhere; set it to the address itself`;
  return status < 500 ? `: ${settings}_MODEL or another setting does not suit it` : "";
}

/** The cause goes to the log, and some servers repeat the key that they refuse. */
const withoutKey = (text: string, headers: Readonly<Record<string, string>>): string =>
  Object.values(headers)
    .map((value) => value.replace(/^Bearer /, ""))
    .filter((secret) => secret !== "")
    .reduce((shown, secret) => shown.replaceAll(secret, "…"), text);

/**
 * The address of a call below a base URL: of a bare host `/<version>/<operation>`; of a base with a path that path and the
 * operation (the path holds the version then, as in `http://localhost:11434/v1`); of a base that ends in the operation the
 * base itself. `version` may be empty. The query string stays.
 */
export function endpointUrl(base: string, operation: string, version: string): string {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith(`/${operation}`)) url.pathname = path;
  else if (path !== "") url.pathname = `${path}/${operation}`;
  else url.pathname = version === "" ? `/${operation}` : `/${version}/${operation}`;
  return url.href;
}

/** The header that carries a key, in most APIs; none without a key. */
export const bearer = (key: string | undefined): Readonly<Record<string, string>> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
