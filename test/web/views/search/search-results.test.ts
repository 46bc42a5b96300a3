import { Fragment, h } from "preact";
import { describe, expect, it } from "vitest";
import type { SearchAnswer } from "../../../../src/search/contract/search.ts";
import { requestOf } from "../../../../src/web/views/search/asking/request.ts";
import { FilterBar } from "../../../../src/web/views/search/filters/filter-bar.tsx";
import { Summary } from "../../../../src/web/views/search/results/answer-notes.tsx";
import { Results } from "../../../../src/web/views/search/results/results.tsx";
import { hitOf, hitsOf, searchAnswerOf } from "../../support/answers.ts";
import { type Answers, onPage } from "../../support/screen.ts";

interface Shown {
  readonly address?: string;
  readonly isLoading?: boolean;
  readonly isStale?: boolean;
  readonly failure?: { readonly code: "offline" | "rate_limited"; readonly message: string };
  readonly answers?: Answers;
}

function show(value: SearchAnswer | undefined, { address = "?q=a", ...more }: Shown = {}) {
  let retries = 0;
  const { isLoading = false, isStale = false, failure, answers } = more;
  const request = requestOf(Object.fromEntries(new URLSearchParams(address)));
  const search = {
    ...{ value, isLoading, isStale, failure, request, settle: () => undefined, type: () => undefined },
    recall: async () => "r1",
    retry: () => {
      retries += 1;
    },
  };
  const votes = { given: {}, of: () => undefined, give: () => undefined };
  const selection = { selected: undefined, select: () => undefined };
  const shown = () => [
    h(FilterBar, {}, value && value.hits.length > 0 && h(Summary, { answer: value })),
    h(Results, { search, votes, selection }),
  ];
  const page = onPage(() => h(Fragment, {}, ...shown()), { address, ...(answers && { answers }) });
  return { ...page, retries: () => retries };
}

describe("more results", () => {
  it.each([
    ["?q=a", 20, "replaces /?q=a&limit=50"],
    ["?q=a&limit=20", 20, "replaces /?q=a&limit=50"],
    ["?q=a&limit=50&tag=t", 60, "replaces /?q=a&limit=100&tag=t"],
    ["?q=a", 19, undefined],
    ["?q=a&limit=50", 49, undefined],
    ["?q=a&limit=100", 100, undefined],
  ])("are offered for %s with %i hits as %s", (address, hits, next) => {
    const { screen, went } = show(searchAnswerOf({ hits: hitsOf(hits) }), { address });
    expect(screen.has("Show more")).toBe(next !== undefined);
    if (next !== undefined) screen.press("Show more");
    expect(went).toEqual(next === undefined ? [] : [next]);
  });
});

