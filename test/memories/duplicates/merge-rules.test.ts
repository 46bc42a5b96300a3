import { describe, expect, it } from "vitest";
import { isPlainRepeat, merge, type Observed } from "../../../src/memories/duplicates/merge.ts";
import type { MemoryRecord } from "../../../src/memories/memory-record.ts";

const MEMORY: MemoryRecord = {
  ...{ id: "a", state: "live", text: "A boat.", hash: "h1", normalHash: "n", version: 3, leftAt: null },
  ...{ type: "fact", importance: 0.5, priority: 3, confidence: 0.5, session: null, source: null },
  ...{ tags: ["a"], entities: ["Ann"], metadata: { a: 1, b: 1 }, timesObserved: 2 },
  ...{ firstObserved: 1, lastObserved: 50, supersedes: null, supersededBy: null, isCompared: true },
};
const observed = (more: Partial<Observed> = {}): Observed => ({ ...MEMORY, times: 1, at: 60, ...more });
const many = (count: number, sign: string) => Array.from({ length: count }, (_, at) => `${sign}${at}`);

describe("a memory that is observed once more", () => {
  it.each<[string, Partial<Observed>, Partial<MemoryRecord>]>([
    ["keeps its type", { type: "decision" }, { type: "fact" }],
    ["keeps its importance", { importance: 1 }, { importance: 0.5 }],
    ["keeps its priority", { priority: 1 }, { priority: 3 }],
    ["has the greater confidence", { confidence: 0.9 }, { confidence: 0.9 }],
    ["has no smaller confidence", { confidence: 0.1 }, { confidence: 0.5 }],
    ["is given a session", { session: "s" }, { session: "s" }],
    ["is given a source", { source: "chat" }, { source: "chat" }],
    ["has the tags of both, each once", { tags: ["b", "a"] }, { tags: ["a", "b"] }],
    ["has the names of both, each once", { entities: ["Bo", "Ann"] }, { entities: ["Ann", "Bo"] }],
    [
      "has the later of two values of a key",
      { metadata: { b: 2, c: 2 } },
      { metadata: { a: 1, b: 2, c: 2 } },
    ],
    ["has the later text", { text: "The boat.", hash: "h2" }, { text: "The boat.", hash: "h2" }],
    ["counts", { times: 3 }, { timesObserved: 5 }],
    ["was last observed then", { at: 60 }, { lastObserved: 60 }],
    ["was last observed later", { at: 40 }, { lastObserved: 50 }],
    ["stays itself", {}, { id: "a", firstObserved: 1, version: 3, normalHash: "n" }],
  ])("%s", (_, more, expected) => {
    expect(merge(MEMORY, observed(more))).toMatchObject(expected);
  });

  it("keeps a session and a source that it has", () => {
    const memory = { ...MEMORY, session: "s1", source: "mail" };
    expect(merge(memory, observed({ session: "s2", source: "chat" }))).toMatchObject({
      session: "s1",
      source: "mail",
    });
  });

  it("has its own tags first, and as many of the others as there is room for", () => {
    const { tags } = merge({ ...MEMORY, tags: many(19, "a") }, observed({ tags: ["a3", ...many(60, "b")] }));
    const room = tags.length - 19;
    expect(room).toBeGreaterThan(0);
    expect(tags).toEqual([...many(19, "a"), ...many(room, "b")]);
    const again = merge({ ...MEMORY, tags }, observed({ tags: ["new"] }));
    expect(again.tags).toEqual(tags);
  });
});

describe("an observation adds to the count and the confidence only", () => {
  it.each<[string, Partial<Observed>, boolean]>([
    ["when it is the same", {}, true],
    ["when it is surer", { confidence: 0.9 }, true],
    ["when it differs in what is kept", { type: "decision", importance: 1, priority: 1 }, true],
    ["when it has fewer tags", { tags: [] }, true],
    ["when it has fewer keys", { metadata: {} }, true],
    ["not when it has another text", { hash: "h2" }, false],
    ["not when it has one more tag", { tags: ["b"] }, false],
    ["not when it has one more name", { entities: ["Bo"] }, false],
    ["not when it has another value of a key", { metadata: { a: 2 } }, false],
    ["not when it has one more key", { metadata: { c: 1 } }, false],
    ["not when it brings a session", { session: "s" }, false],
    ["not when it brings a source", { source: "chat" }, false],
  ])("%s", (_, more, isPlain) => {
    expect(isPlainRepeat(MEMORY, observed(more))).toBe(isPlain);
  });
});
