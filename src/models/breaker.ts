import type { ModelPart, Outage, OutageReason } from "../contract/outages.ts";
import { AppError } from "../errors.ts";
import type { Decorator } from "./decorators.ts";
import { failureOf, ModelError, outageOf } from "./model-error.ts";
import type { VectorIndex } from "./ports.ts";

// A server that hangs costs each search all the time that it has for it. So an isolate remembers for a minute that one
// hangs or refuses, and searches go on without it at once; then one call tries whether it is back.

/** A server that does not answer. */
interface Rest {
  readonly error: AppError;
  /** When it failed first. All times are milliseconds since 1970. */
  readonly sinceMs: number;
  /** Nothing is sent until then; the call that comes first afterwards is the trial. */
  readonly untilMs: number;
}

/** What is known of a server; undefined: that it answers, or nothing. */
export type Standing = Rest | undefined;

/** How long a server is left alone, and how long a trial may take before the next one, milliseconds. */
export const REST_MS = 60_000;

/** Who waited less than this, milliseconds, has not learned that a server hangs: a caller may set any time limit. */
export const PATIENCE_MS = 1_000;

/** What is about one text, or about an allowance that has a stop of its own: the server itself is there. */
const IS_THERE: ReadonlySet<OutageReason> = new Set([
  "refused_text",
  "bad_request",
  "unusable_text",
  "capacity",
  "quota",
  "model_budget",
  "workspace_quota",
]);

export const isResting = (standing: Standing, nowMs: number): standing is Rest =>
  standing !== undefined && nowMs < standing.untilMs;

/** As a call goes out: a trial, if the server has rested, has others wait for what comes of it. */
export const onCall = (standing: Standing, nowMs: number): Standing =>
  standing && { ...standing, untilMs: nowMs + REST_MS };

/** After a call that failed: undefined where the failure itself shows that the server is there. */
export const onFailure = (standing: Standing, error: AppError, nowMs: number): Standing =>
  IS_THERE.has(failureOf(error).reason)
    ? undefined
    : { error, sinceMs: standing?.sinceMs ?? nowMs, untilMs: nowMs + REST_MS };

/** After a call whose time was over: it hangs, or nobody knows, and the next call may try. */
export const onAbort = (standing: Standing, waitedMs: number, nowMs: number): Standing =>
  waitedMs >= PATIENCE_MS
    ? onFailure(standing, new AppError("timeout", `No answer within ${Math.round(waitedMs)} ms`), nowMs)
    : standing && { ...standing, untilMs: nowMs };

const toError = ({ error, sinceMs, untilMs }: Rest): ModelError =>
  new ModelError(error.code, error.message, { ...failureOf(error), sinceMs, retryAtMs: untilMs });

/** What an isolate knows of one server. */
export type Breaker = ReturnType<typeof createBreaker>;

export function createBreaker(now: () => number) {
  let standing: Standing;
  return {
    /** Throws the failure that it remembers while the server rests. */
    begin(): void {
      if (isResting(standing, now())) throw toError(standing);
      standing = onCall(standing, now());
    },
    answered(): void {
      standing = undefined;
    },
    failed(error: AppError): void {
      standing = onFailure(standing, error, now());
    },
    aborted(waitedMs: number): void {
      standing = onAbort(standing, waitedMs, now());
    },
    /** Undefined: it answers, as far as is known. */
    failure: (): ModelError | undefined => standing && toError(standing),
    now,
  };
}

/** Sends nothing to a server that rests, and learns from how each call ends; what comes after its time is over is too late. */
export const guarded =
  (breaker: Breaker): Decorator =>
  async (call, { signal }) => {
    breaker.begin();
    const startedMs = breaker.now();
    let isOver = false;
    const end = () => {
      isOver = true;
      breaker.aborted(breaker.now() - startedMs);
    };
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
    try {
      const answer = await call();
      if (!isOver) breaker.answered();
      return answer;
    } catch (error) {
      if (!isOver && error instanceof AppError) breaker.failed(error);
      throw error;
    } finally {
      signal?.removeEventListener("abort", end);
    }
  };

/** The vector index, whose searches are guarded. */
export const guardedIndex = (index: VectorIndex, breaker: Breaker): VectorIndex => ({
  ...index,
  nearest: (namespace, vector, options, signal) =>
    guarded(breaker)(() => index.nearest(namespace, vector, options, signal), {
      ...{ texts: 0, passages: 0 },
      signal,
    }),
});

/** What an isolate knows of all servers. */
export type Breakers = ReturnType<typeof createBreakers>;

export function createBreakers(now: () => number) {
  const known = new Map<string, { readonly part: ModelPart; readonly breaker: Breaker }>();
  return {
    /** That of a part by the name of its model. */
    of(part: ModelPart, name: string): Breaker {
      const key = `${part} ${name}`;
      const { breaker } = known.get(key) ?? { breaker: createBreaker(now) };
      known.set(key, { part, breaker });
      return breaker;
    },
    /** The parts that do not answer, each once. */
    outages(): Outage[] {
      const failures = Array.from(known.values(), ({ part, breaker }) => [part, breaker.failure()] as const);
      const parts = new Map(
        failures.flatMap(([part, error]) => (error === undefined ? [] : [[part, error]])),
      );
      return Array.from(parts, ([part, error]) => outageOf(part, error));
    },
  };
}
