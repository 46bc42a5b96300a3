import { describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { createDeadline, within } from "../../src/search/hops/deadline.ts";
import { createIsolateMemory } from "../../src/search/hops/isolate-memory.ts";
import { tolerate } from "../../src/search/hops/tolerate.ts";

const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, "fake"));

describe("tolerating an outage", () => {
  it("passes a declared outage as data and throws everything else", async () => {
    expect(await tolerate(async () => 7)).toEqual({ value: 7 });
    expect(await tolerate(failing("quota"))).toEqual({ lost: "quota" });
    await expect(tolerate(failing("invalid_input"))).rejects.toMatchObject({ code: "invalid_input" });
    await expect(tolerate(() => Promise.reject(new TypeError("a bug")))).rejects.toThrow("a bug");
  });

  it("tries a rush once more, and only once", async () => {
    let calls = 0;
    let retries = 0;
    const rush = () => {
      calls += 1;
      return calls === 1 ? failing("capacity")() : Promise.resolve("there");
    };
    const retried = () => {
      retries += 1;
    };
    expect(await tolerate(rush, retried)).toEqual({ value: "there" });
    expect(await tolerate(failing("capacity"), retried)).toEqual({ lost: "capacity" });
    expect([calls, retries]).toEqual([2, 2]);
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
    memory.keepQueryVector("a", vector(1));
    memory.keepQueryVector("b", vector(2));
    memory.queryVector("a");
    memory.keepQueryVector("c", vector(3));
    expect(["a", "b", "c"].map((key) => memory.queryVector(key)?.[0])).toEqual([1, undefined, 3]);
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
