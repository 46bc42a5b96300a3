import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createBookmarks } from "../../../client/bookmarks.ts";
import { failureIn } from "../../../client/failure.ts";
import { redirected, unreachable } from "../../../client/send.ts";
import { BOOKMARK_HEADER } from "../../../contract/headers.ts";
import type { AppError } from "../../../errors.ts";
import { isRecord, parseJson } from "../../../text/parse-json.ts";
import { VERSION } from "../../../version.ts";

/** One answer, milliseconds: a call that tells progress may be long. */
const TIMEOUT_MS = 300_000;

export interface Server {
  /** Without a slash at its end. */
  readonly url: string;
  readonly token: string;
}

/** Failures as the server tells them; what is no failure passes. */
async function refusal(response: Response): Promise<AppError | undefined> {
  if (response.ok) return undefined;
  const body = parseJson(await response.clone().text());
  return isRecord(body) && "jsonrpc" in body ? undefined : failureIn(response.status, body);
}

/** The server's /mcp as a transport, over the given way to it; what it wrote is read back at once. Failures are AppErrors that say what to do. */
export function remoteTransport(
  { url, token }: Server,
  reached: typeof fetch,
  bookmarks = createBookmarks(),
): StreamableHTTPClientTransport {
  const send = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    // Nothing is ever sent unasked, so nobody listens for it.
    if (init.method === "GET") return new Response(null, { status: 405 });
    const headers = new Headers(init.headers);
    const sent = bookmarks.known();
    if (sent !== undefined) headers.set(BOOKMARK_HEADER, sent);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await reached(address, { ...init, headers, signal, redirect: "manual" }).catch(
      (error: unknown) => {
        throw unreachable(url, error);
      },
    );
    if (response.status >= 300 && response.status < 400) throw redirected(url);
    const failure = await refusal(response);
    if (failure !== undefined) throw failure;
    const written = response.headers.get(BOOKMARK_HEADER);
    if (written !== null) bookmarks.take(written, sent);
    return response;
  };
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    fetch: send,
    requestInit: {
      headers: { authorization: `Bearer ${token}`, "user-agent": `edge-recall/${VERSION}` },
    },
  });
}
