import { VERSION } from "../version.ts";
import { isExample } from "./address.ts";
import { signatureOf } from "./secret.ts";

/** Until an answer begins, milliseconds. */
const TIMEOUT_MS = 10_000;

export interface Message {
  /** The same each time the message is sent. */
  readonly id: string;
  readonly body: string;
}

/** What came of one try. */
export interface Sent {
  /** Null: no answer came. */
  readonly status: number | null;
  /** Undefined: the receiver took it. */
  readonly error: string | undefined;
  readonly retryAfter: string | null;
}

/** Where messages go, and with which secret. */
interface Receiver {
  readonly url: string;
  readonly secret: string;
}

/**
 * Posts a signed message once; to an example's address nothing is sent. Nothing is read of the answer but status and `Retry-After`, and a redirect is not followed: it
 * would lead to an address that nobody looked at. Never throws for what the receiver does.
 */
export async function postMessage(
  { url, secret }: Receiver,
  { id, body }: Message,
  { nowMs, timeoutMs = TIMEOUT_MS }: { readonly nowMs: number; readonly timeoutMs?: number | undefined },
): Promise<Sent> {
  if (isExample(url)) return { status: null, error: "It is an example's: nobody is there", retryAfter: null };
  const timestamp = Math.floor(nowMs / 1_000);
  const headers = {
    "content-type": "application/json",
    "user-agent": `edge-recall/${VERSION}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": await signatureOf(secret, { id, timestamp, body }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    // The connection may break while the rest is thrown away: the answer counts all the same.
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    return { status, error: errorOf(status), retryAfter: response.headers.get("retry-after") };
  } catch {
    const error = signal.aborted ? "It did not answer in time" : "It cannot be reached";
    return { status: null, error, retryAfter: null };
  }
}

function errorOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400
    ? `It answered ${status}: redirects are not followed`
    : `It answered ${status}`;
}