describe("an answer", () => {
  it("lists its passages by rank", () => {
    const { screen } = show(searchAnswerOf({ hits: hitsOf(3) }));
    expect(screen.all(".hit").map((hit) => hit.getAttribute("data-rank"))).toEqual(["1", "2", "3"]);
    expect(screen.texts(".hit-lines")).toEqual(["line 1", "line 2", "line 3"]);
  });

  it.each([
    [{ hits: hitsOf(1), timings: { totalMs: 12.6 } }, "1 passage in 13 ms"],
    [{ hits: hitsOf(2), use: { cached: ["answer"] } }, "2 passages in 12 ms · from the cache"],
    [{ hits: hitsOf(2), use: { cached: ["embedding", "rerank"] } }, "2 passages in 12 ms"],
  ])("is summed up: %j", (answer, summary) => {
    expect(show(searchAnswerOf(answer)).screen.texts(".summary")).toEqual([summary]);
  });

  it("says how the query was changed and what is missing", () => {
    const { screen } = show(
      searchAnswerOf({
        hits: hitsOf(1),
        fallback: "recent_session",
        use: { repaired: [{ from: "teh", to: "the" }] },
        index: { pendingChunks: 1, failedDocuments: 2, embedder: "embedded:bow" },
      }),
    );
    expect(screen.texts(".remark")).toEqual([
      "Nothing matched, so these are your session's newest.",
      "“teh” read as “the”.",
      "1 passage cannot be found by meaning yet.",
      "2 documents could not be indexed.",
    ]);
    expect(screen.all(".banner")).toEqual([]);
    expect(show(searchAnswerOf({ hits: hitsOf(1) })).screen.all(".remark")).toEqual([]);
  });

  it("says each way in which it is incomplete", () => {
    const outages = [{ part: "embedder", reason: "timeout", message: "No answer in 3 s." }] as const;
    const { screen } = show(
      searchAnswerOf({
        ...{ hits: hitsOf(1), degraded: ["embedder_timeout", "quota"], outages: [...outages] },
        ...{ index: { pendingChunks: 1 }, use: { repaired: [{ from: "teh", to: "the" }] } },
      }),
    );
    expect(screen.texts(".banner p")).toEqual([
      "The embedding model was too slow, so search by meaning is missing. No answer in 3 s.",
      "The account's daily model quota is used up until 00:00 UTC.",
      "1 passage cannot be found by meaning yet.",
    ]);
    expect(screen.texts(".remark")).toEqual(["“teh” read as “the”."]);
  });

  it.each([
    ["nothing_found", "Nothing found.", ""],
    ["nothing_relevant", "Nothing here answers this.", ""],
    ["nothing_relevant", "Nothing here answers this.", "The filters (tag) leave out notes:a.md#L1."],
    ["skipped", "No search was needed", "The query asks nothing"],
  ] as const)("without passages says why: %s, %s: %s", (outcome, title, text) => {
    const absence = { kind: "filtered" as const, filters: ["tag"], found: ["notes:a.md#L1"] };
    const { screen } = show(
      searchAnswerOf({ outcome, confidence: "none", ...(text.startsWith("The filters") && { absence }) }),
    );
    expect(screen.texts(".silence h2")).toEqual([title]);
    expect(screen.one(".silence").textContent).toContain(text);
    expect(screen.has("Clear filters")).toBe(false);
  });

  it("says how far its passages can be relied on, and of none nothing twice", () => {
    const remarks = (more: Parameters<typeof searchAnswerOf>[0]) =>
      show(searchAnswerOf(more)).screen.texts(".remark");
    expect(remarks({ hits: hitsOf(1), confidence: "low" })).toEqual([
      "It is uncertain whether this is an answer.",
    ]);
    expect(remarks({ hits: hitsOf(1), confidence: "none" })).toEqual(["This is unlikely to be an answer."]);
    expect(remarks({ outcome: "nothing_relevant", confidence: "none", closest: [...hitsOf(1)] })).toEqual([]);
  });

  it("lists what comes closest where nothing answers, apart from what would", () => {
    const silent = searchAnswerOf({
      outcome: "nothing_relevant",
      confidence: "none",
      closest: [...hitsOf(2)],
    });
    const { screen } = show(silent);
    expect(screen.texts("h2").slice(0, 2)).toEqual(["Nothing here answers this.", "Closest:"]);
    expect(screen.one("ol.hits").getAttribute("aria-label")).toBe("Closest:");
    expect(screen.texts(".hit-lines")).toEqual(["line 1", "line 2"]);
    expect(screen.texts(".summary")).toEqual([]);
    expect(show(searchAnswerOf({ outcome: "nothing_found" })).screen.all("ol.hits")).toEqual([]);
  });

  it("without passages says the server's reason, and takes the filters off on demand", () => {
    const address = "?q=a&tag=t&after=7d&kind=memory&limit=50";
    const skipped = show(searchAnswerOf({ outcome: "skipped", skipped: "small talk" }), { address });
    expect(skipped.screen.text).toContain("small talk");
    const { screen, went } = show(searchAnswerOf({ outcome: "nothing_found" }), { address });
    expect(screen.texts(".silence bdi")).toEqual(["Kind Memories, Tag t, Date Last 7 days"]);
    screen.press("Clear filters");
    expect(went).toEqual(["/?q=a&limit=50"]);
  });
});

