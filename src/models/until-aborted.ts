import { AppError } from "../errors.ts";

/** Rejects with AppError `timeout` when the signal aborts; the binding itself may not listen. */
export async function untilAborted<Answer>(
  work: Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (signal === undefined) return work;
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(new AppError("timeout", "The model did not answer in time"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  // In this order: whoever has gone gets no answer that happens to be there.
  return Promise.race([aborted, work]);
}
