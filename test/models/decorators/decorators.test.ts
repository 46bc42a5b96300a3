import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { budgeted, createModelBudget } from "../../../src/models/budget.ts";
import { cachedEmbedder } from "../../../src/models/cached-embedder.ts";
import {
  type Decorator,
  decoratedEmbedder,
  decoratedGenerator,
  decoratedReranker,
  hopCounter,
  metered,
  meteredIndex,
} from "../../../src/models/decorators.ts";
import { hashEmbedder } from "../../../src/models/local/hash-embedder.ts";
import { createMeter, type Generator, type Reranker, type Vector } from "../../../src/models/ports.ts";
import { EAST, fakeEmbedder, fakeIndex, NOW_MS } from "../../search/fakes.ts";

const query = (text: string) => ({ text, words: [] });
const reranker: Reranker = { model: "judge", score: async (_, passages) => passages.map(() => 1) };
const generator: Generator = { model: "writer", generate: async () => "text" };

/** A call that ends when it is told to. */
function pending() {
  let end: () => void = () => undefined;
  const call = () =>
    new Promise<void>((resolve) => {
      end = resolve;
    });
  return { call, end: () => end() };
}

describe("decorators of a port", () => {
  it("stand around each call, the first outermost, and pass its answer on", async () => {
    const noted: string[] = [];
    const note =
      (name: string): Decorator =>
      async (call) => {
        noted.push(name);
        return call();
      };
    const decorated = decoratedEmbedder(fakeEmbedder(), note("outer"), note("inner"));
    expect(await decorated.embedQuery(query("a"))).toBe(EAST);
    expect(await decoratedReranker(reranker, note("rerank")).score("a", ["b"])).toEqual([1]);
    const wish = { system: "", prompt: "", json: false, maxTokens: 1 };
    expect(await decoratedGenerator(generator, note("write")).generate(wish)).toBe("text");
    expect(noted).toEqual(["outer", "inner", "rerank", "write"]);
    expect(decorated.space).toEqual(fakeEmbedder().space);
  });

  it("know how much each call carries, and its signal, which the port is given too", async () => {
    const sizes: unknown[] = [];
    const note: Decorator = async (call, { texts, passages, signal }) => {
      sizes.push([texts, passages, signal?.aborted]);
      return call();
    };
    const given: unknown[] = [];
    const take = (signal: AbortSignal | undefined) => given.push(signal?.aborted);
    const signal = AbortSignal.abort();
    const embedder = decoratedEmbedder(
      {
        ...fakeEmbedder(),
        embedQuery: async (_, own) => void take(own),
        embedChunks: async (_, own) => [void take(own)],
      },
      note,
    );
    const chunk = { headings: "", text: "a" };
    await embedder.embedQuery(query("a"), signal);
    await embedder.embedChunks([chunk, chunk], signal);
    const scoring: Reranker = { model: "j", score: async (_, __, own) => [take(own)] };
    await decoratedReranker(scoring, note).score("a", ["b", "c", "d"], signal);
    const writing: Generator = { model: "w", generate: async (_, own) => String(take(own)) };
    await decoratedGenerator(writing, note).generate(
      { system: "", prompt: "", json: false, maxTokens: 1 },
      signal,
    );
    expect(sizes).toEqual([
      [1, 0, true],
      [2, 0, true],
      [0, 3, true],
      [0, 0, true],
    ]);
    expect(given).toEqual([true, true, true, true]);
    expect([decoratedReranker(scoring, note).model, decoratedGenerator(writing, note).model]).toEqual([
      "j",
      "w",
    ]);
  });

  it("leave alone what an isolate computes itself", () => {
    const refuse: Decorator = () => Promise.reject(new Error("no call"));
    expect(decoratedEmbedder(hashEmbedder, refuse)).toBe(hashEmbedder);
  });
});

const CALLED = { port: "embedder", model: "a model" } as const;