describe("loading and failing", () => {
  const failure = { code: "rate_limited", message: "Too many" } as const;

  it("shows lines without an answer, also while it is tried again", () => {
    expect(show(undefined, { isLoading: true }).screen.all(".skeleton-line")).toHaveLength(9);
    expect(show(undefined, { isLoading: true, failure }).screen.all(".skeleton")).toHaveLength(1);
    expect(show(undefined).screen.all(".skeleton")).toHaveLength(1);
  });

  it("shows the failure without an answer, and tries again", () => {
    const { screen, retries } = show(undefined, { failure });
    expect(screen.texts(".state-panel h2, .state-panel p, code")).toEqual([
      ...["That did not work", "Too many", "Try again", "rate_limited", "rate_limited"],
    ]);
    screen.press("Try again");
    expect(retries()).toBe(1);
  });

  it("keeps the last answer under a failure, and says which of both it is", () => {
    const offline = { code: "offline", message: "No answer." } as const;
    const { screen, retries } = show(searchAnswerOf({ hits: hitsOf(1) }), { failure: offline });
    expect(screen.texts(".banner strong, .banner p")).toEqual([
      "No connection",
      "No answer. Below is the last answer.",
    ]);
    expect(screen.all(".hit")).toHaveLength(1);
    screen.press("Try again");
    expect(retries()).toBe(1);
  });

  it("marks an earlier answer while the next one loads, but not one that is loaded anew", () => {
    const busy = (isLoading: boolean, isStale: boolean) => {
      const { screen } = show(searchAnswerOf({ hits: hitsOf(1) }), { isLoading, isStale });
      return [screen.all(".is-stale").length, screen.all("[aria-busy=true]").length];
    };
    expect([busy(true, true), busy(true, false), busy(false, false)]).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });
});

describe("why a result is where it is", () => {
  const trace = [
    { step: "keyword", rank: 2, score: 7 },
    { step: "fuse", rank: 1, score: 0.5 },
  ];
  const explain = {
    steps: [
      { step: "keyword", out: 30 },
      { step: "vector", out: 20 },
      { step: "fuse", out: 10 },
    ],
    settings: {},
  };
  const answers: Answers = () =>
    searchAnswerOf({
      hits: [
        hitOf({ id: "h1", score: 0.25, trace: [] }),
        hitOf({ id: "h0", score: 0.5, scores: { fused: 0.5 }, shares: { keyword: 0.5 }, trace }),
      ],
      explain: explain as unknown as NonNullable<SearchAnswer["explain"]>,
    });

  it("is shown for one result at a time, by the same search again, which is not logged", async () => {
    const address = "?q=a&limit=50&tag=t";
    const { screen, asked } = show(searchAnswerOf({ hits: hitsOf(2) }), { address, answers });
    const ask = (at: number) => {
      const hit = screen.all(".hit")[at];
      if (hit === undefined) throw new Error(`no result ${at}`);
      screen.fire(hit, "pointerenter");
      screen.press("Why is this here?");
    };
    ask(0);
    await screen.until(() => screen.all(".why").length > 0);
    expect(asked.map(({ body }) => body)).toEqual([
      { query: "a", limit: 50, filters: { tag: "t" }, explain: true, log: false },
    ]);
    expect(screen.texts("tr")).toEqual([
      ...["StageRankScorePassages left", "Words27.00030", "Meaning––20", "All together10.50010"],
    ]);
    expect(screen.all(".hit").map((hit) => hit.querySelectorAll(".why").length)).toEqual([1, 0]);
    ask(1);
    expect(screen.all(".hit").map((hit) => hit.querySelectorAll(".skeleton, .why").length)).toEqual([0, 1]);
    screen.press("Hide why");
    expect(screen.all(".why, .skeleton")).toEqual([]);
  });
});
