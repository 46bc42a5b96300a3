import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { EmbeddingInput, Generator } from "../../../src/models/ports.ts";
import { expandQuery, startExpansion } from "../../../src/search/arms/expansion/expand.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import { createIsolateMemory } from "../../../src/search/hops/isolate-memory.ts";
import type { SearchServing } from "../../../src/search/plan.ts";
import {
  EAST,
  fakeEmbedder,
  fakeIndex,
  NEURAL,
  NOW_MS,
  planOf,
  servingOf,
  workspaceState,
} from "../fakes.ts";

const EXPANSION = {
  rewrites: ["rotate keys yearly"],
  paraphrases: ["how are keys changed", "when do keys change"],
};
const PASSAGE = "Keys are changed each year by the team that owns the vault.";
const WRITTEN = JSON.stringify(EXPANSION);

interface Setup {
  readonly generate?: Generator["generate"];
  readonly serving?: SearchServing;
  readonly kept?: string | null;
  readonly vector?: Float32Array | undefined;
  readonly generator?: string | undefined;
  readonly expand?: boolean;
  readonly settings?: Readonly<Record<string, boolean>>;
}

async function expanded(setup: Setup = {}) {
  const { generate = async () => WRITTEN, serving = NEURAL(), kept = null, settings = {} } = setup;
  const deps = {
    ...{
      generator: { model: "m", generate } as Generator,
      memory: createIsolateMemory(9),
      now: () => NOW_MS,
    },
    deadline: createDeadline(9_000, () => NOW_MS),
  };
  const generator = "generator" in setup ? setup.generator : "m";
  const plan = await planOf({ query: "rotate keys", expand: setup.expand ?? true, settings }, serving, {
    generator,
  });
  const workspace = workspaceState({ kept: { answer: null, queryVector: null, expansion: kept } });
  const vector = "vector" in setup ? setup.vector : EAST;
  return { ...(await expandQuery(deps, plan, { workspace, started: undefined, vector })), deps, plan };
}

describe("an expansion", () => {
  it("is what the model wrote, to be kept, with a vector of each paraphrase", async () => {
    const { expansion, source, fresh, degraded, vectors } = await expanded();
    expect([expansion, source, degraded]).toMatchObject([EXPANSION, "model", []]);
    expect(JSON.parse(fresh ?? "")).toMatchObject(EXPANSION);
    expect(vectors).toEqual([
      { list: "vector paraphrase 1", vector: EAST },
      { list: "vector paraphrase 2", vector: EAST },
    ]);
  });

  it("is what was kept, checked, and not to be kept again", async () => {
    const { expansion, source, fresh, plan, deps } = await expanded({ kept: WRITTEN });
    expect([expansion, source, fresh]).toMatchObject([EXPANSION, "cache", undefined]);
    expect(startExpansion(deps, plan)).toBeUndefined();
    expect(await expanded({ kept: "not JSON" })).toMatchObject({ source: "model" });
  });

  it.each<[string, Setup, object]>([
    ["not asked for", { expand: false }, { source: "none", degraded: [] }],
    ["that nothing can write", { generator: undefined }, { source: "none", degraded: ["generator_missing"] }],
    [
      "that is no expansion",
      { generate: async () => "no" },
      { source: "none", degraded: ["expansion_refused"] },
    ],
    [
      "whose writer fails",
      { generate: () => Promise.reject(new AppError("generator_unavailable", "gone")) },
      {
        source: "none",
        degraded: [],
        lost: [{ part: "generator", error: { code: "generator_unavailable" } }],
      },
    ],
  ])("%s is none, and says why", async (_, setup, result) => {
    const { vectors, fresh, ...told } = await expanded(setup);
    expect([vectors, fresh]).toEqual([[], undefined]);
    expect(told).toMatchObject(result);
    expect(told.expansion).toBeUndefined();
  });

  it.each<[string, Setup]>([
    ["without the query's own", { vector: undefined }],
    ["without an index", { serving: servingOf(fakeEmbedder()) }],
    ["by a lexical stand-in", { serving: servingOf(undefined, fakeIndex()) }],
    ["without the vector arm", { settings: { "arms.vector": false } }],
  ])("has no vectors %s", async (_, setup) => {
    const { vectors, expansion, degraded } = await expanded(setup);
    expect([vectors, degraded]).toEqual([[], []]);
    expect(expansion).toMatchObject(EXPANSION);
  });

  it("stays without vectors where the embedder fails, and says so", async () => {
    const failing = fakeEmbedder(new AppError("embedder_unavailable", "gone") as never);
    const { vectors, lost, expansion } = await expanded({ serving: servingOf(failing, fakeIndex()) });
    expect([vectors, lost]).toMatchObject([[], [{ part: "embedder", error: { message: "gone" } }]]);
    expect(expansion).toMatchObject(EXPANSION);
  });

  it("has its passage embedded as a document is, and the paraphrases as queries", async () => {
    const chunks: (readonly EmbeddingInput[])[] = [];
    const words: unknown[] = [];
    const embedder = {
      ...fakeEmbedder(),
      embedChunks: async (inputs: readonly EmbeddingInput[]) => {
        chunks.push(inputs);
        return [EAST];
      },
      embedQuery: async ({ text, words: of }: { text: string; words?: readonly string[] }) => {
        words.push([text, of]);
        return EAST;
      },
    };
    const generate = async () =>
      JSON.stringify({ ...EXPANSION, paraphrases: ["keys changed"], passage: PASSAGE });
    const { vectors, expansion } = await expanded({ generate, serving: servingOf(embedder, fakeIndex()) });
    expect(expansion?.passage).toBe(PASSAGE);
    expect(vectors.map(({ list }) => list)).toEqual(["vector paraphrase 1", "vector passage"]);
    expect(chunks).toEqual([[{ headings: "", text: PASSAGE }]]);
    expect(words).toEqual([["keys changed", ["keys", "changed"]]]);
  });
});

it("is begun beside the first hop where it is wanted and unknown", async () => {
  const { deps, plan } = await expanded({ expand: false });
  expect(startExpansion(deps, plan)).toBeUndefined();
  const wanted = await planOf({ query: "other", expand: true }, NEURAL(), { generator: "m" });
  expect(await startExpansion(deps, wanted)).toEqual({ value: WRITTEN });
});
