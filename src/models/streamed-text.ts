import { EventSourceParserStream } from "eventsource-parser/stream";
import { ModelError } from "./model-error.ts";
import { tellUse } from "./generated-text.ts";
import type { Listener } from "./ports.ts";

/** What ends the stream of a chat model. */
const DONE = "[DONE]";

/** Characters of an answer at most: whoever writes more does not stop. */
const MAX_CHARS = 200_000;

/**
 * Reads what a text model writes as server-sent events, and tells its parts: `choices[0].delta.content` of chat completions
 * (https://platform.openai.com/docs/api-reference/chat-streaming), `response` of Workers AI's older models
 * (https://developers.cloudflare.com/workers-ai/configuration/bindings/, 2026-11-20). Answers it as one answer that was not
 * streamed. Throws AppError `generator_unavailable` for an error midway or what is no JSON; cancels the stream when the
 * signal aborts, whose reason it throws then.
 */
export async function streamedText(
  stream: ReadableStream<Uint8Array>,
  { onPart, onUse }: Listener,
  signal: AbortSignal | undefined,
): Promise<{ readonly response: string }> {
  const events = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const stop = (): void => void events.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener("abort", stop, { once: true });
  let response = "";
  try {
    for (let read = await events.read(); !read.done; read = await events.read()) {
      if (read.value.data === DONE) break;
      const chunk = parsed(read.value.data);
      tellUse(chunk, onUse);
      const part = partOf(chunk);
      if (part === "") continue;
      response += part;
      if (response.length > MAX_CHARS) throw broken("The model's answer does not end");
      onPart?.(part);
    }
    signal?.throwIfAborted();
    return { response };
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}

const broken = (message: string, cause?: unknown): ModelError =>
  new ModelError("generator_unavailable", message, { reason: "bad_answer", cause });

interface Chunk {
  readonly choices?: readonly ({ readonly delta?: { readonly content?: unknown } } | null)[];
  readonly response?: unknown;
  readonly error?: unknown;
}

function parsed(data: string): Chunk {
  let chunk: unknown;
  try {
    chunk = JSON.parse(data);
  } catch (cause) {
    throw broken("A part of the model's answer is not JSON", cause);
  }
  const { error } = (chunk ?? {}) as Chunk;
  if (error !== undefined && error !== null) throw broken("The model ended its answer with an error");
  return (chunk ?? {}) as Chunk;
}

function partOf({ choices, response }: Chunk): string {
  const content = (Array.isArray(choices) ? choices[0]?.delta?.content : undefined) ?? response;
  return typeof content === "string" ? content : "";
}
