import { AppError, type ErrorCode } from "../../errors.ts";

/** The outages an answer can do without; anything else is a bug and stays an error. */
const TOLERABLE: ReadonlySet<ErrorCode> = new Set([
  "embedder_unavailable",
  "reranker_unavailable",
  "generator_unavailable",
  "vector_index_unavailable",
  "timeout",
  "quota",
  "capacity",
  "model_budget",
]);

/** Either what the work answered, or the code of the outage that stopped it. */
export type Tolerated<Answer> =
  | { readonly value: Answer; readonly lost?: undefined }
  | { readonly value?: undefined; readonly lost: ErrorCode };

/** Lets only a declared outage pass as data; a rush (`capacity`) is tried once more. */
export async function tolerate<Answer>(
  work: () => Promise<Answer>,
  onRetry: () => void = () => undefined,
): Promise<Tolerated<Answer>> {
  const first = await attempt(work);
  if (first.lost !== "capacity") return first;
  onRetry();
  return attempt(work);
}

async function attempt<Answer>(work: () => Promise<Answer>): Promise<Tolerated<Answer>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError && TOLERABLE.has(error.code)) return { lost: error.code };
    throw error;
  }
}
