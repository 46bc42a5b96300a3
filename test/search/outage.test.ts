import { describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { attempt, createDeadline, within } from "../../src/search/hops/attempt.ts";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";

const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, "fake"));

describe("an attempt", () => {
  it("passes a declared outage as data and throws everything else", async () => {
    expect(await attempt(async () => 7)).toEqual({ value: 7 });
    expect(await attempt(failing("quota"))).toMatchObject({ outage: { code: "quota", message: "fake" } });
    expect(await attempt(failing("embedder_refused"))).toMatchObject({
      outage: { code: "embedder_refused" },
    });
    await expect(attempt(failing("invalid_input"))).rejects.toMatchObject({ code: "invalid_input" });
    await expect(attempt(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug");
  });

  it("tries a rush once more, and only once", async () => {
    let calls = 0;
    const rush = (failures: number) => () => {
      calls += 1;
      return calls <= failures ? failing("capacity")() : Promise.resolve("there");
    };
    expect(await attempt(rush(1))).toEqual({ value: "there" });
    calls = 0;
    expect(await attempt(rush(9))).toMatchObject({ outage: { code: "capacity" } });
    expect(calls).toBe(2);
  });
});

describe("a deadline", () => {
  it("gives each piece of work the smaller of its own time and what is left", () => {
    let clock = 1_000;
    const deadline = createDeadline(500, () => clock);
    expect([deadline.left(200), deadline.left(900)]).toEqual([200, 500]);
    clock = 1_400;
    expect(deadline.left(200)).toBe(100);
    clock = 9_000;
    expect(deadline.left(200)).toBe(0);
  });

  it("ends work that does not answer, tells it so, and lets quick work pass", async () => {
    let isAborted = false;
    const never = (signal: AbortSignal) =>
      new Promise<never>(() => {
        signal.addEventListener("abort", () => {
          isAborted = true;
        });
      });
    await expect(within(5, never)).rejects.toMatchObject({ code: "timeout" });
    expect(isAborted).toBe(true);
    expect(await within(1_000, async () => "quick")).toBe("quick");
  });
});

describe("what an isolate remembers", () => {
  it("forgets the embedding that was used longest ago", () => {
    const memory = createIsolateMemory(2);
    const vector = (value: number) => Float32Array.of(value);
    memory.vectors.set("a", vector(1));
    memory.vectors.set("b", vector(2));
    memory.vectors.get("a");
    memory.vectors.set("c", vector(3));
    expect(["a", "b", "c"].map((key) => memory.vectors.get(key)?.[0])).toEqual([1, undefined, 3]);
  });

  it("knows a vocabulary for one version of one workspace only", () => {
    const memory = createIsolateMemory(2);
    memory.keepVocabulary(1, 5, "h", [{ term: "heron", doc: 2 }]);
    expect(memory.vocabulary(1, 5, "h")).toHaveLength(1);
    expect([
      memory.vocabulary(1, 6, "h"),
      memory.vocabulary(2, 5, "h"),
      memory.vocabulary(1, 5, "e"),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
