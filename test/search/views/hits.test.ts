import { describe, expect, it } from "vitest";
import type { Hit, ViewName } from "../../../src/search/contract/hits.ts";
import { createTrace } from "../../../src/search/explain/trace.ts";
import type { CandidatePool } from "../../../src/search/hops/hop3.ts";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import type { Judgement } from "../../../src/search/relevance/judgements.ts";
import type { MemoryRow } from "../../../src/search/sql/chunk-rows.ts";
import { citation } from "../../../src/search/views/citation.ts";
import { full, snippet, toHits } from "../../../src/search/views/views.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { bareHit } from "../../support/found.ts";
import { match } from "../fakes.ts";
import { candidate } from "../stages/candidates.ts";

const ID = "3f9a2c1b".repeat(4);
const TEXT = "Keys are rotated.\nThe vault holds old ones.";

const ROW = match(ID, 2, {
  ...{ root: "notes", path: "keys.md", source: "https://a.example", documentHash: "hash" },
  ...{ startLine: 3, endLine: 4, headings: ["Runbook", "Keys"], text: TEXT },
  ...{ datedAt: Date.UTC(2026, 2, 11), indexedAt: Date.UTC(2026, 4, 1) },
});

const POOL: CandidatePool = {
  fused: [
    { id: "other", score: 0.9, shares: [{ arm: "entity", rank: 9, score: 9, share: 0.9 }] },
    {
      id: ID,
      score: 0.6,
      shares: [
        { arm: "keyword", rank: 2, score: 3.5, share: 0.4 },
        { arm: "vector", rank: 7, score: 0.7, share: 0.2 },
      ],
    },
  ],
  rows: new Map([[ID, ROW]]),
  keyword: new Map([[ID, { id: ID, score: 3.5, bm25: 2 }]]),
  similarity: new Map(),
  keptScores: new Map(),
  vectors: new Map(),
  fallback: undefined,
};

const EVIDENCE = { found: 1, window: 0.5 };
const JUDGED: ReadonlyMap<string, Omit<Judgement, "passage">> = new Map([
  [ID, { relevance: 0.6251, basis: "cross-encoder", evidence: EVIDENCE }],
]);

const shown = (
  name: ViewName,
  {
    pool = POOL,
    row = ROW,
    query = "vault",
    severalRoots = false,
    explain = false,
    judgements = JUDGED,
  }: {
    pool?: CandidatePool;
    row?: typeof ROW;
    query?: string;
    severalRoots?: boolean;
    explain?: boolean;
    judgements?: typeof JUDGED;
  } = {},
) => {
  const trace = explain ? createTrace(() => 0) : undefined;
  trace?.step("fuse", {
    before: [],
    after: [
      { id: "other", score: 0.9 },
      { id: ID, score: 0.6 },
    ],
  });
  const repaired = {
    query: analyseQuery(query),
    statistics: { chunkCount: 9, chunkFrequency: new Map([["vault", 1]]) },
  };
  return toHits(
    [candidate("gone", 0.99), candidate(ID, 0.8765)],
    { ...pool, rows: new Map([[ID, row]]) },
    { name, raw: new Map([[ID, 4.25]]), judgements, severalRoots, repaired, trace },
  );
};

const PASSAGE = {
  ...{ id: ID, root: "notes", path: "keys.md", startLine: 3, endLine: 4, citation: "keys.md#L3-L4" },
  ...{ headings: ["Runbook", "Keys"], kind: "file", language: "markdown", source: "https://a.example" },
  ...{ date: "2026-03-11T00:00:00.000Z", indexedAt: "2026-05-01T00:00:00.000Z", documentHash: "hash" },
  scores: { bm25: 2, keyword: 3.5, similarity: 0.7, fused: 0.6, rerank: 4.25 },
  arms: { keyword: 2, vector: 7 },
  score: 0.8765,
  relevance: 0.6251,
};

