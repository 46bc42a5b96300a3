import type { ModelPart } from "../../contract/outages.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { Degraded } from "../contract/search.ts";

/** What is left of a request's time; every arm and stage gets the smaller of its own limit and this. */
export interface Deadline {
  /** Milliseconds for a piece of work with a limit of its own. Throws the signal's reason once it has ended. */
  left(ownMs: number): number;
}

/** A request's time from now on; `signal` ends it early. */
export const createDeadline = (
  budgetMs: number,
  now: () => number,
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Deadline => {
  const end = now() + budgetMs;
  return {
    left(ownMs) {
      signal?.throwIfAborted();
      return Math.max(0, Math.min(ownMs, end - now()));
    },
  };
};

/** Runs work for at most so long; its signal aborts then and the answer is AppError `timeout`. */
export async function within<Answer>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  if (ms <= 0) throw new AppError("timeout", "No time was left for it");
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError("timeout", `No answer within ${Math.round(ms)} ms`));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** The outages an answer can do without; anything else is a bug and stays an error. */
const TOLERABLE: ReadonlySet<ErrorCode> = new Set([
  "embedder_unavailable",
  "embedder_refused",
  "reranker_unavailable",
  "generator_unavailable",
  "vector_index_unavailable",
  "timeout",
  "quota",
  "capacity",
  "model_budget",
  "workspace_quota",
]);

/** Either what the work answered, or the outage that stopped it. */
export type Attempt<Answer> =
  | { readonly value: Answer; readonly outage?: undefined }
  | { readonly value?: undefined; readonly outage: AppError };

/** Lets only a declared outage pass as data; a rush (`capacity`) is tried once more. */
export async function attempt<Answer>(work: () => Promise<Answer>): Promise<Attempt<Answer>> {
  const first = await once(work);
  return first.outage?.code === "capacity" ? once(work) : first;
}

async function once<Answer>(work: () => Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError && TOLERABLE.has(error.code)) return { outage: error };
    throw error;
  }
}

/** Codes that say the same whichever model they stopped. */
const SHARED_CODES: Partial<Record<ErrorCode, Degraded>> = {
  quota: "quota",
  model_budget: "model_budget",
  workspace_quota: "workspace_quota",
};

/** A part that an answer goes without, and why. */
export interface Lost {
  readonly part: ModelPart;
  readonly error: AppError;
}

export const lost = (part: ModelPart, error: AppError | undefined): Lost[] =>
  error === undefined ? [] : [{ part, error }];

/** An outage as the closed list of what an answer may lack names it. */
export const degradedBy = ({ part, error: { code } }: Lost): Degraded =>
  SHARED_CODES[code] ?? (code === "timeout" ? `${part}_timeout` : `${part}_unavailable`);
