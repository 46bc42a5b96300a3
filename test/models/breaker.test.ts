import { describe, expect, it } from "vitest";
import type { OutageReason } from "../../src/contract/outages.ts";
import { OUTAGE_REASONS } from "../../src/contract/outages.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import {
  createBreaker,
  createBreakers,
  guarded,
  guardedIndex,
  isResting,
  onAbort,
  onCall,
  onFailure,
  PATIENCE_MS,
  REST_MS,
} from "../../src/models/breaker.ts";
import { ModelError } from "../../src/models/model-error.ts";
import { EAST, fakeIndex } from "../search/fakes.ts";

const T0 = Date.UTC(2026, 5, 1, 12);
const gone = (code: ErrorCode = "embedder_unavailable") => new AppError(code, `fake ${code}`);
const because = (reason: OutageReason) => new ModelError("embedder_unavailable", "fake", { reason });

describe("what is known of a server", () => {
  it("is that it rests for a minute after a failure, and not a moment longer", () => {
    const standing = onFailure(undefined, gone(), T0);
    expect([T0, T0 + REST_MS - 1, T0 + REST_MS].map((nowMs) => isResting(standing, nowMs))).toEqual([
      ...[true, true, false],
    ]);
    expect(isResting(undefined, T0)).toBe(false);
  });

  it("is what it failed with last, and since when it has failed", () => {
    const later = onFailure(onFailure(undefined, gone("timeout"), T0), gone(), T0 + 90_000);
    expect(later).toMatchObject({ error: { code: "embedder_unavailable" }, sinceMs: T0 });
    expect(later?.untilMs).toBe(T0 + 90_000 + REST_MS);
  });

  it("has others wait while one call tries it, and lets the next try where that call was cut off", () => {
    const rested = onFailure(undefined, gone(), T0);
    const tried = onCall(rested, T0 + REST_MS);
    expect(isResting(tried, T0 + REST_MS)).toBe(true);
    expect(isResting(tried, T0 + 2 * REST_MS)).toBe(false);
    expect(onCall(undefined, T0)).toBeUndefined();
  });

  it.each(OUTAGE_REASONS)("after a failure by %s is that it rests, or that it is there", (reason) => {
    const isThere = [
      "refused_text",
      "bad_request",
      "unusable_text",
      "capacity",
      "quota",
      "model_budget",
      "workspace_quota",
    ];
    const before = onFailure(undefined, gone(), T0);
    for (const standing of [undefined, before])
      expect(onFailure(standing, because(reason), T0) === undefined).toBe(isThere.includes(reason));
  });

  it("is that it hangs only where somebody waited, so that no caller's own time limit stops it for others", () => {
    expect(onAbort(undefined, PATIENCE_MS - 1, T0)).toBeUndefined();
    expect(onAbort(undefined, PATIENCE_MS, T0)).toMatchObject({
      error: { code: "timeout", message: "No answer within 1000 ms" },
    });
    const tried = onCall(onFailure(undefined, gone(), T0), T0 + REST_MS);
    expect(isResting(onAbort(tried, 100, T0 + REST_MS), T0 + REST_MS)).toBe(false);
  });
});

const SIZE = { texts: 1, passages: 0, signal: undefined };

/** A server behind a breaker, at a time that one tells. */
function server() {
  let nowMs = T0;
  let calls = 0;
  const breaker = createBreaker(() => nowMs);
  return {
    breaker,
    calls: () => calls,
    wait: (ms: number) => {
      nowMs += ms;
    },
    ask: (answer: () => Promise<unknown>, signal?: AbortSignal) =>
      guarded(breaker)(
        () => {
          calls += 1;
          return answer();
        },
        { ...SIZE, signal },
      ).catch((error: AppError) => error.code),
  };
}
const fails = () => Promise.reject(gone());
const answers = async () => "there";

