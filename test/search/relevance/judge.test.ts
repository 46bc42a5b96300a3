import { describe, expect, it } from "vitest";
import { DEFAULT_FLOOR } from "../../../src/search/relevance/model.ts";
import { fakeEmbedder, fakeIndex, NEURAL, servingOf } from "../fakes.ts";
import { judged, QUERY, type Ranked } from "./judged.ts";

const ANSWER: Ranked = { text: QUERY, headings: [QUERY], keyword: 9 };
const PART: Ranked = { text: "the keys to the vault", keyword: 5 };
const OTHER: Ranked = { text: "soup at noon", keyword: 1 };
const AUDIBLE = { settings: { "relevance.floor": 0 } };

describe("the floor", () => {
  it("shows what was ranked where one of the first five answers, in its order", async () => {
    const { hits, closest, confidence, relevance } = await judged([OTHER, PART, OTHER, OTHER, ANSWER]);
    expect([hits, closest, confidence]).toEqual([["1", "2", "3", "4", "5"], [], "high"]);
    expect(relevance).toBeGreaterThan(0.5);
  });

  it("hides all where none of them does, whatever comes after them", async () => {
    const passages = [OTHER, OTHER, OTHER, OTHER, OTHER, ANSWER];
    const { hits, closest, confidence, relevance, steps, reasons } = await judged(passages);
    expect([hits, closest, confidence]).toEqual([[], ["1", "2", "3"], "none"]);
    expect(relevance).toBeLessThan(DEFAULT_FLOOR);
    expect(steps).toEqual([
      ["relevance.floor", 6, 0],
      ["limit", 0, 0],
    ]);
    expect(reasons[0]).toBe("1: nothing is relevant");
  });

  it("is that of the profile's settings, and 0 turns it off: what is shown is trusted no more for that", async () => {
    const shown = await judged([OTHER, OTHER], AUDIBLE);
    expect([shown.hits, shown.closest, shown.confidence]).toEqual([["1", "2"], [], "none"]);
    expect(shown.steps).toEqual([["limit", 2, 2]]);
    const hidden = await judged([ANSWER], { settings: { "relevance.floor": 1 } });
    expect([hidden.hits, hidden.closest, hidden.confidence]).toEqual([[], ["1"], "high"]);
  });

  it("is reached by what is exactly as relevant", async () => {
    const { relevance } = await judged([ANSWER]);
    expect((await judged([ANSWER], { settings: { "relevance.floor": relevance } })).hits).toEqual(["1"]);
  });
});

it("what a name of the query leads to is shown although it holds none of its words, in a profile that goes by names", async () => {
  const linked = [{ ...OTHER, isNamed: true }];
  expect((await judged(linked, { profile: "dual" })).hits).toEqual(["1"]);
  expect((await judged([OTHER], { profile: "dual" })).hits).toEqual([]);
  expect((await judged(linked)).hits).toEqual([]);
});

it("a passage is judged by that form of the query which it answers best", async () => {
  const plain = await judged([ANSWER], AUDIBLE);
  for (const rewrites of [["soup noon barley"], ["soup", QUERY]]) {
    const { relevanceOf } = await judged([ANSWER], { ...AUDIBLE, rewrites });
    expect(relevanceOf("1")).toBeGreaterThanOrEqual(plain.relevanceOf("1") ?? 1);
  }
  const soup: Ranked = { text: "soup at noon, with barley", headings: ["soup noon barley"], keyword: 5 };
  const without = (await judged([soup], AUDIBLE)).relevanceOf("1") ?? 1;
  const rewritten = await judged([soup], { ...AUDIBLE, rewrites: ["soup noon barley"] });
  expect(rewritten.relevanceOf("1")).toBeGreaterThan(without);
});

