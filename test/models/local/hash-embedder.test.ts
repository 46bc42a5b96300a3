import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  embedChunk,
  embedQueryWords,
  HASH_SPACE,
  hashEmbedder,
} from "../../../src/models/local/hash-embedder.ts";
import { spaceKey } from "../../../src/models/ports.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { cosine, quantise } from "../../../src/text/quantise.ts";

const none = new Float32Array(HASH_SPACE.dimensions);
const similarity = (words: readonly string[], headings: string, text: string) =>
  cosine(embedQueryWords(words) ?? none, embedChunk(headings, text) ?? none);

const norm = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));

describe("hash embedder", () => {
  it("lets others go on between texts, and answers the same", async () => {
    const inputs = Array.from({ length: 100 }, (_, at) => ({
      headings: "Herons",
      text: `Heron ${at} nests. `.repeat(100),
    }));
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const vectors = await hashEmbedder.embedChunks(inputs, new AbortController().signal);
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
    expect(vectors).toEqual(inputs.map(({ headings, text }) => embedChunk(headings, text)));
  });

  it("makes vectors of 768 dimensions and unit length", () => {
    fc.assert(
      fc.property(fc.string(), fc.lorem({ maxCount: 30 }), (headings, text) => {
        // Never stop words alone: they have no vector.
        const vector = embedChunk(headings, `heron ${text}`);
        expect(vector?.length).toBe(768);
        expect(norm(vector)).toBeCloseTo(1, 5);
      }),
    );
  });

  it("has no vector for a text or query without words, rather than zeros", () => {
    expect(embedChunk("", " …?! 👍")).toBeUndefined();
    expect(embedQueryWords([])).toBeUndefined();
    expect(embedQueryWords(["cache"], () => 0)).toBeUndefined();
  });

  it("finds a misspelt and an inflected word closer than another word", () => {
    const text = "The configuration of the database is migrated.";
    expect(similarity(["configuraton"], "", text)).toBeGreaterThan(similarity(["elephants"], "", text) + 0.1);
    expect(similarity(["migrations"], "", text)).toBeGreaterThan(similarity(["elephants"], "", text) + 0.05);
  });

  it("counts headings more than text", () => {
    const asHeading = similarity(["cache"], "cache", "size limit");
    const asText = similarity(["cache"], "size", "cache limit");
    expect(asHeading).toBeGreaterThan(asText);
  });

  it("weighs query words by idf", () => {
    const rare = (word: string) => (word === "cache" ? 5 : 0.1);
    const weighed = embedQueryWords(["cache", "banana"], rare) ?? none;
    const cache = embedChunk("", "cache") ?? none;
    expect(cosine(weighed, cache)).toBeGreaterThan(similarity(["cache", "banana"], "", "cache"));
  });

  it("has another identity when its vectors change, with which the stored ones could not be compared", async () => {
    const text = `The cache of caches, IL6 and 東京都 twice twice ${"x".repeat(70)}`;
    const chunk = quantise(embedChunk("Cache limits > getUserById", text) ?? none);
    const query = quantise(
      embedQueryWords(["cache", "limit", "cache"], (word) => (word === "cache" ? 2 : 0.5)) ?? none,
    );
    expect([spaceKey(HASH_SPACE), await shortHash(chunk ?? ""), await shortHash(query ?? "")]).toEqual([
      "hash-ngrams|sum|768|1",
      "3536141b7afcc04f2f979a070682d12c",
      "3c5cc686324e3a1d25e6c739bb10dc32",
    ]);
  });

  it("weighs a query's word once, however often it is said", () => {
    expect(embedQueryWords(["cache", "limit", "cache"])).toEqual(embedQueryWords(["cache", "limit"]));
    expect(hashEmbedder.maxBatch).toBe(100);
  });

  it("finds a name by its parts", () => {
    expect(similarity(["user"], "", "getUserById()")).toBeGreaterThan(0.2);
  });

  it("depends on nothing but headings and text, not even on what was embedded before", () => {
    const before = embedChunk("a", "one cache");
    for (let index = 0; index < 30_000; index += 1) embedQueryWords([`word${index}`]);
    expect(embedChunk("a", "one cache")).toEqual(before);
  });

  it("depends on how often words occur, not on their order", () => {
    const a = embedChunk("", "alpha beta gamma") ?? none;
    expect(cosine(a, embedChunk("", "gamma alpha beta") ?? none)).toBeCloseTo(1, 5);
    expect(cosine(a, embedChunk("", "gamma gamma gamma alpha beta") ?? none)).toBeLessThan(0.999);
  });

  it("answers a batch in its order, undefined in its place", async () => {
    const inputs = [
      { headings: "", text: "cache" },
      { headings: "", text: "" },
      { headings: "x", text: "limit" },
    ];
    const vectors = await hashEmbedder.embedChunks(inputs);
    expect(vectors).toEqual([embedChunk("", "cache"), undefined, embedChunk("x", "limit")]);
    expect(await hashEmbedder.embedQuery({ text: "cache", words: ["cache"] })).toEqual(
      embedQueryWords(["cache"]),
    );
  });
});