describe("a meter", () => {
  it("counts calls, texts and passages that reach a model", async () => {
    const meter = createMeter();
    const around = metered(meter, hopCounter(meter), CALLED);
    const embedder = decoratedEmbedder(fakeEmbedder(), around);
    await embedder.embedQuery(query("a"));
    await embedder.embedChunks(["b", "c"].map((text) => ({ headings: "", text })));
    await decoratedReranker(reranker, around).score("a", ["b", "c", "d"]);
    expect(meter).toMatchObject({ modelCalls: 3, textsEmbedded: 3, passagesReranked: 3, hops: 3 });
  });

  it("counts a call that fails, and none that a budget refuses", async () => {
    const meter = createMeter();
    const budget = createModelBudget({ callsPerDay: 5, now: () => NOW_MS });
    const failing = fakeEmbedder(new AppError("embedder_unavailable", "down"));
    const embedder = decoratedEmbedder(failing, budgeted(budget), metered(meter, hopCounter(meter), CALLED));
    await expect(embedder.embedQuery(query("a"))).rejects.toMatchObject({ code: "embedder_unavailable" });
    budget.learn({ calls: 5, pausedUntil: null });
    await expect(embedder.embedQuery(query("b"))).rejects.toMatchObject({ code: "model_budget" });
    expect([meter.modelCalls, meter.hops, failing.asked]).toEqual([1, 1, ["a"]]);
  });
});

describe("the hops of an index", () => {
  it("are its searches, which end with their signal", async () => {
    const meter = createMeter();
    const index = meteredIndex(fakeIndex([{ id: "a", similarity: 1 }], []), meter, hopCounter(meter));
    expect(await index.nearest("w", EAST, { limit: 1, filter: {} })).toEqual([{ id: "a", similarity: 1 }]);
    await index.nearest("w", EAST, { limit: 1, filter: {} }, AbortSignal.abort());
    expect(meter).toMatchObject({ hops: 2, modelCalls: 0 });
  });
});

describe("hops", () => {
  it("are calls that start before any of them has ended", async () => {
    const meter = createMeter();
    const hops = hopCounter(meter);
    const [slow, quick, next] = [pending(), pending(), pending()];
    const all = [hops.during(slow.call), hops.during(quick.call)];
    expect(meter.hops).toBe(1);
    quick.end();
    await all[1];
    all.push(hops.during(next.call));
    expect(meter.hops).toBe(2);
    slow.end();
    next.end();
    await Promise.all(all);
    await expect(hops.during(() => Promise.reject(new Error("down")))).rejects.toThrow("down");
    await hops.during(async () => undefined);
    expect(meter.hops).toBe(4);
  });

  it("do not wait for a call that nobody awaits any more", async () => {
    const meter = createMeter();
    const hops = hopCounter(meter);
    const controller = new AbortController();
    const never = pending();
    const left = hops.during(never.call, controller.signal);
    controller.abort();
    await hops.during(async () => undefined);
    expect(meter.hops).toBe(2);
    const next = pending();
    const open = hops.during(next.call);
    never.end();
    await left;
    await hops.during(async () => undefined);
    expect(meter.hops).toBe(3);
    next.end();
    await open;
  });
});

describe("a budget", () => {
  const budgetOf = (callsPerDay: number | undefined, now = () => NOW_MS) =>
    createModelBudget({ callsPerDay, now });
  const MIDNIGHT = Date.UTC(2026, 5, 2);

  it("stops at its calls a day, until midnight UTC", () => {
    let nowMs = NOW_MS;
    const budget = budgetOf(3, () => nowMs);
    budget.learn({ calls: 2, pausedUntil: null });
    expect(budget.stop()).toBeUndefined();
    budget.learn({ calls: 3, pausedUntil: null });
    expect(budget.stop()).toEqual({ code: "model_budget", untilMs: MIDNIGHT });
    nowMs = MIDNIGHT;
    expect(budget.stop()).toBeUndefined();
  });

  it("stops while the platform's quota is used up, as the database or a call says", async () => {
    const paused = budgetOf(undefined);
    paused.learn({ calls: 9_999, pausedUntil: NOW_MS + 5 });
    expect(paused.stop()).toEqual({ code: "quota", untilMs: NOW_MS + 5 });
    paused.learn({ calls: 0, pausedUntil: NOW_MS - 5 });
    expect(paused.stop()?.code).toBe("quota");

    const told = budgetOf(undefined);
    const asked = fakeEmbedder(new AppError("quota", "used up"));
    const embedder = decoratedEmbedder(asked, budgeted(told));
    const call = () => embedder.embedQuery(query("a"));
    await expect(call()).rejects.toMatchObject({ code: "quota" });
    await expect(call()).rejects.toMatchObject({ code: "quota" });
    expect([asked.asked.length, told.stop()?.untilMs]).toEqual([1, MIDNIGHT]);
  });

  it("goes on after any other failure", async () => {
    const budget = budgetOf(undefined);
    const embedder = decoratedEmbedder(fakeEmbedder(new AppError("capacity", "rush")), budgeted(budget));
    await expect(embedder.embedQuery(query("a"))).rejects.toMatchObject({ code: "capacity" });
    expect(budget.stop()).toBeUndefined();
  });
});

