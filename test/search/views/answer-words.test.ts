import { describe, expect, it } from "vitest";
import type { AnyHit } from "../../../src/search/contract/hits.ts";
import { DEGRADED, type Degraded, type SearchAnswer } from "../../../src/search/contract/search.ts";
import { answerSentences, answerWords, percent } from "../../../src/search/views/answer-words.ts";
import { found, hit } from "../../support/found.ts";

const answer = found([hit()]);
const none = found([], { outcome: "nothing_relevant", confidence: "none" });

it("says nothing of an answer that simply answers", () => {
  expect(answerWords(answer)).toEqual([]);
  expect(answerWords(found([], { outcome: "skipped" }))).toEqual([]);
});

const LACKING: Readonly<Record<Degraded, string>> = {
  embedder_unavailable: "The embedding model did not answer, so search by meaning is missing.",
  embedder_timeout: "The embedding model was too slow, so search by meaning is missing.",
  vector_index_unavailable: "The vector index did not answer, so search by meaning is missing.",
  vector_index_timeout: "The vector index was too slow, so search by meaning is missing.",
  vector_filter_partial: "The filter could only be applied to the nearest 100 by meaning.",
  cosines_missing:
    "No embedding model measures cosines, so what the profile decides by them (its least score, its stand-in for a re-ranking model) keeps the best of what words found.",
  other_script:
    "Hardly any text here is in the letters of the question, and nothing compares across languages (an embedding model of many languages would): only words were compared.",
  reranker_unavailable: "The re-ranking model did not answer, so the order is the first estimate.",
  reranker_timeout: "The re-ranking model was too slow, so the order is the first estimate.",
  identity_changed:
    "The embedding model was changed and vectors are being rebuilt, so search by meaning is missing.",
  generator_missing:
    "The server has no text model, so the query was searched as typed (GENERATE_URL and GENERATE_MODEL name one).",
  generator_unavailable: "No text model answered, so the query was searched as typed.",
  generator_timeout: "The text model was too slow, so the query was searched as typed.",
  expansion_refused:
    "The text model's rewritten queries could not be used, so the query was searched as typed.",
  names_off:
    "Texts here are not read for names, so the profile goes by those found before (recall graph names on, or NAMES=on).",
  quota: "The account's daily model quota is used up until 00:00 UTC.",
  model_budget: "Today's model budget (MODEL_BUDGET_PER_DAY) is used up.",
  depth_reached:
    "There may be more: pages of results lead through the first 1,000 matches. Narrow the question or filter it.",
  workspace_quota: "The workspace's daily model quota is used up until 00:00 UTC.",
};

describe("what an answer lacks", () => {
  it.each(DEGRADED)("is said of %s in plain words", (code) => {
    expect(answerSentences({ ...answer, degraded: [code] })).toEqual([
      { about: "lack", text: LACKING[code] },
    ]);
  });

  it.each(["new_code", "toString"])("is the code itself where there are no words for it: %s", (code) => {
    expect(answerWords({ ...answer, degraded: [code as Degraded] })).toEqual([`${code}.`]);
  });

  it("has its reason where the server tells it, and only that part's", () => {
    const outages = [
      { part: "embedder", reason: "unauthorized", status: 401, message: "It answered 401" },
      { part: "reranker", reason: "quota", message: "The day is over." },
    ] as const;
    const degraded: Degraded[] = ["embedder_unavailable", "vector_index_timeout", "quota"];
    expect(answerWords({ ...answer, degraded, outages: [...outages] })).toEqual([
      `${LACKING.embedder_unavailable} It answered 401.`,
      LACKING.vector_index_timeout,
      LACKING.quota,
    ]);
  });

  it.each([
    [
      { pendingChunks: 1_200, pendingSkipped: 1, failedDocuments: 2 },
      [
        "1,200 passages cannot be found by meaning yet.",
        "1 fresh vector not compared.",
        "2 documents could not be indexed.",
      ],
    ],
    [
      { pendingChunks: 1, pendingSkipped: 2, failedDocuments: 1 },
      [
        "1 passage cannot be found by meaning yet.",
        "2 fresh vectors not compared.",
        "1 document could not be indexed.",
      ],
    ],
    [{ embedder: "embedded:bow" }, ["No model: embedded word statistics stood in for meaning."]],
    [{ embedder: "own embedded model" }, []],
  ])("is counted, and named where there is no model: %j", (index, words) => {
    const sentences = answerSentences({ ...answer, index: { ...answer.index, ...index } });
    expect(sentences).toEqual(words.map((text) => ({ about: "lack", text })));
  });

  it("is a measurement where nobody has measured relevance with these models", () => {
    const calibration = { basis: "neural", measured: false } as const;
    expect(answerWords({ ...answer, calibration })).toEqual([
      "Relevance is an estimate: nobody has measured it with these models.",
    ]);
  });
});