describe("the least relevance", () => {
  const RANKED = [OTHER, ANSWER, PART, ANSWER];

  it("drops each hit that has less, and keeps the order of the rest", async () => {
    const all = await judged(RANKED);
    expect(all.hits).toEqual(["1", "2", "3", "4"]);
    const least = all.relevanceOf("2");
    const { hits, steps, reasons } = await judged(RANKED, { minRelevance: least });
    expect(hits).toEqual(["2", "4"]);
    expect(steps).toEqual([
      ["relevance.floor", 4, 4],
      ["relevance.min", 4, 2],
      ["limit", 2, 2],
    ]);
    expect(reasons).toEqual(["1: not relevant enough", "3: not relevant enough"]);
  });

  it("is asked of every hit, also of those beyond the first five and the limit", async () => {
    const passages = [ANSWER, OTHER, OTHER, OTHER, OTHER, OTHER, OTHER, ANSWER];
    expect((await judged(passages, { minRelevance: 0.3, limit: 2 })).hits).toEqual(["1", "8"]);
  });

  it("shows what comes closest where no hit has it, and changes nothing of what the answer claims", async () => {
    const all = await judged([PART, ANSWER]);
    const none = await judged([PART, ANSWER], { minRelevance: 1 });
    expect([none.hits, none.closest]).toEqual([[], ["2", "1"]]);
    expect([none.relevance, none.confidence]).toEqual([all.relevance, all.confidence]);
  });

  it("does not bring back what the floor hid", async () => {
    expect((await judged([OTHER], { minRelevance: 0.0001 })).hits).toEqual([]);
  });
});

describe("what comes closest", () => {
  it("is at most three of the first five, most relevant first, in their order where they are alike", async () => {
    const { closest, relevanceOf } = await judged([OTHER, PART, OTHER, OTHER, PART, ANSWER], {
      settings: { "relevance.floor": 1 },
    });
    expect(closest).toEqual(["2", "5", "1"]);
    expect(closest.map((id) => relevanceOf(id))).not.toContain(undefined);
  });

  it("is nothing where nothing was ranked", async () => {
    const nothing = await judged([]);
    expect(nothing).toMatchObject({ hits: [], closest: [], relevance: 0, confidence: "none" });
    expect(nothing.calibration).toEqual({ basis: "keyword", measured: true });
  });
});

describe("how far an answer can be relied on", () => {
  const neural = (cosine: number, more: object = {}) =>
    judged([{ text: "soup at noon", cosine }], { ...AUDIBLE, ...more, serving: NEURAL() });

  it("goes by its relevance: high from a half, low from the floor, none below", async () => {
    const seen = new Set<string>();
    for (let cosine = 0; cosine <= 1; cosine += 0.02) {
      const { relevance, confidence } = await neural(cosine);
      const expected = relevance >= 0.5 ? "high" : relevance >= DEFAULT_FLOOR ? "low" : "none";
      expect([cosine, confidence]).toEqual([cosine, expected]);
      seen.add(confidence);
    }
    expect([...seen].sort()).toEqual(["high", "low", "none"]);
  });

  it("goes by the floor that is set", async () => {
    const middle = await neural(0.6);
    const low = { settings: { "relevance.floor": middle.relevance / 2 } };
    expect(middle.relevance).toBeGreaterThan(0);
    expect((await neural(0.6, low)).confidence).toBe(middle.relevance >= 0.5 ? "high" : "low");
  });

  it("is by the likeliest passage of the first five, however it ranks", async () => {
    const alone = await judged([ANSWER]);
    const last = await judged([PART, PART, PART, PART, { ...ANSWER, keyword: 9 }]);
    expect(last.confidence).toBe(alone.confidence);
    expect((await judged([PART, PART, PART, PART, PART, ANSWER], AUDIBLE)).relevance).toBeLessThan(
      last.relevance,
    );
  });
});

