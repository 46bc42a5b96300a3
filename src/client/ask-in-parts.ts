import { EventSourceParserStream } from "eventsource-parser/stream";
import { AppError, type ErrorCode } from "../errors.ts";
import type { TypedClient } from "./typed-client.ts";

type Ask = TypedClient["v1"]["ask"]["$post"];
type AskRequest = Parameters<Ask>[0]["json"];
type AskAnswer = Awaited<ReturnType<Awaited<ReturnType<Ask>>["json"]>>;
type AskSource = AskAnswer["sources"][number];

/** A question, with everything else left to the server's defaults. */
export type Question = Pick<AskRequest, "question"> & {
  readonly [Name in keyof AskRequest]?: AskRequest[Name] | undefined;
};

/** What comes while an answer is written. */
export type AskPart =
  /** What the text model is given to read, best first. */
  | { readonly event: "passages"; readonly passages: readonly Omit<AskSource, "number">[] }
  /** A sentence; `newSources` are those of its sources that no sentence before it has. */
  | {
      readonly event: "sentence";
      readonly text: string;
      readonly sources: readonly number[];
      readonly newSources: readonly AskSource[];
    }
  /** The whole answer: the last. */
  | ({ readonly event: "end" } & AskAnswer);

/**
 * Asks a question and gives the answer as it is written: the passages that the text model reads, each sentence once it is
 * checked, and the whole answer at the end. Whoever stops iterating, or whose signal aborts, stops the model. Throws
 * RecallError, also midway.
 */
export async function* askInParts(
  { v1 }: TypedClient,
  question: Question,
  signal?: AbortSignal,
): AsyncGenerator<AskPart, void, void> {
  const headers = { accept: "text/event-stream" };
  const init = signal === undefined ? {} : { init: { signal } };
  const response: { readonly body?: ReadableStream<Uint8Array> | null; json(): Promise<AskAnswer> } =
    await v1.ask.$post({ json: question as AskRequest }, { headers, ...init });
  const { body } = response;
  // A server from before there were events.
  if (body === undefined || body === null) return void (yield { event: "end", ...(await response.json()) });
  const events = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (let read = await events.read(); !read.done; read = await events.read()) {
      const part = partOf(read.value.event, read.value.data);
      yield part;
      if (part.event === "end") return;
    }
  } finally {
    await events.cancel().catch(() => undefined);
  }
  throw new AppError("unavailable", "The answer ended before it was whole");
}

function partOf(event: string | undefined, text: string): AskPart {
  const data = JSON.parse(text) as Record<string, unknown>;
  if (event !== "error") return { event, ...data } as AskPart;
  const { code, message, details } = data as { code: ErrorCode; message: string; details?: unknown };
  throw new AppError(code, message, { details });
}