describe("the outcome", () => {
  it.each<[SearchAnswer["outcome"], string | undefined]>([
    ["found", undefined],
    ["nothing_found", "Nothing found."],
    ["nothing_relevant", "Nothing here answers this."],
    ["skipped", undefined],
  ])("%s is: %s", (outcome, text) => {
    const expected = text === undefined ? [] : [{ about: "outcome", text }];
    const confidence = outcome === "found" ? "high" : "none";
    expect(answerSentences(found([], { outcome, confidence }))).toEqual(expected);
  });

  it.each([
    ["high", []],
    ["low", ["It is uncertain whether this is an answer."]],
    ["none", ["This is unlikely to be an answer."]],
  ] as const)("of hits with the confidence %s is: %j", (confidence, words) => {
    expect(answerWords({ ...answer, confidence })).toEqual(words);
  });

  it("has no confidence where there are no hits, or the newest stand in for them", () => {
    expect(answerWords(none)).toEqual(["Nothing here answers this."]);
    expect(answerWords({ ...none, confidence: "low" })).toEqual(["Nothing is as relevant as was asked for."]);
    expect(answerWords({ ...answer, confidence: "none", fallback: "recent" })).toEqual([
      "Nothing matched, so these are the newest.",
    ]);
    expect(answerWords({ ...answer, confidence: "low", fallback: "recent_session" })).toEqual([
      "Nothing matched, so these are your session's newest.",
    ]);
  });
});

describe("names and numbers that no passage has", () => {
  it("are said, of hits and of what comes closest", () => {
    expect(answerWords({ ...answer, confidence: "low", missing: ["OPS-9999", "48215"] })).toEqual([
      "It is uncertain whether this is an answer.",
      "None of these has “OPS-9999” or “48215”.",
    ]);
    expect(answerWords({ ...none, missing: [`a\u001b`] }, () => "safe")).toContain(
      "None of these has “safe”.",
    );
  });
});

describe("why nothing answers", () => {
  it.each<[string, NonNullable<SearchAnswer["absence"]>, readonly string[]]>([
    ["it never was there, which says no more", { kind: "never" }, []],
    [
      "filters leave it out",
      { kind: "filtered", filters: ["glob", "after"], found: ["notes:a.md#L1-L3", "docs:b.md#L4"] },
      ["The filters (glob, after) leave out notes:a.md#L1-L3, docs:b.md#L4."],
    ],
    [
      "memories left",
      {
        kind: "gone",
        memories: [
          {
            id: "0123456789abcdef",
            state: "superseded",
            at: "2026-11-20T12:00:00.000Z",
            supersededBy: "fedcba9876543210",
          },
          { id: "aaaaaaaabbbbbbbb", state: "superseded", at: "2026-11-19T00:00:00.000Z" },
          { id: "99999999aaaaaaaa", state: "forgotten", at: "2026-11-21T23:59:59.000Z" },
        ],
      },
      [
        "A memory that may have, 01234567, was superseded by fedcba98 on 2026-11-20.",
        "A memory that may have, aaaaaaaa, was superseded on 2026-11-19.",
        "A memory that may have, 99999999, was forgotten on 2026-11-21.",
      ],
    ],
  ])("is said where it is known: %s", (_, absence, words) => {
    const texts = ["Nothing here answers this.", ...words];
    expect(answerSentences({ ...none, absence })).toEqual(texts.map((text) => ({ about: "outcome", text })));
  });
});

describe("what comes closest", () => {
  const COMPACT: AnyHit = { id: "0123abcd", citation: "b.md#L2", score: 1, relevance: 0.094, tokens: 3 };
  const hits: AnyHit[] = [hit({ relevance: 0.124 }), COMPACT, { citation: "c.md#L4" }];
  const closestOf = (closest: readonly AnyHit[], severalRoots?: boolean) =>
    answerSentences({
      ...none,
      closest,
      index: { ...none.index, ...(severalRoots !== undefined && { severalRoots }) },
    }).filter(({ about }) => about === "closest");

  it("is cited with its relevance, as far as its view tells it", () => {
    expect(closestOf(hits)).toEqual([
      { about: "closest", text: "Closest: guides/keys.md#L3-L9 (12%), b.md#L2 (9%), c.md#L4." },
    ]);
    expect(closestOf([])).toEqual([]);
  });

  it("has its root where there are several; shorter views have it in their citation", () => {
    expect(closestOf(hits, true)[0]?.text).toBe(
      "Closest: notes:guides/keys.md#L3-L9 (12%), b.md#L2 (9%), c.md#L4.",
    );
    expect(closestOf(hits, false)[0]?.text).toBe(closestOf(hits)[0]?.text);
  });
});