describe("what it is judged by", () => {
  it.each<[string, Ranked, Parameters<typeof judged>[1], object]>([
    ["keywords", ANSWER, {}, { basis: "keyword", measured: true }],
    ["word statistics", { ...ANSWER, cosine: 0.4 }, {}, { basis: "embedded", measured: true }],
    ["an embedder", { ...ANSWER, cosine: 0.8 }, { serving: NEURAL() }, { basis: "neural" }],
    ["a cross-encoder", { ...ANSWER, raw: 4 }, { serving: NEURAL() }, { basis: "cross-encoder" }],
  ])("is %s", async (_, passage, more, calibration) => {
    expect((await judged([passage], more)).calibration).toMatchObject(calibration);
  });

  it("is the best that is known of the likeliest passage", async () => {
    const sent = { ...ANSWER, raw: 6 };
    const unsent = { ...OTHER, cosine: 0.1 };
    const { calibration, relevance } = await judged([unsent, sent], { serving: NEURAL() });
    expect([calibration.basis, relevance > 0.5]).toEqual(["cross-encoder", true]);
  });

  it("counts a passage's path, which ranks as well", async () => {
    const [there, elsewhere] = await Promise.all(
      ["ops/vault-rotation.md", "ops/soup.md"].map((path) => judged([{ ...PART, path }], AUDIBLE)),
    );
    expect(there?.evidenceOf("1")?.found).toBe(1 - 1 / 4);
    expect(elsewhere?.evidenceOf("1")?.found).toBe(0.5);
  });

  it("reads the cosine of a stored vector where the index did not list the passage", async () => {
    const serving = servingOf(fakeEmbedder(), fakeIndex());
    const { evidenceOf } = await judged([ANSWER], { serving });
    expect(Object.keys(evidenceOf("1") ?? {})).not.toContain("cosine");
  });
});

describe("the newest in place of an answer", () => {
  const STAND_INS = [OTHER, OTHER, OTHER];

  it("are shown whatever their relevance, and claim none", async () => {
    const { hits, closest, confidence, steps } = await judged(STAND_INS, { fallback: "recent" });
    expect([hits, closest, confidence]).toEqual([["1", "2", "3"], [], "none"]);
    expect(steps).toEqual([["limit", 3, 3]]);
  });

  it("are shown to who asks for a relevance too", async () => {
    const asked = { fallback: "recent", minRelevance: 1, settings: { "relevance.floor": 1 } } as const;
    expect((await judged(STAND_INS, asked)).hits).toEqual(["1", "2", "3"]);
    expect((await judged([ANSWER], asked)).confidence).toBe("none");
  });
});

describe("what nobody can say is no answer", () => {
  const ten = (first: number, rest: number): Ranked[] =>
    Array.from({ length: 10 }, (_, at) => ({ ...OTHER, cosine: at === 0 ? first : rest }));

  it("is what stands apart by a cosine, whatever scale the model has", async () => {
    const serving = NEURAL();
    for (const [first, rest] of [
      [0.5, 0.3],
      [0.3, 0.1],
      [0.62, 0.55],
    ] as const)
      expect((await judged(ten(first, rest), { serving })).hits[0]).toBe("1");
    for (const [first, rest] of [
      [0.5, 0.48],
      [0.3, 0.29],
      [0, 0],
      [-0.1, -0.2],
    ] as const)
      expect((await judged(ten(first, rest), { serving })).hits).toEqual([]);
  });

  it("is only what one of the first five is", async () => {
    const passages = [...ten(0.3, 0.3), { ...OTHER, cosine: 0.5 }];
    expect((await judged(passages, { serving: NEURAL() })).hits).toEqual([]);
  });

  it("does not hold for word statistics, which were measured, nor against a higher floor", async () => {
    expect((await judged(ten(0.5, 0.1))).hits).toEqual([]);
    const strict = { serving: NEURAL(), settings: { "relevance.floor": 0.4 } };
    expect((await judged(ten(0.5, 0.3), strict)).hits).toEqual([]);
  });

  it("is all of it where the model of meaning was not heard", async () => {
    const words = [OTHER, OTHER];
    expect((await judged(words, { serving: NEURAL() })).hits).toEqual(["1", "2"]);
    expect((await judged(words, { serving: NEURAL(), settings: { "arms.vector": false } })).hits).toEqual([]);
    expect((await judged(words)).hits).toEqual([]);
  });
});

it("what was said in the month that is asked for is shown where no passage has another word of the question", async () => {
  const said: Ranked = { ...OTHER, datedAt: Date.UTC(2025, 4, 20) };
  const decided = { query: "what did we decide in May 2025?" };
  expect(await judged([said], decided)).toMatchObject({ hits: ["1"], confidence: "low" });
  expect((await judged([OTHER], decided)).hits).toEqual([]);
  expect((await judged([said], { ...decided, settings: { "relevance.floor": 0.9 } })).hits).toEqual([]);
});