describe("a guarded server", () => {
  it("is not asked for a minute after it failed; then one call goes out, and its answer opens the way for all", async () => {
    const { ask, calls, wait } = server();
    expect(await ask(fails)).toBe("embedder_unavailable");
    for (let again = 0; again < 10; again++) expect(await ask(answers)).toBe("embedder_unavailable");
    expect(calls()).toBe(1);
    wait(REST_MS);
    const trial = Promise.withResolvers<string>();
    const tried = ask(() => trial.promise);
    expect(await ask(answers)).toBe("embedder_unavailable");
    expect(calls()).toBe(2);
    trial.resolve("there");
    expect([await tried, await ask(answers), await ask(answers)]).toEqual(["there", "there", "there"]);
    expect(calls()).toBe(4);
  });

  it("rests for another minute when the trial fails", async () => {
    const { ask, calls, wait } = server();
    await ask(fails);
    wait(REST_MS);
    await ask(fails);
    wait(REST_MS - 1);
    await ask(answers);
    expect(calls()).toBe(2);
    wait(1);
    expect(await ask(answers)).toBe("there");
  });

  it("that hangs is known to by the first whose time is over, whatever comes of the call afterwards", async () => {
    const { ask, calls, wait, breaker } = server();
    const controller = new AbortController();
    const late = Promise.withResolvers<string>();
    const hung = ask(() => late.promise, controller.signal);
    wait(4_000);
    controller.abort();
    expect(await ask(answers)).toBe("timeout");
    late.resolve("too late");
    await hung;
    expect(await ask(answers)).toBe("timeout");
    expect([calls(), breaker.failure()?.message]).toEqual([1, "No answer within 4000 ms"]);
  });

  it("is not blamed for a call that ends with its signal, nor for one that never had any time", async () => {
    const { ask, breaker, wait } = server();
    const controller = new AbortController();
    const ended = ask(
      () =>
        new Promise((_, reject) =>
          controller.signal.addEventListener("abort", () => reject(gone("timeout"))),
        ),
      controller.signal,
    );
    wait(10);
    controller.abort();
    expect(await ended).toBe("timeout");
    expect(await ask(() => Promise.reject(gone("timeout")), AbortSignal.abort())).toBe("timeout");
    expect(breaker.failure()).toBeUndefined();
  });

  it("is asked on about other texts when it refuses one, and when it is in a rush", async () => {
    const { ask, calls } = server();
    for (const reason of ["refused_text", "bad_request", "unusable_text", "capacity", "quota"] as const)
      await ask(() => Promise.reject(because(reason)));
    await ask(() => Promise.reject(new Error("a bug")));
    expect(await ask(answers)).toBe("there");
    expect(calls()).toBe(7);
  });

  it("fails as it failed, and says until when it is not asked", async () => {
    const { ask, breaker, wait } = server();
    await ask(() =>
      Promise.reject(new ModelError("embedder_unavailable", "no", { reason: "unauthorized", status: 401 })),
    );
    wait(5_000);
    const error = await guarded(breaker)(answers, SIZE).catch((thrown: ModelError) => thrown);
    expect(error).toMatchObject({
      ...{ code: "embedder_unavailable", message: "no" },
      failure: { reason: "unauthorized", status: 401, sinceMs: T0, retryAtMs: T0 + REST_MS },
    });
  });
});

describe("a guarded index", () => {
  it("is asked no more once a search of it has failed", async () => {
    const breaker = createBreaker(() => T0);
    const index = guardedIndex(fakeIndex(gone("vector_index_unavailable"), []), breaker);
    const search = () => index.nearest("w", EAST, { limit: 1, filter: {} });
    await expect(search()).rejects.toMatchObject({ message: "fake vector_index_unavailable" });
    await expect(search()).rejects.toMatchObject({ failure: { retryAtMs: T0 + REST_MS } });
  });
});

describe("what an isolate knows", () => {
  it("is one thing of each server, and of each part that does not answer the last failure", async () => {
    const breakers = createBreakers(() => T0);
    expect(breakers.of("embedder", "a")).toBe(breakers.of("embedder", "a"));
    expect(breakers.of("embedder", "a")).not.toBe(breakers.of("reranker", "a"));
    expect(breakers.outages()).toEqual([]);
    breakers.of("generator", "rewrites").failed(gone("generator_unavailable"));
    breakers
      .of("embedder", "a")
      .failed(
        new ModelError("embedder_unavailable", "It answered 404", { reason: "not_found", status: 404 }),
      );
    breakers.of("generator", "answers").failed(gone("timeout"));
    const times = { since: "2026-06-01T12:00:00.000Z", retryAt: "2026-06-01T12:01:00.000Z" };
    expect(breakers.outages()).toEqual([
      { part: "embedder", reason: "not_found", status: 404, message: "It answered 404", ...times },
      { part: "generator", reason: "timeout", message: "fake timeout", ...times },
    ]);
    breakers.of("embedder", "a").answered();
    expect(breakers.outages().map(({ part }) => part)).toEqual(["generator"]);
  });
});