describe("what became of the query", () => {
  it("is said of each repaired word, of one that was not, of rewrites, and of pools that grew", () => {
    const repaired = [
      { from: "keyz", to: "keys" },
      { from: "valt", to: "vault" },
    ];
    const expanded = { rewrites: ["rotate keys", "renew keys"], paraphrases: ["p"], hasPassage: true };
    const use = { ...answer.use, repaired, expanded };
    const words = [
      "“keyz” read as “keys”.",
      "“valt” read as “vault”.",
      "No passage has “helmm”. Did you mean “helm”?",
      "Also searched as “rotate keys” and “renew keys”.",
      "Pools grew with the limit, so that another limit may change the order.",
    ];
    const didYouMean = [{ from: "helmm", to: "helm" }];
    expect(answerSentences({ ...answer, use, didYouMean, pool: "original" })).toEqual(
      words.map((text) => ({ about: "query", text })),
    );
  });

  it("is nothing without rewrites", () => {
    const expanded = { rewrites: [], paraphrases: ["p"], hasPassage: true };
    expect(answerWords({ ...answer, use: { ...answer.use, expanded } })).toEqual([]);
  });
});

/** Everything that an answer can say at once; foreign texts have an escape sequence. */
const ESC = "\u001b";
const FOREIGN: Parameters<typeof answerWords>[0] = {
  ...none,
  closest: [hit({ citation: `a${ESC}.md#L1`, root: `r${ESC}`, relevance: 0.1 })],
  absence: {
    kind: "gone",
    memories: [{ id: `1${ESC}`, state: "superseded", at: `2${ESC}`, supersededBy: `3${ESC}` }],
  },
  degraded: ["embedder_timeout", `code${ESC}` as Degraded],
  outages: [{ part: "embedder", reason: "timeout", message: `why${ESC}` }],
  fallback: "recent",
  didYouMean: [{ from: `h${ESC}`, to: `y${ESC}` }],
  pool: "original",
  calibration: { basis: "neural", measured: false },
  index: { ...none.index, severalRoots: true, pendingChunks: 3, embedder: "embedded:bow" },
  use: {
    repaired: [{ from: `f${ESC}`, to: `t${ESC}` }],
    expanded: { rewrites: [`w${ESC}`], paraphrases: [], hasPassage: false },
  },
};

describe("sentences", () => {
  const clean = (text: string) => text.replaceAll(ESC, "␛");

  it("come in one order: the outcome and why, what is closest, the query, what is missing", () => {
    expect(answerWords(FOREIGN, clean)).toEqual([
      "Nothing here answers this.",
      "A memory that may have, 1␛, was superseded by 3␛ on 2␛.",
      "Nothing matched, so these are the newest.",
      "Closest: r␛:a␛.md#L1 (10%).",
      "“f␛” read as “t␛”.",
      "No passage has “h␛”. Did you mean “y␛”?",
      "Also searched as “w␛”.",
      "Pools grew with the limit, so that another limit may change the order.",
      `${LACKING.embedder_timeout} why␛.`,
      "code␛.",
      "3 passages cannot be found by meaning yet.",
      "No model: embedded word statistics stood in for meaning.",
      "Relevance is an estimate: nobody has measured it with these models.",
    ]);
  });

  it("have no foreign text that was not made harmless, of filters neither", () => {
    const absence = { kind: "filtered" as const, filters: [`g${ESC}`], found: [`n${ESC}`] };
    expect(answerWords({ ...none, absence }, clean)).toContain("The filters (g␛) leave out n␛.");
    expect(answerWords(FOREIGN, clean).join("")).not.toContain(ESC);
    expect(answerWords(FOREIGN).join("")).toContain(ESC);
  });

  it("are the same as texts", () => {
    expect(answerWords(FOREIGN)).toEqual(answerSentences(FOREIGN).map(({ text }) => text));
  });
});

it.each([
  [0, "1%"],
  [0.004, "1%"],
  [0.126, "13%"],
  [0.734, "73%"],
  [0.995, "99%"],
  [1, "99%"],
])("reads a relevance of %d as %s: nothing is as sure as 0 or 1", (relevance, text) => {
  expect(percent(relevance)).toBe(text);
});