describe("a hit", () => {
  it("is in full the passage with where it is, where it comes from and what found it", () => {
    expect(shown("full")).toEqual([{ ...PASSAGE, text: TEXT }]);
  });

  it("is as a snippet the best lines, with what matched in them", () => {
    const best = { text: TEXT, startLine: 3, endLine: 4, highlights: [[22, 27]] };
    expect(shown("snippet")).toEqual([{ ...PASSAGE, snippet: best }]);
  });

  it("is compactly its shortest id, place, rounded score, last heading and cost", () => {
    const line = { citation: "keys.md#L3-L4", score: 0.88, relevance: 0.63, tokens: countTokens(TEXT) };
    expect(shown("compact")).toEqual([{ id: "3f9a2c1b", ...line, heading: "Keys" }]);
    const alike = { ...ROW, lookalikes: [`${ID.slice(0, 10)}ff`], headings: [] };
    expect(shown("compact", { row: alike })).toEqual([{ id: ID.slice(0, 11), ...line }]);
    // A memory's id reads all of it.
    const bytes = TEXT.length * 5;
    const long = { ...ROW, root: "memories", documentChunks: 5, documentBytes: bytes };
    expect(shown("compact", { row: long })).toMatchObject([{ tokens: countTokens(TEXT) * 5 }]);
  });

  it("is in a digest its place alone, with the root where there are several", () => {
    expect(shown("digest")).toEqual([{ citation: "keys.md#L3-L4" }]);
    expect(shown("digest", { severalRoots: true })).toEqual([{ citation: "notes:keys.md#L3-L4" }]);
    expect(shown("compact", { severalRoots: true })).toMatchObject([{ citation: "notes:keys.md#L3-L4" }]);
    expect(shown("full", { severalRoots: true })).toMatchObject([{ citation: "notes:keys.md#L3-L4" }]);
    const colon = { ...ROW, path: "a:b.md" };
    expect(shown("full", { row: colon })).toMatchObject([{ citation: "notes:a:b.md#L3-L4" }]);
  });

  it("is of a memory its first words and the start of its id, with lines from its second passage on", () => {
    const id = "0123456789abcdef0123456789abcdef";
    const memory = { ...ROW, root: "memories", path: id, text: "Deploys need a review.", startLine: 1 };
    const cited = "Deploys need a review. (memory 0123456789ab)";
    for (const view of ["full", "compact", "digest"] as const) {
      expect(shown(view, { row: memory, severalRoots: true })).toMatchObject([{ citation: cited }]);
      const later = { ...memory, startLine: 3 };
      expect(shown(view, { row: later })).toMatchObject([{ citation: `${cited}#L3-L4` }]);
    }
    const long = {
      ...memory,
      text: "The billing service retries each failed charge three times\nand then stops.",
    };
    expect(shown("digest", { row: long })).toMatchObject([
      { citation: "The billing service retries each failed… (memory 0123456789ab)" },
    ]);
  });

  it("says with an explanation what each arm gave, and where it stood after each step", () => {
    const trace = [{ step: "fuse", rank: 2, score: 0.6 }];
    const shares = { keyword: 0.4, vector: 0.2 };
    expect(shown("full", { explain: true })).toEqual([
      { ...PASSAGE, text: TEXT, shares, evidence: EVIDENCE, trace },
    ]);
    expect(shown("digest", { explain: true })).toEqual([{ citation: "keys.md#L3-L4", trace }]);
  });

  it("claims nothing where nobody judged it", () => {
    expect(shown("snippet", { judgements: new Map() })).toMatchObject([{ relevance: 0 }]);
    expect(shown("compact", { judgements: new Map() })).toMatchObject([{ relevance: 0 }]);
  });

  it("says nothing of an arm that did not find it, nor of a re-ranker that was not asked", () => {
    const pool = { ...POOL, fused: [], keyword: new Map() };
    const [hit] = shown("full", { pool });
    expect(hit).toMatchObject({ scores: { rerank: 4.25 }, arms: {} });
    expect(Object.keys((hit as Hit).scores)).toEqual(["rerank"]);
    const byVector = { ...POOL, keyword: new Map([[ID, { id: ID, score: 0.5 }]]) };
    expect((shown("full", { pool: byVector })[0] as Hit).scores).toEqual({
      ...{ similarity: 0.7, fused: 0.6, rerank: 4.25 },
    });
  });

  it("that is undated and a part of a line says so, and a memory what it is and how good", () => {
    const memory = { type: "fact", tags: ["ops"], quality: 0.9 } as unknown as MemoryRow;
    const row = { ...ROW, datedAt: null, startLine: 3, endLine: 3, startColumn: 11, endColumn: 53, memory };
    const [hit] = shown("full", { row });
    expect(hit).toMatchObject({
      ...{ date: null, startColumn: 11, endColumn: 53, citation: "keys.md#L3C11-L3C53" },
      memory: { type: "fact", tags: ["ops"], quality: 0.9 },
    });
    const unjudged = { ...memory, quality: undefined };
    expect(shown("full", { row: { ...row, memory: unjudged } })).toMatchObject([
      { memory: { quality: 0.5 } },
    ]);
    expect(shown("snippet", { row: { ...row, endLine: 4 } })).toMatchObject([
      { snippet: { startLine: 3, startColumn: 11 } },
    ]);
    expect(shown("full")[0]).not.toHaveProperty("startColumn");
  });
});

it.each([
  ["a.md#L3-L9", 3, 9, null, null],
  ["a.md#L3", 3, 3, null, null],
  ["a.md#L3C5-L3C9", 3, 3, 5, 9],
  ["a.md#L3C5-L4C2", 3, 4, 5, 2],
  ["a.md#L3C5-L3C5", 3, 3, 5, null],
])("cites %s", (cited, startLine, endLine, startColumn, endColumn) => {
  expect(citation({ path: "a.md", startLine, endLine, startColumn, endColumn })).toBe(cited);
});

it("reads a passage as its place, relevance and headings over its lines, without headings too", () => {
  const snippets = { text: "two", startLine: 4, endLine: 4, highlights: [] };
  expect(full.text(bareHit({ text: "one" }))).toBe(
    "notes:guides/keys.md#L3-L9  73%  Keys > Rotation\n   one",
  );
  expect(full.text(bareHit({ text: "one", headings: [] }))).toBe("notes:guides/keys.md#L3-L9  73%\n   one");
  expect(snippet.text(bareHit({ snippet: snippets, headings: ["A\nB"] }))).toBe(
    "notes:guides/keys.md#L3-L9  73%  A B\n   two",
  );
  expect(full.text(bareHit())).toBe("notes:guides/keys.md#L3-L9  73%  Keys > Rotation\n");
});
