import { toAppError } from "./errors.ts";

/** One event, as https://html.spec.whatwg.org/multipage/server-sent-events.html has it. */
const eventText = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Whether a caller asks for events in place of one answer. */
export const wantsEvents = (accept: string | undefined): boolean =>
  /(?:^|,)\s*text\/event-stream\b/i.test(accept ?? "");

interface Work<Answer> {
  /** Makes the answer, and tells events on the way; ends when the signal aborts: the caller has gone. */
  readonly work: (tell: (event: string, data: unknown) => void, signal: AbortSignal) => Promise<Answer>;
  readonly signal: AbortSignal;
}

/**
 * What work tells, as server-sent events; the last is `end` with its answer, or `error` with code and message. Work that fails
 * before it has told anything throws: it is answered with the failure's status, as without events.
 */
export async function eventStream<Answer>({ work, signal }: Work<Answer>): Promise<Response> {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const begun = Promise.withResolvers<void>();
  let isTold = false;
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
    cancel: (reason) => gone.abort(reason),
  });
  const tell = (event: string, data: unknown): void => {
    isTold = true;
    if (!gone.signal.aborted) source?.enqueue(encoder.encode(eventText(event, data)));
    begun.resolve();
  };
  const ended = work(tell, AbortSignal.any([signal, gone.signal])).then(
    (answer) => tell("end", answer),
    (error: unknown) => {
      if (!isTold) throw error;
      const { code, message, details } = toAppError(error);
      tell("error", { code, message, ...(details !== undefined && { details }) });
    },
  );
  await Promise.race([begun.promise, ended]);
  const close = (): void => {
    if (!gone.signal.aborted) source?.close();
  };
  ended.then(close, close);
  return new Response(stream, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