describe("a cached embedder", () => {
  it("asks its model once for each text, and gives the vector as it is stored", async () => {
    const model = fakeEmbedder(Float32Array.of(0.6, 0.8));
    const cached = cachedEmbedder(model, new Map<string, Vector>(), 1);
    const first = await cached.embedQuery(query("a"));
    expect(await cached.embedQuery(query("a"))).toBe(first);
    expect(cached.remembered("a")).toBe(first);
    expect(first?.[0]).not.toBe(Math.fround(0.6));
    expect(first?.[0]).toBeCloseTo(0.6, 2);
    await cached.embedChunks([{ headings: "", text: "a" }]);
    expect(model.asked).toEqual(["a", "a"]);
  });

  it("tells queries from passages, and passages by their headings too", async () => {
    const model = fakeEmbedder();
    const cached = cachedEmbedder(model, new Map<string, Vector>(), 1);
    const passage = (headings: string, text: string) => cached.embedChunks([{ headings, text }]);
    await passage("a", "b");
    await passage("a", "b");
    await passage("", "b");
    expect(model.asked).toHaveLength(2);
    expect([cached.remembered("b"), cached.remembered("a\nb")]).toEqual([undefined, undefined]);
    const [first, second] = await cached.embedChunks([
      { headings: "", text: "b" },
      { headings: "", text: "c" },
    ]);
    expect([first?.length, second?.length, model.asked.length]).toEqual([2, 2, 3]);
  });

  it("remembers no query that an isolate computes itself, whose vector depends on statistics", async () => {
    const memory = new Map<string, Vector>();
    const cached = cachedEmbedder(hashEmbedder, memory, 1);
    const words = ["cache", "limit"];
    const weighed = (idf: (word: string) => number) => cached.embedQuery({ text: "cache limit", words, idf });
    expect(await weighed((word) => (word === "cache" ? 5 : 1))).not.toEqual(await weighed(() => 1));
    expect(memory.size).toBe(0);
  });

  it("tells workspaces and embedding spaces apart", async () => {
    const memory = new Map<string, Vector>();
    const model = fakeEmbedder();
    await cachedEmbedder(model, memory, 1).embedQuery(query("a"));
    expect(cachedEmbedder(model, memory, 1).remembered("a")).toBeDefined();
    expect(cachedEmbedder(model, memory, 2).remembered("a")).toBeUndefined();
    const other = { ...model, space: { ...model.space, pooling: "mean" } };
    expect(cachedEmbedder(other, memory, 1).remembered("a")).toBeUndefined();
  });

  it("keeps what came first, and remembers no failure", async () => {
    const failing = fakeEmbedder(new AppError("capacity", "rush"));
    const cached = cachedEmbedder(failing, new Map<string, Vector>(), 1);
    await expect(cached.embedQuery(query("a"))).rejects.toMatchObject({ code: "capacity" });
    expect(cached.remembered("a")).toBeUndefined();

    const late = cachedEmbedder(fakeEmbedder(), new Map<string, Vector>(), 1);
    const started = late.embedQuery(query("a"));
    const stored = Float32Array.of(0, 1);
    late.remember("a", stored);
    expect(await started).toBe(stored);
  });
});
