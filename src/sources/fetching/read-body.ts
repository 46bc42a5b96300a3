import { SourceError } from "./source-error.ts";

export interface Limits {
  readonly maxBytes: number;
}

interface Reading {
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly failed: () => SourceError;
}

/** A body whole; throws SourceError `left_out` for a larger one, of which no more is read, and `unreachable` for a slow one. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes }: Limits,
  { url, signal, failed }: Reading,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw failed();
      });
      if (signal.aborted) throw failed();
      if (done) return joined(parts, size);
      size += value.length;
      if (size > maxBytes)
        throw new SourceError("left_out", `${url.href} has more than ${maxBytes.toLocaleString("en")} bytes`);
      parts.push(value);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
